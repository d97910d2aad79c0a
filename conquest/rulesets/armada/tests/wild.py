"""Random positions of all kinds: crowded ones, with dice and stones, alliances, defeated seats,
opening throws and proposals. Some of them cannot happen in any game."""

from __future__ import annotations

import random

from .judging import Json
from .naive import TERRAIN
from .naive_dice import Spot, area, square_name
from .naive_play import SEATS

ARMY = "111122233"
TABLES: tuple[Json, ...] = (
    {"players": 2},
    {"players": 2, "king": "always"},
    {"players": 3, "terrain": True},
    {"players": 3, "king": "always"},
    {"players": 4, "terrain": True},
    {"players": 4, "king": "always"},
)
SHAPES = ((1, 1), (2, 1), (1, 2), (2, 2))


def case(options: Json, dice: random.Random) -> Json:
    """Return a case of a table without orders."""
    seats = SEATS[options["players"]]
    defeated = dice.sample(seats, dice.randrange(len(seats) - 1))
    pieces, blockers = fill_board(options, [one for one in seats if one not in defeated], dice)
    number = dice.randrange(3, 80)
    position = {
        "turn": dice.choice(seats),
        "number": dice.randrange(9, 99),
        "round": number,
        "stirred": number - dice.randrange(min(number, 45)),
        "acted": number - dice.randrange(4),
        "pieces": pieces,
        "blockers": blockers,
        "zones": {one: one not in defeated and dice.random() < 0.7 for one in seats},
        "pool": dice.choice((0, 1, 3, 6)),
        "defeated": defeated,
        "turns": {one: dice.randrange(8) for one in seats},
        "drawn": dice.randrange(5),
        **alliances(seats, dice),
    }
    position |= pending_stage(position, [one for one in seats if one not in defeated], dice)
    seed = dice.randbytes(32).hex()
    return {"ruleset": "armada", "options": options, "position": position, "seed": seed}


def alliances(seats: tuple[str, ...], dice: random.Random) -> Json:
    """Return random teams, and pairs that have sworn an alliance."""
    mixed = dice.sample(seats, len(seats))
    split = dice.choice((0, 0, 2, 3)) if len(seats) > 2 else 0
    teams = [team for team in (mixed[:split], mixed[split:]) if 1 < len(team) < len(seats)]
    pairs = [dice.sample(seats, 2)] if len(seats) == 4 and dice.random() < 0.4 else []
    in_order = [[one for one in seats if one in team] for team in teams]
    return {
        "allies": sorted(in_order, key=lambda team: seats.index(team[0])),
        "sworn": [[one for one in seats if one in pair] for pair in pairs],
    }


def pending_stage(position: Json, alive: list[str], dice: random.Random) -> Json:
    """Return what else is pending: opening throws, or a proposal."""
    turn, *others = dice.sample(alive, len(alive))
    match dice.randrange(6):
        case 0:
            return {"opening": True, "turn": turn}
        case 1 if len(others) > 1:
            agreed = [one for one in SEATS[4] if one in (turn, *others[dice.randrange(1, 3) :])]
            proposal = {"from": turn, "to": others[0], "agreed": agreed}
            return {"proposal": proposal, "turn": turn, "asked": True}
        case 2 if position["turn"] in alive:
            return {"asked": True}
        case _:
            return {}


def fill_board(options: Json, alive: list[str], dice: random.Random) -> tuple[Json, Json]:
    """Return units and blockers, close together or in their zones or at the edges."""
    size = 11 if options["players"] == 2 else 13
    board = [(x, y) for x in range(size) for y in range(size)]
    free = {square_name(at) for at in board} - (TERRAIN if options.get("terrain") else set())
    x, y = dice.randrange(size - 5), dice.randrange(size - 5)
    crowd = [at for at in board if x <= at[0] < x + 6 and y <= at[1] < y + 6]
    edge = [at for at in board if {0, 1, size - 2, size - 1} & set(at)]
    blockers = place_blockers(free, crowd + edge, dice)
    pieces: Json = {}
    for seat in alive:
        home = dice.choice((crowd, edge, [*area(size, seat)])) + crowd
        lowest = dice.choice("1123K")
        army = [rank for rank in ARMY if rank >= lowest != "K" and dice.random() < 0.7]
        for rank in (*army, "K"):
            among = sorted({*map(square_name, home)} & free) or sorted(free)
            square = dice.choice(among)
            free.discard(square)
            pieces[square] = f"{seat} {rank}"
    return pieces, blockers


def place_blockers(free: set[str], board: list[Spot], dice: random.Random) -> Json:
    """Return blockers, and take the squares they touch from the free ones."""
    found: Json = {}
    for _ in range(dice.randrange(7)):
        (x, y), (wide, high) = dice.choice(board), dice.choice(SHAPES)
        touched = [square_name((x + right, y + up)) for up in range(high) for right in range(wide)]
        if free.issuperset(touched):
            free.difference_update(touched)
            strength, is_die = dice.randrange(1, 7), len(touched) > 1 or dice.random() < 0.7
            found[touched[0]] = {"strength": strength, "squares": touched, "die": is_die}
    return found


def any_order(play: Json, size: int, dice: random.Random) -> str:
    """Return an order that can be read: mostly a way, which is seldom legal."""
    if dice.random() < 0.05:
        aim = square_name((dice.randrange(size), dice.randrange(size)))
        return dice.choice(("skip", "consent", "refuse", f"throw {aim}", "ally north"))
    start = dice.choice(sorted(play["pieces"]))
    way, reach = [(ord(start[0]) - 97, int(start[1:]) - 1)], dice.choice((1, 1, 1, 2, 5))
    for _ in range(dice.randrange(1, 5)):
        right, up = dice.choice(((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1)))
        x, y = way[-1][0] + reach * right, way[-1][1] + reach * up
        if 0 <= x < size and 0 <= y < size:
            way.append((x, y))
    names = [square_name(at) for at in way]
    if len(names) == 1:
        return "skip"
    return "-".join(names[:-1]) + dice.choice("--x*") + names[-1]

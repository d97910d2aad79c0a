"""A second, slow and plain implementation of what orders do, to compare the judge with.

It changes positions as the judge writes them, and shares no code with the rules.
"""

from __future__ import annotations

import copy
import hashlib
import hmac
import re
from collections.abc import Iterable

from .judging import Json
from .naive import CLASSES, Board
from .naive_dice import area, in_order, roll, spot, square_name

SEATS = {
    2: ("south", "north"),
    3: ("south", "west", "north"),
    4: ("south", "west", "north", "east"),
}
VALUES = {"1": 1, "2": 2, "3": 3, "K": 99}


class Play:
    """A game at a position, with the seed of its dice."""

    def __init__(self, case: Json) -> None:
        options = case["options"]
        self.at: Json = copy.deepcopy(case["position"])
        self.seed = bytes.fromhex(case["seed"])
        self.seats = SEATS[options["players"]]
        self.size = 11 if options["players"] == 2 else 13
        self.terrain = options.get("terrain", False)
        self.is_king_always_prey = options.get("king") == "always"

    # who there is

    def alive(self) -> list[str]:
        return [seat for seat in self.seats if seat not in self.at["defeated"]]

    def team(self, seat: str) -> list[str]:
        return next((team for team in self.at["allies"] if seat in team), [seat])

    def units(self, seat: str) -> list[str]:
        return [at for at, unit in self.at["pieces"].items() if unit.split()[0] == seat]

    def rank(self, square: str) -> str:
        return str(self.at["pieces"][square].split()[1])

    def to_act(self) -> dict[str, str]:
        if "outcome" in self.at:
            return {}
        if proposal := self.at.get("proposal"):
            return {seat: "consent" for seat in self.alive() if seat not in proposal["agreed"]}
        turn = self.at["turn"]
        is_throw = self.at.get("opening") or turn in self.at["defeated"]
        return {turn: "throw" if is_throw else "turn"}

    # what can be done

    def orders(self) -> set[str]:
        """Return every order of the first seat that owes something, except to resign."""
        seat, owed = next(iter(self.to_act().items()))
        if owed == "consent":
            return {"consent", "refuse"}
        if owed == "throw":
            board = [(x, y) for x in range(self.size) for y in range(self.size)]
            return {"skip", *(f"throw {square_name(at)}" for at in board if self.at["pool"])}
        return self.turns(seat) | {f"ally {to}" for to in self.seats if self.may_ally(seat, to)}

    def turns(self, seat: str) -> set[str]:
        return Board({**self.at, "turn": seat}, self.size, terrain=self.terrain).turns()

    def may_ally(self, seat: str, to: str) -> bool:
        """I18, I21: once in a turn, with a seat of another team, and never with all united."""
        teams = [*self.at["allies"], *self.at["sworn"]]
        now, then = join_teams(teams, {seat}), join_teams(teams, {seat, to})
        alive = set(self.alive())
        return not self.at.get("asked") and to in alive - now and not alive <= then

    # what comes of it

    def hand_in(self, seat: str, text: str) -> None:
        word, _, rest = text.partition(" ")
        match word:
            case "resign":
                self.resign(seat)
            case "consent" | "refuse":
                self.answer(seat, word)
            case "ally":
                self.at |= {"proposal": {"from": seat, "to": rest, "agreed": [seat]}}
                self.at["asked"] = True
            case "throw" | "skip":
                if rest:
                    self.throw(seat, rest)
                self.go_on()
            case _:
                self.move(seat, text)
                self.end_turn(seat)
                self.look_for_winners()
                self.go_on()

    def resign(self, seat: str) -> None:
        """O13: as if the King were lost."""
        king = next(at for at in self.units(seat) if self.rank(at) == "K")
        self.remove(king)
        self.at.pop("proposal", None)
        self.defeat(seat)
        if self.at["turn"] == seat:
            self.go_on()
        elif not self.at.get("opening"):
            self.settle()

    def answer(self, seat: str, word: str) -> None:
        """I19: one refusal ends it, the last consent makes it sworn."""
        proposal = self.at["proposal"]
        proposal["agreed"] = [one for one in self.seats if one in (*proposal["agreed"], seat)]
        is_sworn = set(self.alive()) <= set(proposal["agreed"])
        if word == "consent" and is_sworn:
            pair = (proposal["from"], proposal["to"])
            self.at["sworn"].append([one for one in self.seats if one in pair])
        if word == "refuse" or is_sworn:
            del self.at["proposal"]

    def move(self, seat: str, text: str) -> None:
        """K4 to K7, K26, K28, K32 to K34, I54."""
        self.at["acted"] = self.at["round"]
        self.at.pop("shown", None)
        start, *_, end = re.split("[-x*]", text)
        if "*" in text:
            self.strike(start, end, before(end, re.split("[-*]", text)[-2]))
        elif "x" in text:
            self.attack(seat, start, end)
        else:
            self.put(start, end)

    def strike(self, start: str, end: str, stand: str) -> None:
        key = next(key for key, one in self.at["blockers"].items() if end in one["squares"])
        blocker = self.at["blockers"][key]
        self.at["stirred"] = self.at["round"]
        blocker["strength"] -= VALUES[self.rank(start)]
        if blocker["strength"] > 0:
            self.put(start, stand)
            return
        del self.at["blockers"][key]
        self.at["pool"] += blocker["die"]
        self.put(start, end)

    def attack(self, seat: str, start: str, end: str) -> None:
        victim, rank = self.at["pieces"][end].split()
        owner = self.zones().get(end)
        if owner is not None and owner not in self.team(seat):
            self.at["shown"] = {end: self.at["pieces"][end]}
            return
        lowest = min((self.rank(at) for at in self.units(victim)), key=CLASSES.index)
        if rank == lowest or (rank == "K" and self.is_king_always_prey):
            self.remove(end)
            self.put(start, end)
            if rank == "K":
                self.fall(victim)

    def zones(self) -> dict[str, str]:
        live = [seat for seat in self.seats if self.at["zones"][seat]]
        return {square_name(at): seat for seat in live for at in area(self.size, seat)}

    def put(self, start: str, end: str) -> None:
        self.at["pieces"][end] = self.at["pieces"].pop(start)

    def remove(self, square: str) -> None:
        seat, rank = self.at["pieces"].pop(square).split()
        self.at["lost"][seat].append(rank)
        self.at["stirred"] = self.at["round"]

    def throw(self, seat: str, aim: str) -> None:
        """HK24, K37 to K41, 5.1."""
        self.at.pop("shown", None)
        whole = [self.number(self.at["drawn"] + place) for place in range(1, 48)]
        draws = [n % below for n, below in zip(whole, (3, 3, 3, 3, 6, 6), strict=False)] + whole[6:]
        result, lies, shifts, falls = roll(self.at, self.size, self.terrain, seat, aim, draws)
        self.at["drawn"] += 7 + len(falls)
        if result == "void":
            self.forfeit(seat, draws[6])
            return
        kings = [at for at, to in falls if not to and self.rank(at) == "K"]
        owners = [self.at["pieces"][at].split()[0] for at in kings]
        self.push(shifts, falls)
        if lies:
            die = {"strength": draws[5] + 1, "squares": lies, "die": True}
            self.at["blockers"][lies[0]] = die
            self.at["pool"] -= 1
        for owner in owners:
            self.defeat(owner)

    def number(self, place: int) -> int:
        found = hmac.new(self.seed, str(place).encode(), hashlib.sha256).digest()
        return int.from_bytes(found, "big")

    def forfeit(self, seat: str, spare: int) -> None:
        """K41, I34."""
        own = in_order({spot(at) for at in self.units(seat)})
        if seat in self.at["defeated"]:
            return
        lost = square_name(own[spare % len(own)])
        is_king = self.rank(lost) == "K"
        self.remove(lost)
        if is_king:
            self.defeat(seat)

    def push(self, shifts: dict[str, str], falls: list[tuple[str, str]]) -> None:
        for square in (at for at, to in falls if not to):
            self.remove(square)
        went = {**shifts, **{at: to for at, to in falls if to}}
        self.at["pieces"] = {went.get(at, at): unit for at, unit in self.at["pieces"].items()}

    # who is out, and who is next

    def defeat(self, seat: str) -> None:
        if "outcome" not in self.at:
            self.fall(seat)
            self.look_for_winners()

    def fall(self, seat: str) -> None:
        """K18 to K20, I37: what happens to the units of a seat without a King."""
        left = [square_name(at) for at in in_order({spot(at) for at in self.units(seat)})]
        left.sort(key=lambda at: CLASSES.index(self.rank(at)))
        heirs = [one for one in self.team(seat) if one != seat and one in self.alive()]
        self.at["defeated"].append(seat)
        self.at["zones"][seat] = False
        for place, at in enumerate(left):
            rank = self.rank(at)
            if heirs:
                self.at["pieces"][at] = f"{heirs[place % len(heirs)]} {rank}"
            else:
                del self.at["pieces"][at]
                stone = {"strength": VALUES[rank], "squares": [at], "die": False}
                self.at["blockers"][at] = stone

    def look_for_winners(self) -> None:
        alive = self.alive()
        if not alive or set(alive) <= set(self.team(alive[0])):
            self.over(alive, "last_standing")

    def over(self, winners: Iterable[str], reason: str) -> None:
        self.at["outcome"] = {"winners": list(winners), "reason": reason}

    def end_turn(self, seat: str) -> None:
        """K13, HK16, O17."""
        self.at["turns"][seat] += 1
        self.at["number"] += 1
        self.at.pop("asked", None)
        home = {square_name(at) for at in area(self.size, seat)}
        if self.at["turns"][seat] >= 5:
            self.at["zones"][seat] &= not any(
                self.rank(at) == "K" for at in home & {*self.units(seat)}
            )

    def go_on(self) -> None:
        """Go on from the seat whose place it was."""
        if "outcome" in self.at:
            return
        if not self.at.get("opening"):
            self.step()
        elif later := self.alive_after():
            self.at["turn"] = later[0]
        else:
            del self.at["opening"]
            self.at["turn"] = self.seats[0]
        self.settle()

    def alive_after(self) -> list[str]:
        place = self.seats.index(self.at["turn"])
        return [seat for seat in self.seats[place + 1 :] if seat in self.alive()]

    def settle(self) -> None:
        """I23, I42, I55: pass over seats that owe nothing."""
        if self.at.get("opening"):
            return
        self.look_for_winners()
        while "outcome" not in self.at and not self.owes(self.at["turn"]):
            if self.at["turn"] in self.alive():
                self.end_turn(self.at["turn"])
            self.step()

    def owes(self, seat: str) -> bool:
        if seat in self.alive():
            return bool(self.turns(seat))
        enemies = [one for one in self.alive() if one not in self.team(seat)]
        return self.at["pool"] > 0 and len(enemies) > 1

    def step(self) -> None:
        place = self.seats.index(self.at["turn"]) + 1
        self.at.pop("asked", None)
        if place == len(self.seats):
            self.end_round()
        if "outcome" not in self.at:
            self.at["turn"] = self.seats[place % len(self.seats)]

    def end_round(self) -> None:
        """HK30, I20, I25."""
        if self.at["round"] - self.at["acted"] >= 3:
            self.over([], "nobody_acts")
        elif self.at["round"] - self.at["stirred"] >= 40:
            self.over([], "quiet_rounds")
        else:
            for pair in self.at["sworn"]:
                self.ally(set(pair))
            self.at["sworn"] = []
            self.at["round"] += 1

    def ally(self, pair: set[str]) -> None:
        team = join_teams(self.at["allies"], pair)
        alive = set(self.alive())
        if pair <= alive and len(alive) > 2 and not alive <= team:
            others = [set(one) for one in self.at["allies"] if not set(one) & team]
            teams = [[seat for seat in self.seats if seat in one] for one in (*others, team)]
            self.at["allies"] = sorted(teams, key=lambda one: self.seats.index(one[0]))


def before(end: str, last: str) -> str:
    """Return the square before the end of a way, towards the last one named before it."""
    (x, y), (right, up) = spot(end), spot(last)
    return square_name((x + (right > x) - (right < x), y + (up > y) - (up < y)))


def join_teams(teams: Iterable[Iterable[str]], seats: set[str]) -> set[str]:
    """Return seats together with all seats of their teams."""
    found, before = set(seats), set[str]()
    while found != before:
        before = set(found)
        for team in teams:
            found |= set(team) if found & set(team) else set()
    return found

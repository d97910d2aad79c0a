"""Small positions to play in: boards drawn as text, and the verdicts of the judge.

A board is drawn from its highest row down to row 1, its files from a on; the drawing is the
corner at a1, and the rest of the board is free::

    n2 .. #4       s1 a one of South       n2 a two of North
    .. s1 ..       #4 a blocker of 4 on one square

Unless a game is ``bare``, each King that is not drawn stands far away (FAR), so that no test
ends its game by accident.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from conquest.core import fold
from conquest.kit import chance
from conquest.rulesets.armada.board import PLAYING, SIZES, setup_zone
from conquest.rulesets.armada.model import Event, State
from conquest.rulesets.armada.ruleset import RULES

from . import judging
from .judging import Json

FAR = {
    2: {"south": "k4", "north": "k8"},
    3: {"south": "m3", "west": "a13", "north": "m11"},
    4: {"south": "m3", "west": "a13", "north": "m11", "east": "l13"},
}
SIDES = {"s": "south", "w": "west", "n": "north", "e": "east"}
ARMY = "11211K2323"
STAND = (1, 1, 1, 1, 0)
"""Draws of a throw that lands where it was aimed and does not roll."""


def squares(drawing: str) -> dict[str, str]:
    """Return what is drawn on each square of a drawing."""
    rows = [line.split() for line in drawing.splitlines() if line.strip()]
    return {
        f"{chr(ord('a') + file)}{len(rows) - place}": there
        for place, row in enumerate(rows)
        for file, there in enumerate(row)
    }


def entry(text: str) -> list[str]:
    """Return the entry of a case: ``"south: d3-d4"`` is its seat and its orders."""
    seat, _, orders = text.partition(":")
    return [seat, orders]


def set_up(
    drawing: str,
    *entries: str,
    players: int = 2,
    bare: bool = False,
    options: Mapping[str, Any] | None = None,
    view: str | None = None,
    seed: str | None = None,
    **position: Any,
) -> Json:
    """Return a case. The seat of the first entry (else South) is on turn, in the ninth turn."""
    drawn = squares(drawing)
    orders = [entry(text) for text in entries]
    pieces = {at: f"{SIDES[it[0]]} {it[1]}" for at, it in drawn.items() if it[0] in SIDES}
    pieces |= position.pop("pieces", {})
    out = position.get("defeated", [])
    for seat, square in FAR[players].items():
        if not bare and f"{seat} K" not in pieces.values() and seat not in out:
            pieces[square] = f"{seat} K"
    blockers = {at: block(int(it[1]), at) for at, it in drawn.items() if it[0] == "#"}
    return {
        "ruleset": "armada",
        "options": {"players": players, **(options or {})},
        "position": {
            "turn": orders[0][0] if orders else "south",
            "number": 9,
            "round": 5,
            "stirred": 4,
            "acted": 4,
            "pieces": pieces,
            **position,
            "blockers": blockers | position.get("blockers", {}),
        },
        "orders": orders,
        **({"view": view} if view else {}),
        **({"seed": seed} if seed else {}),
    }


def block(strength: int, *touched: str, die: bool = True) -> Json:
    """Return a blocker as a position writes it."""
    return {"strength": strength, "squares": list(touched), "die": die}


@dataclass(frozen=True)
class Verdict:
    """The verdict of the judge on a case; ``pieces`` leaves out the Kings that stand far away."""

    case: Json
    said: Json

    @property
    def accepted(self) -> int:
        return int(self.said["accepted"])

    @property
    def refused(self) -> tuple[str, str] | None:
        """The kind of refusal and the rule it rests on, None when nothing was refused."""
        refused = self.said["refused"]
        return (str(refused["kind"]), str(refused["rule"])) if refused else None

    @property
    def place(self) -> tuple[int, int]:
        """The entry and the order that were refused."""
        refused = self.said["refused"]
        return refused["entry"], refused["order"]

    @property
    def position(self) -> Json:
        return dict(self.said["position"])

    @property
    def pieces(self) -> dict[str, str]:
        """The units by square: ``{"a1": "s1"}``."""
        far = FAR[self.case["options"].get("players", 2)]
        kings = {square: f"{seat[0]}K" for seat, square in far.items()}
        found = {at: f"{it[0]}{it[-1]}" for at, it in self.position["pieces"].items()}
        return {at: it for at, it in found.items() if kings.get(at) != it}

    @property
    def blockers(self) -> dict[str, int]:
        return {at: one["strength"] for at, one in self.position["blockers"].items()}

    @property
    def lost(self) -> dict[str, str]:
        """What seats have lost, in order, without those that have lost nothing."""
        return {seat: "".join(lost) for seat, lost in self.position["lost"].items() if lost}

    @property
    def view(self) -> Json:
        return dict(self.said["view"])

    @property
    def to_act(self) -> dict[str, str]:
        return dict(self.said["to_act"])

    @property
    def kinds(self) -> list[str]:
        return [str(event["kind"]) for event in self.said["events"]]

    @property
    def ended(self) -> tuple[list[str], str] | None:
        """The winners and the reason, None while the game goes on."""
        outcome = self.said["outcome"]
        return (outcome["winners"], outcome["reason"]) if outcome else None

    def then(self, *entries: str, **rest: Any) -> Verdict:
        """Feed the position back to the judge, and play on from it."""
        orders = [entry(text) for text in entries]
        return judge_case({**self.case, "position": self.position, "orders": orders, **rest})

    def options(self) -> list[str]:
        """Return the options of the case, once its orders are carried out."""
        return judging.options(self.case)


def judge_case(case: Json) -> Verdict:
    return Verdict(case, judging.verdict(case))


def play(drawing: str, *entries: str, **rest: Any) -> Verdict:
    """Set up a drawn board, play the entries, and return the verdict."""
    return judge_case(set_up(drawing, *entries, **rest))


def fault(drawing: str = "", **rest: Any) -> str:
    """Return the fault of a case."""
    return str(judging.verdict(set_up(drawing, **rest)).get("fault", ""))


def ways(drawing: str, at: str, **rest: Any) -> set[str]:
    """Return the ways of the unit on a square, without the square itself."""
    listed = judging.options(set_up(drawing, **rest))
    return {
        text.removeprefix(at) for text in listed if text.startswith((f"{at}-", f"{at}x", f"{at}*"))
    }


def words(text: str) -> set[str]:
    return set(text.split())


def state_of(case: Json) -> State:
    return RULES.judgement.open_case(case)


def known_state(drawing: str, seat: str | None = "south", **rest: Any) -> State:
    """Return a drawn position as a seat knows it."""
    return RULES.knowledge.known_state(state_of(set_up(drawing, **rest)), seat)


def camp(seat: str, players: int = 2, army: str = ARMY) -> dict[str, str]:
    """Return an army in square order."""
    return dict(zip(setup_zone(seat, SIZES[players]), army, strict=True))


def setup(places: Mapping[str, str]) -> str:
    return " ".join(("setup", *(f"{square}={rank}" for square, rank in places.items())))


def armies(players: int = 2) -> list[list[str]]:
    """Return the entries that set all armies up."""
    return [[seat, setup(camp(seat, players))] for seat in PLAYING[players]]


def game(*entries: str, seed: str = "", **options: Any) -> Verdict:
    """Play a game from its beginning, all armies set up."""
    orders = armies(options.get("players", 2)) + [entry(text) for text in entries]
    case = {"ruleset": "armada", "options": options, "orders": orders, "seed": seed}
    return judge_case(case)


def start_game(**options: Any) -> State:
    """Return a game that has just started at a table: all have still to set up."""
    return fold(RULES, None, RULES.judgement.start_game(options, chance.keyed_numbers(b"")))


@dataclass
class Dice:
    """The numbers ``told``, one after the other; ``drawn`` counts those that were used."""

    told: tuple[int, ...]
    drawn: int = 0

    def __call__(self, below: int | str) -> int:
        number = self.told[self.drawn]
        self.drawn += 1
        assert isinstance(below, int)
        assert 0 <= number < max(below, number + 1)
        return number % below


def scatter_draws(across: int, along: int, roll: int, face: int, *rest: int) -> tuple[int, ...]:
    """Return the draws by which a die misses its aim by some half squares, rolls, and shows a
    face."""
    return (max(across, 0), max(-across, 0), max(along, 0), max(-along, 0), roll, face - 1, *rest)


def play_throw(
    drawing: str, text: str, draws: tuple[int, ...], **rest: Any
) -> tuple[State, tuple[Event, ...], Dice]:
    """Play an entry with these numbers drawn; return the position after it and what happened."""
    seat, order = entry(text)
    state, dice = state_of(set_up(drawing, turn=seat, **rest)), Dice(draws)
    orders = RULES.notation.read_orders(state, seat, order)
    events = RULES.judgement.decide(state, seat, orders, dice)
    return fold(RULES, state, events), events, dice


def decide_order(state: State, seat: str, text: str) -> tuple[Event, ...]:
    return RULES.judgement.decide(state, seat, RULES.notation.read_orders(state, seat, text))


def play_order(state: State, seat: str, text: str) -> State:
    return fold(RULES, state, decide_order(state, seat, text))


def standing_units(state: State) -> dict[str, str]:
    """Return the units of a state: ``{"a1": "s1"}``, Kings left out."""
    found = {at: f"{unit.seat[0]}{unit.rank}" for at, unit in state.pieces.items()}
    return {at: it for at, it in found.items() if it[1] != "K"}

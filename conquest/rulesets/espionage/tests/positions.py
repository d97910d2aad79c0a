"""Small games for tests: boards drawn as text, and the judge's verdict.

A board is drawn from its highest row down to row 1, its files from a on; what is drawn is the
corner at a1, and the rest of the board is free::

    b2 .. ^^       wS a spy of White    b2 a lieutenant of Black
    .. wS ..       .. a free square     ^^ a volcano

Unless a game is ``bare``, each side also keeps its headquarters and a soldier far away (FAR), so
that no game ends by accident and there is always a second move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from conquest.core import fold
from conquest.kit import chance
from conquest.rulesets.espionage.model import Event, State
from conquest.rulesets.espionage.ruleset import RULES

from . import judging
from .judging import Json

FAR = {"j1": "white Q", "j4": "white 1", "j10": "black Q", "j7": "black 1"}
FAR_SQUARES = {"j1", "j10"} | {f"{file}{row}" for file in "hij" for row in range(3, 9)}
SIDES = {"w": "white", "b": "black"}
SEATS = ("white", "black")
FAST = {"moves": 1}
ARMY = {10: "1" * 5 + "2222333" + "4455" + "S" * 5 + "PPPPMMMMQ", 8: "1122334" + "5SSSPPMMQ"}


def squares(drawing: str) -> dict[str, str]:
    """Read a drawing: what is drawn on each of its squares."""
    rows = [line.split() for line in drawing.splitlines() if line.strip()]
    return {
        f"{chr(ord('a') + file)}{len(rows) - place}": there
        for place, row in enumerate(rows)
        for file, there in enumerate(row)
    }


def entry(text: str) -> list[str]:
    """Read ``"white: b3-b4 c3-c4"``."""
    seat, _, orders = text.partition(":")
    return [seat, orders]


def set_up(
    drawing: str,
    *entries: str,
    bare: bool = False,
    options: Mapping[str, Any] | None = None,
    view: str | None = None,
    **position: Any,
) -> Json:
    """Write a case. The seat of the first entry (else White) is on turn, in the ninth turn."""
    drawn = squares(drawing)
    orders = [entry(text) for text in entries]
    pieces = {at: f"{SIDES[it[0]]} {it[1]}" for at, it in drawn.items() if it[0] in SIDES}
    return {
        "ruleset": "espionage",
        "options": dict(options or {}),
        "position": {
            "turn": orders[0][0] if orders else "white",
            "number": 9,
            "pieces": pieces | ({} if bare else FAR),
            "volcanoes": [at for at, it in drawn.items() if it == "^^"],
            **position,
        },
        "orders": orders,
        **({"view": view} if view else {}),
    }


@dataclass(frozen=True)
class Verdict:
    """What the judge said of a case; ``pieces`` leaves out those kept far away."""

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
        """What stands where: ``{"a1": "wS"}``."""
        pieces = self.position["pieces"]
        return {
            at: f"{piece[0]}{piece[-1]}" for at, piece in pieces.items() if at not in FAR_SQUARES
        }

    @property
    def lost(self) -> tuple[str, str]:
        """What White and Black have lost, in order."""
        lost = self.position["lost"]
        return "".join(lost["white"]), "".join(lost["black"])

    @property
    def uncovered(self) -> tuple[list[str], list[str]]:
        uncovered = self.position["uncovered"]
        return uncovered["white"], uncovered["black"]

    @property
    def view(self) -> Json:
        return dict(self.said["view"])

    @property
    def kinds(self) -> list[str]:
        return [str(event["kind"]) for event in self.said["events"]]

    @property
    def ended(self) -> tuple[list[str], str] | None:
        """The winners and the reason, None while the game goes on."""
        outcome = self.said["outcome"]
        return (outcome["winners"], outcome["reason"]) if outcome else None

    def then(self, *entries: str, **rest: Any) -> Verdict:
        """Feed the position back and play on from it."""
        orders = [entry(text) for text in entries]
        return judge_case({**self.case, "position": self.position, "orders": orders, **rest})

    def options(self) -> list[str]:
        """List the options once the orders of the case are carried out."""
        return judging.options(self.case)


def judge_case(case: Json) -> Verdict:
    return Verdict(case, judging.verdict(case))


def play(drawing: str, *entries: str, **rest: Any) -> Verdict:
    """Set up a board, play the entries, ask the judge."""
    return judge_case(set_up(drawing, *entries, **rest))


def fast(drawing: str, *entries: str, **rest: Any) -> Verdict:
    """Play with one move a turn."""
    return play(drawing, *entries, options={**FAST, **rest.pop("options", {})}, **rest)


def moves(drawing: str, at: str, **rest: Any) -> set[str]:
    """List where the piece on a square can go, with one move a turn."""
    rest["options"] = {**FAST, **rest.get("options", {})}
    listed = judging.options(set_up(drawing, **rest))
    return {text.partition("-")[2] for text in listed if text.startswith(f"{at}-")}


def words(text: str) -> set[str]:
    return set(text.split())


def state_of(case: Json) -> State:
    return RULES.judgement.open_case(case)


def known_state(drawing: str, seat: str = "white", **rest: Any) -> State:
    """Return a drawn position as a seat knows it."""
    return RULES.knowledge.known_state(state_of(set_up(drawing, **rest)), seat)


def camp(seat: str, size: int = 10, army: str = "") -> dict[str, str]:
    """Return an army row by row, as it is written: by default corporals in the first row."""
    deep = {10: 3, 8: 2}[size]
    first = 1 if seat == "white" else size - deep + 1
    zone = [f"{chr(97 + file)}{first + row}" for row in range(deep) for file in range(size)]
    return dict(zip(zone, army or ARMY[size], strict=True))


def setup(places: Mapping[str, str]) -> str:
    return " ".join(("setup", *(f"{square}={rank}" for square, rank in places.items())))


def armies(size: int = 10, white: str = "", black: str = "") -> list[list[str]]:
    """Return the two entries that set both armies up."""
    given = {"white": white, "black": black}
    return [[seat, setup(camp(seat, size, given[seat]))] for seat in SEATS]


def game(*entries: str, white: str = "", black: str = "", **options: Any) -> Verdict:
    """Play a game from its beginning, both armies set up."""
    orders = armies(options.get("size", 10), white, black) + [entry(text) for text in entries]
    return judge_case({"ruleset": "espionage", "options": options, "orders": orders})


def new_game(**options: Any) -> State:
    """Begin a game at a table: both have still to set up."""
    return fold(RULES, None, RULES.judgement.start_game(options, chance.keyed_numbers(b"")))


def decide_events(state: State, seat: str, text: str) -> tuple[Event, ...]:
    return RULES.judgement.decide(state, seat, RULES.notation.read_orders(state, seat, text))


def play_events(state: State, seat: str, text: str) -> State:
    return fold(RULES, state, decide_events(state, seat, text))

"""Small games for tests: a board drawn as text, and the judge's verdict.

A board is drawn from its highest row to row 1, its files from a on, a sign for each square::

    . . q .       capitals White's pieces, small letters Black's (WCNKEHMGQS)
    . A . b       A arrow   B block   X bomb   a red arrow   b red block
    W _ . Q       .  a free square   _  no square at all

Such a board has no end zones, end fields or start rows unless a test gives them. Unless a game
is ``bare``, each side also keeps a king's knight far away, where it can only walk up and down,
so that no game ends by accident.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from conquest import judge
from conquest.core import fold, no_numbers
from conquest.rulesets.bollwerk import RULES
from conquest.rulesets.bollwerk.model import State

Json: TypeAlias = dict[str, Any]

FAR = {"v90": "white K", "x90": "black K"}
FAR_AWAY = {"v90", "v91", "x90", "x91"}
FAR_SQUARES = ["v90:v91", "x90:x91"]
STONES = {"A": "A", "B": "B", "X": "X", "a": "RA", "b": "RB"}
NO_STONES: dict[str, dict[str, int]] = {"white": {}, "black": {}}


def squares(drawing: str) -> dict[str, str]:
    """Read a drawing: what is drawn on each square there is."""
    rows = [line.split() for line in drawing.splitlines() if line.strip()]
    return {
        f"{chr(ord('a') + file)}{len(rows) - place}": there
        for place, row in enumerate(rows)
        for file, there in enumerate(row)
        if there != "_"
    }


def piece(there: str) -> str:
    return f"{'white' if there.isupper() else 'black'} {there.upper()}"


def entry(text: str) -> list[str]:
    """Read ``"white: e5-e7 +A f8"``."""
    seat, _, orders = text.partition(":")
    return [seat, orders]


def set_up(
    drawing: str,
    *entries: str,
    bare: bool = False,
    board: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    **position: Any,
) -> Json:
    """Write a case. The seat of the first entry (else White) is on turn, in the ninth turn."""
    drawn = squares(drawing)
    orders = [entry(text) for text in entries]
    pieces = {square: piece(there) for square, there in drawn.items() if there not in "." + "ABXab"}
    return {
        "ruleset": "bollwerk",
        "options": dict(options or {}),
        "board": {"squares": [*drawn, *FAR_SQUARES], **(board or {})},
        "position": {
            "turn": orders[0][0] if orders else "white",
            "number": 9,
            "pieces": pieces | ({} if bare else FAR),
            "stones": {square: STONES[there] for square, there in drawn.items() if there in STONES},
            **position,
        },
        "orders": orders,
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
    def position(self) -> Json:
        return dict(self.said["position"])

    @property
    def pieces(self) -> Json:
        pieces = self.position["pieces"]
        return {square: it for square, it in pieces.items() if square not in FAR_AWAY}

    @property
    def stones(self) -> Json:
        return dict(self.position["stones"])

    @property
    def stock(self) -> Json:
        return dict(self.position["stock"])

    @property
    def barred(self) -> list[str]:
        return list(self.position["barred"])

    @property
    def kinds(self) -> list[str]:
        return [str(event["kind"]) for event in self.said["events"]]

    @property
    def outcome(self) -> Json | None:
        return dict(self.said["outcome"]) if self.said["outcome"] else None

    @property
    def ended(self) -> tuple[list[str], str] | None:
        """The winners and the reason, None while the game goes on."""
        return (self.outcome["winners"], self.outcome["reason"]) if self.outcome else None

    def then(self, *entries: str) -> Verdict:
        """Feed the position back and play on from it."""
        orders = [entry(text) for text in entries]
        return judge_case({**self.case, "position": self.position, "orders": orders})

    def options(self) -> list[str]:
        """List the options once the orders of the case are carried out."""
        return judge.legal_orders(self.case)


def judge_case(case: Json) -> Verdict:
    return Verdict(case, judge.verdict(case))


def play(drawing: str, *entries: str, **rest: Any) -> Verdict:
    """Set up a board, play the entries, ask the judge."""
    return judge_case(set_up(drawing, *entries, **rest))


def on_board_a(pieces: Mapping[str, str], *entries: str, **position: Any) -> Verdict:
    """Set up pieces on board A, each side with a guard out of the way, and play the entries."""
    orders = [entry(text) for text in entries]
    far = {"a10": "white W", "j13": "black W"}
    return judge_case(
        {
            "ruleset": "bollwerk",
            "position": {
                "turn": orders[0][0] if orders else "white",
                "number": 9,
                "pieces": far | dict(pieces),
                **position,
            },
            "orders": orders,
        }
    )


def options(case: Json) -> list[str]:
    return judge.legal_orders(case)


def moves(drawing: str, at: str, **rest: Any) -> set[str]:
    """List where the piece on a square can move, without stones: ``-e7``, ``xe7``, ``-f6xh8``."""
    listed = judge.legal_orders(set_up(drawing, **rest))
    return {
        text[len(at) :] for text in listed if text.startswith((f"{at}-", f"{at}x")) and _bare(text)
    }


def _bare(text: str) -> bool:
    return "+" not in text and "~" not in text


def stones(drawing: str, at: str, kind: str, **rest: Any) -> set[str]:
    """List where the piece on a square can place a stone of a kind (or remove, ``~``) unmoved."""
    sign = "~" if kind == "~" else f"+{kind} "
    begins = f"{at} {sign}"
    return {
        text.removeprefix(begins)
        for text in judge.legal_orders(set_up(drawing, **rest))
        if text.startswith(begins)
    }


def lays(drawing: str, at: str, **rest: Any) -> set[str]:
    """List the free squares on which the piece on a square can lay a block unmoved."""
    return stones(drawing, at, "B", **rest)


def words(text: str) -> set[str]:
    return set(text.split())


def state_of(case: Json) -> State:
    return RULES.judgement.open_case(case)


def new_game(**options: Any) -> State:
    """Begin a game on board A."""
    return fold(RULES, None, RULES.judgement.start_game(options, no_numbers))

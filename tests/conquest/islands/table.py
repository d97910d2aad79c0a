"""A small table to play at: a board drawn as text, pieces set upon it, the judge's word.

A board is drawn in chains, one a line or divided by commas. The name of a field tells its kind::

    st1 - s1 - s2 - h1 ~ m1      st wt nt et  towers of a castle
          s2 = b1 - c1 > c2      g  grail    c  central land    h  harbour    m  sea
                                 any other letters: land

``-`` is a road, ``=`` a suspension bridge, ``>`` a v-marked stretch, ``~`` a sea lane, ``:`` a
wild path into the wilderness ``wi``, ``*`` an arrow slit.
Seats without a tower in the drawing get one far away. Unless a game is ``bare``, every seat also
keeps an elephant with two soldiers on a field of its own that no road reaches, so that no test
stumbles over the end of the game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from conquest import judge
from conquest.core import Choice

Json: TypeAlias = dict[str, Any]

SEATS = ("south", "west", "north", "east")
KINDS = {
    **{f"{seat[0]}t": f"castle {seat}" for seat in SEATS},
    "g": "grail central",
    "c": "land central",
    "h": "harbour",
    "m": "sea",
    "wi": "wild",
}
RESERVES = {f"r{seat[0]}1": f"{seat} E(S,S)" for seat in SEATS}
ROAD = re.compile(r"([a-z]+\d+)(?=([-=>~:*])([a-z]+\d+))")


def verdict(case: Json) -> Json:
    """Put one case to the judge; a case that cannot be answers ``{"fault": ...}``."""
    return judge.verdict(case)


def options(case: Json) -> list[str]:
    """List the legal single orders of the seat to act, as the judge writes them."""
    return judge.legal_orders(case)


def draw(picture: str, seats: tuple[str, ...] = SEATS, starts: str = "") -> Json:
    """Read a drawing into the judge's inline board; ``starts`` are fields round a castle."""
    chains = re.sub(r"[ \t]", "", picture).replace(",", "\n")
    names = dict.fromkeys(re.findall(r"[a-z]+\d+", chains))
    edges = ROAD.findall(chains)
    towers = {name[0] for name in names if kind(name).startswith("castle")}
    far = [f"{seat[0]}t9" for seat in seats if seat[0] not in towers]
    home = [f"r{seat[0]}1" for seat in seats]
    return {
        "fields": {
            name: kind(name) + " start" * (name in starts.split()) for name in [*names, *far, *home]
        },
        "roads": [a + mark + b for a, mark, b in edges if mark in "-=>"],
        "lanes": [f"{a}-{b}" for a, mark, b in edges if mark == "~"],
        "wild": [f"{a}~{b}" for a, mark, b in edges if mark == ":"],
        "fire": [f"{a}*{b}" for a, mark, b in edges if mark == "*"],
    }


def kind(name: str) -> str:
    return KINDS.get(name.rstrip("0123456789"), "land")


@dataclass(frozen=True)
class Verdict:
    """What the judge said of a case; ``pieces`` leaves out those kept far away."""

    case: Json
    said: Json

    @property
    def accepted(self) -> int:
        return int(self.said["accepted"])

    @property
    def kind(self) -> str | None:
        """The kind of refusal, ``None`` when nothing was refused."""
        refused = self.said["refused"]
        return str(refused["kind"]) if refused else None

    @property
    def rule(self) -> str:
        return str((self.said["refused"] or {}).get("rule"))

    @property
    def to_act(self) -> Json:
        return dict(self.said["to_act"])

    @property
    def points(self) -> int:
        return int(self.said["points"])

    @property
    def position(self) -> Json:
        return dict(self.said["position"])

    @property
    def pieces(self) -> Json:
        pieces = self.position["pieces"]
        return {field: piece for field, piece in pieces.items() if field not in RESERVES}

    @property
    def captured(self) -> Json:
        return dict(self.position["captured"])

    @property
    def steps(self) -> Json:
        return dict(self.position.get("steps", {}))

    @property
    def outcome(self) -> Json | None:
        outcome = self.said["outcome"]
        return dict(outcome) if outcome else None

    @property
    def winners(self) -> list[str] | None:
        return list(self.outcome["winners"]) if self.outcome else None

    @property
    def reason(self) -> str | None:
        return str(self.outcome["reason"]) if self.outcome else None

    @property
    def next_case(self) -> Json:
        return {**self.case, "position": self.position, "orders": []}

    def then(self, *entries: str) -> Verdict:
        """Feed the position back and play on from it."""
        return judge_case({**self.next_case, "orders": [entry(text) for text in entries]})

    def choices(self) -> list[str]:
        """List the options once the orders of the case are carried out."""
        return options(self.case)


def entry(text: str) -> list[str]:
    """Read ``"south: s1-s2; end"``."""
    seat, _, orders = text.partition(":")
    return [seat, orders]


def set_up(
    picture: str,
    pieces: Mapping[str, str],
    *entries: str,
    bare: bool = False,
    seats: tuple[str, ...] = SEATS,
    choices: Mapping[str, Any] | None = None,
    ruleset: str = "conquest",
    starts: str = "",
    **position: Any,
) -> Json:
    """Write a case. The seat of the first entry (else South) is on turn, in its ninth turn."""
    orders = [entry(text) for text in entries]
    home = {} if bare else {f"r{seat[0]}1": f"{seat} E(S,S)" for seat in seats}
    turn = orders[0][0] if orders else "south"
    return {
        "ruleset": ruleset,
        "options": dict(choices or {}),
        "board": draw(picture, seats, starts),
        "position": {"turn": turn, "number": 9, "pieces": {**pieces, **home}, **position},
        "orders": orders,
    }


def judge_case(case: Json) -> Verdict:
    return Verdict(case, verdict(case))


def play(picture: str, pieces: Mapping[str, str], *entries: str, **rest: Any) -> Verdict:
    """Set up a board, play the entries, ask the judge."""
    return judge_case(set_up(picture, pieces, *entries, **rest))


def choices(picture: str, pieces: Mapping[str, str], *entries: str, **rest: Any) -> list[str]:
    """Set up a board, play the entries, list what may be ordered next."""
    return options(set_up(picture, pieces, *entries, **rest))


def choices_by_text(picture: str, pieces: Mapping[str, str], **rest: Any) -> dict[str, Choice]:
    """Set up a board, return what the seat on turn may choose, by the texts of the orders."""
    case = judge.read_case(set_up(picture, pieces, **rest))
    rules, state = case.rules, judge.carry_out(case).state
    (seat,) = rules.judgement.to_act(state)
    return {choice.text: choice for choice in rules.composing.legal_choices(state, seat)}

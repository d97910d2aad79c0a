"""A second implementation of Espionage, written from the text of its rules as plainly as possible.

A position is the JSON of the judge. Everything is found by trying all squares; nothing here uses
the library. ``turns`` lists what can be handed in, ``play_turn`` carries out a turn and also
returns what each viewer learns by it (``Learnt``).
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]

SEATS = ("white", "black")
MOBILE = "12345SP"
FIGHTS = {
    "1": "A D D D D A A X W",
    "2": "A A D D D A A X W",
    "3": "A A A D D A A X W",
    "4": "A A A A D A A X W",
    "5": "A A A A A A A X W",
    "S": "D D D D D A A X W",
    "P": "D D D D A A A A W",
}
DEFENDERS = "1 2 3 4 5 S P M Q"
VIEWERS = (*SEATS, None)


@dataclass
class Learnt:
    """What each viewer may learn by a submission, in the order in which it happened."""

    facts: dict[str | None, list[object]] = field(
        default_factory=lambda: {viewer: [] for viewer in VIEWERS}
    )

    def tell(self, fact: object) -> None:
        for viewer in VIEWERS:
            self.facts[viewer].append(fact)


def other(seat: str) -> str:
    return "black" if seat == "white" else "white"


def options_of(given: Json) -> Json:
    usual = {"pair": "kinds", "size": 10, "moves": 2, "open": False, "quiet": 200}
    return {**usual, **given}


# The board


def squares(size: int) -> list[str]:
    return [f"{chr(97 + column)}{row}" for row in range(1, size + 1) for column in range(size)]


def apart(one: str, two: str) -> tuple[int, int]:
    """Return how many files and how many rows lie between two squares."""
    return abs(ord(one[0]) - ord(two[0])), abs(int(one[1:]) - int(two[1:]))


def is_beside(one: str, two: str) -> bool:
    return sum(apart(one, two)) == 1


@cache
def beside(square: str, size: int) -> list[str]:
    return [end for end in squares(size) if is_beside(square, end)]


def is_around(one: str, two: str) -> bool:
    return max(apart(one, two)) == 1


# Moves


def owner(pieces: Json, square: str) -> str:
    return str(pieces[square].split()[0]) if square in pieces else ""


def rank(pieces: Json, square: str) -> str:
    return str(pieces[square].split()[1])


def single_moves(position: Json, options: Json, seat: str) -> Iterator[tuple[str, str]]:
    """Yield each single move of a seat: E5, E6, E8, E9, E27, E29."""
    pieces = position["pieces"]
    for start in pieces:
        if owner(pieces, start) == seat and rank(pieces, start) in MOBILE:
            for end in beside(start, options["size"]):
                goes_back = f"{end}-{start}" in position["last"][seat]
                is_shut = end in position["volcanoes"] or owner(pieces, end) == seat
                if not is_shut and not goes_back:
                    yield start, end


def seconds(
    position: Json, options: Json, seat: str, first: tuple[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield each second move, the certain ones and those onto the attacked square (EP5)."""
    start, end = first
    is_attack = end in position["pieces"]
    kind = rank(position["pieces"], start)
    after = {**position, "pieces": dict(position["pieces"])}
    del after["pieces"][start]
    if not is_attack:
        after["pieces"][end] = f"{seat} M"  # who has moved moves no more in this turn
    for second in single_moves(after, options, seat):
        same = options["pair"] == "kinds" and rank(after["pieces"], second[0]) == kind
        if not same:
            yield second


def turns(position: Json, given: Json) -> list[str]:
    """List what the seat on turn can hand in as a turn (O14)."""
    options, seat = options_of(given), position["turn"]
    if "outcome" in position or "setup" in position:
        return []
    found = []
    for first in single_moves(position, options, seat):
        one = "-".join(first)
        if options["moves"] == 1:
            found.append(one)
            continue
        second = list(seconds(position, options, seat, first))
        if all(end == first[1] for _, end in second):
            found.append(one)
        found += [f"{one} {'-'.join(two)}" for two in second]
    return sorted(found)


# Carrying a turn out


def play_turn(position: Json, given: Json, text: str) -> tuple[Json, Learnt]:
    """Return the position after a legal turn, and what is learnt by it."""
    options, seat, learnt = options_of(given), position["turn"], Learnt()
    now = copy.deepcopy(position)
    stayed = []
    for step in text.split():
        start, end = step.split("-")
        if owner(now["pieces"], end) == seat:
            learnt.tell(("lapsed", start, end))
            continue
        result = move(now, options, start, end, learnt)
        if result in ("free", "A", "W"):
            stayed.append(step)
        outcome = end_reason(now, options, seat, result)
        if outcome:
            return over(now, outcome, learnt), learnt
    now["last"][seat] = sorted(stayed)
    now["turn"], now["number"] = other(seat), now["number"] + 1
    if now.get("draw") == other(seat):
        del now["draw"]
    learnt.tell(("kept", sorted(stayed)))
    if not list(single_moves(now, options, now["turn"])):
        return over(now, ([seat], "no_move"), learnt), learnt
    return now, learnt


def over(now: Json, outcome: tuple[list[str], str], learnt: Learnt) -> Json:
    learnt.tell(outcome)
    now.pop("draw", None)
    now["outcome"] = {"winners": outcome[0], "reason": outcome[1], "scores": {}}
    return now


def move(now: Json, options: Json, start: str, end: str, learnt: Learnt) -> str:
    """Make one move; return how a fight went, or ``free``."""
    pieces = now["pieces"]
    result = "free"
    if end in pieces:
        attacker, defender = rank(pieces, start), rank(pieces, end)
        at = DEFENDERS.split().index(defender)
        result = FIGHTS[attacker].split()[at]
        now["quiet"] = 0
        tell_fight(now, options, start, end, result, learnt)
    else:
        now["quiet"] += 1
        learnt.tell(("stepped", start, end))
    if result in ("A", "X", "W"):
        remove(now, end)
    if result in ("D", "X"):
        remove(now, start)
    else:
        pieces[end] = pieces.pop(start)
        for marks in now["uncovered"].values():
            if start in marks:
                marks[marks.index(start)] = end
    spy(now, learnt)
    return result


def tell_fight(now: Json, options: Json, start: str, end: str, result: str, learnt: Learnt) -> None:
    """Tell of a fight: who was removed to everybody, the survivor to its owner (HE10)."""
    pieces = now["pieces"]
    gone = {"A": [end], "W": [end], "D": [start], "X": [end, start]}[result]
    removed = [pieces[square] for square in gone]
    for viewer in VIEWERS:
        own = [pieces[square] for square in (start, end) if owner(pieces, square) == viewer]
        if options["open"]:
            own = [pieces[start], pieces[end]]
        learnt.facts[viewer].append(("fought", start, end, result, removed, own))


def remove(now: Json, square: str) -> None:
    seat, gone = now["pieces"].pop(square).split()
    now["lost"][seat].append(gone)
    for marks in now["uncovered"].values():
        if square in marks:
            marks.remove(square)


def spy(now: Json, learnt: Learnt | None = None) -> None:
    """Uncover what the spies of both sides see (HE11), each for its own side only (EP13)."""
    pieces = now["pieces"]
    for seat in SEATS:
        marks = set(now["uncovered"][seat])
        for at, piece in pieces.items():
            if piece == f"{seat} S":
                for near in pieces:
                    if is_around(at, near) and owner(pieces, near) == other(seat):
                        if near not in marks and learnt:
                            learnt.facts[seat].append(("uncovered", near, pieces[near]))
                        marks.add(near)
        now["uncovered"][seat] = sorted(marks)


def end_reason(now: Json, options: Json, seat: str, result: str) -> tuple[list[str], str] | None:
    """Return how a single move ended the game (EP17)."""
    if result == "W":
        return [seat], "headquarters"
    alive = [
        side
        for side in SEATS
        if any(who.split()[0] == side and who[-1] in MOBILE for who in now["pieces"].values())
    ]
    if len(alive) == 1:
        return alive, "army_destroyed"
    if not alive:
        return [], "both_destroyed"
    if now["quiet"] >= options["quiet"]:
        return [], "quiet_moves"
    return None


# What is seen


def shown_pieces(position: Json, given: Json, viewer: str | None) -> dict[str, str]:
    """Return the pieces as a viewer sees them (E4, EP15, EP26, O11)."""
    everything = "outcome" in position or options_of(given)["open"]
    marks = position["uncovered"].get(viewer, [])
    found = {}
    for square, piece in position["pieces"].items():
        seat, letter = piece.split()
        is_known = everything or seat == viewer or (viewer != seat and square in marks)
        found[square] = f"{seat} {letter if is_known else '?'}"
    return found

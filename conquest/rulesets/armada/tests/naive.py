"""A second, slow and plain implementation of the ways of units, to compare the judge with.

It works on positions as the judge writes them, and shares no code with the rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from .judging import Json

ZONES = {
    11: {"south": ("d1", "h2"), "north": ("d10", "h11")},
    13: {
        "south": ("e1", "i2"),
        "north": ("e12", "i13"),
        "west": ("a5", "b9"),
        "east": ("l5", "m9"),
    },
}
TERRAIN = {"d4", "e4", "d5", "e5", "j9", "j10"}
CLASSES = "123K"


class Board:
    """A position, seen by the seat on turn."""

    def __init__(self, position: Json, size: int, *, terrain: bool) -> None:
        self.size, self.seat = size, position["turn"]
        self.units = {at: text.split() for at, text in position["pieces"].items()}
        self.rocks = TERRAIN if terrain else set()
        self.dice = {at for one in position["blockers"].values() for at in one["squares"]}
        self.friends = {self.seat}
        for team in position["allies"]:
            self.friends |= set(team) if self.seat in team else set()
        self.zones = {
            at: seat
            for seat, (low, high) in ZONES[size].items()
            if position["zones"].get(seat)
            for at in self.rectangle(low, high)
        }
        own = [rank for seat, rank in self.units.values() if seat == self.seat]
        self.lowest = min(own, key=CLASSES.index)
        self.phase = CLASSES.index(self.lowest) + 1

    def rectangle(self, low: str, high: str) -> set[str]:
        return {
            f"{chr(file)}{row}"
            for file in range(ord(low[0]), ord(high[0]) + 1)
            for row in range(int(low[1:]), int(high[1:]) + 1)
        }

    def beside(self, at: str) -> Iterator[str]:
        file, row = ord(at[0]), int(at[1:])
        for right, up in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            if 97 <= file + right < 97 + self.size and 1 <= row + up <= self.size:
                yield f"{chr(file + right)}{row + up}"

    def turns(self) -> set[str]:
        """Return every possible turn as text."""
        found = set()
        for start, (seat, rank) in self.units.items():
            if seat == self.seat and rank in (self.lowest, "K"):
                for path in self.paths(start):
                    if link := self.link(rank, path):
                        ends = path if self.phase < 4 else (path[0], path[-1])
                        found.add("-".join(ends[:-1]) + link + ends[-1])
        return found

    def paths(self, start: str) -> Iterator[tuple[str, ...]]:
        """Yield every row of squares that a unit could follow, free or not."""
        paths: list[tuple[str, ...]] = [(start,)]
        for _ in range(self.phase if self.phase < 4 else self.size):
            paths = [
                (*path, after)
                for path in paths
                for after in self.beside(path[-1])
                if after not in path and (self.phase < 4 or is_straight((*path, after)))
            ]
            yield from paths

    def link(self, rank: str, path: tuple[str, ...]) -> str:
        """Return the link by which a path ends, "" if it is not a way."""
        for place, at in enumerate(path[1:-1], start=1):
            if not self.is_open(rank, path[: place + 1]):
                return ""
            if at in self.units and self.units[at][0] != self.seat:
                return ""
        end, before = path[-1], path[-2]
        if end in self.dice:
            is_crowded = len(path) > 2 and before in self.units
            return "*" if not is_crowded and self.may_enter(rank, path) else ""
        if end in self.units:
            if self.units[end][0] in self.friends:
                return ""
            owner = self.zones.get(end)
            is_foreign = owner is not None and owner not in self.friends
            return "x" if is_foreign or self.may_enter(rank, path) else ""
        return "-" if self.is_open(rank, path) else ""

    def is_open(self, rank: str, path: tuple[str, ...]) -> bool:
        return path[-1] not in self.dice | self.rocks and self.may_enter(rank, path)

    def may_enter(self, rank: str, path: tuple[str, ...]) -> bool:
        """Return whether the zone of the last square, if it is in one, is open to the unit."""
        owner = self.zones.get(path[-1])
        if owner is None:
            return True
        if rank == "K":
            return owner == self.seat and all(self.zones.get(at) == owner for at in path[:-1])
        return owner in self.friends


def is_straight(path: tuple[str, ...]) -> bool:
    """Return whether squares lie in one file or row; they never turn back."""
    return len({at[0] for at in path}) == 1 or len({at[1:] for at in path}) == 1

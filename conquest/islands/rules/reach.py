"""The fields that a figure can reach in a turn, each by its shortest path (A44)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from conquest.islands.model import State
from conquest.islands.pieces import Footing, LiftedFigure
from conquest.islands.rules.steps import find_footing, joined_fields, mount_of
from conquest.islands.rules.walking import ON, lift_figure, steps_left

CLOSED = ("bare", "partner", "immune", "barred")


class ReachableField(NamedTuple):
    """A field that a figure can reach: the shortest ``path`` to it, whether it captures there,
    and the shortest path by which it ``mounts`` a camel that it could also capture (A70)."""

    path: tuple[str, ...]
    captures: bool
    mounts: tuple[str, ...] = ()

    @property
    def paths_and_links(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Yield the path and the links of each order to the field."""
        yield self.path, "-" * (len(self.path) - 2) + ("x" if self.captures else "-")
        if self.mounts:
            yield self.mounts, "-" * (len(self.mounts) - 1)


def reachable_fields(
    state: State, field: str, figure: int, points: int
) -> dict[str, ReachableField]:
    """Return the fields that a figure can reach with its range and these points."""
    walker = lift_figure(state, field, figure)
    means = state.laws.path_budget(state, walker.unit, points)
    steps = min(steps_left(state, walker.unit), means)
    return search_fields(state, walker, field, steps)


def search_fields(
    state: State, walker: LiftedFigure, field: str, steps: int
) -> dict[str, ReachableField]:
    """Return the fields that a figure can reach from a field within a number of steps.

    Fields are searched in rings, in the order of their names, so that of all shortest
    paths the first in plain string order is found.
    """
    unit, targets, seen = walker.unit, dict[str, ReachableField](), {field}
    neighbours, gate = joined_fields(state, walker), state.laws.step_refusal
    ring: list[tuple[tuple[str, ...], str]] = [((field,), walker.off)]
    while ring and steps > 0:
        next_ring: list[tuple[tuple[str, ...], str]] = []
        for path, off in ring:
            for end in neighbours.get(path[-1], ()):
                if end in seen or (gate and gate(state, walker, path[-1], end, off)):
                    continue
                met = find_footing(state, walker, path[-1], end, off=off)
                if met in CLOSED or (met == "own" and unit.letter != "K"):
                    continue
                if met != "own":
                    targets[end] = _merge_target(targets.get(end), (*path, end), met, off)
                if met == "either" and off:
                    continue  # not seen yet: a longer path over the ground may let it mount
                seen.add(end)
                # Nothing goes on after a capture: it ends the order.
                if met != "enemy":
                    on = mount_of(walker.pieces.get(end)) if met in ON else ""
                    next_ring.append(((*path, end), on))
        ring, steps = next_ring, steps - 1
    return targets


def _merge_target(
    known: ReachableField | None, path: tuple[str, ...], met: Footing, off: str
) -> ReachableField:
    """Return a field with another path to it; the shorter ones are ``known`` already."""
    first = known or ReachableField(path, met in ("enemy", "either"))
    return first._replace(mounts=path) if met == "either" and not off else first

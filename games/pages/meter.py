"""The points of a turn as boxes: used, planned, free or lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from conquest.core import Phrase, PositionReport, Sketch
from conquest.registry import AnyRules


@dataclass(frozen=True, slots=True)
class Meter:
    """The points of a ``seat``'s turn: ``used`` so far, ``planned``, ``left``, and ``lost`` for the
    ``reasons`` given."""

    seat: str | None
    base: int
    used: int
    planned: int
    left: int
    lost: int
    reasons: tuple[Phrase, ...]

    @property
    def unplanned_points(self) -> int:
        """The points that are left without a plan."""
        return self.planned + self.left

    @property
    def boxes(self) -> list[str]:
        """The kind of every box: used, planned, free (an empty name) or lost."""
        return [
            *["used"] * self.used,
            *["planned"] * self.planned,
            *[""] * self.left,
            *["lost"] * self.lost,
        ]


def points_meter(report: PositionReport, planned: int = 0) -> Meter | None:
    """Return the points of a turn as boxes; ``None`` in games without points.

    ``report`` describes the turn with the ``planned`` points already used.
    """
    if report.base is None or report.points is None or report.used is None:
        return None
    lost = max(0, report.base - report.used - report.points)
    used = report.used - planned
    left, reasons = report.points, report.reasons
    return Meter(report.turn, report.base, used, planned, left, lost, reasons)


def plan_meter(rules: AnyRules, sketch: Sketch[Any]) -> Meter | None:
    """Return the points of a turn as they are after a plan."""
    return points_meter(rules.telling.report(sketch.close), sketch.used)

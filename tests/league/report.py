"""The figures of a simulated league as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.league.course import Course
from tests.league.figures import SeasonFigures, sum_up

ROWS: dict[str, Callable[[SeasonFigures], str]] = {
    "people who played it": lambda one: f"{one.people:,}",
    "divisions": lambda one: f"{one.divisions:,}",
    "games": lambda one: f"{one.games:,}",
    "adjudicated on the last day": lambda one: f"{one.adjudicated:.1%}",
    "counted for nobody": lambda one: f"{one.void:.1%}",
    "with somebody absent at the end": lambda one: f"{one.absent:.1%}",
    "were away from the beginning, vanished": lambda one: f"{one.away}, {one.vanished}",
    "left: withdrew, vanished, replaced": lambda one: ", ".join(
        str(one.left.get(why, 0)) for why in ("withdrew", "vanished", "replaced")
    ),
    "of their places taken over": lambda one: f"{one.taken_over:.0%}",
    "true strength against the final order": lambda one: f"{one.final_order:.3f}",
    "against the rating list when it was drawn": lambda one: f"{one.list_at_draw:.3f}",
    "against the rating list at its end": lambda one: f"{one.list_at_end:.3f}",
    "of those who rose, truly the best": lambda one: f"{one.promoted:.1%}",
    "by the rating list when it was drawn": lambda one: f"{one.promoted_by_list_at_draw:.1%}",
    "by the rating list at its end": lambda one: f"{one.promoted_by_list_at_end:.1%}",
}


def describe(course: Course, violations: Sequence[str]) -> str:
    """Return the seasons of a course as a Markdown table, and what is wrong in them."""
    records = sorted(course.records.values(), key=lambda one: one.season.number)
    seasons = [sum_up(course, one) for one in records if one.list_at_end]
    head = [course.scale.ruleset, *(f"season {number}" for number in range(1, len(seasons) + 1))]
    rows = [[what, *map(tell, seasons)] for what, tell in ROWS.items()]
    table = [head, ["---"] * len(head), *rows]
    longest, step = course.longest
    lines = [f"| {' | '.join(row)} |" for row in table]
    lines += [
        f"{course.boards.begun:,} games, {course.boards.taken_over} seats taken over in them",
        f"a worker was busy for {course.seconds:.0f} s, {longest:.2f} s at once at most, to {step}",
        f"{len(violations)} violations",
        *violations,
    ]
    return "\n".join(lines) + "\n"

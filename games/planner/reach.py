"""Where the piece on a field could go if it were its seat's turn, as a tap on the field asks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from conquest.core import Choice, Json
from conquest.registry import AnyRules
from games import labels
from games.planner.plan_reader import sketch_plan


class Goal(msgspec.Struct, frozen=True):
    """A field that can be reached, the least it costs, and whether by a capture."""

    field: str
    cost: int
    captures: bool


class Reach(msgspec.Struct, frozen=True):
    """The fields that can be reached from a ``field`` in one turn, and a sentence about them."""

    field: str
    sentence: str
    goals: list[Goal]


def reach_payload(rules: AnyRules, state: Any, field: str) -> Json:
    """Return as plain JSON, shaped as ``Reach``, where the piece on a field could go.

    ``state`` is what the viewer knows; the goals of a field without a seat's figure are empty.
    """
    goals = _cheapest_goals(_field_choices(rules, state, field))
    plain: Json = msgspec.to_builtins(Reach(field, _reach_sentence(goals), goals))
    return plain


def _field_choices(rules: AnyRules, state: Any, field: str) -> Iterable[Choice]:
    figure = rules.telling.figures_by_field(state).get(field)
    if figure is None or figure.seat is None or rules.judgement.outcome(state):
        return ()
    ahead = rules.judgement.suppose_turn(state, figure.seat)
    choices = sketch_plan(rules, ahead, figure.seat, "").choices
    return (choice for choice in choices if choice.origin == field and not choice.tool)


def _cheapest_goals(choices: Iterable[Choice]) -> list[Goal]:
    """Return each reachable field once, by its cheapest choice; captures come before others."""
    goals: dict[str, Goal] = {}
    for choice in sorted(
        choices, key=lambda choice: (choice.target, not choice.captures, choice.cost)
    ):
        goals.setdefault(choice.target, Goal(choice.target, choice.cost, choice.captures))
    return list(goals.values())


def _reach_sentence(goals: list[Goal]) -> str:
    n, captures = len(goals), ", ".join(_goal_with_cost(goal) for goal in goals if goal.captures)
    if not goals:
        return _("No field is in its reach.")
    reach = ngettext("%(n)s field is in its reach.", "%(n)s fields are in its reach.", n)
    sentences = [_("It could capture on %(fields)s.") % {"fields": captures}] if captures else []
    return " ".join([reach % {"n": n}, *sentences])


def _goal_with_cost(goal: Goal) -> str:
    return f"{goal.field} ({labels.count_points(goal.cost)})" if goal.cost else goal.field

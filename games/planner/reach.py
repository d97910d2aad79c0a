"""Where what stands on a field could go if it were its seat's turn: asked by a tap on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from conquest.core import Choice, Json
from conquest.registry import AnyRules
from games.planner.plan_reader import sketch_plan


class Goal(msgspec.Struct, frozen=True):
    """A field that can be reached, what that costs at least, and whether by a capture."""

    field: str
    cost: int
    captures: bool


class Reach(msgspec.Struct, frozen=True):
    """What can be reached from a ``field`` in one turn, and a sentence that tells it."""

    field: str
    sentence: str
    goals: list[Goal]


def reach_payload(rules: AnyRules, state: Any, field: str) -> Json:
    """Return as plain JSON, shaped as ``Reach``, where what stands on a field could go.

    ``state`` is what the asker knows; on fields without a figure of a seat nothing goes.
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
    return (one for one in choices if one.origin == field and not one.tool)


def _cheapest_goals(choices: Iterable[Choice]) -> list[Goal]:
    """Return each field once, by its cheapest choice; captures come before others."""
    goals: dict[str, Goal] = {}
    for one in sorted(choices, key=lambda one: (one.target, not one.captures, one.cost)):
        goals.setdefault(one.target, Goal(one.target, one.cost, one.captures))
    return list(goals.values())


def _reach_sentence(goals: list[Goal]) -> str:
    n, struck = len(goals), ", ".join(_goal_with_cost(goal) for goal in goals if goal.captures)
    if not goals:
        return _("No field is in its reach.")
    reach = ngettext("%(n)s field is in its reach.", "%(n)s fields are in its reach.", n)
    could = [_("It could capture on %(fields)s.") % {"fields": struck}] if struck else []
    return " ".join([reach % {"n": n}, *could])


def _goal_with_cost(goal: Goal) -> str:
    return f"{goal.field} ({goal.cost})" if goal.cost else goal.field

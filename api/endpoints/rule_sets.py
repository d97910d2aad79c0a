"""Rule sets: which games there are, and what their tables can choose."""

from __future__ import annotations

from typing import Annotated, Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language
from ninja import Path, Router

from api.authentication import PUBLIC
from api.problems import Problem
from api.schemas.rule_sets import RuleSetDetailsOut, RuleSetOut
from api.showing import say
from conquest import registry
from conquest.core import Option
from conquest.registry import AnyRules
from games.play.clock import PRESETS

router = Router(tags=["Rule sets"], auth=PUBLIC)

SlugInPath = Annotated[
    str, Path(description="The slug of a rule set.", max_length=40, examples=["conquest"])
]


@router.get("/rule-sets", response=list[RuleSetOut], summary="The games that are played here")
def list_rule_sets(request: HttpRequest) -> Any:
    """Return all games that are played here."""
    return [_show_rules(rules) for rules in registry.find_rulesets().values()]


@router.get("/rule-sets/{slug}", response=RuleSetDetailsOut, summary="A game")
def get_rule_set(request: HttpRequest, slug: SlugInPath) -> Any:
    """Return a game with the options of its tables, what seats can owe, and its rules."""
    rules = registry.find_rulesets().get(slug)
    if rules is None:
        raise Problem("not-found")
    return {
        **_show_rules(rules),
        "options_schema": _write_schema(rules.seating.options),
        "decisions": [
            {
                "name": name,
                "named": say(kind.named),
                "how": kind.how,
                "pace": kind.pace,
                "is_parallel": kind.parallel,
                "silence": say(kind.silence),
            }
            for name, kind in rules.judgement.decision_kinds.items()
        ],
        "columns": [
            {"name": column.name, "title": say(column.title)} for column in rules.telling.columns
        ],
        "colours": list(rules.seating.colours),
        "paces": list(PRESETS),
        "has_standing_orders": rules.standing is not None,
        "rules": rules.telling.rules_text(get_language() or "en"),
    }


def _show_rules(rules: AnyRules) -> dict[str, Any]:
    return {
        "slug": rules.slug,
        "title": say(rules.title),
        "seats": list(rules.seating.seats),
        "has_hidden_pieces": rules.knowledge.has_hidden_pieces,
        "levels": [level.name for level in rules.composing.levels],
        "url": f"{settings.SITE_URL}/rules/{rules.slug}/",
    }


def _write_schema(options: tuple[Option, ...]) -> dict[str, Any]:
    """Return the options of a table as JSON Schema."""
    properties = {option.name: _write_option(option) for option in options}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _write_option(option: Option) -> dict[str, Any]:
    told: dict[str, Any] = {"title": say(option.title), "default": option.default}
    if option.about:
        told["description"] = say(option.about)
    if option.only_if:
        told["x-only-if"] = {name: list(values) for name, values in option.only_if.items()}
    if option.between:
        least, most = option.between
        return {**told, "type": "integer", "minimum": least, "maximum": most}
    choices = [{"const": value, "title": say(words)} for value, words in option.choices]
    return {**told, "oneOf": choices}

"""Why the chosen piece cannot go to a field, as the script of a page asks."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest
from django.utils.translation import gettext as _

from conquest.core import Json, Sketch, as_sentence
from games.learn import rulebook
from games.models import Game
from games.pages.access import form_value
from games.planner.payload import Hindrance

FIELD = "field"


def is_asked(request: HttpRequest) -> bool:
    """Whether the request asks about a field, and not for what a plan does."""
    return FIELD in request.POST


def refusal_json(request: HttpRequest, game: Game, sketch: Sketch[Any]) -> Json:
    """Return why the piece that a page names cannot go to the field it names, shaped as
    ``Hindrance``; empty if it can, or if the rules have no sentence for it."""
    piece, field, tool = (form_value(request, name) for name in ("piece", FIELD, "tool"))
    refused = sketch.refusal_for(piece, field, tool)
    if refused is None:
        return {}
    url = rulebook.rule_url(game.ruleset, refused.rule)
    rule = refused.rule if url else ""
    refusal: Json = msgspec.to_builtins(
        Hindrance(as_sentence(refused.phrase).translate_with(_), rule, url)
    )
    return refusal

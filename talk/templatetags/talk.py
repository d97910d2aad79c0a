"""Words at tables, on the pages of games: the newest ones, and how many are new."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import RequestContext
from django.utils import timezone

from games.queries import Visit
from talk.pages import SHOWN_BESIDE, Talk, load_talk

register = template.Library()


@register.simple_tag(takes_context=True)
def load_words(context: RequestContext, visit: Visit) -> Talk | None:
    """Return the newest words at a table; the title and the body of a page share one query."""
    request: Any = context["request"]
    if not hasattr(request, "talk"):
        request.talk = load_talk(visit, timezone.now(), size=SHOWN_BESIDE)
    talk: Talk | None = request.talk
    return talk

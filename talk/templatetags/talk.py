"""Words at tables, on the pages of games: the newest ones, and how many are new."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.template import RequestContext
from django.utils import timezone

from games.models import Game
from games.queries import Dashboard, Visit
from talk.pages import SHOWN_BESIDE, Talk, load_talk
from talk.unread import count_unread

register = template.Library()


@register.simple_tag(takes_context=True)
def load_words(context: RequestContext, visit: Visit) -> Talk | None:
    """Return the newest words at a table; the title and the body of a page share one query."""
    request: Any = context["request"]
    if not hasattr(request, "talk"):
        request.talk = load_talk(visit, timezone.now(), size=SHOWN_BESIDE)
    talk: Talk | None = request.talk
    return talk


@register.simple_tag(takes_context=True)
def count_unread_words(context: RequestContext, dashboard: Dashboard) -> Mapping[int, int]:
    """Return how many words are new to the reader of a dashboard, by the number of the table."""
    lists = (
        dashboard.asked, dashboard.invited, dashboard.waiting, dashboard.tables, dashboard.finished,
    )  # fmt: skip
    return count_unread(context["user"], [row.game.pk for page in lists for row in page.rows])


@register.simple_tag(takes_context=True)
def unread_words(context: RequestContext, game: Game) -> int:
    """Return how many words are new at a table of a dashboard; 0 in other lists."""
    counted: Mapping[int, int] = context.get("unread_words") or {}
    return counted.get(game.pk, 0)

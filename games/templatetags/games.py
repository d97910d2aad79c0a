"""Template tags of the pages of games: phrases, seats and colours, instants, boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.dateformat import format as written
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from conquest.core import Choice, Phrase, Refused
from games import composer, lessons, planning, words
from games.boards import Board
from games.clock import Pace
from games.models import Game, Seat
from games.outlook import Threat
from mail import times

register = template.Library()
SOON = timedelta(hours=6)


@register.filter
def said(phrase: Phrase | None) -> str:
    """Say a phrase in the reader's language."""
    return phrase.said(_) if phrase else ""


@register.filter
def capital(text: str) -> str:
    """Begin a sentence, without touching what stands behind its first letter."""
    return text[:1].upper() + text[1:]


@register.filter
def side(game: Game, seat: str | Seat | None) -> str:
    """Name a seat of a game."""
    name = seat.name if isinstance(seat, Seat) else seat
    phrase = game.rules.names.get(name or "")
    return phrase.said(_) if phrase else (name or "")


@register.filter
def colour(game: Game, name: str) -> str:
    """Name a colour of a game."""
    phrase = game.rules.colours.get(name)
    return phrase.said(_) if phrase else name


@register.filter
def figures(choices: Iterable[Choice]) -> str:
    """Name the figures of some choices, each once: "knight S40 or soldier S39"."""
    names = list(dict.fromkeys(composer.name_of(choice) for choice in choices))
    *most, last = names or [""]
    return _("%(most)s or %(last)s") % {"most": ", ".join(most), "last": last} if most else last


@register.filter
def threatened(game: Game, threats: Iterable[Threat]) -> str:
    return planning.threatened(game, threats)


@register.simple_tag
def span(pace: Pace, kind: str) -> str:
    """Say how long somebody has for a decision at least."""
    now = timezone.now()
    return times.left(now + pace.clock(kind).first(), now)


@register.filter
def asked_of_you(kind: str) -> str:
    return words.asked_of_you(kind)


@register.filter
def asked_for(kind: str) -> str:
    return words.asked(kind)


@register.filter
def refusal(refused: Refused) -> str:
    """Say why orders were refused, naming the order at fault and the rule."""
    sentence = refused.phrase.said(_)
    if refused.order is not None:
        parts = {"number": refused.order + 1, "sentence": sentence}
        sentence = _("Order %(number)s: %(sentence)s") % parts
    return f"{sentence} ({refused.rule})" if refused.rule else sentence


@register.filter
def is_soon(moment: datetime) -> bool:
    return moment - timezone.now() < SOON


@register.simple_tag
def when(moment: datetime) -> SafeString:
    """Say an instant in the reader's zone, with the zone: "Thu 23 Nov, 18:00 CET"."""
    local = timezone.localtime(moment)
    said = written(local, pgettext("day and time, brief", "D j M, H:i"))
    utc = moment.astimezone(UTC)
    return format_html(
        '<time datetime="{}" title="{}">{} {}</time>',
        utc.strftime("%Y-%m-%dT%H:%M:%SZ"),
        utc.strftime("%Y-%m-%d %H:%M UTC"),
        said,
        _zone(local),
    )


@register.simple_tag
def left(moment: datetime) -> str:
    """Say how long it is until an instant: "1 day, 4 hours left"."""
    now = timezone.now()
    if moment <= now:
        return _("time is up")
    return _("%(time)s left") % {"time": times.left(moment, now)}


@register.simple_tag
def since(moment: datetime) -> str:
    """Say how long ago an instant was: "for 2 hours"."""
    now = timezone.now()
    if now - moment < timedelta(minutes=1):
        return _("since a moment ago")
    return _("for %(time)s") % {"time": times.left(now, moment)}


@register.simple_tag(takes_context=True)
def board(context: Mapping[str, Any], drawn: Board) -> SafeString:
    """Lay a board's figures over the backdrop of the reader's theme."""
    return drawn.laid(context.get("theme") or "")


@register.simple_tag
def chart_url(board: str) -> str:
    """Give the address of what a script needs to find its way about a board."""
    return static(f"boards/{board}.json")


@register.simple_tag
def lessons_url(slug: str) -> str:
    """Give the address of a game's lessons, if it has any."""
    return reverse("lessons", args=[slug]) if lessons.course(slug, "en") else ""


@register.simple_tag
def token(game: Game, seat: Seat, size: str = "") -> SafeString:
    """Draw the token of a seat: its shape tells the colour, its letter the side."""
    name = side(game, seat)
    title = f"{name}, {colour(game, seat.colour)}"
    return format_html(
        '<span class="token {} {}" title="{}" aria-hidden="true">{}</span>',
        seat.colour,
        size,
        title,
        name[:1],
    )


def _zone(local: datetime) -> str:
    short = local.strftime("%Z")
    if short[0] in "+-":
        short = f"UTC{short}"
    return _(short) if short in times.ZONES else short

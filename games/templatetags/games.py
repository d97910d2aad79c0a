"""Template tags for the pages of games: phrases, seats and colours, times, boards."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import Person
from conquest.core import Choice, DecisionKind, Phrase, Refused
from games import labels
from games import live as live_pages
from games.ahead import standing_orders
from games.board import BoardPicture
from games.learn import citations
from games.learn.showcase import GameCard
from games.models import Game, Premove, Seat
from games.pages.access import view_params
from games.paging import Page
from games.planner import payload
from games.planner.threats import Threat
from games.play import days_off
from games.play.clock import Pace
from games.reliability.words import describe_asked
from mail import times

register = template.Library()
SOON = timedelta(hours=6)
TALL = 1.3


@register.filter
def translate_phrase(phrase: Phrase | None) -> str:
    """Return a phrase in the reader's language, "" for none."""
    return phrase.translate_with(_) if phrase else ""


@register.simple_tag
def new_form_key() -> str:
    """Return a key by which a form counts once, however often it is sent."""
    return uuid.uuid4().hex


@register.filter
def asked_of_players(game: Game) -> str:
    """Return what a table asks of those who sit down, in a sentence; "" for nothing."""
    return describe_asked(game)


@register.filter
def preview_url(slug: str) -> str:
    """Return the URL of the picture that previews of links show for a game."""
    return static(f"boards/{slug}-preview.png")


@register.simple_tag(takes_context=True)
def live_attributes(
    context: Mapping[str, Any], game: Game | None = None, seat: Seat | None = None
) -> str:
    """Return the attributes with which a page asks for news: of one game, or of all games of its
    reader, for which the page must give ``news``."""
    person = context["user"].pk
    by_link = bool(game and game.is_private and context.get("key"))
    seat_pk = seat.pk if seat else None
    page = live_pages.OpenPage(person, game.pk if game else None, seat_pk, by_link)
    requests = context["visit"].seat_requests if game else ()
    if game is None and person is None:
        return ""
    return format_html(
        ' data-pass="{}" data-news="{}" data-address="{}" data-happened="{}" data-look="{}"',
        live_pages.sign_pass(page),
        # The stamp of a list was read before its rows: what happens in between is then news, not
        # missed.
        live_pages.game_stamp(game, requests) if game else context["news"],
        reverse("news"),
        _("Something has happened here meanwhile."),
        _("Look"),
    )


@register.filter
def capitalize_first(text: str) -> str:
    """Return the text with its first letter capitalised, the others as they are."""
    return text[:1].upper() + text[1:]


@register.filter
def side_name(game: Game, seat: str | Seat | None) -> str:
    """Return the name of a seat of a game."""
    name = seat.name if isinstance(seat, Seat) else seat
    phrase = game.rules.seating.names.get(name or "")
    return phrase.translate_with(_) if phrase else (name or "")


@register.filter
def away_until(person: Person | None) -> date | None:
    """Return the day on which an absent person is back; None for anyone who is not away."""
    return person.back_on if person and person.is_away(timezone.now()) else None


@register.filter
def resting_until(game: Game, person: Person | None) -> date | None:
    """Return the day on which the clock of a person runs again in a game; None if it runs today."""
    if person is None or not game.pace.get("days_off"):
        return None
    return days_off.resting_until(person, timezone.now())


@register.filter
def stand_in_name(game: Game) -> str:
    """Return who plays for absent players at a table."""
    levels = game.rules.composing.levels
    title = next((level.title for level in levels if level.name == game.stand_in), None)
    if title is None:
        return _("nobody plays for them: what the rules say for silence counts at once")
    return labels.bot_label(title.translate_with(_), is_only=len(levels) == 1)


@register.filter
def game_size(card: GameCard) -> str:
    """Return who can play a game and how long it takes: "2 or 4 players · 15 minutes …"."""
    counts = labels.join_with_or([str(count) for count in card.players])
    players = _("%(counts)s players") % {"counts": counts}
    if not card.turns:
        return players
    times = {"minutes": card.minutes, "weeks": card.weeks}
    length = _("about %(minutes)s minutes against the house, %(weeks)s weeks by letter") % times
    return f"{players} · {length}"


@register.filter
def level_name(game: Game, seat: Seat) -> str:
    """Return the strength of the bot at a seat, "" for a person."""
    titles = {level.name: level.title for level in game.rules.composing.levels}
    return titles[seat.level].translate_with(_) if seat.level in titles else ""


@register.filter
def describe_pace(game: Game) -> str:
    """Return the pace of a table in one line."""
    return labels.describe_pace(game.pace, game.rules.judgement.decision_kinds)


@register.filter
def hours_in_words(hours: int) -> str:
    """Return a number of hours as "12 hours" or, if it is whole days, "3 days"."""
    return labels.hours_in_words(hours)


@register.filter
def colour_name(game: Game, name: str) -> str:
    """Return the name of a colour of a game."""
    phrase = game.rules.seating.colours.get(name)
    return phrase.translate_with(_) if phrase else name


@register.filter
def figure_names(choices: Iterable[Choice]) -> str:
    """Return the names of the choices' figures, each once: "knight S40 or soldier S39"."""
    return labels.join_with_or(
        list(dict.fromkeys(choice.name.translate_with(_) for choice in choices)) or [""]
    )


@register.filter
def people_names(people: Iterable[Person], reader: Person | None = None) -> str:
    """Return the names of people: "Bob, Dora and Erin", the reader first: "you and Dora"."""
    ordered = sorted(people, key=lambda person: person != reader)
    return labels.join_with_and(
        [_("you") if named == reader else named.name for named in ordered] or [""]
    )


@register.filter
def describe_threats(game: Game, threats: Iterable[Threat]) -> str:
    return payload.describe_threats(game, threats)


@register.simple_tag
def decision_time(pace: Pace, ask: DecisionKind) -> str:
    """Return how long somebody has for a decision at least."""
    now = timezone.now()
    return times.time_left(now + pace.clock_for(ask.pace).first_span(), now)


@register.simple_tag
def describe_silence(game: Game, kind: str) -> str:
    """Return what counts when the time for an answer is up."""
    return standing_orders.describe_silence(game, kind).translate_with(_)


@register.filter
def main_number(game: Game, seat: Seat) -> Phrase | None:
    """Return the main number of a seat in a finished game, None if it has none."""
    main = next((column for column in game.rules.telling.columns if column.is_main), None)
    return (
        main.count_in_words(seat.numbers[main.name]) if main and main.name in seat.numbers else None
    )


@register.filter
def signed_number(number: int) -> str:
    """Return a number with its sign, and a true minus."""
    return f"{'+' if number > 0 else '−' if number < 0 else '±'}{abs(number)}"


@register.filter
def board_shape(game: Game) -> str:
    """Return "tall" for a game whose board is much higher than wide, "" for others."""
    width, height = game.chart.size
    return "tall" if height > TALL * width else ""


@register.filter
def decision_kind(game: Game, kind: str) -> DecisionKind:
    """Return the decision kind of a game by its name."""
    return game.rules.judgement.decision_kinds[kind]


@register.filter
def refusal_text(refused: Refused, game: Game) -> str:
    """Return why orders were refused, naming the order at fault, with a link to the rule."""
    sentence = refused.phrase.translate_with(_)
    if refused.order is not None:
        parts = {"number": refused.order + 1, "sentence": sentence}
        sentence = _("Order %(number)s: %(sentence)s") % parts
    rule = citations.link_to_rule(game.ruleset, (get_language() or "en")[:2], refused.rule)
    return format_html("{} ({})", sentence, rule) if rule else sentence


@register.filter
def explain_stopped_turns(reason: str) -> str:
    """Return why conditional turns have stopped."""
    return labels.explain_stopped_turns(reason)


@register.filter
def explain_dropped_premove(premove: Premove) -> str:
    """Return why a premove was not played."""
    return labels.explain_dropped_premove(premove.dropped, premove.field)


@register.filter
def is_soon(moment: datetime) -> bool:
    return moment - timezone.now() < SOON


@register.simple_tag
def zoned_time(moment: datetime) -> SafeString:
    """Return a time in the reader's zone, with the zone: "Thu 23 Nov, 18:00 CET"."""
    utc = moment.astimezone(UTC)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        utc.strftime("%Y-%m-%dT%H:%M:%SZ"),
        utc.strftime("%Y-%m-%d %H:%M UTC"),
        times.zoned_time(timezone.localtime(moment)),
    )


@register.simple_tag
def remaining_time(moment: datetime, units: int = 2) -> str:
    """Return how long it is until a time: "1 day, 4 hours left"."""
    now = timezone.now()
    if moment <= now:
        return _("time is up")
    return _("%(time)s left") % {"time": times.time_left(moment, now, units)}


@register.simple_tag
def elapsed_time(moment: datetime) -> str:
    """Return how long ago a time was: "for 2 hours"."""
    now = timezone.now()
    if now - moment < timedelta(minutes=1):
        return _("since a moment ago")
    return _("for %(time)s") % {"time": times.time_left(now, moment)}


@register.simple_tag(takes_context=True)
def render_board(
    context: Mapping[str, Any], drawn: BoardPicture, *, is_first: bool = False
) -> SafeString:
    """Return a board with its figures over the backdrop of the reader's theme."""
    return drawn.with_backdrop(context.get("theme") or "", is_first=is_first)


@register.simple_tag(takes_context=True)
def game_url(context: Mapping[str, Any], name: str, game: Game, **query: Any) -> str:
    """Return the URL of a page of a game that keeps how this page looks at the game."""
    params = urlencode({**query, **view_params(context["request"], game)})
    return reverse(name, args=[game.pk]) + (f"?{params}" if params else "")


@register.filter
def seat_initial(game: Game, seat: Seat) -> str:
    """Return the first letter of a seat's name in the reader's language."""
    return side_name(game, seat)[:1]


@register.simple_tag
def seat_token(game: Game, seat: Seat, size: str = "") -> SafeString:
    """Return the token of a seat: its shape shows the colour, its letter the side, as on fields."""
    name = side_name(game, seat)
    title = f"{name}, {colour_name(game, seat.colour)}" if game.has_colours else name
    return format_html(
        '<span class="token {} {}" title="{}" aria-hidden="true">{}</span>',
        seat.colour,
        size,
        title,
        seat_initial(game, seat),
    )


@register.inclusion_tag("paging.html", takes_context=True)
def page_links(
    context: Mapping[str, Any], page: Page[Any], label: str, name: str = "page", anchor: str = ""
) -> dict[str, Any]:
    """Link the pages of a list before and after one; ``name`` is the query parameter of their
    number."""

    def link(number: int | None) -> str:
        query = context["request"].GET.copy()
        query[name] = str(number)
        return f"?{query.urlencode()}{anchor}" if number else ""

    values = {"page": page, "label": label}
    return {**values, "previous": link(page.previous), "next": link(page.next)}

"""What programs are told, written when it is posted from what their person may know then.

Nothing is told of what is not so any more, nor of a game to somebody who is not in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.conf import settings

from accounts.display_text import plain_text
from accounts.models import Person
from api.schemas.news import CompetitionNews, HookTestNews, OwnGameNews, TableNews, TurnNews
from games.models import Decision, Game, Seat
from games.play.program_news import ProgramTopic
from mail.hooks.carrier import Payload, PayloadWriter
from mail.hooks.registration import TEST
from mail.models import HookDelivery, ProgramHook
from seasons import words
from seasons.models import Entrant


def _write_turn(row: HookDelivery, hook: ProgramHook, now: datetime) -> Payload | None:
    """Return what is asked of the person or their bot, if it still is."""
    rows = Decision.objects.select_related("game", "seat__person", "seat__stand_in")
    is_open = rows.filter(closed_at=None, game__status=Game.Status.RUNNING)
    decision = is_open.filter(pk=row.about["decision"]).first()
    asked = decision.seat.asked_person if decision else None
    if decision is None or asked is None or not _is_told_of(hook, asked):
        return None
    return TurnNews(
        game=decision.game.pk,
        title=plain_text(decision.game.title),
        rule_set=decision.game.ruleset,
        version=decision.version,
        seat=decision.seat.name,
        person=asked.pk,
        kind=decision.kind,
        due_at=decision.due_at,
        url=_page_url(decision.game),
    ).model_dump()


def _write_game(row: HookDelivery, hook: ProgramHook, now: datetime) -> Payload | None:
    """Return a game that has begun or is over, if the person plays there, or the bot that is
    meant."""
    seats = Seat.objects.select_related("game", "person").filter(game=row.about["game"])
    seat = seats.filter(person=row.about.get("bot", hook.person_id)).first()
    if seat is None or seat.person is None or not _is_told_of(hook, seat.person):
        return None
    if not (seat.game.is_running or seat.game.status == Game.Status.OVER):
        return None
    return OwnGameNews(
        game=seat.game.pk,
        title=plain_text(seat.game.title),
        rule_set=seat.game.ruleset,
        version=seat.game.version,
        seat=seat.name,
        person=seat.person.pk,
        url=_page_url(seat.game),
    ).model_dump()


def _write_table(row: HookDelivery, hook: ProgramHook, now: datetime) -> Payload | None:
    """Return a table that is full, if the person is its host and it still waits."""
    own = Game.objects.filter(host=hook.person_id, status=Game.Status.OPEN)
    game = own.filter(pk=row.about["game"]).first()
    if game is None or game.seats.filter(person=None).exists():
        return None
    return TableNews(
        game=game.pk,
        title=plain_text(game.title),
        rule_set=game.ruleset,
        url=_page_url(game),
    ).model_dump()


def _write_competition(row: HookDelivery, hook: ProgramHook, now: datetime) -> Payload | None:
    """Return what is new in a season or cup in which the person takes part."""
    entries = Entrant.objects.select_related("competition").filter(person=hook.person_id)
    entry = entries.filter(pk=row.about["entry"]).first()
    if entry is None:
        return None
    return CompetitionNews(
        competition=entry.competition.pk,
        title=words.full_title(entry.competition),
        what=row.about["what"],
        url=settings.SITE_URL + entry.competition.get_absolute_url(),
    ).model_dump()


def _write_test(row: HookDelivery, hook: ProgramHook, now: datetime) -> Payload | None:
    return HookTestNews(url=f"{settings.SITE_URL}/").model_dump()


def _is_told_of(hook: ProgramHook, person: Person) -> bool:
    """Whether a hook is told of what somebody plays: its person, or a bot of theirs that acts."""
    is_bot = person.owner_id == hook.person_id and person.stopped_at is None
    return person.pk == hook.person_id or (hook.hears_of_bots and is_bot)


def _page_url(game: Game) -> str:
    return f"{settings.SITE_URL}{game.get_absolute_url()}"


WRITERS: Mapping[str, PayloadWriter] = {
    ProgramTopic.TURN: _write_turn,
    ProgramTopic.STARTED: _write_game,
    ProgramTopic.OVER: _write_game,
    ProgramTopic.FULL: _write_table,
    ProgramTopic.SEASON: _write_competition,
    TEST: _write_test,
}

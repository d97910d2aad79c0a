"""What programs of people are told of their games, also those who want no letters, and of the games
of their bots.

Nothing but numbers is written down here. What a program is told is written when it is posted, from
what its person may know then.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from games.models import Decision, Game
from mail.outbox import ProgramNews


class ProgramTopic(models.TextChoices):
    """What programs can be told of."""

    TURN = "turn.asked", _("it is my turn")
    STARTED = "game.started", _("a game of mine has begun")
    OVER = "game.over", _("a game of mine is over")
    FULL = "table.full", _("my table is full")
    SEASON = "season.news", _("there is news of my seasons and cups")


def list_turn_news(opened: Iterable[Decision], now: datetime) -> list[ProgramNews]:
    """Return that people are asked for decisions that have opened."""
    asked = [(one, one.seat.asked_person) for one in opened]
    return [
        ProgramNews(
            person_id=_reader_id(person),
            kind=ProgramTopic.TURN,
            key=f"decision-{decision.pk}",
            about={"decision": decision.pk},
            at=now,
            of_bot=person.is_program,
        )
        for decision, person in asked
        if person is not None and _has_reader(person)
    ]


def list_game_news(game: Game, topic: ProgramTopic, now: datetime) -> list[ProgramNews]:
    """Return that a game has begun, or is over, to all who play in it."""
    people = (seat.person for seat in game.seats.select_related("person"))
    return [_news_of_game(game, topic, one, now) for one in people if one and _has_reader(one)]


def list_table_news(game: Game, now: datetime) -> list[ProgramNews]:
    """Return that a table is full, to its host."""
    host = game.host
    return [_news_of_game(game, ProgramTopic.FULL, host, now)] if host.hears_notices else []


def _news_of_game(game: Game, topic: ProgramTopic, person: Person, now: datetime) -> ProgramNews:
    # A table may be full more than once, but is told so once an hour at most.
    hour = f"-{now:%Y%m%d%H}" if topic == ProgramTopic.FULL else ""
    # A person may have several bots in a game, and play there themselves.
    bot = {"bot": person.pk} if person.is_program else {}
    return ProgramNews(
        person_id=_reader_id(person),
        kind=topic,
        key=f"{topic}-{game.pk}{hour}" + "".join(f"-{pk}" for pk in bot.values()),
        about={"game": game.pk, **bot},
        at=now,
        of_bot=person.is_program,
    )


def _has_reader(person: Person) -> bool:
    """Whether anybody has programs that hear of somebody: they, or who answers for a bot."""
    if person.is_program:
        return person.is_active and person.stopped_at is None and person.owner_id is not None
    return person.hears_notices


def _reader_id(person: Person) -> int:
    """Return whose programs hear of somebody: the number of the owner of a bot."""
    return person.owner_id or person.pk

"""Rematches: the same people play the same game again, each one seat further."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.display_text import stored_text
from accounts.models import Person
from games.models import Game, Invitation, Seat
from games.play import keeping_away, notices, tables

MAX_TITLE_CHARS = 60
MOST_OF_PERSON = 3  # rematches of a game that somebody opens: each writes to all others
TITLE = re.compile(r"(?P<words>.*?)(?: \((?P<round>\d{1,4})\))?", re.DOTALL)


def join_rematch(game_id: int, person: Person, *, now: datetime) -> Game:
    """Seat a player of a finished game at its rematch, and return that table.

    The first player opens the table and invites the others; the game begins with the last of them.
    Raises ``tables.TableRejected`` if there can be no rematch.
    """
    game = Game.objects.get(pk=game_id)
    if game.status != Game.Status.OVER:
        raise tables.TableRejected(_("This game is not over yet."))
    if not game.seats.filter(person=person).exists():
        raise tables.TableRejected(_("You have no seat in this game."))
    # Those who are kept away may ask for one: nobody who keeps them away hears of it.
    if own := keeping_away.find_own_block(person, game.seats.values_list("person", flat=True)):
        raise tables.TableRejected(keeping_away.say_own_block(own))
    table = find_rematch(game) or _open_rematch(game_id, person, now=now)
    # A transaction of its own: people who sit down hold the table and then themselves.
    return _accept_rematch(table.pk, person, now=now)


def begin_if_complete(table_id: int, actor: Person, *, now: datetime) -> None:
    """Begin a rematch at which all former players have sat down; other tables wait for their
    host."""
    with transaction.atomic():
        table = Game.objects.select_for_update().get(pk=table_id)
        if table.status == Game.Status.OPEN and table.rematch_of_id and _is_complete(table):
            tables.begin_game(table_id, actor, now=now)


def find_rematch(game: Game) -> Game | None:
    """Return the rematch of a game, if there is one that was not called off."""
    return game.rematches.exclude(status=Game.Status.CALLED_OFF).first()


def _is_complete(table: Game) -> bool:
    people = set(table.seats.values_list("person", flat=True))
    old_seats = Seat.objects.filter(game=table.rematch_of_id)
    return None not in people and people == set(old_seats.values_list("person", flat=True))


def _open_rematch(game_id: int, host: Person, *, now: datetime) -> Game:
    """Open the same table once more, unless somebody just has, and offer each seat to the person
    who sat one seat before."""
    with transaction.atomic():
        people = _lock_active_people(game_id)
        # Locked, so that two who press at once do not open two tables.
        game = Game.objects.select_for_update().get(pk=game_id)
        if table := find_rematch(game):
            return table
        if game.rematches.filter(host=host).count() >= MOST_OF_PERSON:
            raise tables.TableRejected(_("You have asked for this rematch often enough."))
        terms = replace(tables.TableTerms.of_game(game), title=_next_title(stored_text(game.title)))
        table = tables.open_table(host, terms, rematch_of=game, now=now)
        old_seats = list(game.seats.all())
        for seat, old in zip(table.seats.all(), [*old_seats[-1:], *old_seats[:-1]], strict=True):
            if person := people.get(old.person_id):
                _offer_seat(seat, person, old.level, now=now)
        return table


def _lock_active_people(game_id: int) -> dict[int | None, Person]:
    """Lock the rows of those who sit at a game and whose accounts are open; return them by id."""
    seated = Seat.objects.filter(game=game_id).values("person")
    people = Person.objects.filter(pk__in=seated, is_active=True).order_by("pk")
    # Before the game's own row: an erasure holds the person and then their games.
    return {person.pk: person for person in people.select_for_update(no_key=True)}


def _offer_seat(seat: Seat, person: Person, level: str, *, now: datetime) -> None:
    """Seat the host and bots at once; invite other people to their seats by letter."""
    host = seat.game.host
    if person.is_house or person == host:
        seat.person, seat.joined_at, seat.level = person, now, level
        seat.save(update_fields=["person", "joined_at", "level"])
        return
    invitation = Invitation.objects.create(
        game=seat.game, address=person.email, person=person, seat=seat, invited_by=host, at=now
    )
    if not person.is_program:  # there is no address; a program finds it where it looks
        notices.send_invitation(invitation, now=now)


def _accept_rematch(table_id: int, person: Person, *, now: datetime) -> Game:
    """Seat a person who wants the rematch, if a seat is free, begin if they were the last, and
    return the table."""
    with transaction.atomic():
        # Locked, so that somebody who presses twice sits down once.
        table = Game.objects.select_for_update().get(pk=table_id)
        sits = table.seats.filter(person=person).exists()
        has_room = table.seats.filter(person=None).exists()
        if table.status == Game.Status.OPEN and has_room and not sits:
            tables.join_table(table_id, person, now=now)
        begin_if_complete(table_id, person, now=now)
        return Game.objects.get(pk=table_id)


def _next_title(title: str) -> str:
    """Number a title: "Autumn", "Autumn (2)", "Autumn (3)"."""
    match = TITLE.fullmatch(title)
    assert match
    number = f" ({int(match['round'] or 1) + 1})"
    return match["words"][: MAX_TITLE_CHARS - len(number)] + number

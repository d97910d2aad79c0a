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
from games.play import notices, tables

MAX_TITLE_CHARS = 60
TITLE = re.compile(r"(?P<words>.*?)(?: \((?P<round>\d{1,4})\))?", re.DOTALL)


def join_rematch(game_id: int, person: Person, *, now: datetime) -> Game:
    """Seat a player of a finished game at its rematch, and return that table.

    The first player opens the table and invites the others; the game begins with the last of them.
    Raises ``tables.TableRejected`` if there can be no rematch.
    """
    # The row of the old game is locked, so that two who press at once do not open two tables.
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        if game.status != Game.Status.OVER:
            raise tables.TableRejected(_("This game is not over yet."))
        if not game.seats.filter(person=person).exists():
            raise tables.TableRejected(_("You have no seat in this game."))
        table = find_rematch(game) or _open_rematch(game, person, now=now)
        if table.status == Game.Status.OPEN:
            _accept_rematch(table, person, now=now)
        return Game.objects.get(pk=table.pk)


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


def _open_rematch(game: Game, host: Person, *, now: datetime) -> Game:
    """Open the same table once more, and offer each seat to the person who sat one seat before."""
    terms = replace(tables.TableTerms.of_game(game), title=_next_title(stored_text(game.title)))
    table = tables.open_table(host, terms, rematch_of=game, now=now)
    old_seats = list(game.seats.select_related("person"))
    for seat, old in zip(table.seats.all(), [*old_seats[-1:], *old_seats[:-1]], strict=True):
        if old.person is not None and not old.person.is_deleted:
            _offer_seat(seat, old.person, old.level, now=now)
    return table


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
    notices.send_invitation(invitation, now=now)


def _accept_rematch(table: Game, person: Person, *, now: datetime) -> None:
    """Seat a person who wants the rematch, if a seat is free, and begin if they were the last."""
    if not table.seats.filter(person=person).exists():
        if not table.seats.filter(person=None).exists():
            return
        tables.join_table(table.pk, person, now=now)
    begin_if_complete(table.pk, person, now=now)


def _next_title(title: str) -> str:
    """Number a title: "Autumn", "Autumn (2)", "Autumn (3)"."""
    match = TITLE.fullmatch(title)
    assert match
    number = f" ({int(match['round'] or 1) + 1})"
    return match["words"][: MAX_TITLE_CHARS - len(number)] + number

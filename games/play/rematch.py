"""The same people play the same game again, each one seat further."""

from __future__ import annotations

import re
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Game, Invitation, Seat
from games.play import notices, tables

MAX_TITLE_CHARS = 60
TITLE = re.compile(r"(?P<words>.*?)(?: \((?P<round>\d{1,4})\))?", re.DOTALL)


def join_rematch(game_id: int, person: Person, *, now: datetime) -> Game:
    """Lead one of its players to the rematch of a game that is over, and seat him there.

    Who comes first opens the table; whoever else played is asked to it. With the last of them
    the game begins. Raises ``tables.TableRejected`` where there can be none.
    """
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
    """Begin a rematch at which all who played before have sat down; other tables wait for their
    host."""
    with transaction.atomic():
        table = Game.objects.select_for_update().get(pk=table_id)
        if table.status == Game.Status.OPEN and table.rematch_of_id and _is_complete(table):
            tables.begin_game(table_id, actor, now=now)


def find_rematch(game: Game) -> Game | None:
    """Return the rematch of a game, if there is one."""
    return game.rematches.exclude(status=Game.Status.CALLED_OFF).first()


def _is_complete(table: Game) -> bool:
    sitting = set(table.seats.values_list("person", flat=True))
    before = Seat.objects.filter(game=table.rematch_of_id)
    return None not in sitting and sitting == set(before.values_list("person", flat=True))


def _open_rematch(game: Game, host: Person, *, now: datetime) -> Game:
    """Open the same table once more, and offer its seats to those who sat one seat before."""
    table = tables.open_table(
        host=host,
        ruleset=game.ruleset,
        title=_next_title(game.title),
        pace=game.pace,
        options=game.options,
        is_private=game.is_private,
        is_rated=game.is_rated,
        may_try=game.may_try,
        tells_standing=game.tells_standing,
        starts_itself=game.starts_itself,
        stand_in=game.stand_in,
        rematch_of=game,
        now=now,
    )
    before = list(game.seats.select_related("person"))
    for seat, old in zip(table.seats.all(), [*before[-1:], *before[:-1]], strict=True):
        if old.person is not None and not old.person.is_deleted:
            _offer_seat(seat, old.person, old.level, now=now)
    return table


def _offer_seat(seat: Seat, person: Person, level: str, *, now: datetime) -> None:
    """Seat the host and house players; ask the others to theirs by letter."""
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
    """Seat somebody who wants the rematch, if there is room, and begin if he was the last."""
    if not table.seats.filter(person=person).exists():
        if not table.seats.filter(person=None).exists():
            return
        tables.join_table(table.pk, person, now=now)
    begin_if_complete(table.pk, person, now=now)


def _next_title(title: str) -> str:
    """Number a title: "Autumn", "Autumn (2)", "Autumn (3)"."""
    found = TITLE.fullmatch(title)
    assert found
    number = f" ({int(found['round'] or 1) + 1})"
    return found["words"][: MAX_TITLE_CHARS - len(number)] + number

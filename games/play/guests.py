"""Games of guests: what becomes of them when their guest leaves, or stays away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Person
from games.models import Game, Seat
from games.play import account_deletion, tables, turns
from games.play.damage import DamagedError

NEW = timedelta(days=1)  # a guest who has just begun may have no session yet


def leave_game(game_id: int, guest: Person, *, now: datetime) -> Seat:
    """Let a guest leave a game, as anybody does; if it goes on, it is annulled, since only house
    players are left.

    Raises as ``turns.leave_game`` does.
    """
    with transaction.atomic():
        seat = turns.leave_game(game_id, guest, now=now)
        if seat.game.is_running:
            turns.annul_game(game_id, now=now)
        return seat


def forgotten_guests(now: datetime) -> QuerySet[Person]:
    """Select the guests whom no browser keeps any more."""
    kept = UserSession.objects.filter(user=OuterRef("pk"))
    return Person.objects.filter(~Exists(kept), is_guest=True, joined_at__lte=now - NEW)


def list_forgotten_guests(now: datetime, batch: int) -> Iterator[Person]:
    """Yield the forgotten guests, read a batch at a time: those after the ones that failed, too."""
    after = 0
    while rows := list(forgotten_guests(now).filter(pk__gt=after).order_by("pk")[:batch]):
        yield from rows
        after = rows[-1].pk


def forget_guest(guest: Person, *, now: datetime) -> None:
    """Annul the games of a guest that are still running, and delete what is theirs; nothing is done
    if they have come back meanwhile, or have an account now."""
    with transaction.atomic():
        # Who signs up waits for this lock, or was there before and is no guest any more.
        rows = forgotten_guests(now).select_for_update(no_key=True)
        if rows.filter(pk=guest.pk).first():
            _annul_games(guest, now)
            account_deletion.erase_account(guest.pk)


def _annul_games(guest: Person, now: datetime) -> None:
    games = Game.objects.filter(host=guest)
    for pk in games.filter(status=Game.Status.OPEN).values_list("pk", flat=True):
        with suppress(tables.TableRejected):
            tables.call_off_table(pk, now=now)
    for pk in games.filter(status=Game.Status.RUNNING).values_list("pk", flat=True):
        with suppress(turns.Rejected, DamagedError):
            turns.annul_game(pk, now=now)

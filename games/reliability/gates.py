"""Who may sit down at a public table: what it asks, and how newcomers begin.

The caller holds the lock on the game, and on the person where a limit of theirs is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Game, Seat
from games.reliability import words
from games.reliability.figures import Gate, Reliability, load_reliability


class Verdict(Enum):
    """Whether somebody is what a table asks for, or too little is known of them."""

    PASSES = auto()
    IS_NEW = auto()
    FAILS = auto()


def judge(gate: Gate, figures: Reliability) -> Verdict:
    """Return whether somebody is what a table or a cup asks for. Pure."""
    is_late = not figures.is_new and not figures.in_time.is_at_least(gate.asks_in_time)
    has_enough = figures.games.kept >= gate.asks_finished
    # Who has left games is not new by having finished few.
    if is_late or (not has_enough and figures.games.total >= gate.asks_finished):
        return Verdict.FAILS
    is_unknown = bool(gate.asks_in_time) and figures.is_new
    return Verdict.PASSES if has_enough and not is_unknown else Verdict.IS_NEW


def refuse_seat(game: Game, person: Person) -> str:
    """Return why a person may not sit down at a table because of what it asks, "" if they may.

    The host asks others, not themselves; and a rematch is open to those who played before.
    """
    if not _asks(game) or game.host_id == person.pk or _has_played_before(game, person):
        return ""
    figures = load_reliability(person)
    verdict = judge(game, figures)
    if verdict == Verdict.PASSES:
        return ""
    if verdict == Verdict.FAILS or not game.welcomes_newcomer:
        return words.say_refusal(game, figures)
    if any(_is_newcomer_at(game, other) for other in _others_at(game, person)):
        return _("The seat for somebody new here is taken.")
    return ""


def _asks(game: Game) -> bool:
    return bool(game.asks_in_time or game.asks_finished)


def _has_played_before(game: Game, person: Person) -> bool:
    """Whether a table is the rematch of a game that a person has played."""
    if game.rematch_of_id is None:
        return False
    return Seat.objects.filter(game=game.rematch_of_id, person=person).exists()


def _others_at(game: Game, person: Person) -> Iterable[Person]:
    """Return the other people at a table but its host."""
    seats = Seat.objects.filter(game=game, person__is_house=False).select_related("person")
    found = (seat.person for seat in seats)
    return [one for one in found if one and one.pk not in (person.pk, game.host_id)]


def _is_newcomer_at(game: Game, person: Person) -> bool:
    if _has_played_before(game, person):
        return False
    return judge(game, load_reliability(person)) == Verdict.IS_NEW


def refuse_newcomer(game: Game, person: Person) -> str:
    """Return why a newcomer may not sit at one more table, "" if they may, or are none.

    Private tables and games against house players alone are not counted.
    """
    most = settings.MAX_NEWCOMER_TABLES
    if not most or game.is_private or person.is_machine or load_reliability(person).has_begun:
        return ""
    if _public_seats(person)[:most].count() < most:
        return ""
    return _(
        "Who is new here sits at %(n)s tables at once, until they have finished a turn in two"
        " games."
    ) % {"n": most}


def _public_seats(person: Person) -> QuerySet[Seat]:
    """Select the seats of a person at open tables, and in games in which others wait."""
    others = Seat.objects.filter(
        game=OuterRef("game"), person__is_house=False, person__is_program=False
    )
    waits = Q(Exists(others.exclude(person=person)), game__status=Game.Status.RUNNING)
    public = Seat.objects.filter(person=person, place=None, game__is_private=False)
    return public.filter(Q(game__status=Game.Status.OPEN) | waits)

"""The search for a substitute at an absent seat: first a few of the pool are asked at a time, then
anybody is invited.

It changes while the row of the game is locked, and ends by itself when somebody plays there again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import islice

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.manners import Topic
from accounts.models import Person
from games.models import Game, PoolEntry, Seat, SubstituteAsk
from games.play import days_off, keeping_away, notices, restrictions, store, substitutes, turns
from games.reliability.figures import load_reliability
from mail import failpoints

ALONE = timedelta(days=1)  # where silence plays, so that its player can come back before
STANDS_IN = timedelta(days=14)  # where somebody plays for them meanwhile
NEXT_AFTER = timedelta(days=1)  # the next few are asked, or sooner where all have said no
GOOD_FOR = timedelta(days=7)
AT_A_TIME = 3
MOST_OF_GAME = 9
MOST_A_WEEK = 2  # of a person
WEEK = timedelta(days=7)
LOOKED_AT = 30  # entries of the pool, each time
AT_ONCE = 100  # seats, at each tick
Outcome = SubstituteAsk.Outcome


def due_seats(now: datetime) -> QuerySet[Seat]:
    """Select the absent seats of public games for which the next step of the search is due, the
    longest absent first."""
    has_waited = Q(stand_in=None, absent_since__lte=now - ALONE)
    has_waited |= Q(absent_since__lte=now - STANDS_IN)
    latest = SubstituteAsk.objects.filter(
        seat=OuterRef("pk"), outcome=Outcome.OPEN, asked_at__gt=now - NEXT_AFTER
    )
    return Seat.objects.filter(
        has_waited,
        ~Exists(latest),
        is_absent=True, absent_until=None, advertised_at=None, place=None,
        game__status=Game.Status.RUNNING, game__paused_at=None, game__is_private=False,
    ).order_by("absent_since", "pk")  # fmt: skip


def _is_open(now: datetime) -> Q:
    return Q(outcome=Outcome.OPEN, asked_at__gt=now - GOOD_FOR)


def open_asks(now: datetime) -> QuerySet[SubstituteAsk]:
    """Select the questions to people of the pool that can be answered with yes: they lapse after
    a week, and when somebody plays at the seat again."""
    return SubstituteAsk.objects.filter(
        _is_open(now),
        seat__is_absent=True,
        seat__absent_until=None,
        game__status=Game.Status.RUNNING,
    )


def seek_substitute(seat_id: int, *, now: datetime) -> bool:
    """Ask a few more of the pool to play on at a seat, or invite anybody once it is used up; tell
    the players of each of the two steps. Return whether it was still due."""
    game_id, name = Seat.objects.values_list("game", "name").get(pk=seat_id)
    # Questions and letters are one transaction, so that nobody is asked without a letter.
    with transaction.atomic():
        _game, seats = store.lock_game(game_id)
        # Asked again under the lock: somebody may have come back, or taken the seat.
        if not due_seats(now).filter(pk=seat_id).exists():
            return False
        failpoints.hit("seeking")
        seat = seats[name]
        if not _ask_some(seat, now):
            _advertise(seat, now)
        failpoints.hit("before_commit")
    failpoints.hit("after_commit")
    return True


def refuse_ask(ask: SubstituteAsk, now: datetime) -> str:
    """Return why somebody who was asked could not take the seat any more, "" if they could."""
    return _refuse_seat(ask.game, ask.person, now)


def decline_ask(game_id: int, person: Person) -> None:
    """Answer the question to a person of the pool with no."""
    asked = SubstituteAsk.objects.filter(game=game_id, person=person, outcome=Outcome.OPEN)
    asked.update(outcome=Outcome.DECLINED)


def _ask_some(seat: Seat, now: datetime) -> bool:
    """Ask as many of the pool as are asked at a time; return whether there was one."""
    asked = SubstituteAsk.objects.filter(game=seat.game).count()
    people = list(islice(_choose_people(seat, now), min(AT_A_TIME, MOST_OF_GAME - asked)))
    if not people:
        return False
    asks = [SubstituteAsk(game=seat.game, seat=seat, person=one, asked_at=now) for one in people]
    for ask in SubstituteAsk.objects.bulk_create(asks):
        notices.notify_substitute_ask(ask)
    of_pool = PoolEntry.objects.filter(ruleset=seat.game.ruleset, person__in=people)
    of_pool.update(asked_at=now)
    if seat.sought_at is None:
        _note_step(seat, "sought", now)
    return True


def _advertise(seat: Seat, now: datetime) -> None:
    _note_step(seat, "advertised", now)


def _note_step(seat: Seat, step: str, now: datetime) -> None:
    """Keep when a step of the search began, and tell the players of it."""
    column = f"{step}_at"
    setattr(seat, column, now)
    seat.save(update_fields=[column])
    notices.notify_search(seat, step, now=now)


def _choose_people(seat: Seat, now: datetime) -> Iterator[Person]:
    """Yield those of the pool who can be asked, those who have answered in time first."""
    for person in sorted(_look_at_pool(seat.game), key=_rank):
        if _can_be_asked(seat.game, person, now):
            yield person


def _look_at_pool(game: Game) -> Iterable[Person]:
    """Return people who want to be asked for a rule set, and were not asked for longest; each is
    locked, so that two seats at once do not ask somebody beyond their limits."""
    asked = SubstituteAsk.objects.filter(game=game).values("person")
    entries = PoolEntry.objects.filter(ruleset=game.ruleset, person__is_active=True)
    ahead = F("asked_at").asc(nulls_first=True)
    looked_at = entries.exclude(person__in=asked).order_by(ahead, "pk").values("person")
    # Those who are at something else just now are not waited for.
    people = Person.objects.select_for_update(skip_locked=True, no_key=True)
    return people.filter(pk__in=list(looked_at.values_list("person", flat=True)[:LOOKED_AT]))


def _rank(person: Person) -> tuple[int, int]:
    """Return the sort key: at least how many of ten turns they play in time, most first."""
    low, _high = load_reliability(person).in_time.likely_tenths
    return -low, person.pk


def _can_be_asked(game: Game, person: Person, now: datetime) -> bool:
    """Whether a person wants to be asked now, and could take over a seat of a game."""
    if not person.wants(Topic.TABLE) or person.is_guest or person.is_house:
        return False
    if person.is_away(now) or days_off.resting_until(person, now):
        return False
    return not _was_asked_enough(person, now) and not _refuse_seat(game, person, now)


def _was_asked_enough(person: Person, now: datetime) -> bool:
    """Whether somebody is asked for a seat already, or was asked often of late."""
    own = SubstituteAsk.objects.filter(person=person)
    if own.filter(_is_open(now)).exists():
        return True
    return own.filter(asked_at__gt=now - WEEK).count() >= MOST_A_WEEK


def _refuse_seat(game: Game, person: Person, now: datetime) -> str:
    """Return why a person could not take over a seat, "" if they could."""
    if turns.had_seat(game, person) or game.removals.filter(person=person).exists():
        return keeping_away.say_no_seat()
    return (
        restrictions.refuse_table(person, is_rated=game.is_rated, now=now)
        or substitutes.refuse_substitute(game, person)
        or keeping_away.refuse_at_table(game, person)
    )

"""The only functions that change a running game: submit, expire, leave, take over, come back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Person
from conquest.core import Outcome, fold
from games import decisions, notices, store
from games.models import Decision, Departure, Game, Seat, Submission
from mail import fault


class Rejected(Exception):
    """A submission that does not concern the rules: said to the player in one sentence."""


class NotSeated(Rejected):
    """The person has no seat in this game."""


class NotAsked(Rejected):
    """Nothing is asked of this seat now."""


class Over(Rejected):
    """The game is over."""


class Stale(Rejected):
    """The person saw an older version than the one that is asked about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """What a person hands in: the text, the version it was written for, and its key."""

    game_id: int
    person: Person
    text: str
    seen_version: int
    key: str
    via: str = Submission.Via.WEB


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to a submission; ``repeated`` when the same key had been answered before."""

    game: Game
    seat: Seat
    submission: Submission
    repeated: bool


def submit(orders: Orders, *, now: datetime) -> Receipt:
    """Play a person's orders.

    Raises ``Rejected`` (not seated, not asked, over, stale) or ``conquest.core.Refused``;
    then nothing has changed. The same key again gives the first receipt again.
    """
    with transaction.atomic():
        game = _lock(orders.game_id)
        seat = _seat_of(game, orders.person)
        known = Submission.objects.filter(seat=seat, key=orders.key).first()
        if known is not None:
            return Receipt(game, seat, known, repeated=True)
        _check(game, seat, orders.seen_version)
        submission = _play(game, seat, orders.text, orders, now)
        fault.point("before_commit")
    fault.point("after_commit")
    return Receipt(game, seat, submission, repeated=False)


def expire(decision_id: int, *, now: datetime) -> bool:
    """Answer a decision whose time is up with what silence means (CP5); say whether it did."""
    with transaction.atomic():
        game = _lock(Decision.objects.values_list("game_id", flat=True).get(pk=decision_id))
        decision = decisions.due(now).filter(pk=decision_id).select_related("seat").first()
        if decision is None or not game.is_running:
            return False
        fault.point("expiring")
        seat = decision.seat
        seat.timeouts += 1
        seat.timeouts_in_row += 1
        seat.is_absent = seat.timeouts_in_row >= decisions.pace_of(game).absent_after
        seat.save(update_fields=["timeouts", "timeouts_in_row", "is_absent"])
        _silence(game, seat, store.load(game), Submission.Via.SILENCE, now)
        return True


def leave(game_id: int, person: Person, *, now: datetime) -> Seat:
    """Give up a seat for good (CP6): it is absent at once and waits for a substitute."""
    with transaction.atomic():
        game = _lock(game_id)
        seat = _seat_of(game, person)
        if not game.is_running:
            raise Over(_("This game is over."))
        _vacate(seat, now)
        _run_on(game, store.load(game), now, actor=person)
        return seat


def take_over(game_id: int, seat_name: str, person: Person, *, now: datetime) -> Seat:
    """Sit down at a seat that is vacant or absent, in place of whoever had it."""
    with transaction.atomic():
        game = _lock(game_id)
        if not game.is_running:
            raise Over(_("This game is over."))
        seat = game.seats.get(name=seat_name)
        if not seat.is_absent:
            raise Rejected(_("This seat is taken."))
        if _had_a_seat(game, person):
            raise Rejected(_("You have or had a seat in this game."))
        if seat.person_id is not None:
            _vacate(seat, now)
        _sit(seat, person, now)
        return seat


def come_back(game_id: int, person: Person, *, now: datetime) -> Seat:
    """Return to one's own seat after being absent."""
    with transaction.atomic():
        game = _lock(game_id)
        seat = _seat_of(game, person)
        seat.is_absent, seat.timeouts_in_row = False, 0
        seat.save(update_fields=["is_absent", "timeouts_in_row"])
        return seat


def begin(game: Game, events: Sequence[Any], *, now: datetime, actor: Person) -> None:
    """Record the set-up of a game that starts and ask the first seat; the caller has the lock."""
    state = fold(game.rules, None, events)
    store.append(game, state, events, expected=0, now=now)
    game.status, game.started_at = Game.Status.RUNNING, now
    game.save(update_fields=["status", "started_at"])
    _run_on(game, state, now, actor=actor)


def _lock(game_id: int) -> Game:
    return Game.objects.select_for_update().get(pk=game_id)


def _seat_of(game: Game, person: Person) -> Seat:
    seat = game.seats.filter(person=person).first()
    if seat is None:
        raise NotSeated(_("You have no seat in this game."))
    return seat


def _had_a_seat(game: Game, person: Person) -> bool:
    return (
        game.seats.filter(person=person).exists() or game.departures.filter(person=person).exists()
    )


def _check(game: Game, seat: Seat, seen_version: int) -> None:
    if not game.is_running:
        raise Over(_("This game is over."))
    decision = Decision.objects.filter(seat=seat, closed_at=None).first()
    stale = seen_version > game.version or seen_version < (decision or game).version
    if stale:
        raise Stale(_("The game has gone on since you looked at it."))
    if decision is None:
        raise NotAsked(_("Nothing is asked of you in this game now."))


def _play(game: Game, seat: Seat, text: str, orders: Orders, now: datetime) -> Submission:
    rules, state = game.rules, store.load(game)
    happened = rules.decide(state, seat.name, rules.read(state, seat.name, text))
    submission = _note(game, seat, len(happened), now, orders.via, text=text, key=orders.key,
                       person=orders.person, seen_version=orders.seen_version)  # fmt: skip
    if seat.timeouts_in_row or seat.is_absent:
        seat.timeouts_in_row, seat.is_absent = 0, False
        seat.save(update_fields=["timeouts_in_row", "is_absent"])
    state = _happen(game, state, happened, now)
    _run_on(game, state, now, actor=orders.person, answered=seat)
    return submission


def _silence(game: Game, seat: Seat, state: Any, via: str, now: datetime) -> None:
    """Play what silence means for a seat, then let the game run on."""
    state = _default(game, seat, state, via, now)
    _run_on(game, state, now, silent=seat)


def _default(game: Game, seat: Seat, state: Any, via: str, now: datetime) -> Any:
    rules = game.rules
    orders = rules.default(state, seat.name)
    happened = rules.decide(state, seat.name, orders)
    _note(game, seat, len(happened), now, via, text=rules.write(orders), person=None,
          key=f"{via}-{game.version}", seen_version=game.version)  # fmt: skip
    return _happen(game, state, happened, now)


def _note(
    game: Game, seat: Seat, length: int, now: datetime, via: str, **fields: Any
) -> Submission:
    return Submission.objects.create(
        game=game, seat=seat, via=via, at=now,
        first_seq=game.version + 1, last_seq=game.version + length, **fields,
    )  # fmt: skip


def _happen(game: Game, state: Any, happened: Sequence[Any], now: datetime) -> Any:
    state = fold(game.rules, state, happened)
    store.append(game, state, happened, expected=game.version, now=now)
    return state


def _run_on(
    game: Game,
    state: Any,
    now: datetime,
    *,
    actor: Person | None = None,
    answered: Seat | None = None,
    silent: Seat | None = None,
) -> None:
    """Answer for absent seats, then close and open decisions and note who must hear what."""
    seats = {seat.name: seat for seat in game.seats.select_related("person")}
    while absent := [seats[name] for name in game.rules.to_act(state) if seats[name].is_absent]:
        state = _default(game, absent[0], state, Submission.Via.ABSENCE, now)
    asked = {seats[name]: kind for name, kind in game.rules.to_act(state).items()}
    opened = decisions.sync(game, state, asked, now=now, answered=answered, silent=silent)
    outcome = game.rules.outcome(state)
    if outcome is not None:
        _finish(game, state, outcome, list(seats.values()), now)
    notices.record(game, opened, now=now, actor=actor)


def _finish(game: Game, state: Any, outcome: Outcome, seats: list[Seat], now: datetime) -> None:
    game.status, game.ended_at = Game.Status.OVER, now
    game.winners, game.reason = list(outcome.winners), outcome.reason
    game.save(update_fields=["status", "ended_at", "winners", "reason"])
    report = game.rules.report(game.rules.view(state, None))
    captured = {line.seat: line.captured for line in report.seats}
    for seat in seats:
        seat.score, seat.captured = outcome.scores[seat.name], captured[seat.name]
        seat.has_won = seat.name in outcome.winners
    Seat.objects.bulk_update(seats, ["score", "captured", "has_won"])


def _vacate(seat: Seat, now: datetime) -> None:
    assert seat.person is not None
    Departure.objects.create(game=seat.game, seat=seat, person=seat.person, at=now)
    seat.person, seat.is_absent, seat.joined_at = None, True, None
    seat.save(update_fields=["person", "is_absent", "joined_at"])


def _sit(seat: Seat, person: Person, now: datetime) -> None:
    seat.person, seat.joined_at = person, now
    seat.is_absent, seat.timeouts_in_row = False, 0
    seat.save(update_fields=["person", "joined_at", "is_absent", "timeouts_in_row"])

"""Requests for absent seats: people who may not take one by themselves ask the host for their word.

All requests of a game change while its row is locked.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Game, Seat, SeatRequest
from games.play import keeping_away, notices, store, substitutes, turns

MOST_OF_PERSON = 3  # open ones, in all games
MOST_OF_GAME = 6
GOOD_FOR = timedelta(days=7)
CHECKED = 500  # open ones, at each tick
OPEN, Outcome = SeatRequest.Outcome.OPEN, SeatRequest.Outcome


def waiting_requests() -> QuerySet[SeatRequest]:
    """Select the requests that wait for a yes or no: while the seat is absent and its game runs."""
    return SeatRequest.objects.filter(
        outcome=OPEN, seat__is_absent=True, game__status=Game.Status.RUNNING
    )


def lapsed_requests(now: datetime) -> QuerySet[SeatRequest]:
    """Select the open requests that cannot be accepted any more, or have waited for a week."""
    sits = Exists(Seat.objects.filter(game=OuterRef("game"), person=OuterRef("person")))
    is_free = Q(seat__is_absent=True, game__status=Game.Status.RUNNING)
    # A host whose account is closed or deleted answers no more.
    is_over = ~is_free | Q(sits) | Q(game__host__is_active=False) | _is_old(now)
    return SeatRequest.objects.filter(is_over, outcome=OPEN)


def check_requests(now: datetime) -> list[int]:
    """Check the open requests that were not checked for longest; return those that have lapsed."""
    longest = F("checked_at").asc(nulls_first=True)
    waiting = SeatRequest.objects.filter(outcome=OPEN).order_by(longest, "pk")
    with transaction.atomic():
        # Those that are being answered are not waited for.
        locked = waiting.select_for_update(skip_locked=True).values_list("pk", flat=True)
        checked = list(locked[:CHECKED])
        SeatRequest.objects.filter(pk__in=checked).update(checked_at=now)
    lapsed = lapsed_requests(now).filter(pk__in=checked)
    return list(lapsed.order_by("asked_at").values_list("pk", flat=True))


def _is_old(now: datetime) -> Q:
    return Q(asked_at__lte=now - GOOD_FOR)


def ask_host(
    game_id: int, seat_name: str, person: Person, *, now: datetime, form_key: str = ""
) -> SeatRequest:
    """Ask the host of a running game to let a person take over an absent seat; return the request,
    the first one of a form that is sent twice.

    Raises ``turns.Rejected`` if they may not ask, or have asked too often.
    """
    with transaction.atomic():
        game, seats = store.lock_game(game_id)
        if known := _find_by_form(person, form_key):
            return known
        _require_askable(game, seats[seat_name], person)
        _limit_requests(game, person)
        # Last, so that those who are kept away read whatever else refuses everybody.
        if keeping_away.refuse_at_table(game, person):
            raise _not_askable()
        request = SeatRequest.objects.create(
            game=game, seat=seats[seat_name], person=person, asked_at=now, form_key=form_key
        )
        notices.notify_seat_request(request)
        return request


def accept_request(request_id: int, host: Person, *, now: datetime) -> SeatRequest:
    """Let the person of a request take over the seat, by the word of the host; return the request.

    If they cannot take it over any more, the request has lapsed. Raises ``turns.Rejected`` if it
    is not open, or if the game is paused.
    """
    with transaction.atomic():
        request = _lock_request(request_id, host)
        _close(request, _take_seat(request, now), now)
        return request


def decline_request(request_id: int, host: Person, *, now: datetime) -> SeatRequest:
    """Decline a request for the host; return it. Raises ``turns.Rejected`` if it is not open."""
    with transaction.atomic():
        request = _lock_request(request_id, host)
        _close(request, Outcome.DECLINED, now)
        return request


def lapse_request(request_id: int, *, now: datetime) -> bool:
    """Let a request lapse, if it still has to; return whether it has lapsed."""
    with transaction.atomic():
        _lock_game_of(request_id)
        request = _find_request(request_id, lapsed_requests(now))
        if request is not None:
            _close(request, Outcome.LAPSED, now)
        return request is not None


def _take_seat(request: SeatRequest, now: datetime) -> SeatRequest.Outcome:
    """Seat the person of a request; return what has come of it."""
    try:
        # A transaction of its own, so that nothing is left of a seat that was not taken.
        with transaction.atomic():
            # Before the seat: this is the word of the host that is asked for there.
            SeatRequest.objects.filter(pk=request.pk).update(outcome=Outcome.ACCEPTED)
            turns.become_substitute(request.game_id, request.seat.name, request.person, now=now)
            return Outcome.ACCEPTED
    except turns.GameIsPaused:
        raise
    except turns.Rejected:
        return Outcome.LAPSED


def _close(request: SeatRequest, outcome: SeatRequest.Outcome, now: datetime) -> None:
    request.outcome = outcome
    request.save(update_fields=["outcome"])
    notices.notify_request_answer(request, now=now)


def _lock_request(request_id: int, host: Person) -> SeatRequest:
    """Return an open request of the host's game, which is locked.

    :raises turns.Rejected: if it is none, or none that is open.
    """
    _lock_game_of(request_id)
    request = _find_request(request_id, SeatRequest.objects.filter(game__host=host))
    if request is None or not request.is_open:
        raise turns.Rejected(_("This request was answered already, or has lapsed."))
    return request


def _lock_game_of(request_id: int) -> None:
    game_id = SeatRequest.objects.filter(pk=request_id).values_list("game", flat=True).first()
    if game_id is not None:
        store.lock_game(game_id)


def _find_request(request_id: int, requests: QuerySet[SeatRequest]) -> SeatRequest | None:
    return requests.filter(pk=request_id).select_related("game", "seat", "person").first()


def _find_by_form(person: Person, form_key: str) -> SeatRequest | None:
    """Return what a form has asked before, if it has."""
    return SeatRequest.objects.filter(person=person, form_key=form_key or None).first()


def _require_askable(game: Game, seat: Seat, person: Person) -> None:
    """Check that a seat is absent, and that only the word of the host is missing for it."""
    if not game.is_running:
        raise turns.GameIsOver
    if game.is_paused:
        raise turns.GameIsPaused
    if not seat.can_be_taken_over:
        raise turns.Rejected(_("This seat is taken."))
    turns.require_newcomer(game, person)
    if not substitutes.can_ask_host(game, person):
        raise _not_askable()


def _not_askable() -> turns.Rejected:
    return turns.Rejected(_("The host cannot be asked for this seat."))


def _limit_requests(game: Game, person: Person) -> None:
    """Check that the host is not asked once more, nor too often, nor by somebody who asks many."""
    # Locked, so that two requests at once cannot both pass a limit.
    turns.lock_open_account(person)
    asked = SeatRequest.objects.filter(person=person)
    if asked.filter(game=game, outcome=Outcome.DECLINED).exists():
        raise turns.Rejected(_("The host has declined."))
    if asked.filter(game=game, outcome=OPEN).exists():
        raise turns.Rejected(_("You have asked the host already."))
    if asked.filter(outcome=OPEN).count() >= MOST_OF_PERSON:
        raise turns.Rejected(_("You have asked several hosts. Please wait for one of them."))
    if game.seat_requests.filter(outcome=OPEN).count() >= MOST_OF_GAME:
        raise turns.Rejected(_("Several people have asked the host of this game already."))

"""Pauses by consent: a player proposes one until a day, and the others agree or decline.

All of it happens while the game is locked. The game's ``paused_at`` is the moment when the pause
began: so nobody here ends a pause of the staff, who may take one of the players over.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, time, timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Person
from games.agreements import players
from games.models import Game, PauseConsent, PlayersPause, Seat
from games.models.pause import MOST_DAYS
from games.play import decisions, notices, store, turns
from mail import failpoints

DAY, WEEK = timedelta(days=1), timedelta(days=7)
NOON = time(12)
SILENT_AFTER = timedelta(days=2)
MOST_IN_GAME, MOST_IN_ALL = 2, 20  # of a person within a week
CHECKED, ENDED = 200, 100  # at each tick
OPEN, Outcome = PlayersPause.Outcome.OPEN, PlayersPause.Outcome


def silence_agrees(game: Game) -> bool:
    """Whether somebody who does not answer for two days agrees to a pause at this table."""
    return bool(game.pace.get("silent_pause"))


def find_open_pause(game: Game) -> PlayersPause | None:
    """Return the pause that is proposed in a game, if any."""
    found = PlayersPause.objects.filter(game=game, outcome=OPEN).select_related("person").first()
    return _with_game(found, game)


def find_running_pause(game: Game) -> PlayersPause | None:
    """Return the pause by consent that a game is paused by, None if the staff has paused it."""
    if game.paused_at is None:
        return None
    paused = PlayersPause.objects.filter(game=game, ended_at=None, started_at=game.paused_at)
    return _with_game(paused.select_related("person").first(), game)


def _with_game(pause: PlayersPause | None, game: Game) -> PlayersPause | None:
    if pause is not None:
        pause.game = game
    return pause


def awaited_seats(pause: PlayersPause, seats: Collection[Seat]) -> list[Seat]:
    """Return the seats whose people have still to agree: house players, absent ones and those who
    have lost need not."""
    agreed = {pause.person_id, *pause.consents.values_list("person", flat=True)}
    asked = players.asked_seats(pause.game, seats)
    return [seat for seat in asked if seat.person_id not in agreed]


def propose_pause(
    game_id: int, person: Person, until: date, *, now: datetime, form_key: str = ""
) -> PlayersPause:
    """Propose to pause a game until noon of a day; return the pause, the first one of a form that
    is sent twice. Where nobody else is to be asked, it begins at once.

    Raises ``turns.Rejected`` if the day is too far ahead, one is proposed already, or the person
    has proposed too many.
    """
    with transaction.atomic():
        seat = players.lock_seat(game_id, person)
        if known := _find_by_form(seat.game, person, form_key):
            return known
        _require_proposable(seat, now)
        pause = PlayersPause.objects.create(
            game=seat.game,
            person=person,
            proposed_at=now,
            until=_read_until(person, until, now),
            silent_at=now + SILENT_AFTER if silence_agrees(seat.game) else None,
            form_key=form_key,
        )
        if not _begin_if_agreed(pause, now):
            asked = awaited_seats(pause, players.seats_of(seat.game))
            notices.notify_pause(pause, "asked", [one.person for one in asked], now=now)
        return pause


def _require_proposable(seat: Seat, now: datetime) -> None:
    players.require_unpaused(seat.game)
    players.require_playing(seat)
    if find_open_pause(seat.game) is not None:
        raise turns.Rejected(_("A pause is proposed in this game already."))
    assert seat.person is not None
    # Locked, so that two proposals at once, in two games, cannot both pass a limit.
    turns.lock_open_account(seat.person)
    lately = PlayersPause.objects.filter(person=seat.person, proposed_at__gt=now - WEEK)
    in_game = lately.filter(game=seat.game)
    if in_game.count() >= MOST_IN_GAME or lately.count() >= MOST_IN_ALL:
        raise turns.Rejected(_("You have proposed several pauses this week already."))


def _read_until(person: Person, until: date, now: datetime) -> datetime:
    """Return noon of a day in a person's zone, if a pause can last until then."""
    today = now.astimezone(person.zone).date()
    if until <= today:
        raise turns.Rejected(_("Choose a day that is still to come."))
    if until > today + MOST_DAYS * DAY:
        words = _("A pause lasts %(days)s days at most.") % {"days": MOST_DAYS}
        raise turns.Rejected(words)
    return datetime.combine(until, NOON, person.zone)


def agree_to_pause(pause_id: int, person: Person, *, now: datetime) -> PlayersPause:
    """Agree to a pause; with the last one who is asked it begins. Return it.

    Raises ``turns.Rejected`` if it is not open any more, or the person is not asked.
    """
    with transaction.atomic():
        pause, _seat = _lock_open_pause(pause_id, person)
        players.require_unpaused(pause.game)
        if pause.until <= now:
            raise _not_open()
        PauseConsent.objects.get_or_create(
            game=pause.game, pause=pause, person=person, defaults={"at": now}
        )
        _begin_if_agreed(pause, now)
        failpoints.hit("before_commit")
    failpoints.hit("after_commit")
    return pause


def decline_pause(pause_id: int, person: Person, *, now: datetime) -> PlayersPause:
    """Decline a pause, or withdraw one's own; return it, which is not proposed any more.

    Raises ``turns.Rejected`` if it is not open any more, or the person has no seat.
    """
    with transaction.atomic():
        pause, _seat = _lock_open_pause(pause_id, person)
        is_own = pause.person_id == person.pk
        _close(pause, Outcome.WITHDRAWN if is_own else Outcome.DECLINED)
        if not is_own:
            others = [one for one in players.people_of(pause.game) if one != person]
            notices.notify_pause(pause, "declined", others, now=now, actor=person)
        return pause


def end_pause(game_id: int, person: Person, *, now: datetime) -> PlayersPause:
    """End the pause that the players of a game have agreed on; return it.

    Raises ``turns.Rejected`` if there is none: no player ends a pause of the staff.
    """
    with transaction.atomic():
        seat = players.lock_seat(game_id, person)
        players.require_undefeated(seat)
        pause = find_running_pause(seat.game)
        if pause is None:
            raise turns.Rejected(_("The players have not paused this game."))
        _resume(pause, person, now)
        failpoints.hit("before_commit")
    failpoints.hit("after_commit")
    return pause


def check_proposals(now: datetime) -> list[int]:
    """Return the proposed pauses that were not checked for longest; they are checked now."""
    longest = F("checked_at").asc(nulls_first=True)
    waiting = PlayersPause.objects.filter(outcome=OPEN).order_by(longest)
    with transaction.atomic():
        # Those that are being answered are not waited for.
        locked = waiting.select_for_update(skip_locked=True).values_list("pk", flat=True)
        checked = list(locked[:CHECKED])
        PlayersPause.objects.filter(pk__in=checked).update(checked_at=now)
    return checked


def settle_proposal(pause_id: int, *, now: datetime) -> bool:
    """Let a proposed pause begin where all have agreed, by silence perhaps, and withdraw one that
    cannot be agreed on any more; return whether it is proposed no more."""
    with transaction.atomic():
        pause = _lock_pause(pause_id)
        # Asked again under the lock: it may have been answered, or another worker was faster.
        if pause is None or not pause.is_open:
            return False
        if _is_hopeless(pause, now):
            _close(pause, Outcome.WITHDRAWN)
            return True
        return not pause.game.is_paused and _begin_if_agreed(pause, now)


def due_pauses(now: datetime) -> QuerySet[PlayersPause]:
    """Select the pauses whose last day has come."""
    return PlayersPause.objects.filter(started_at__isnull=False, ended_at=None, until__lte=now)


def list_due_pauses(now: datetime) -> list[int]:
    """Return the pauses that are to end, the longest due first."""
    return list(due_pauses(now).order_by("until").values_list("pk", flat=True)[:ENDED])


def end_due_pause(pause_id: int, *, now: datetime) -> bool:
    """End a pause whose last day has come; return whether its game goes on by that."""
    with transaction.atomic():
        pause = _lock_pause(pause_id)
        if pause is None or not due_pauses(now).filter(pk=pause_id).exists():
            return False
        if not pause.is_running:  # its game has ended, or the staff has paused it since
            PlayersPause.objects.filter(pk=pause_id).update(ended_at=now)
            return False
        _resume(pause, None, now)
        failpoints.hit("before_commit")
    failpoints.hit("after_commit")
    return True


def _begin_if_agreed(pause: PlayersPause, now: datetime) -> bool:
    """Pause the game if nobody has to agree any more; return whether it is paused."""
    awaited = awaited_seats(pause, players.seats_of(pause.game))
    if awaited and not _has_silence_agreed(pause, awaited, now):
        return False
    turns.pause_game(pause.game_id, now=now)
    pause.outcome, pause.started_at = Outcome.AGREED, now
    pause.save(update_fields=["outcome", "started_at"])
    notices.notify_pause(pause, "agreed", players.people_of(pause.game), now=now)
    return True


def _has_silence_agreed(pause: PlayersPause, awaited: Collection[Seat], now: datetime) -> bool:
    """Whether those who have not answered agree by that: they were asked two days before."""
    if pause.silent_at is None or pause.silent_at > now:
        return False
    # Nobody is silent to a letter that has not left, but a dead address stops nobody for ever.
    waits = notices.is_pause_letter_waiting(pause, [seat.person for seat in awaited])
    return not waits or pause.silent_at <= now - decisions.GRACE


def _resume(pause: PlayersPause, person: Person | None, now: datetime) -> None:
    """Let a game go on, with what was left on its clocks and at least a day."""
    pause.ended_at, pause.ended_by = now, person
    pause.save(update_fields=["ended_at", "ended_by"])
    turns.resume_game(pause.game_id, now=now)
    others = [one for one in players.people_of(pause.game) if one != person]
    notices.notify_pause(pause, "ended", others, now=now)


def _is_hopeless(pause: PlayersPause, now: datetime) -> bool:
    """Whether a proposed pause cannot be agreed on any more: its day has come, its game is over,
    or its author does not play there."""
    seats = Seat.objects.filter(game=pause.game, person=pause.person, is_absent=False)
    return pause.until <= now or not pause.game.is_running or not seats.exists()


def _close(pause: PlayersPause, outcome: PlayersPause.Outcome) -> None:
    pause.outcome = outcome
    pause.save(update_fields=["outcome"])


def _lock_open_pause(pause_id: int, person: Person) -> tuple[PlayersPause, Seat]:
    """Return a pause that is proposed, and the seat of a person in its game, which is locked."""
    game_id = PlayersPause.objects.filter(pk=pause_id).values_list("game", flat=True).first()
    if game_id is None:
        raise _not_open()
    seat = players.lock_seat(game_id, person)
    pause = find_open_pause(seat.game)
    if pause is None or pause.pk != pause_id:
        raise _not_open()
    players.require_playing(seat)
    return pause, seat


def _not_open() -> turns.Rejected:
    return turns.Rejected(_("This pause is not proposed any more."))


def _lock_pause(pause_id: int) -> PlayersPause | None:
    """Return a pause as it is while its game is locked."""
    game_id = PlayersPause.objects.filter(pk=pause_id).values_list("game", flat=True).first()
    if game_id is None:
        return None
    game, _seats = store.lock_game(game_id)
    return _with_game(PlayersPause.objects.select_related("person").get(pk=pause_id), game)


def _find_by_form(game: Game, person: Person, form_key: str) -> PlayersPause | None:
    """Return what a form has proposed before, if it has."""
    proposed = PlayersPause.objects.filter(game=game, person=person)
    return proposed.filter(form_key=form_key or None).first()

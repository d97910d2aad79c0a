"""Take-backs: a player asks to take their last turn back, and the others agree or refuse.

All of it happens while the game is locked. What is asked lapses by itself once the game has gone
on: a turn that comes first wins.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import Person
from conquest.kit.take_back import find_obstacle
from games.agreements import players
from games.models import Decision, Game, Seat, Submission, TakeBack, TakeBackConsent
from games.play import clock, notices, store, turns
from mail import failpoints

LAPSES_AFTER = timedelta(days=2)
LOOKED_AT = 40  # submissions of a seat among which its last turn is looked for
OPEN, Outcome = TakeBack.Outcome.OPEN, TakeBack.Outcome
Via = Submission.Via
REFUSALS: Mapping[str, str] = {
    "over": turns.GameIsOver.sentence,
    "numbers": gettext_noop("Since that turn a die was thrown, or something was drawn by lot."),
    "secrets": gettext_noop("Since that turn something hidden was uncovered."),
    "unasked": gettext_noop("Since that turn silence or somebody else has played for a player."),
    "left": gettext_noop("Since that turn somebody has left a seat or taken one over."),
    "alone": gettext_noop("Nobody who could agree is there, and the game counts for the league."),
}


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The last turn that a seat has played: the ``number`` of it, and the event ``to`` after which
    the seat was asked for it."""

    number: int
    to: int


def allows_take_backs(game: Game) -> bool:
    """Whether a turn can be taken back at a table; old ones say nothing of it, and allow none."""
    return bool(game.pace.get("take_backs"))


def find_open_take_back(game: Game, now: datetime) -> TakeBack | None:
    """Return the take-back that waits for the answer of somebody in a game, if any."""
    if not allows_take_backs(game):
        return None
    found = (
        TakeBack.objects.filter(game=game, outcome=OPEN).select_related("person", "seat").first()
    )
    if found is None:
        return None
    found.game = found.seat.game = game
    return found if found.is_open(now) else None


def awaited_seats(take_back: TakeBack, seats: Collection[Seat]) -> list[Seat]:
    """Return the seats whose people have still to agree: house players, absent ones and those who
    have lost need not."""
    agreed = {take_back.person_id, *take_back.consents.values_list("person", flat=True)}
    asked = players.asked_seats(take_back.game, seats)
    return [seat for seat in asked if seat.person_id not in agreed]


def refuse_take_back(seat: Seat, now: datetime) -> str:
    """Return why the person at a seat cannot ask to take their last turn back, "" if they can."""
    try:
        _require_last_turn(seat, now)
    except turns.Rejected as rejection:
        return str(rejection)
    return ""


def ask_take_back(game_id: int, person: Person, *, now: datetime, form_key: str = "") -> TakeBack:
    """Ask the others to let a person take their last turn back; return what is asked, the first one
    of a form that is sent twice. Where nobody else is to be asked, the game goes back at once.

    Raises ``turns.Rejected`` if the table or what has happened since does not allow it.
    """
    with transaction.atomic():
        seat = players.lock_seat(game_id, person)
        if known := _find_by_form(seat.game, person, form_key):
            return known
        turn = _require_last_turn(seat, now)
        _close_lapsed(seat.game, now)
        take_back = TakeBack.objects.create(
            game=seat.game,
            seat=seat,
            person=person,
            asked_at=now,
            lapses_at=now + LAPSES_AFTER,
            version=seat.game.version,
            to=turn.to,
            form_key=form_key,
        )
        if not _go_back_if_agreed(take_back, now):
            asked = awaited_seats(take_back, players.seats_of(seat.game))
            notices.notify_take_back(take_back, "asked", [one.person for one in asked], now=now)
        return take_back


def agree_to_take_back(take_back_id: int, person: Person, *, now: datetime) -> TakeBack:
    """Agree to a take-back; with the last one who is asked the game goes back. Return it.

    Raises ``turns.Rejected`` if it is not asked any more, such as after another turn.
    """
    # What is agreed on, the event and the letters are one transaction.
    with transaction.atomic():
        take_back = _lock_open(take_back_id, person, now)
        players.require_unpaused(take_back.game)
        # Others may have become absent or left since it was asked, without an event.
        _require_no_obstacle(take_back.seat, take_back.to)
        TakeBackConsent.objects.get_or_create(
            game=take_back.game, take_back=take_back, person=person, defaults={"at": now}
        )
        _go_back_if_agreed(take_back, now)
        failpoints.hit("before_commit")
    failpoints.hit("after_commit")
    return take_back


def decline_take_back(take_back_id: int, person: Person, *, now: datetime) -> TakeBack:
    """Refuse a take-back, or withdraw one's own; return it.

    Raises ``turns.Rejected`` if it is not asked any more.
    """
    with transaction.atomic():
        take_back = _lock_open(take_back_id, person, now)
        if take_back.person_id == person.pk:
            _close(take_back, Outcome.WITHDRAWN, now)
            return take_back
        _close(take_back, Outcome.REFUSED, now)
        others = [one for one in players.people_of(take_back.game) if one != person]
        notices.notify_take_back(take_back, "refused", others, now=now, actor=person)
        return take_back


def _go_back_if_agreed(take_back: TakeBack, now: datetime) -> bool:
    """Let the game go back if nobody has to agree any more; return whether it has."""
    if awaited_seats(take_back, players.seats_of(take_back.game)):
        return False
    game_id, seat = take_back.game_id, take_back.seat.name
    take_back.happened = turns.go_back(game_id, seat, take_back.to, now=now)
    _close(take_back, Outcome.AGREED, now)
    people = players.people_of(take_back.game)
    notices.notify_take_back(take_back, "agreed", people, now=now)
    return True


def _require_last_turn(seat: Seat, now: datetime) -> LastTurn:
    """Return the last turn of a seat, if its person can ask to take it back now."""
    game = seat.game
    if not allows_take_backs(game):
        raise turns.Rejected(_("At this table no turn can be taken back."))
    players.require_unpaused(game)
    players.require_playing(seat)
    if find_open_take_back(game, now) is not None:
        raise turns.Rejected(_("Somebody has already asked to take a turn back in this game."))
    if TakeBack.objects.filter(game=game, person=seat.person, version=game.version).exists():
        raise turns.Rejected(_("You have asked for this already."))
    turn = find_last_turn(seat)
    if turn is None:
        raise turns.Rejected(_("You have played no turn that could be taken back."))
    _require_no_obstacle(seat, turn.to)
    return turn


def _require_no_obstacle(seat: Seat, to: int) -> None:
    if obstacle := _find_obstacle(seat, to):
        raise turns.Rejected(_(REFUSALS[obstacle]))


def find_last_turn(seat: Seat) -> LastTurn | None:
    """Return the last turn that a seat has played and not taken back, None if there is none."""
    back = _ranges_taken_back(seat.game)
    handed_in = Submission.objects.filter(seat=seat, is_side_action=False).order_by("-last_seq")
    for submission in handed_in[:LOOKED_AT]:
        if _is_live(submission.first_seq, back):
            asked = _asked_before(seat, submission.first_seq)
            if asked is not None and _is_turn(asked):
                return LastTurn(asked.number, _beginning_of(asked, back))
    return None


def _ranges_taken_back(game: Game) -> list[tuple[int, int]]:
    """Return after which event, and until which one, the events of a game were taken back."""
    agreed = TakeBack.objects.filter(game=game, outcome=Outcome.AGREED)
    return [(to, last) for to, last in agreed.values_list("to", "happened") if last is not None]


def _is_live(seq: int, back: Collection[tuple[int, int]]) -> bool:
    """Whether what happened as an event of this number counts still."""
    return not any(to < seq < last for to, last in back)


def _asked_before(seat: Seat, seq: int) -> Decision | None:
    """Return what a seat was asked for when it caused an event."""
    asked = Decision.objects.filter(seat=seat, version__lt=seq).select_related("game")
    return asked.order_by("-version", "-id").first()


def _is_turn(decision: Decision) -> bool:
    """Whether a decision is a turn of its seat alone: set-ups are handed in by all at once."""
    return decision.ask.pace == clock.TURN and not decision.ask.parallel


def _beginning_of(decision: Decision, back: Collection[tuple[int, int]]) -> int:
    """Return the event after which a turn was first asked for: it is again after interruptions."""
    same = Decision.objects.filter(
        seat=decision.seat_id, number=decision.number, kind=decision.kind
    )
    versions = same.values_list("version", flat=True)
    return min(version for version in versions if _is_live(version, back))


def _find_obstacle(seat: Seat, to: int) -> str:
    """Return what has happened since an event that a seat cannot take back, "" if nothing has."""
    game = seat.game
    if game.is_rated and not players.asked_seats(game, _others(seat)):
        return "alone"
    if _is_played_unasked(game, to):
        return "unasked"
    if _has_changed_seats(game, to):
        return "left"
    then, state = store.load_state(game, to), store.load_state(game)
    return find_obstacle(game.rules, then, state, _events_since(game, to), seat.name)


def _others(seat: Seat) -> list[Seat]:
    return [one for one in players.seats_of(seat.game) if one != seat]


def _is_played_unasked(game: Game, to: int) -> bool:
    """Whether something was played since an event for which nobody can be asked to agree."""
    # What people who are asked have said ahead is no obstacle: they agree, and must not be betrayed
    # by a refusal.
    is_unasked = (
        Q(via__in=(Via.SILENCE, Via.ABSENCE))
        | Q(seat__person=None)
        | Q(via=Via.HOUSE, seat__person__is_house=False)
        | Q(seat__is_absent=True, seat__person__is_house=False)
    )
    return Submission.objects.filter(is_unasked, game=game, first_seq__gt=to).exists()


def _has_changed_seats(game: Game, to: int) -> bool:
    """Whether somebody has left a seat, or taken one over, since an event."""
    (row, _event), *_more = store.read_events(game, after=to - 1, upto=to)
    newcomers = Seat.objects.filter(game=game, joined_at__gt=row.at)
    return game.departures.filter(at__gt=row.at).exists() or newcomers.exists()


def _events_since(game: Game, to: int) -> Iterator[Any]:
    return (event for _row, event in store.read_events(game, after=to))


def _lock_open(take_back_id: int, person: Person, now: datetime) -> TakeBack:
    """Return what is asked, while the game is locked in which a person plays."""
    game_id = TakeBack.objects.filter(pk=take_back_id).values_list("game", flat=True).first()
    if game_id is None:
        raise _not_open()
    seat = players.lock_seat(game_id, person)
    # Under the lock: a turn that came first has changed the version.
    take_back = find_open_take_back(seat.game, now)
    if take_back is None or take_back.pk != take_back_id:
        raise _not_open()
    players.require_playing(seat)
    return take_back


def _not_open() -> turns.Rejected:
    return turns.Rejected(_("This is not asked any more: the game has gone on, or time is up."))


def _close(take_back: TakeBack, outcome: TakeBack.Outcome, now: datetime) -> None:
    take_back.outcome, take_back.closed_at = outcome, now
    take_back.save(update_fields=["outcome", "closed_at", "happened"])


def _close_lapsed(game: Game, now: datetime) -> None:
    """Close what was asked before and has lapsed: one is asked at a time."""
    lapsed = TakeBack.objects.filter(game=game, outcome=OPEN)
    lapsed.update(outcome=Outcome.LAPSED, closed_at=now)


def _find_by_form(game: Game, person: Person, form_key: str) -> TakeBack | None:
    """Return what a form has asked for before, if it has."""
    asked = TakeBack.objects.filter(game=game, person=person)
    return asked.filter(form_key=form_key).first() if form_key else None

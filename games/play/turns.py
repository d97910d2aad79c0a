"""The only functions that change a running game: submit, expire, leave, take over, come back, and
what the staff may do to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import Person
from conquest.core import Outcome, Refused, SideAction, Team, fold
from conquest.kit import chance
from games.models import Decision, Game, Premove, Seat, Submission
from games.play import (
    decisions,
    fairness,
    knowledge,
    notices,
    premoves,
    seats,
    standing_orders,
    store,
)
from games.play.damage import DamagedError
from games.play.decisions import PendingDecisions
from mail import failpoints


class Rejected(Exception):
    """A submission that does not concern the rules: said to the player in one sentence."""

    sentence: ClassVar[str] = ""

    def __str__(self) -> str:
        return super().__str__() or _(self.sentence)


class NotSeated(Rejected):
    """The person has no seat in this game."""

    sentence = gettext_noop("You have no seat in this game.")


class NothingPending(Rejected):
    """Nothing is asked of this seat now."""

    sentence = gettext_noop("There is nothing for you to do in this game now.")


class GameIsOver(Rejected):
    """The game is over."""

    sentence = gettext_noop("This game is over.")


class GameIsPaused(Rejected):
    """The game is halted for a while."""

    sentence = gettext_noop("This game is paused. Nothing is lost; it can be played on later.")


class StaleVersion(Rejected):
    """The person saw an older version than the one that is asked about."""

    sentence = gettext_noop("The game has gone on since you looked at it.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """What a person hands in: the text, the version it was written for, and its key; and what
    answers ``ahead`` if he is asked again in the same turn, as standing orders."""

    game_id: int
    person: Person
    text: str
    seen_version: int
    key: str
    via: str = Submission.Via.WEB
    ahead: str = ""


@dataclass(slots=True)
class LockedGame:
    """A game while its row is locked: its seats, its state, and what has come to pass so far."""

    game: Game
    seats: Mapping[str, Seat]
    state: Any
    now: datetime
    events: list[Any] = field(default_factory=list)
    submissions: list[Submission] = field(default_factory=list)

    def pending_decisions(self) -> PendingDecisions:
        """Return what the seats owe now."""
        if self.state is None:
            return PendingDecisions({}, 0)
        rules = self.game.rules
        owing = rules.judgement.to_act(self.state).items()
        number = rules.judgement.turn_number(self.state)
        return PendingDecisions({self.seats[name]: kind for name, kind in owing}, number)

    def seat_of(self, person: Person) -> Seat:
        for seat in self.seats.values():
            if person.pk in (seat.person_id, seat.stand_in_id):
                return seat
        raise NotSeated

    def apply_events(self, events: Sequence[Any]) -> None:
        """Let events come to pass; they are stored later, all at once."""
        self.state = fold(self.game.rules, self.state, events)
        self.events += events

    def play_text(
        self,
        seat: Seat,
        text: str,
        *,
        via: str,
        key: str,
        person: Person | None = None,
        seen_version: int | None = None,
    ) -> Submission:
        """Play a seat's text with the numbers of the game, and note it.

        Raises ``conquest.core.Refused``; then nothing has come to pass.
        """
        rules, first = self.game.rules, self.game.version + len(self.events) + 1
        orders = rules.notation.read_orders(self.state, seat.name, text)
        numbers = chance.keyed_numbers(
            fairness.chance_key(self.game), rules.judgement.numbers_drawn(self.state)
        )
        happened = rules.judgement.decide(self.state, seat.name, orders, numbers)
        last = first + len(happened) - 1
        seen = self.game.version if seen_version is None else seen_version
        before, is_act = self._pending_for(seat), bool(self.side_actions_in(seat, text))
        self.apply_events(happened)
        submission = Submission(
            game=self.game, seat=seat, person=person, key=key, text=text, seen_version=seen,
            first_seq=first, last_seq=last, via=via, at=self.now,
            is_side_action=is_act and self._pending_for(seat) == before,
        )  # fmt: skip
        self.submissions.append(submission)
        return submission

    def side_actions_in(self, seat: Seat, text: str) -> list[SideAction]:
        """Return what a text does beside the seat's turn or out of it, if it does nothing else."""
        rules = self.game.rules
        known = {act.text: act for act in rules.judgement.side_actions(self.state, seat.name)}
        words = [word.casefold() for word in rules.notation.split_words(text)]
        return [known[word] for word in words] if set(words) <= set(known) else []

    def _pending_for(self, seat: Seat) -> tuple[str | None, int]:
        """Return what a seat owes, and the number of the turn."""
        owed = self.pending_decisions()
        return owed.by.get(seat), owed.number

    def answer_by_standing_orders(self, seat: Seat, kind: str) -> bool:
        """Answer for a seat by its standing orders, if they do (CP4); say whether they did."""
        orders = standing_orders.answer_by_orders(seat, self.state, kind)
        if orders is None:
            return False
        key = f"standing-{self.game.version + len(self.events)}"
        text = self.game.rules.notation.write_orders(orders)
        self.play_text(seat, text, via=Submission.Via.STANDING, key=key)
        return True

    def play_premove(self, seat: Seat, kind: str) -> bool:
        """Play the turn that a seat has handed in ahead, if it is as its author wanted; say whether
        it is."""
        if not self.game.rules.judgement.decision_kinds[kind].premove or seat.is_absent:
            return False
        premove = premoves.waiting_premove(seat)
        if premove is None:
            return False
        hindered = premoves.premove_conflict(premove, self.game.rules, self.state)
        if hindered is None and self._try_premove(seat, premove):
            premove.delete()
            if seat.timeouts_in_row:
                seats.mark_present(seat)
            return True
        reason, field = hindered or (Premove.Reason.REFUSED, "")
        premoves.drop_premove(premove, reason, field, self.pending_decisions().number)
        return False

    def _try_premove(self, seat: Seat, premove: Premove) -> bool:
        key = f"premove-{self.game.version + len(self.events)}"
        via, version = Submission.Via.PREMOVE, premove.version
        try:
            self.play_text(
                seat, premove.text, via=via, key=key, person=seat.person, seen_version=version
            )
        except Refused:
            return False
        return True

    def play_silence(self, seat: Seat, via: str) -> None:
        """Play what silence means for a seat."""
        kind = self.pending_decisions().by.get(seat, "")
        orders = standing_orders.orders_for_silence(seat, self.state, kind)
        text = self.game.rules.notation.write_orders(orders)
        key = f"{via}-{self.game.version + len(self.events)}"
        self.play_text(seat, text, via=via, key=key)


@dataclass(frozen=True, slots=True)
class SubmissionReceipt:
    """The answer to a submission; ``repeated`` when the same key had been answered before."""

    game: Game
    seat: Seat
    submission: Submission
    repeated: bool


def submit(orders: Orders, *, now: datetime) -> SubmissionReceipt:
    """Play a person's orders.

    Raises ``Rejected`` (not seated, not asked, over, stale) or ``conquest.core.Refused``;
    then nothing has changed. The same key again gives the first receipt again.
    """
    try:
        with transaction.atomic():
            play = _lock_and_load(orders.game_id, now)
            seat = play.seat_of(orders.person)
            refusal = _find_refusal(play, seat, orders)
            if refusal is not None:
                return _repeat_receipt(seat, orders.key, refusal)
            submission = _play_orders(play, seat, orders)
            failpoints.hit("before_commit")
    except IntegrityError as clash:  # the key was used before, for another version
        return _repeat_receipt(seat, orders.key, clash)
    failpoints.hit("after_commit")
    return SubmissionReceipt(play.game, seat, submission, repeated=False)


def expire_decision(decision_id: int, *, now: datetime) -> bool:
    """Answer a decision whose time is up with what silence means (CP5); say whether it did."""
    with transaction.atomic():
        play = _lock_and_load(_game_id_of(decision_id), now)
        decision = (
            decisions.overdue_decisions(now).filter(pk=decision_id).select_related("seat").first()
        )
        if decision is None or not play.game.is_running:
            return False
        failpoints.hit("expiring")
        seat = play.seats[decision.seat.name]
        was_there, before = not seat.is_absent, play.pending_decisions()
        if was_there:
            _count_timeout(seat)
        play.play_silence(seat, Submission.Via.SILENCE)
        _advance_game(play, before, {seat: Decision.ClosedBy.SILENCE})
        if was_there:
            notices.notify_timeout(decision, seat, now=now)
        failpoints.hit("before_commit")
    failpoints.hit("after_commit")
    return True


def leave_game(game_id: int, person: Person, *, now: datetime) -> Seat:
    """Give up a seat for good (CP6).

    In a game that knows an act for it, such as to resign, the seat does it. If the game goes on,
    or knows no such thing, the seat is absent at once and waits for a substitute.
    """
    with transaction.atomic():
        play = _lock_and_load(game_id, now)
        seat = play.seat_of(person)
        _require_unpaused(play.game)
        before = play.pending_decisions()
        if way_out := _leaving_order(play, seat):
            key = f"leave-{play.game.version}"
            play.play_text(seat, way_out, via=Submission.Via.WEB, key=key, person=person)
        if play.game.rules.judgement.outcome(play.state) is None:
            seats.leave_seat(seat, now)
        _advance_game(play, before, {seat: Decision.ClosedBy.ABSENCE})
        notices.notify_departure(seat, person, now=now)
        return seat


def become_substitute(game_id: int, seat_name: str, person: Person, *, now: datetime) -> Seat:
    """Sit down at a seat that is vacant or absent, in place of whoever had it."""
    with transaction.atomic():
        play = _lock_and_load(game_id, now)
        _require_unpaused(play.game)
        seat = play.seats[seat_name]
        if not seat.is_absent:
            raise Rejected(_("This seat is taken."))
        if _had_seat(play, person):
            raise Rejected(_("You have or had a seat in this game."))
        if play.game.removals.filter(person=person).exists():
            raise Rejected(_("The host has taken you from this table."))
        before = seat.person
        if before is not None:
            seats.leave_seat(seat, now)
        seats.fill_seat(seat, person, now)
        notices.notify_substitution(seat, before, now=now)
        return seat


def return_to_seat(game_id: int, person: Person, *, now: datetime) -> Seat:
    """Return to one's own seat after being absent, as long as the game goes on: who comes back
    behind its end has not come back."""
    with transaction.atomic():
        play = _lock_and_load(game_id, now)
        seat = play.seat_of(person)
        _require_running(play.game)
        _reinstate_player(play, seat)
        return seat


def vacate_seat(game_id: int, seat_name: str, *, now: datetime) -> Person:
    """Take somebody's seat from him, so that it waits for a substitute; return who he is."""
    with transaction.atomic():
        play = _lock_and_load(game_id, now)
        _require_running(play.game)
        seat = play.seats[seat_name]
        if seat.person is None:
            raise Rejected(_("Nobody sits at this seat."))
        person, before = seat.person, play.pending_decisions()
        seats.leave_seat(seat, now)
        _answer_for_absent_seat(play, before, seat)
        return person


def substitute_player(
    game_id: int, seat_name: str, person: Person, *, now: datetime
) -> Person | None:
    """Let somebody play on at a seat, whoever has it; return who had it. What is asked there is
    asked anew."""
    with transaction.atomic():
        play = _lock_and_load(game_id, now)
        _require_running(play.game)
        seat = play.seats[seat_name]
        if _had_seat(play, person):
            raise Rejected(_("This person has or had a seat in this game."))
        before = seat.person
        if before is not None:
            seats.leave_seat(seat, now)
        seats.fill_seat(seat, person, now)
        notices.notify_players(play.game, decisions.ask_substitute(seat, now=now), now=now)
        return before


def mark_person_absent(game_id: int, person: Person, *, now: datetime) -> Seat:
    """Let somebody who cannot play be absent until he comes back."""
    with transaction.atomic():
        game, sitting = store.lock_game(game_id)
        seat = LockedGame(game, sitting, None, now).seat_of(person)
        seats.mark_absent(seat)
        with suppress(DamagedError):  # its deadlines wait, and so does what silence does
            play = LockedGame(game, sitting, store.load_state(game), now)
            _answer_for_absent_seat(play, play.pending_decisions(), seat)
        return seat


def pause_game(game_id: int, *, now: datetime) -> None:
    """Halt a game: nothing is asked, nothing can be handed in, and its clocks stand still."""
    with transaction.atomic():
        game, _seats = store.lock_game(game_id)
        _require_unpaused(game)
        game.paused_at = now
        game.save(update_fields=["paused_at"])


def resume_game(game_id: int, *, now: datetime) -> None:
    """Let a game that was paused go on; its clocks are as they were, with at least a day."""
    with transaction.atomic():
        play = _lock_and_load(game_id, now)
        game, before = play.game, play.pending_decisions()
        if game.paused_at is None:
            raise Rejected(_("This game is not paused."))
        since, game.paused_at = game.paused_at, None
        game.save(update_fields=["paused_at"])
        decisions.restart_clocks(game, since, now=now)
        absent = [seat for seat in play.seats.values() if seat.is_absent]
        _advance_game(play, before, dict.fromkeys(absent, Decision.ClosedBy.ABSENCE))


def extend_deadline(decision_id: int, until: datetime, *, now: datetime) -> Decision:
    """Give somebody more time for what is asked of him; return the decision."""
    with transaction.atomic():
        game, _seats = store.lock_game(_game_id_of(decision_id))
        _require_unpaused(game)
        decision = Decision.objects.select_related("seat__person").get(pk=decision_id)
        if not decision.is_open:
            raise Rejected(_("This is not asked any more."))
        if until <= max(now, decision.due_at):
            raise Rejected(_("This is no later than the deadline is now."))
        decisions.move_deadline(decision, until, now=now)
        return decision


def annul_game(game_id: int, *, now: datetime) -> None:
    """End a game so that it counts for nothing, or let one that has ended count for nothing. What
    has happened stays as it is."""
    with transaction.atomic():
        game, _seats = store.lock_game(game_id)
        if game.status not in (Game.Status.RUNNING, Game.Status.OVER):
            raise Rejected(_("This game has not begun, or is annulled already."))
        game.status, game.paused_at = Game.Status.ANNULLED, None
        game.ended_at = game.ended_at or now
        game.save(update_fields=["status", "paused_at", "ended_at"])
        asked = Decision.objects.filter(game=game, closed_at=None)
        asked.update(closed_at=now, closed_by=Decision.ClosedBy.STAFF)


def record_start(game: Game, events: Sequence[Any], *, now: datetime) -> None:
    """Record the set-up of a game that starts and ask the first seat; the caller has the lock."""
    sitting = {seat.name: seat for seat in game.seats.select_related("person")}
    play = LockedGame(game, sitting, None, now)
    before = play.pending_decisions()
    play.apply_events(events)
    standing_orders.file_defaults(game, play.state, now=now)
    game.status, game.started_at = Game.Status.RUNNING, now
    _advance_game(play, before, {})
    game.save(update_fields=["status", "started_at"])


def _game_id_of(decision_id: int) -> int:
    return Decision.objects.values_list("game_id", flat=True).get(pk=decision_id)


def _lock_and_load(game_id: int, now: datetime) -> LockedGame:
    game, sitting = store.lock_game(game_id)
    return LockedGame(game, sitting, store.load_state(game) if game.version else None, now)


def _count_timeout(seat: Seat) -> None:
    """Note that a seat has let its time go by, and is absent if that is too often (CP5)."""
    seat.timeouts += 1
    seat.timeouts_in_row += 1
    seat.save(update_fields=["timeouts", "timeouts_in_row"])
    if seat.timeouts_in_row >= decisions.pace_of(seat.game).absent_after and not seat.is_absent:
        seats.mark_absent(seat)


def _reinstate_player(play: LockedGame, seat: Seat) -> None:
    """Let the person at a seat play it, and tell the others if he was absent."""
    was_absent = seat.is_absent
    seats.mark_present(seat)
    if was_absent:
        notices.notify_return(seat, now=play.now)


def _leaving_order(play: LockedGame, seat: Seat) -> str:
    """Return the order by which a seat leaves the game, "" if there is none."""
    acts = play.game.rules.judgement.side_actions(play.state, seat.name)
    return next((act.text for act in acts if act.leaves), "")


def _had_seat(play: LockedGame, person: Person) -> bool:
    sits = any(seat.person_id == person.pk for seat in play.seats.values())
    return sits or play.game.departures.filter(person=person).exists()


def _require_running(game: Game) -> None:
    if not game.is_running:
        raise GameIsOver


def _require_unpaused(game: Game) -> None:
    _require_running(game)
    if game.is_paused:
        raise GameIsPaused


def _answer_for_absent_seat(play: LockedGame, before: PendingDecisions, seat: Seat) -> None:
    """Let silence answer for a seat that is absent from now on, unless the game is paused."""
    if play.game.is_running and not play.game.is_paused:
        _advance_game(play, before, {seat: Decision.ClosedBy.ABSENCE})


def _find_refusal(play: LockedGame, seat: Seat, orders: Orders) -> Rejected | None:
    """Return why nothing can be handed in now, if so."""
    if not play.game.is_running:
        return GameIsOver()
    if play.game.is_paused:
        return GameIsPaused()
    acts = play.side_actions_in(seat, orders.text)
    is_timeless = bool(acts) and all(act.any_time for act in acts)
    if not is_timeless and _is_stale(play, seat, orders):
        return StaleVersion()
    if seat not in play.pending_decisions().by and not acts:
        return NothingPending()
    return None


def _is_stale(play: LockedGame, seat: Seat, orders: Orders) -> bool:
    """Whether the person has not seen what the orders are about.

    What several owe at once goes stale only when the person's own decision has changed.
    """
    if orders.seen_version == play.game.version:
        return False
    kind = play.pending_decisions().by.get(seat)
    if kind is None or not play.game.rules.judgement.decision_kinds[kind].parallel:
        return True
    mine = Decision.objects.filter(seat=seat, closed_at=None)
    return not mine.filter(version__lte=orders.seen_version).exists()


def _repeat_receipt(seat: Seat, key: str, refusal: Exception) -> SubmissionReceipt:
    """Return the receipt that the key was answered with before, or else raise the refusal."""
    known = Submission.objects.filter(seat=seat, key=key).first()
    if known is None:
        raise refusal
    return SubmissionReceipt(seat.game, seat, known, repeated=True)


def _play_orders(play: LockedGame, seat: Seat, orders: Orders) -> Submission:
    before = play.pending_decisions()
    if orders.ahead and play.game.rules.standing:
        standing_orders.file_for_turn(seat, play.state, orders.ahead, now=play.now)
    submission = play.play_text(
        seat, orders.text, via=orders.via, key=orders.key, person=orders.person
    )
    if orders.person.pk == seat.person_id and (seat.timeouts_in_row or seat.is_absent):
        _reinstate_player(play, seat)
    _advance_game(play, before, {seat: Decision.ClosedBy.ANSWER})
    return submission


def _advance_game(play: LockedGame, before: PendingDecisions, reasons: Mapping[Seat, str]) -> None:
    """Answer where nobody must be asked, store it all, ask whoever is to act, and note who must
    hear.

    ``before`` is what was owed until now; ``reasons`` tells why a seat's decision closes.
    """
    while _answer_for_one_seat(play):
        pass
    if not play.events:
        return
    game, after = play.game, play.pending_decisions()
    answered = {submission.seat for submission in play.submissions if not submission.is_side_action}
    closed, opened = decisions.diff_pending(game, before, after, answered, now=play.now)
    record = store.TurnResult(
        events=play.events,
        state=play.state,
        submissions=play.submissions,
        closed={seat.pk: reasons.get(seat, Decision.ClosedBy.EVENTS) for seat in closed},
        opened=opened,
    )
    store.append_events(game, record, now=play.now)
    outcome = game.rules.judgement.outcome(play.state)
    if outcome is not None:
        _record_outcome(play, outcome)
    notices.notify_players(game, opened, now=play.now)
    fairness.commit_set_ups(game, play.events, now=play.now)


def _answer_for_one_seat(play: LockedGame) -> bool:
    """Answer for a seat by its standing orders or play the turn it has handed in ahead, or else
    answer for one that is absent, or whose person is away; say whether there was one."""
    owed = play.pending_decisions().by
    if any(play.answer_by_standing_orders(seat, kind) for seat, kind in owed.items()):
        return True
    if any(play.play_premove(seat, kind) for seat, kind in owed.items()):
        return True
    for seat, kind in owed.items():
        if seat.stand_in is not None:
            continue
        if seat.is_absent:
            play.play_silence(seat, Submission.Via.ABSENCE)
            return True
        if standing_orders.is_seat_away(seat, kind, play.now):
            play.play_silence(seat, Submission.Via.AWAY)
            return True
    return False


def _record_outcome(play: LockedGame, outcome: Outcome) -> None:
    game, ending = play.game, list(play.seats.values())
    game.status, game.ended_at = Game.Status.OVER, play.now
    game.winners, game.reason = list(outcome.winners), outcome.reason
    game.save(update_fields=["status", "ended_at", "winners", "reason"])
    report = knowledge.known_game(game, None).report
    lasting = {column.name for column in game.rules.telling.columns if column.lasting}
    numbers = {line.seat: line.numbers for line in report.seats}
    sides = {
        name: (number, team.place)
        for number, team in enumerate(outcome.teams or _teams_by_winners(game, outcome))
        for name in team.seats
    }
    for seat in ending:
        told = numbers.get(seat.name, {})
        seat.numbers = {name: told[name] for name in told if name in lasting}
        seat.has_won = seat.name in outcome.winners
        seat.side, seat.place = sides[seat.name]
    Seat.objects.bulk_update(ending, ["numbers", "has_won", "side", "place"])


def _teams_by_winners(game: Game, outcome: Outcome) -> list[Team]:
    """Return the sides of a table with their places, where only winners are told."""
    sides = game.rules.seating.table_layout(game.options).sides
    return [Team(side, _place_of_side(side, outcome.winners)) for side in sides]


def _place_of_side(side: tuple[str, ...], winners: tuple[str, ...]) -> int:
    return 1 if not winners or set(side) & set(winners) else 2

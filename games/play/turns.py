"""The only functions that change a running game: submit, expire, leave, substitute, return, and
what the staff may do to it.

Each of them holds one transaction: lock the game's row, check, play, store, write the letters.
"""

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
from games.ahead import premoves, standing_orders
from games.models import Decision, Game, Premove, Seat, Submission
from games.play import decisions, fairness, knowledge, notices, seats, store
from games.play.damage import DamagedError
from games.play.decisions import PendingDecisions
from mail import failpoints


class Rejected(Exception):
    """A refusal for a reason outside the rules, with one sentence for the player."""

    sentence: ClassVar[str] = ""

    def __str__(self) -> str:
        return super().__str__() or _(self.sentence)


class NotSeated(Rejected):
    """The person has no seat in this game."""

    sentence = gettext_noop("You have no seat in this game.")


class NothingPending(Rejected):
    """This seat owes nothing now."""

    sentence = gettext_noop("There is nothing for you to do in this game now.")


class GameIsOver(Rejected):
    """The game is over."""

    sentence = gettext_noop("This game is over.")


class GameIsPaused(Rejected):
    """The staff has paused the game."""

    sentence = gettext_noop("This game is paused. Nothing is lost; it can be played on later.")


class StaleVersion(Rejected):
    """The person saw an older version of the game than the present one."""

    sentence = gettext_noop("The game has gone on since you looked at it.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """What a person hands in: the text, the version it was written for, and its idempotency key.

    ``ahead`` are standing orders that answer if the seat is asked again in the same turn.
    """

    game_id: int
    person: Person
    text: str
    seen_version: int
    key: str
    via: str = Submission.Via.WEB
    ahead: str = ""


@dataclass(slots=True)
class LockedGame:
    """A game while its row is locked: its seats, its state, and what has happened so far in this
    transaction."""

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
        kinds = rules.judgement.to_act(self.state).items()
        number = rules.judgement.turn_number(self.state)
        return PendingDecisions({self.seats[name]: kind for name, kind in kinds}, number)

    def seat_of(self, person: Person) -> Seat:
        """Return the seat of a person, or the seat where they stand in; raise ``NotSeated``."""
        for seat in self.seats.values():
            if person.pk in (seat.person_id, seat.stand_in_id):
                return seat
        raise NotSeated

    def apply_events(self, events: Sequence[Any]) -> None:
        """Apply events to the state; ``_advance_game`` stores them later, all at once."""
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
        """Play a seat's text with the numbers of the game, and add it to the submissions.

        Raises ``conquest.core.Refused``; then nothing has changed.
        """
        rules, first = self.game.rules, self.game.version + len(self.events) + 1
        orders = rules.notation.read_orders(self.state, seat.name, text)
        numbers = chance.keyed_numbers(
            fairness.chance_key(self.game), rules.judgement.numbers_drawn(self.state)
        )
        # This may refuse the orders, so nothing is changed before it.
        events = rules.judgement.decide(self.state, seat.name, orders, numbers)
        last = first + len(events) - 1
        seen = self.game.version if seen_version is None else seen_version
        before, is_act = self._pending_for(seat), bool(self.side_actions_in(seat, text))
        self.apply_events(events)
        submission = Submission(
            game=self.game, seat=seat, person=person, key=key, text=text, seen_version=seen,
            first_seq=first, last_seq=last, via=via, at=self.now,
            # An act that leaves the turn as it was must not use up the draft of the turn.
            is_side_action=is_act and self._pending_for(seat) == before,
        )  # fmt: skip
        self.submissions.append(submission)
        return submission

    def side_actions_in(self, seat: Seat, text: str) -> list[SideAction]:
        """Return the side actions in a text, or none if it contains anything else."""
        rules = self.game.rules
        known = {act.text: act for act in rules.judgement.side_actions(self.state, seat.name)}
        words = [word.casefold() for word in rules.notation.split_words(text)]
        return [known[word] for word in words] if set(words) <= set(known) else []

    def _pending_for(self, seat: Seat) -> tuple[str | None, int]:
        """Return what a seat owes, and the number of the turn."""
        pending = self.pending_decisions()
        return pending.by.get(seat), pending.number

    def answer_by_standing_orders(self, seat: Seat, kind: str) -> bool:
        """Answer for a seat by its standing orders (CP4); return whether they had an answer."""
        orders = standing_orders.answer_by_orders(seat, self.state, kind)
        if orders is None:
            return False
        key = f"standing-{self.game.version + len(self.events)}"
        text = self.game.rules.notation.write_orders(orders)
        self.play_text(seat, text, via=Submission.Via.STANDING, key=key)
        return True

    def play_premove(self, seat: Seat, kind: str) -> bool:
        """Play the premove of a seat if its conditions hold, else drop it; return whether it was
        played."""
        if not self.game.rules.judgement.decision_kinds[kind].premove or seat.is_absent:
            return False
        premove = premoves.waiting_premove(seat)
        if premove is None:
            return False
        conflict = premoves.premove_conflict(premove, self.game.rules, self.state)
        if conflict is None and self._try_premove(seat, premove):
            premove.delete()
            # A turn handed in ahead is a turn in time: it ends a row of timeouts (CP5).
            if seat.timeouts_in_row:
                seats.mark_present(seat)
            return True
        # It is tried once. Dropped, it stays as a row whose reason page and letter tell.
        reason, field = conflict or (Premove.Reason.REFUSED, "")
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
        """Play for a seat what silence means: the choice of the table, else of the rules (CP5)."""
        kind = self.pending_decisions().by.get(seat, "")
        orders = standing_orders.orders_for_silence(seat, self.state, kind)
        text = self.game.rules.notation.write_orders(orders)
        key = f"{via}-{self.game.version + len(self.events)}"
        self.play_text(seat, text, via=via, key=key)


@dataclass(frozen=True, slots=True)
class SubmissionReceipt:
    """The answer to a submission; ``repeated`` if the same key was answered before."""

    game: Game
    seat: Seat
    submission: Submission
    repeated: bool


def submit(orders: Orders, *, now: datetime) -> SubmissionReceipt:
    """Play a person's orders.

    Raises ``Rejected`` (not seated, not asked, over, stale) or ``conquest.core.Refused``;
    then nothing has changed. The same key again returns the first receipt again.
    """
    try:
        # Events, position, decisions and letters are one transaction: an accepted move is durable
        # before anybody hears of it, and a failed one leaves nothing behind.
        with transaction.atomic():
            # From here to the commit nobody else can change this game.
            locked = _lock_and_load(orders.game_id, now)
            seat = locked.seat_of(orders.person)
            # A repeated key is nearly always stale, since its first use moved the game on. So the
            # key is looked up only after a refusal, and turns that count save the query.
            refusal = _find_refusal(locked, seat, orders)
            if refusal is not None:
                return _repeat_receipt(seat, orders.key, refusal)
            submission = _play_orders(locked, seat, orders)
            failpoints.hit("before_commit")
    except IntegrityError as clash:  # UNIQUE (seat, key): the key was used for another version
        return _repeat_receipt(seat, orders.key, clash)
    failpoints.hit("after_commit")
    return SubmissionReceipt(locked.game, seat, submission, repeated=False)


def expire_decision(decision_id: int, *, now: datetime) -> bool:
    """Answer a decision whose time is up with what silence means (CP5); return whether it was
    still open and late."""
    with transaction.atomic():
        locked = _lock_and_load(_game_id_of(decision_id), now)
        # Ask again under the lock: an answer may have come first, or another worker. Whether it
        # may be tried now is not asked again, since the attempt that runs counts already.
        decision = (
            decisions.overdue_decisions(now).filter(pk=decision_id).select_related("seat").first()
        )
        if decision is None or not locked.game.is_running:
            return False
        failpoints.hit("expiring")
        seat = locked.seats[decision.seat.name]
        was_present, before = not seat.is_absent, locked.pending_decisions()
        # Count first: if this timeout makes the seat absent, its next decisions are answered below.
        if was_present:
            _count_timeout(seat)
        locked.play_silence(seat, Submission.Via.SILENCE)
        _advance_game(locked, before, {seat: Decision.ClosedBy.SILENCE})
        # Notify last: if silence ended the game, the letter about the end is enough.
        if was_present:
            notices.notify_timeout(decision, seat, now=now)
        failpoints.hit("before_commit")
    failpoints.hit("after_commit")
    return True


def leave_game(game_id: int, person: Person, *, now: datetime) -> Seat:
    """Give up a seat for good (CP6).

    If the game has a side action for it, such as to resign, the seat does it. If the game goes on
    after that, or has no such action, the seat is absent at once and waits for a substitute.
    """
    with transaction.atomic():
        locked = _lock_and_load(game_id, now)
        seat = locked.seat_of(person)
        # Often a pause is there because the rules are suspected: what is played cannot be undone.
        _require_unpaused(locked.game)
        before = locked.pending_decisions()
        if order := _leaving_order(locked, seat):
            key = f"leave-{locked.game.version}"
            locked.play_text(seat, order, via=Submission.Via.WEB, key=key, person=person)
        if locked.game.rules.judgement.outcome(locked.state) is None:
            seats.leave_seat(seat, now)
        _advance_game(locked, before, {seat: Decision.ClosedBy.ABSENCE})
        notices.notify_departure(seat, person, now=now)
        return seat


def become_substitute(game_id: int, seat_name: str, person: Person, *, now: datetime) -> Seat:
    """Take over a vacant or absent seat; the person who had it has left."""
    with transaction.atomic():
        locked = _lock_and_load(game_id, now)
        _require_unpaused(locked.game)
        seat = locked.seats[seat_name]
        if not seat.is_absent:
            raise Rejected(_("This seat is taken."))
        if _had_seat(locked, person):
            raise Rejected(_("You have or had a seat in this game."))
        if locked.game.removals.filter(person=person).exists():
            raise Rejected(_("The host has taken you from this table."))
        predecessor = seat.person
        if predecessor is not None:
            seats.leave_seat(seat, now)
        seats.fill_seat(seat, person, now)
        notices.notify_substitution(seat, predecessor, now=now)
        return seat


def return_to_seat(game_id: int, person: Person, *, now: datetime) -> Seat:
    """Return to one's own seat after being absent; raise ``GameIsOver`` once the game is over.

    A seat that was absent at the end counts as left, so nobody can return after it.
    """
    with transaction.atomic():
        locked = _lock_and_load(game_id, now)
        seat = locked.seat_of(person)
        _require_running(locked.game)
        _reinstate_player(locked, seat)
        return seat


def vacate_seat(game_id: int, seat_name: str, *, now: datetime) -> Person:
    """Take a seat from its person, so that it waits for a substitute; return that person."""
    with transaction.atomic():
        locked = _lock_and_load(game_id, now)
        _require_running(locked.game)
        seat = locked.seats[seat_name]
        if seat.person is None:
            raise Rejected(_("Nobody sits at this seat."))
        person, before = seat.person, locked.pending_decisions()
        seats.leave_seat(seat, now)
        _answer_for_absent_seat(locked, before, seat)
        return person


def substitute_player(
    game_id: int, seat_name: str, person: Person, *, now: datetime
) -> Person | None:
    """Give a seat to another person and return its former person, if any.

    An open decision of the seat closes, and a new one opens for the substitute.
    """
    with transaction.atomic():
        locked = _lock_and_load(game_id, now)
        _require_running(locked.game)
        seat = locked.seats[seat_name]
        if _had_seat(locked, person):
            raise Rejected(_("This person has or had a seat in this game."))
        predecessor = seat.person
        if predecessor is not None:
            seats.leave_seat(seat, now)
        seats.fill_seat(seat, person, now)
        # The substitute has had no letter yet: their clock starts with a letter of their own.
        notices.notify_players(locked.game, decisions.ask_substitute(seat, now=now), now=now)
        return predecessor


def mark_person_absent(game_id: int, person: Person, *, now: datetime) -> Seat:
    """Mark the seat of a person who cannot play as absent until they return."""
    with transaction.atomic():
        game, seats_by_name = store.lock_game(game_id)
        seat = LockedGame(game, seats_by_name, None, now).seat_of(person)
        seats.mark_absent(seat)
        # In a damaged game deadlines wait for its repair, and so does what silence would play.
        with suppress(DamagedError):
            locked = LockedGame(game, seats_by_name, store.load_state(game), now)
            _answer_for_absent_seat(locked, locked.pending_decisions(), seat)
        return seat


def pause_game(game_id: int, *, now: datetime) -> None:
    """Pause a game: no decision is due, nothing can be handed in, and its clocks stand still."""
    with transaction.atomic():
        # The position is not loaded, so that a damaged game can be paused, too.
        game, _seats = store.lock_game(game_id)
        _require_unpaused(game)
        game.paused_at = now
        game.save(update_fields=["paused_at"])


def resume_game(game_id: int, *, now: datetime) -> None:
    """Resume a paused game: players have the time they had left, and at least a day."""
    with transaction.atomic():
        locked = _lock_and_load(game_id, now)
        game, before = locked.game, locked.pending_decisions()
        if game.paused_at is None:
            raise Rejected(_("This game is not paused."))
        since, game.paused_at = game.paused_at, None
        game.save(update_fields=["paused_at"])
        decisions.restart_clocks(game, since, now=now)
        # A seat that became absent during the pause was not answered for then.
        absent = [seat for seat in locked.seats.values() if seat.is_absent]
        _advance_game(locked, before, dict.fromkeys(absent, Decision.ClosedBy.ABSENCE))


def extend_deadline(decision_id: int, until: datetime, *, now: datetime) -> Decision:
    """Move the deadline of an open decision to a later time; return the decision."""
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
    """Annul a running or finished game, so that it counts for nothing; its events stay."""
    with transaction.atomic():
        game, _seats = store.lock_game(game_id)
        if game.status not in (Game.Status.RUNNING, Game.Status.OVER):
            raise Rejected(_("This game has not begun, or is annulled already."))
        game.status, game.paused_at = Game.Status.ANNULLED, None
        game.ended_at = game.ended_at or now
        game.save(update_fields=["status", "paused_at", "ended_at"])
        open_decisions = Decision.objects.filter(game=game, closed_at=None)
        open_decisions.update(closed_at=now, closed_by=Decision.ClosedBy.STAFF)


def record_start(game: Game, events: Sequence[Any], *, now: datetime) -> None:
    """Record the set-up of a game that starts and ask the first seat; the caller holds the lock."""
    seats_by_name = {seat.name: seat for seat in game.seats.select_related("person")}
    locked = LockedGame(game, seats_by_name, None, now)
    before = locked.pending_decisions()
    locked.apply_events(events)
    # Before anything is asked, so that they can answer the first question of the game.
    standing_orders.file_defaults(game, locked.state, now=now)
    game.status, game.started_at = Game.Status.RUNNING, now
    _advance_game(locked, before, {})
    game.save(update_fields=["status", "started_at"])


def _game_id_of(decision_id: int) -> int:
    return Decision.objects.values_list("game_id", flat=True).get(pk=decision_id)


def _lock_and_load(game_id: int, now: datetime) -> LockedGame:
    game, seats_by_name = store.lock_game(game_id)
    return LockedGame(game, seats_by_name, store.load_state(game) if game.version else None, now)


def _count_timeout(seat: Seat) -> None:
    """Count a timeout of a seat, and mark it absent after too many in a row (CP5)."""
    seat.timeouts += 1
    seat.timeouts_in_row += 1
    seat.save(update_fields=["timeouts", "timeouts_in_row"])
    if seat.timeouts_in_row >= decisions.pace_of(seat.game).absent_after and not seat.is_absent:
        seats.mark_absent(seat)


def _reinstate_player(locked: LockedGame, seat: Seat) -> None:
    """Mark the person at a seat as present, and notify the others if the seat was absent."""
    was_absent = seat.is_absent
    seats.mark_present(seat)
    if was_absent:
        notices.notify_return(seat, now=locked.now)


def _leaving_order(locked: LockedGame, seat: Seat) -> str:
    """Return the order by which a seat leaves the game, "" if there is none."""
    actions = locked.game.rules.judgement.side_actions(locked.state, seat.name)
    return next((action.text for action in actions if action.leaves), "")


def _had_seat(locked: LockedGame, person: Person) -> bool:
    """Whether a person sits in the game now, or has left it."""
    sits = any(seat.person_id == person.pk for seat in locked.seats.values())
    return sits or locked.game.departures.filter(person=person).exists()


def _require_running(game: Game) -> None:
    if not game.is_running:
        raise GameIsOver


def _require_unpaused(game: Game) -> None:
    _require_running(game)
    if game.is_paused:
        raise GameIsPaused


def _answer_for_absent_seat(locked: LockedGame, before: PendingDecisions, seat: Seat) -> None:
    """Play silence for a seat that has become absent, unless the game is paused or over."""
    if locked.game.is_running and not locked.game.is_paused:
        _advance_game(locked, before, {seat: Decision.ClosedBy.ABSENCE})


def _find_refusal(locked: LockedGame, seat: Seat, orders: Orders) -> Rejected | None:
    """Return why these orders cannot be handed in now, or None if they can."""
    if not locked.game.is_running:
        return GameIsOver()
    if locked.game.is_paused:
        return GameIsPaused()
    # Some actions, such as to resign, mean the same whatever has happened: they never go stale.
    actions = locked.side_actions_in(seat, orders.text)
    is_timeless = bool(actions) and all(action.any_time for action in actions)
    if not is_timeless and _is_stale(locked, seat, orders):
        return StaleVersion()
    if seat not in locked.pending_decisions().by and not actions:
        return NothingPending()
    return None


def _is_stale(locked: LockedGame, seat: Seat, orders: Orders) -> bool:
    """Whether the orders were written for an older version of the game.

    What several seats owe at once goes stale only when the person's own decision has changed.
    """
    if orders.seen_version == locked.game.version:
        return False
    kind = locked.pending_decisions().by.get(seat)
    if kind is None or not locked.game.rules.judgement.decision_kinds[kind].parallel:
        return True
    # Others may have handed in theirs meanwhile, which moved the version but not this decision.
    own_decision = Decision.objects.filter(seat=seat, closed_at=None)
    return not own_decision.filter(version__lte=orders.seen_version).exists()


def _repeat_receipt(seat: Seat, key: str, refusal: Exception) -> SubmissionReceipt:
    """Return the receipt of the first submission with this key, or raise the refusal."""
    submission = Submission.objects.filter(seat=seat, key=key).first()
    if submission is None:
        raise refusal
    return SubmissionReceipt(seat.game, seat, submission, repeated=True)


def _play_orders(locked: LockedGame, seat: Seat, orders: Orders) -> Submission:
    """Play orders that are not refused, and advance the game; return their submission."""
    before = locked.pending_decisions()
    # File these first: the attacker's plan may go on as soon as the answer below is played.
    if orders.ahead and locked.game.rules.standing:
        standing_orders.file_for_turn(seat, locked.state, orders.ahead, now=locked.now)
    submission = locked.play_text(
        seat, orders.text, via=orders.via, key=orders.key, person=orders.person
    )
    # A move brings its owner back, before absence could answer for the seat. A stand-in's does not.
    if orders.person.pk == seat.person_id and (seat.timeouts_in_row or seat.is_absent):
        _reinstate_player(locked, seat)
    _advance_game(locked, before, {seat: Decision.ClosedBy.ANSWER})
    return submission


def _advance_game(
    locked: LockedGame, before: PendingDecisions, reasons: Mapping[Seat, str]
) -> None:
    """Answer for seats that need not be asked, store all events, open and close decisions, and
    write the letters.

    ``before`` is what was owed until now; ``reasons`` tells why a seat's decision closes.
    """
    # Each answer can make another seat owe one, so go on until somebody must really be asked.
    while _answer_for_one_seat(locked):
        pass
    if not locked.events:
        return
    # Only now compare what is owed: a question that was answered at once never becomes a decision.
    game, after = locked.game, locked.pending_decisions()
    answered = {
        submission.seat for submission in locked.submissions if not submission.is_side_action
    }
    closed, opened = decisions.diff_pending(game, before, after, answered, now=locked.now)
    record = store.TurnResult(
        events=locked.events,
        state=locked.state,
        submissions=locked.submissions,
        closed={seat.pk: reasons.get(seat, Decision.ClosedBy.EVENTS) for seat in closed},
        opened=opened,
    )
    store.append_events(game, record, now=locked.now)
    # The outcome comes before the letters, which tell that the game is over.
    outcome = game.rules.judgement.outcome(locked.state)
    if outcome is not None:
        _record_outcome(locked, outcome)
    # Letters come after the events: they name the decisions by the ids that these got.
    notices.notify_players(game, opened, now=locked.now)
    # This waits for the lock of the one chain of commitments. It must be the last lock of the
    # transaction, so that nobody who holds it waits for anybody else.
    fairness.commit_set_ups(game, locked.events, now=locked.now)


def _answer_for_one_seat(locked: LockedGame) -> bool:
    """Answer for one seat by its standing orders, its premove, or silence if it is absent or its
    person is away; return whether there was such a seat.

    Each answer changes what is owed, so the caller asks again after one.
    """
    kinds = locked.pending_decisions().by
    # Standing orders go before silence, also where the seat is absent (CP4).
    if any(locked.answer_by_standing_orders(seat, kind) for seat, kind in kinds.items()):
        return True
    if any(locked.play_premove(seat, kind) for seat, kind in kinds.items()):
        return True
    for seat, kind in kinds.items():
        # A stand-in is asked like a player; a worker answers for it in a transaction of its own.
        if seat.stand_in is not None:
            continue
        if seat.is_absent:
            locked.play_silence(seat, Submission.Via.ABSENCE)
            return True
        # Only answers are given for somebody who is away; their turns wait as ever.
        if standing_orders.is_seat_away(seat, kind, locked.now):
            locked.play_silence(seat, Submission.Via.AWAY)
            return True
    return False


def _record_outcome(locked: LockedGame, outcome: Outcome) -> None:
    """Store the end of a game, and with each seat its result and its lasting numbers."""
    game, final_seats = locked.game, list(locked.seats.values())
    game.status, game.ended_at = Game.Status.OVER, locked.now
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
    for seat in final_seats:
        counted = numbers.get(seat.name, {})
        seat.numbers = {name: counted[name] for name in counted if name in lasting}
        seat.has_won = seat.name in outcome.winners
        seat.side, seat.place = sides[seat.name]
    Seat.objects.bulk_update(final_seats, ["numbers", "has_won", "side", "place"])


def _teams_by_winners(game: Game, outcome: Outcome) -> list[Team]:
    """Return the sides of a table with their places, for rules that name only the winners."""
    sides = game.rules.seating.table_layout(game.options).sides
    return [Team(side, _place_of_side(side, outcome.winners)) for side in sides]


def _place_of_side(side: tuple[str, ...], winners: tuple[str, ...]) -> int:
    return 1 if not winners or set(side) & set(winners) else 2

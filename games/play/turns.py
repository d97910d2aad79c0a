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
    standing,
    store,
)
from games.play.damage import DamagedError
from games.play.decisions import Owed
from mail import fault


class Rejected(Exception):
    """A submission that does not concern the rules: said to the player in one sentence."""

    sentence: ClassVar[str] = ""

    def __str__(self) -> str:
        return super().__str__() or _(self.sentence)


class NotSeated(Rejected):
    """The person has no seat in this game."""

    sentence = gettext_noop("You have no seat in this game.")


class NotAsked(Rejected):
    """Nothing is asked of this seat now."""

    sentence = gettext_noop("There is nothing for you to do in this game now.")


class Over(Rejected):
    """The game is over."""

    sentence = gettext_noop("This game is over.")


class Paused(Rejected):
    """The game is halted for a while."""

    sentence = gettext_noop("This game is paused. Nothing is lost; it can be played on later.")


class Stale(Rejected):
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
class Play:
    """A game while its row is locked: its seats, its state, and what has come to pass so far."""

    game: Game
    seats: Mapping[str, Seat]
    state: Any
    now: datetime
    events: list[Any] = field(default_factory=list)
    submissions: list[Submission] = field(default_factory=list)

    def owed(self) -> Owed:
        """Return what the seats owe now."""
        if self.state is None:
            return Owed({}, 0)
        rules = self.game.rules
        owing = rules.judgement.to_act(self.state).items()
        number = rules.judgement.turn_number(self.state)
        return Owed({self.seats[name]: kind for name, kind in owing}, number)

    def seat_of(self, person: Person) -> Seat:
        for seat in self.seats.values():
            if person.pk in (seat.person_id, seat.stand_in_id):
                return seat
        raise NotSeated

    def happen(self, events: Sequence[Any]) -> None:
        """Let events come to pass; they are stored later, all at once."""
        self.state = fold(self.game.rules, self.state, events)
        self.events += events

    def hand_in(
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
            fairness.key_of(self.game), rules.judgement.numbers_drawn(self.state)
        )
        happened = rules.judgement.decide(self.state, seat.name, orders, numbers)
        last = first + len(happened) - 1
        seen = self.game.version if seen_version is None else seen_version
        before, is_act = self._owed_of(seat), bool(self.acts_in(seat, text))
        self.happen(happened)
        submission = Submission(
            game=self.game, seat=seat, person=person, key=key, text=text, seen_version=seen,
            first_seq=first, last_seq=last, via=via, at=self.now,
            is_beside=is_act and self._owed_of(seat) == before,
        )  # fmt: skip
        self.submissions.append(submission)
        return submission

    def acts_in(self, seat: Seat, text: str) -> list[SideAction]:
        """Return what a text does beside the seat's turn or out of it, if it does nothing else."""
        rules = self.game.rules
        known = {act.text: act for act in rules.judgement.side_actions(self.state, seat.name)}
        words = [word.casefold() for word in rules.notation.split_words(text)]
        return [known[word] for word in words] if set(words) <= set(known) else []

    def _owed_of(self, seat: Seat) -> tuple[str | None, int]:
        """Return what a seat owes, and the number of the turn."""
        owed = self.owed()
        return owed.by.get(seat), owed.number

    def answer_ahead(self, seat: Seat, kind: str) -> bool:
        """Answer for a seat by its standing orders, if they do (CP4); say whether they did."""
        orders = standing.answer(seat, self.state, kind)
        if orders is None:
            return False
        key = f"standing-{self.game.version + len(self.events)}"
        text = self.game.rules.notation.write_orders(orders)
        self.hand_in(seat, text, via=Submission.Via.STANDING, key=key)
        return True

    def play_premove(self, seat: Seat, kind: str) -> bool:
        """Play the turn that a seat has handed in ahead, if it is as its author wanted; say whether
        it is."""
        if not self.game.rules.judgement.decision_kinds[kind].premove or seat.is_absent:
            return False
        premove = premoves.of(seat)
        if premove is None:
            return False
        hindered = premoves.hindrance(premove, self.game.rules, self.state)
        if hindered is None and self._plays(seat, premove):
            premove.delete()
            if seat.timeouts_in_row:
                seats.be_back(seat)
            return True
        reason, field = hindered or (Premove.Reason.REFUSED, "")
        premoves.drop(premove, reason, field, self.owed().number)
        return False

    def _plays(self, seat: Seat, premove: Premove) -> bool:
        key = f"premove-{self.game.version + len(self.events)}"
        via, version = Submission.Via.PREMOVE, premove.version
        try:
            self.hand_in(
                seat, premove.text, via=via, key=key, person=seat.person, seen_version=version
            )
        except Refused:
            return False
        return True

    def keep_silent(self, seat: Seat, via: str) -> None:
        """Play what silence means for a seat."""
        kind = self.owed().by.get(seat, "")
        orders = standing.silence(seat, self.state, kind)
        text = self.game.rules.notation.write_orders(orders)
        key = f"{via}-{self.game.version + len(self.events)}"
        self.hand_in(seat, text, via=via, key=key)


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
    try:
        with transaction.atomic():
            play = _enter(orders.game_id, now)
            seat = play.seat_of(orders.person)
            refusal = _refusal(play, seat, orders)
            if refusal is not None:
                return _again(seat, orders.key, refusal)
            submission = _play(play, seat, orders)
            fault.point("before_commit")
    except IntegrityError as clash:  # the key was used before, for another version
        return _again(seat, orders.key, clash)
    fault.point("after_commit")
    return Receipt(play.game, seat, submission, repeated=False)


def expire(decision_id: int, *, now: datetime) -> bool:
    """Answer a decision whose time is up with what silence means (CP5); say whether it did."""
    with transaction.atomic():
        play = _enter(_game_of(decision_id), now)
        decision = decisions.late(now).filter(pk=decision_id).select_related("seat").first()
        if decision is None or not play.game.is_running:
            return False
        fault.point("expiring")
        seat = play.seats[decision.seat.name]
        was_there, before = not seat.is_absent, play.owed()
        if was_there:
            _count_silence(seat)
        play.keep_silent(seat, Submission.Via.SILENCE)
        _run_on(play, before, {seat: Decision.ClosedBy.SILENCE})
        if was_there:
            notices.missed(decision, seat, now=now)
        fault.point("before_commit")
    fault.point("after_commit")
    return True


def leave(game_id: int, person: Person, *, now: datetime) -> Seat:
    """Give up a seat for good (CP6).

    In a game that knows an act for it, such as to resign, the seat does it. If the game goes on,
    or knows no such thing, the seat is absent at once and waits for a substitute.
    """
    with transaction.atomic():
        play = _enter(game_id, now)
        seat = play.seat_of(person)
        _must_go_on(play.game)
        before = play.owed()
        if way_out := _way_out(play, seat):
            key = f"leave-{play.game.version}"
            play.hand_in(seat, way_out, via=Submission.Via.WEB, key=key, person=person)
        if play.game.rules.judgement.outcome(play.state) is None:
            seats.vacate(seat, now)
        _run_on(play, before, {seat: Decision.ClosedBy.ABSENCE})
        notices.left(seat, person, now=now)
        return seat


def take_over(game_id: int, seat_name: str, person: Person, *, now: datetime) -> Seat:
    """Sit down at a seat that is vacant or absent, in place of whoever had it."""
    with transaction.atomic():
        play = _enter(game_id, now)
        _must_go_on(play.game)
        seat = play.seats[seat_name]
        if not seat.is_absent:
            raise Rejected(_("This seat is taken."))
        if _had_a_seat(play, person):
            raise Rejected(_("You have or had a seat in this game."))
        if play.game.removals.filter(person=person).exists():
            raise Rejected(_("The host has taken you from this table."))
        before = seat.person
        if before is not None:
            seats.vacate(seat, now)
        seats.sit(seat, person, now)
        notices.taken(seat, before, now=now)
        return seat


def come_back(game_id: int, person: Person, *, now: datetime) -> Seat:
    """Return to one's own seat after being absent, as long as the game goes on: who comes back
    behind its end has not come back."""
    with transaction.atomic():
        play = _enter(game_id, now)
        seat = play.seat_of(person)
        _must_run(play.game)
        _come_back(play, seat)
        return seat


def vacate(game_id: int, seat_name: str, *, now: datetime) -> Person:
    """Take somebody's seat from him, so that it waits for a substitute; return who he is."""
    with transaction.atomic():
        play = _enter(game_id, now)
        _must_run(play.game)
        seat = play.seats[seat_name]
        if seat.person is None:
            raise Rejected(_("Nobody sits at this seat."))
        person, before = seat.person, play.owed()
        seats.vacate(seat, now)
        _answer_for_the_absent(play, before, seat)
        return person


def replace(game_id: int, seat_name: str, person: Person, *, now: datetime) -> Person | None:
    """Let somebody play on at a seat, whoever has it; return who had it. What is asked there is
    asked anew."""
    with transaction.atomic():
        play = _enter(game_id, now)
        _must_run(play.game)
        seat = play.seats[seat_name]
        if _had_a_seat(play, person):
            raise Rejected(_("This person has or had a seat in this game."))
        before = seat.person
        if before is not None:
            seats.vacate(seat, now)
        seats.sit(seat, person, now)
        notices.record(play.game, decisions.ask_anew(seat, now=now), now=now)
        return before


def stay_away(game_id: int, person: Person, *, now: datetime) -> Seat:
    """Let somebody who cannot play be absent until he comes back."""
    with transaction.atomic():
        game, sitting = store.enter(game_id)
        seat = Play(game, sitting, None, now).seat_of(person)
        seats.be_absent(seat)
        with suppress(DamagedError):  # its deadlines wait, and so does what silence does
            play = Play(game, sitting, store.load(game), now)
            _answer_for_the_absent(play, play.owed(), seat)
        return seat


def pause(game_id: int, *, now: datetime) -> None:
    """Halt a game: nothing is asked, nothing can be handed in, and its clocks stand still."""
    with transaction.atomic():
        game, _seats = store.enter(game_id)
        _must_go_on(game)
        game.paused_at = now
        game.save(update_fields=["paused_at"])


def resume(game_id: int, *, now: datetime) -> None:
    """Let a game that was paused go on; its clocks are as they were, with at least a day."""
    with transaction.atomic():
        play = _enter(game_id, now)
        game, before = play.game, play.owed()
        if game.paused_at is None:
            raise Rejected(_("This game is not paused."))
        since, game.paused_at = game.paused_at, None
        game.save(update_fields=["paused_at"])
        decisions.go_on(game, since, now=now)
        absent = [seat for seat in play.seats.values() if seat.is_absent]
        _run_on(play, before, dict.fromkeys(absent, Decision.ClosedBy.ABSENCE))


def extend(decision_id: int, until: datetime, *, now: datetime) -> Decision:
    """Give somebody more time for what is asked of him; return the decision."""
    with transaction.atomic():
        game, _seats = store.enter(_game_of(decision_id))
        _must_go_on(game)
        decision = Decision.objects.select_related("seat__person").get(pk=decision_id)
        if not decision.is_open:
            raise Rejected(_("This is not asked any more."))
        if until <= max(now, decision.due_at):
            raise Rejected(_("This is no later than the deadline is now."))
        decisions.extend(decision, until, now=now)
        return decision


def annul(game_id: int, *, now: datetime) -> None:
    """End a game so that it counts for nothing, or let one that has ended count for nothing. What
    has happened stays as it is."""
    with transaction.atomic():
        game, _seats = store.enter(game_id)
        if game.status not in (Game.Status.RUNNING, Game.Status.OVER):
            raise Rejected(_("This game has not begun, or is annulled already."))
        game.status, game.paused_at = Game.Status.ANNULLED, None
        game.ended_at = game.ended_at or now
        game.save(update_fields=["status", "paused_at", "ended_at"])
        asked = Decision.objects.filter(game=game, closed_at=None)
        asked.update(closed_at=now, closed_by=Decision.ClosedBy.STAFF)


def begin(game: Game, events: Sequence[Any], *, now: datetime) -> None:
    """Record the set-up of a game that starts and ask the first seat; the caller has the lock."""
    sitting = {seat.name: seat for seat in game.seats.select_related("person")}
    play = Play(game, sitting, None, now)
    before = play.owed()
    play.happen(events)
    standing.begin_with(game, play.state, now=now)
    game.status, game.started_at = Game.Status.RUNNING, now
    _run_on(play, before, {})
    game.save(update_fields=["status", "started_at"])


def _game_of(decision_id: int) -> int:
    return Decision.objects.values_list("game_id", flat=True).get(pk=decision_id)


def _enter(game_id: int, now: datetime) -> Play:
    game, sitting = store.enter(game_id)
    return Play(game, sitting, store.load(game) if game.version else None, now)


def _count_silence(seat: Seat) -> None:
    """Note that a seat has let its time go by, and is absent if that is too often (CP5)."""
    seat.timeouts += 1
    seat.timeouts_in_row += 1
    seat.save(update_fields=["timeouts", "timeouts_in_row"])
    if seat.timeouts_in_row >= decisions.pace_of(seat.game).absent_after and not seat.is_absent:
        seats.be_absent(seat)


def _come_back(play: Play, seat: Seat) -> None:
    """Let the person at a seat play it, and tell the others if he was absent."""
    was_absent = seat.is_absent
    seats.be_back(seat)
    if was_absent:
        notices.came_back(seat, now=play.now)


def _way_out(play: Play, seat: Seat) -> str:
    """Return the order by which a seat leaves the game, "" if there is none."""
    acts = play.game.rules.judgement.side_actions(play.state, seat.name)
    return next((act.text for act in acts if act.leaves), "")


def _had_a_seat(play: Play, person: Person) -> bool:
    sits = any(seat.person_id == person.pk for seat in play.seats.values())
    return sits or play.game.departures.filter(person=person).exists()


def _must_run(game: Game) -> None:
    if not game.is_running:
        raise Over


def _must_go_on(game: Game) -> None:
    _must_run(game)
    if game.is_paused:
        raise Paused


def _answer_for_the_absent(play: Play, before: Owed, seat: Seat) -> None:
    """Let silence answer for a seat that is absent from now on, unless the game is paused."""
    if play.game.is_running and not play.game.is_paused:
        _run_on(play, before, {seat: Decision.ClosedBy.ABSENCE})


def _refusal(play: Play, seat: Seat, orders: Orders) -> Rejected | None:
    """Return why nothing can be handed in now, if so."""
    if not play.game.is_running:
        return Over()
    if play.game.is_paused:
        return Paused()
    acts = play.acts_in(seat, orders.text)
    is_timeless = bool(acts) and all(act.any_time for act in acts)
    if not is_timeless and _is_stale(play, seat, orders):
        return Stale()
    if seat not in play.owed().by and not acts:
        return NotAsked()
    return None


def _is_stale(play: Play, seat: Seat, orders: Orders) -> bool:
    """Whether the person has not seen what the orders are about.

    What several owe at once goes stale only when the person's own decision has changed.
    """
    if orders.seen_version == play.game.version:
        return False
    kind = play.owed().by.get(seat)
    if kind is None or not play.game.rules.judgement.decision_kinds[kind].parallel:
        return True
    mine = Decision.objects.filter(seat=seat, closed_at=None)
    return not mine.filter(version__lte=orders.seen_version).exists()


def _again(seat: Seat, key: str, refusal: Exception) -> Receipt:
    """Return the receipt that the key was answered with before, or else raise the refusal."""
    known = Submission.objects.filter(seat=seat, key=key).first()
    if known is None:
        raise refusal
    return Receipt(seat.game, seat, known, repeated=True)


def _play(play: Play, seat: Seat, orders: Orders) -> Submission:
    before = play.owed()
    if orders.ahead and play.game.rules.standing:
        standing.file_for_turn(seat, play.state, orders.ahead, now=play.now)
    submission = play.hand_in(
        seat, orders.text, via=orders.via, key=orders.key, person=orders.person
    )
    if orders.person.pk == seat.person_id and (seat.timeouts_in_row or seat.is_absent):
        _come_back(play, seat)
    _run_on(play, before, {seat: Decision.ClosedBy.ANSWER})
    return submission


def _run_on(play: Play, before: Owed, reasons: Mapping[Seat, str]) -> None:
    """Answer where nobody must be asked, store it all, ask whoever is to act, and note who must
    hear.

    ``before`` is what was owed until now; ``reasons`` tells why a seat's decision closes.
    """
    while _answers_for_somebody(play):
        pass
    if not play.events:
        return
    game, after = play.game, play.owed()
    answered = {submission.seat for submission in play.submissions if not submission.is_beside}
    closed, opened = decisions.change(game, before, after, answered, now=play.now)
    record = store.Record(
        events=play.events,
        state=play.state,
        submissions=play.submissions,
        closed={seat.pk: reasons.get(seat, Decision.ClosedBy.EVENTS) for seat in closed},
        opened=opened,
    )
    store.append(game, record, now=play.now)
    outcome = game.rules.judgement.outcome(play.state)
    if outcome is not None:
        _finish(play, outcome)
    notices.record(game, opened, now=play.now)
    fairness.commit_set_ups(game, play.events, now=play.now)


def _answers_for_somebody(play: Play) -> bool:
    """Answer for a seat by its standing orders or play the turn it has handed in ahead, or else
    answer for one that is absent, or whose person is away; say whether there was one."""
    owed = play.owed().by
    if any(play.answer_ahead(seat, kind) for seat, kind in owed.items()):
        return True
    if any(play.play_premove(seat, kind) for seat, kind in owed.items()):
        return True
    for seat, kind in owed.items():
        if seat.stand_in is not None:
            continue
        if seat.is_absent:
            play.keep_silent(seat, Submission.Via.ABSENCE)
            return True
        if standing.is_away(seat, kind, play.now):
            play.keep_silent(seat, Submission.Via.AWAY)
            return True
    return False


def _finish(play: Play, outcome: Outcome) -> None:
    game, ending = play.game, list(play.seats.values())
    game.status, game.ended_at = Game.Status.OVER, play.now
    game.winners, game.reason = list(outcome.winners), outcome.reason
    game.save(update_fields=["status", "ended_at", "winners", "reason"])
    report = knowledge.known(game, None).report
    lasting = {column.name for column in game.rules.telling.columns if column.lasting}
    numbers = {line.seat: line.numbers for line in report.seats}
    sides = {
        name: (number, team.place)
        for number, team in enumerate(outcome.teams or _teams(game, outcome))
        for name in team.seats
    }
    for seat in ending:
        told = numbers.get(seat.name, {})
        seat.numbers = {name: told[name] for name in told if name in lasting}
        seat.has_won = seat.name in outcome.winners
        seat.side, seat.place = sides[seat.name]
    Seat.objects.bulk_update(ending, ["numbers", "has_won", "side", "place"])


def _teams(game: Game, outcome: Outcome) -> list[Team]:
    """Return the sides of a table with their places, where only winners are told."""
    sides = game.rules.seating.table_layout(game.options).sides
    return [Team(side, _place(side, outcome.winners)) for side in sides]


def _place(side: tuple[str, ...], winners: tuple[str, ...]) -> int:
    return 1 if not winners or set(side) & set(winners) else 2

"""A game while its row is locked: what seats owe, and how a text is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from accounts.models import Person
from conquest.core import Refused, SideAction, fold
from conquest.kit import chance
from games.ahead import conditional_turns, premoves, standing_orders
from games.models import ConditionalTurns, Decision, Game, Premove, Seat, Submission
from games.play import fairness, offers, seats, store
from games.play.decisions import PendingDecisions
from games.play.turns.rejections import GameIsOver, GameIsPaused, NotSeated


@dataclass(slots=True)
class LockedGame:
    """A game while its row is locked: its seats, its state, and what has happened so far in this
    transaction. Offers to some seats have ``lapsed`` in it. Of some seats the decision that
    closes tells how reliable their person is: of those ``measured``."""

    game: Game
    seats: Mapping[str, Seat]
    state: Any
    now: datetime
    events: list[Any] = field(default_factory=list)
    submissions: list[Submission] = field(default_factory=list)
    lapsed: set[Seat] = field(default_factory=set)
    measured: set[Seat] = field(default_factory=set)

    def pending_decisions(self) -> PendingDecisions:
        """Return what the seats owe now, and what is offered to them."""
        if self.state is None:
            return PendingDecisions({}, 0)
        rules = self.game.rules
        kinds = rules.judgement.to_act(self.state).items()
        number = rules.judgement.turn_number(self.state)
        by = {self.seats[name]: kind for name, kind in kinds}
        return PendingDecisions(by, number, offers.standing_offers(rules, self.state, self.seats))

    def seat_of(self, person: Person) -> Seat:
        """Return the seat of a person, or the seat where they stand in; raise ``NotSeated``."""
        for seat in self.seats.values():
            if person.pk in (seat.person_id, seat.stand_in_id):
                return seat
        raise NotSeated

    def own_seat_of(self, person: Person) -> Seat:
        """Return the seat of a person themselves; raise ``NotSeated`` for who only stands in."""
        seat = self.seat_of(person)
        if seat.person_id != person.pk:
            raise NotSeated
        return seat

    def apply_events(self, events: Sequence[Any]) -> None:
        """Apply events to the state; ``advance_game`` stores them later, all at once."""
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
        drawn = rules.judgement.numbers_drawn(self.state)
        numbers = chance.keyed_numbers(fairness.chance_key(self.game), drawn)
        # This may refuse the orders, so nothing is changed before it.
        events = rules.judgement.decide(self.state, seat.name, orders, numbers)
        last = first + len(events) - 1
        seen = self.game.version if seen_version is None else seen_version
        before, is_act = self.pending_decisions(), bool(self.side_actions_in(seat, text))
        self.apply_events(events)
        after = self.pending_decisions()
        self.lapsed |= before.offers.keys() - after.offers.keys()
        submission = Submission(
            game=self.game, seat=seat, person=person, key=key, text=text, seen_version=seen,
            first_seq=first, last_seq=last, via=via, at=self.now,
            # An act that leaves the turn as it was must not use up the draft of the turn.
            is_side_action=is_act and before.owed_by(seat) == after.owed_by(seat),
        )  # fmt: skip
        self.submissions.append(submission)
        if via != Submission.Via.FORESEEN and not submission.is_side_action:
            conditional_turns.drop_delayed_turn(seat)
        return submission

    def side_actions_in(self, seat: Seat, text: str) -> list[SideAction]:
        """Return the side actions in a text, or none if it contains anything else."""
        rules = self.game.rules
        known = {act.text: act for act in rules.judgement.side_actions(self.state, seat.name)}
        words = [word.casefold() for word in rules.notation.split_words(text)]
        return [known[word] for word in words] if set(words) <= set(known) else []

    def answer_by_standing_orders(self, seat: Seat, kind: str) -> bool:
        """Answer for a seat by its standing orders (CP4); return whether they had an answer."""
        # Worked out also where they wait, so that nobody can tell by the time it takes.
        orders = standing_orders.answer_by_orders(seat, self.state, kind)
        if orders is None or standing_orders.waits_for_moment(seat, kind, self.now):
            return False
        self._play_standing_orders(seat, orders)
        return True

    def has_standing_answer(self, seat: Seat, kind: str) -> bool:
        """Whether the standing orders of a seat have an answer to a decision of this kind."""
        return standing_orders.answer_by_orders(seat, self.state, kind) is not None

    def play_delayed_orders(self, seat: Seat, kind: str) -> None:
        """Play what the standing orders of a seat answer, as if its person had: it ends a row of
        timeouts (CP5)."""
        orders = standing_orders.answer_by_orders(seat, self.state, kind)
        assert orders is not None
        self._play_standing_orders(seat, orders, seat.person)
        if seat.timeouts_in_row:
            seats.mark_present(seat, self.now)

    def _play_standing_orders(
        self, seat: Seat, orders: tuple[Any, ...], person: Person | None = None
    ) -> None:
        key = f"standing-{self.game.version + len(self.events)}"
        text = self.game.rules.notation.write_orders(orders)
        self.play_text(seat, text, via=Submission.Via.STANDING, key=key, person=person)

    def play_premove(self, seat: Seat, kind: str) -> bool:
        """Play the premove of a seat if its conditions hold, else drop it; return whether it was
        played."""
        if not self.game.rules.judgement.decision_kinds[kind].premove or seat.is_absent:
            return False
        premove = premoves.waiting_premove(seat)
        # An answer that was said to this very turn, and waits for its delay, goes before it.
        if premove is None or conditional_turns.waits_for_delay(seat):
            return False
        conflict = premoves.premove_conflict(premove, self.game.rules, self.state)
        if conflict is None and self._try_premove(seat, premove):
            premove.delete()
            return True
        # It is tried once. Dropped, it stays as a row whose reason page and letter tell.
        reason, field = conflict or (Premove.Reason.REFUSED, "")
        premoves.drop_premove(premove, reason, field, self.pending_decisions().number)
        return False

    def _try_premove(self, seat: Seat, premove: Premove) -> bool:
        return self._try_ahead(seat, premove.text, Submission.Via.PREMOVE, premove.version)

    def _try_ahead(self, seat: Seat, text: str, via: str, version: int) -> bool:
        """Play what a seat has said ahead, unless it is refused; return whether it was played."""
        key = f"{via}-{self.game.version + len(self.events)}"
        try:
            self.play_text(seat, text, via=via, key=key, person=seat.person, seen_version=version)
        except Refused:
            return False
        # A turn handed in ahead is a turn in time: it ends a row of timeouts (CP5).
        if seat.timeouts_in_row:
            seats.mark_present(seat, self.now)
        return True

    def play_conditional_turn(self, seat: Seat, kind: str, *, is_due: bool = False) -> bool:
        """Play what a seat answers to the turn that was made, if it has said so and its delay is
        over or ``is_due``, else stop what it has said; return whether it was played."""
        if not self.game.rules.judgement.decision_kinds[kind].premove or seat.is_absent:
            return False
        row = conditional_turns.waiting_turns(seat)
        if row is None:
            return False
        reply = conditional_turns.find_reply(row, self.game.rules, self.state)
        if reply is None:
            self._stop_conditional_turns(row, ConditionalTurns.Reason.UNCOVERED)
            return False
        if conditional_turns.put_off_reply(row, reply, self.now) and not is_due:
            return False
        if not self._try_ahead(seat, reply.own, Submission.Via.FORESEEN, row.version):
            self._stop_conditional_turns(row, ConditionalTurns.Reason.REFUSED)
            return False
        conditional_turns.go_on_after(row, self.game.rules, self.state, reply)
        return True

    def _stop_conditional_turns(self, row: ConditionalTurns, reason: str) -> None:
        conditional_turns.stop_turns(row, reason, self.pending_decisions().number)

    def play_silence(self, seat: Seat, via: str) -> None:
        """Play for a seat what silence means: the choice of the table, else of the rules (CP5)."""
        kind = self.pending_decisions().by.get(seat, "")
        orders = standing_orders.orders_for_silence(seat, self.state, kind)
        text = self.game.rules.notation.write_orders(orders)
        key = f"{via}-{self.game.version + len(self.events)}"
        self.play_text(seat, text, via=via, key=key)


def lock_and_load(game_id: int, now: datetime | None) -> LockedGame:
    """Lock a game, and load its position; without ``now`` it is the moment when it was locked."""
    game, seats_by_name = store.lock_game(game_id)
    state = store.load_state(game) if game.version else None
    return LockedGame(game, seats_by_name, state, now or game.locked_at)


def find_game_id(decision_id: int) -> int:
    return Decision.objects.values_list("game_id", flat=True).get(pk=decision_id)


def require_running(game: Game) -> None:
    if not game.is_running:
        raise GameIsOver


def require_unpaused(game: Game) -> None:
    require_running(game)
    if game.is_paused:
        raise GameIsPaused

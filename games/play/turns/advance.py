"""What follows a text that was played: answers that need nobody, events, decisions, letters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from conquest.core import Outcome, Team
from games.ahead import standing_orders
from games.models import ConditionalTurns, Decision, Game, Seat, Submission
from games.play import decisions, fairness, knowledge, notices, offers, store
from games.play.decisions import PendingDecisions
from games.play.turns.locked_game import LockedGame
from games.reliability import records


def advance_game(locked: LockedGame, before: PendingDecisions, reasons: Mapping[Seat, str]) -> None:
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
        measured=list(_measured_decisions(locked, before, closed)),
        orders=_commit_orders(locked),
    )
    store.append_events(game, record, now=locked.now)
    # The outcome comes before the letters, which tell that the game is over.
    outcome = game.rules.judgement.outcome(locked.state)
    if outcome is not None:
        _record_outcome(locked, outcome)
    made = offers.update_offers(game, before.offers, after.offers, locked.lapsed, now=locked.now)
    # Letters come after the events: they name the decisions by the ids that these got.
    notices.notify_players(game, opened, made, now=locked.now)
    # This waits for the lock of the one chain of commitments. It must be the last lock of the
    # transaction, so that nobody who holds it waits for anybody else.
    fairness.commit_set_ups(game, locked.events, now=locked.now)


def _commit_orders(locked: LockedGame) -> Mapping[str, str]:
    """Return the commitments to the standing orders of all seats. They are made whenever something
    happens, for each seat, so that nobody can tell who has any, or when they were filed."""
    game = locked.game
    if game.rules.standing is None:
        return {}
    turn = game.rules.judgement.turn_number(locked.state)
    texts = standing_orders.texts_by_seat(game, turn)
    return fairness.hash_orders(game, game.version + len(locked.events), texts)


def _measured_decisions(
    locked: LockedGame, before: PendingDecisions, closed: Iterable[Seat]
) -> Iterator[store.MeasuredDecision]:
    """Yield of the decisions that close those that tell how reliable somebody is."""
    measured = [seat for seat in closed if seat in locked.measured]
    if measured and records.is_counted(locked.game, locked.seats.values()):
        kinds = locked.game.rules.judgement.decision_kinds
        for seat in measured:
            pace = kinds[before.by[seat]].pace
            yield store.MeasuredDecision(seat.pk, seat.person_id or 0, pace)


def _answer_for_one_seat(locked: LockedGame) -> bool:
    """Answer for one seat by its standing orders, by what it has said ahead, or by silence if it is
    absent or its person is away; return whether there was such a seat.

    Each answer changes what is owed, so the caller asks again after one.
    """
    kinds = locked.pending_decisions().by
    # Standing orders go before silence, also where the seat is absent (CP4).
    if any(locked.answer_by_standing_orders(seat, kind) for seat, kind in kinds.items()):
        return True
    # What answers this turn goes before what was meant for any.
    if any(locked.play_conditional_turn(seat, kind) for seat, kind in kinds.items()):
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


def answer_for_absent_seat(locked: LockedGame, before: PendingDecisions, seat: Seat) -> None:
    """Play silence for a seat that has become absent, unless the game is paused or over."""
    if locked.game.is_running and not locked.game.is_paused:
        advance_game(locked, before, {seat: Decision.ClosedBy.ABSENCE})


def _record_outcome(locked: LockedGame, outcome: Outcome) -> None:
    """Store the end of a game, and with each seat its result and its lasting numbers."""
    game, final_seats = locked.game, list(locked.seats.values())
    game.status, game.ended_at = Game.Status.OVER, locked.now
    game.winners, game.reason = list(outcome.winners), outcome.reason
    game.save(update_fields=["status", "ended_at", "winners", "reason"])
    report = knowledge.known_game(game, None).report
    # What was said ahead for turns that never came concerns nobody any more.
    ConditionalTurns.objects.filter(game=game).delete()
    lasting = {column.name for column in game.rules.telling.columns if column.lasting}
    numbers = {line.seat: line.numbers for line in report.seats}
    sides = side_places(game, outcome)
    for seat in final_seats:
        counted = numbers.get(seat.name, {})
        seat.numbers = {name: counted[name] for name in counted if name in lasting}
        seat.has_won = seat.name in outcome.winners
        seat.side, seat.place = sides[seat.name]
    Seat.objects.bulk_update(final_seats, ["numbers", "has_won", "side", "place"])
    records.record_end(game, final_seats, locked.now)


def side_places(game: Game, outcome: Outcome) -> Mapping[str, tuple[int, int]]:
    """Return by seats the number of their side and its place, from 1."""
    return {
        name: (number, team.place)
        for number, team in enumerate(outcome.teams or _teams_by_winners(game, outcome))
        for name in team.seats
    }


def _teams_by_winners(game: Game, outcome: Outcome) -> list[Team]:
    """Return the sides of a table with their places, for rules that name only the winners."""
    sides = game.rules.seating.table_layout(game.options).sides
    return [Team(side, _place_of_side(side, outcome.winners)) for side in sides]


def _place_of_side(side: tuple[str, ...], winners: tuple[str, ...]) -> int:
    return 1 if not winners or set(side) & set(winners) else 2

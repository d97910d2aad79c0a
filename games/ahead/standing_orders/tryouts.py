"""Standing orders tried out: on captures that could come next, and on past ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from conquest.core import Choice, Phrase, Refused, Seat, StandingOrders, Unforeseen, fold
from conquest.registry import AnyRules
from games import queries
from games.models import Game
from games.models import Seat as Place
from games.play.history import last_move, list_steps
from games.play.knowledge import KnownGame, known_game

MOST = 24
PAST = 12


@dataclass(frozen=True, slots=True)
class OrdersTryout:
    """What standing orders would answer to ``cause``; None if the seat would be asked."""

    cause: Phrase
    answer: Phrase | None


def try_on_present(known: KnownGame, seat: Seat, text: str) -> tuple[OrdersTryout, ...]:
    """Return what orders would answer to the captures that others could make if it were their turn
    now.

    For each field and each other seat, the first capture there counts.
    """
    rules = known.rules
    tryouts: dict[tuple[Seat, str], OrdersTryout] = {}
    for other in rules.judgement.seats(known.state):
        if other != seat:
            for target, tryout in _try_on_captures(rules, known.state, other, seat, text):
                tryouts.setdefault((other, target), tryout)
    return tuple(islice(tryouts.values(), MOST))


def _try_on_captures(
    rules: AnyRules, state: Any, other: Seat, seat: Seat, text: str
) -> Iterator[tuple[str, OrdersTryout]]:
    """Yield the answer to each capture of another seat that would put a question to this one."""
    before = rules.judgement.suppose_turn(state, other)
    for capture in rules.composing.possible_captures(before, other):
        asked = _play_to_question(rules, before, other, seat, capture.text)
        if asked is not None:
            events, after = asked
            cause = rules.telling.describe_event(events[0], seat, before)
            if cause is not None:
                yield capture.target, OrdersTryout(cause, _answer_phrase(rules, after, seat, text))


@dataclass(frozen=True, slots=True)
class Danger:
    """A piece that could still be captured in the turn under way: its ``field``, and ``what`` it
    is."""

    field: str
    what: Phrase


def pieces_in_danger(known: KnownGame, seat: Seat) -> tuple[Danger, ...]:
    """Return the pieces of a seat that could still be captured in this turn, so that it would be
    asked again, after it has kept silent.

    It rests on what the seat knows, and on no plan (decision 36): anyone who captures once could
    capture any of these next.
    """
    rules, state = known.rules, known.state
    if rules.standing is None or rules.judgement.to_act(state).get(seat) != rules.standing.kind:
        return ()
    after = _state_after_silence(rules, state)
    other = next(iter(rules.judgement.to_act(after)), seat)
    if other == seat or rules.judgement.turn_number(after) != rules.judgement.turn_number(state):
        return ()
    dangers = {danger.field: danger for danger in _find_dangers(rules, after, other, seat)}
    return tuple(dangers[field] for field in sorted(dangers))


def _state_after_silence(rules: AnyRules, state: Any) -> Any:
    """Return the position once all who may answer have been silent, partners included (CP7)."""
    while asked := [
        seat
        for seat, kind in rules.judgement.to_act(state).items()
        if kind == _require_standing(rules).kind
    ]:
        silence = rules.judgement.default_orders(state, asked[0])
        state = fold(rules, state, rules.judgement.decide(state, asked[0], silence))
    return state


def _find_dangers(rules: AnyRules, state: Any, other: Seat, seat: Seat) -> Iterator[Danger]:
    for choice in rules.composing.legal_choices(state, other):
        asked = choice.captures and _play_to_question(rules, state, other, seat, choice.text)
        if asked:
            losses = (loss for event in asked[0] for loss in rules.telling.losses(event))
            yield from (Danger(choice.target, loss.what) for loss in losses if loss.seat == seat)


def _play_to_question(
    rules: AnyRules, before: Any, other: Seat, seat: Seat, text: str
) -> tuple[Sequence[Any], Any] | None:
    """Return the events of another seat's orders and the position after them, if they put a
    question to this seat."""
    try:
        orders = rules.notation.read_orders(before, other, text)
        events = rules.judgement.decide(before, other, orders)
    except (Refused, Unforeseen):
        # What hidden pieces or chance decide cannot be tried out on what the seat knows.
        return None
    after = fold(rules, before, events)
    is_asked = rules.judgement.to_act(after).get(seat) == _require_standing(rules).kind
    return (events, after) if is_asked else None


def try_on_past(game: Game, seat: Place, text: str) -> tuple[OrdersTryout, ...]:
    """Return what orders would have answered to past questions, the latest first."""
    rules = game.rules
    tryouts = list[OrdersTryout]()
    for submission in queries.answer_submissions(seat, _require_standing(rules).kind)[:PAST]:
        # The position right before the answer: what the seat knew when it was asked.
        known = known_game(game, seat.name, submission.first_seq - 1)
        move = last_move(
            list_steps(game, seat.name, after=max(0, known.version - 4), upto=known.version)
        )
        if move is not None:
            answer = _answer_phrase(rules, known.state, seat.name, text)
            tryouts.append(OrdersTryout(move.phrase, answer))
    return tuple(tryouts)


def _require_standing(rules: AnyRules) -> StandingOrders[Any, Any]:
    assert rules.standing is not None
    return rules.standing


def _answer_phrase(rules: AnyRules, state: Any, seat: Seat, text: str) -> Phrase | None:
    orders = _require_standing(rules).answer_orders(state, seat, text)
    if orders is None:
        return None
    written = rules.notation.write_orders(orders)
    return next(
        _choice_phrases(rules.composing.legal_choices(state, seat), written), Phrase(written)
    )


def _choice_phrases(choices: tuple[Choice, ...], text: str) -> Iterator[Phrase]:
    return (choice.words for choice in choices if choice.text == text)

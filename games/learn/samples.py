"""Sample games of rule sets: whole games that were played once, shown to visitors.

They are over, so that everybody may see what was hidden in them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from conquest import registry
from conquest.core import OPEN, BoardStyle, fold
from conquest.kit import chance
from conquest.registry import AnyRules
from games import board
from games.board import BoardPicture, Box
from games.learn import examples
from games.models import Game, Seat
from games.play.knowledge import mask_state


@dataclass(frozen=True, slots=True)
class SamplePart:
    """The most eventful part of a sample game: the position ``before`` it, and its ``events`` up to
    the last capture. ``box`` is where on the board they happen.

    ``game`` and ``seats`` are not saved in the database. ``turns`` is the length of the whole game,
    of all its players together.
    """

    game: Game
    seats: tuple[Seat, ...]
    before: Any
    events: tuple[Any, ...]
    box: Box
    turns: int


@cache
def sample_part(slug: str) -> SamplePart | None:
    """Play the sample game of a rule set again, if it has one, and return its best part."""
    rules = registry.get_ruleset(slug)
    sample = rules.telling.sample_game()
    if sample is None:
        return None
    judgement, key = rules.judgement, examples.KEY
    state = before = fold(rules, None, judgement.start_game({}, chance.keyed_numbers(key)))
    part = list[Any]()
    for place, (seat, text) in enumerate(sample.submissions):
        before = state if place == sample.first else before
        numbers = chance.keyed_numbers(key, judgement.numbers_drawn(state))
        orders = rules.notation.read_orders(state, seat, text)
        events = judgement.decide(state, seat, orders, numbers)
        state = fold(rules, state, events)
        part += events if sample.first <= place <= sample.last else ()
    game, seats = examples.unsaved_game(rules, rules.seating.table_layout({}).board)
    events = _up_to_last_capture(rules, part)
    places = [
        place
        for event in events
        for mark in rules.telling.event_marks(event)
        for place in mark.fields
    ]
    box = board.box_around(game, places)
    return SamplePart(game, seats, before, events, box, judgement.turn_number(state))


def _up_to_last_capture(rules: AnyRules, events: list[Any]) -> tuple[Any, ...]:
    captures = [
        place
        for place, event in enumerate(events)
        if any(mark.kind == "ghost" for mark in rules.telling.event_marks(event))
    ]
    return tuple(events[: captures[-1] + 1])


@cache
def draw_sample(slug: str, *, near: bool = False) -> BoardPicture | None:
    """Draw the position before the best part of a sample game, the whole board or, ``near``, where
    the part happens; None without a sample game."""
    part = sample_part(slug)
    if part is None:
        return None
    known = mask_state(part.game.rules, part.before, OPEN)
    style = BoardStyle(prefix="near" if near else slug, box=part.box if near else None)
    return board.board_picture(part.game, part.seats, known, style)

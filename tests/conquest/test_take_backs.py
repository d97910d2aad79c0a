"""Turns that are taken back, in every rule set: what counts, records, and what cannot be."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from conquest.core import OPEN, Fault, fold
from conquest.kit import codec, record, take_back
from conquest.kit.take_back import TakenBack
from conquest.registry import AnyRules
from conquest.replay import replay_record
from tests.conquest.moments import RandomGame

EVERY = 5


def with_take_backs(rules: AnyRules, game: RandomGame) -> Sequence[Any]:
    """Return the events of a game in which some submissions were taken back and played again."""
    drawn = rules.judgement.numbers_drawn
    first = len(game.events) - sum(len(one.events) for one in game.submitted)
    events = list(game.events[:first])
    for number, one in enumerate(game.submitted):
        after = fold(rules, one.state, one.events)
        if number % EVERY == 0 and drawn(after) == drawn(one.state):
            to = len(events)
            events += [*one.events, TakenBack(seat=one.seat, to=to)]
        events += one.events
    return events


@pytest.fixture
def events(rules: AnyRules, random_game: RandomGame) -> Sequence[Any]:
    return with_take_backs(rules, random_game)


def write(rules: AnyRules, game: RandomGame, events: Sequence[Any]) -> str:
    commitment = hashlib.sha256(game.key).hexdigest()
    opened = {"Commitment": commitment, "Seed": game.key.hex(), "Options": "{}"}
    return record.write_record(rules, opened, events)


def test_taken_back_turns_do_not_count(
    rules: AnyRules, random_game: RandomGame, events: Sequence[Any]
) -> None:
    assert any(isinstance(event, TakenBack) for event in events)
    assert take_back.live_events(events) == list(random_game.events)
    states = list(take_back.replay_states(rules, events))
    assert len(states) == len(events)
    assert states[-1] == random_game.state
    for seq, event in enumerate(events, start=1):
        if isinstance(event, TakenBack):
            assert states[seq - 1] == states[event.to - 1]


def test_a_record_with_take_backs_is_verified(
    rules: AnyRules, random_game: RandomGame, events: Sequence[Any]
) -> None:
    text = write(rules, random_game, events)
    read = record.read_record(text)
    assert record.verify_record(rules, read) == random_game.state
    assert '"outcome": {' in replay_record(text)[0]
    # Nothing is left out: what was taken back stands there, too.
    assert len(read.links) == len(events)
    public = record.turn_lines(rules, events, None)
    assert sum("goes back to" in line for line in public) == sum(
        isinstance(event, TakenBack) for event in events
    )


def test_a_record_that_hides_a_take_back_or_goes_back_elsewhere_is_a_fault(
    rules: AnyRules, random_game: RandomGame, events: Sequence[Any]
) -> None:
    first = next(n for n, event in enumerate(events) if isinstance(event, TakenBack))
    hidden = [*events[:first], *events[first + 1 :]]
    later = [
        *events[:first],
        TakenBack(seat=events[first].seat, to=first + 1),
        *events[first + 1 :],
    ]
    for forged in (hidden, later):
        with pytest.raises((Fault, KeyError, AttributeError, IndexError, TypeError)):
            record.verify_record(rules, record.read_record(write(rules, random_game, forged)))


def test_numbers_that_were_drawn_are_not_taken_back(
    rules: AnyRules, random_game: RandomGame
) -> None:
    drawn = rules.judgement.numbers_drawn
    thrown = _first_draw(rules, random_game)
    if thrown is None:
        assert drawn(random_game.state) == drawn(random_game.submitted[0].state)
        return
    upto, one = thrown
    events = [*random_game.events[: upto + len(one.events)], TakenBack(seat=one.seat, to=upto)]
    after = fold(rules, one.state, one.events)
    if rules.judgement.outcome(after) is None:
        found = take_back.find_obstacle(rules, one.state, after, one.events, one.seat)
        assert found == "numbers"
    with pytest.raises(Fault, match="numbers that were drawn"):
        record.verify_record(rules, record.read_record(write(rules, random_game, events)))


def _first_draw(rules: AnyRules, game: RandomGame) -> tuple[int, Any] | None:
    """Return the first submission that drew a number, and how many events came before it."""
    drawn = rules.judgement.numbers_drawn
    upto = len(game.events) - sum(len(one.events) for one in game.submitted)
    for one in game.submitted:
        if drawn(fold(rules, one.state, one.events)) > drawn(one.state):
            return upto, one
        upto += len(one.events)
    return None


def test_a_game_that_is_over_is_not_taken_back(rules: AnyRules, random_game: RandomGame) -> None:
    last = random_game.submitted[-1]
    found = take_back.find_obstacle(rules, last.state, random_game.state, last.events, last.seat)
    assert found == "over"


def test_what_a_view_shows_afterwards_is_uncovered_by_its_event(
    rules: AnyRules, random_game: RandomGame
) -> None:
    """Where nothing is said to be uncovered to a viewer, no rank is named that was hidden."""
    for one, then, now in _steps(rules, random_game) if _hides(rules) else ():
        for viewer in (None, *rules.judgement.seats(now)):
            if take_back.find_obstacle(rules, then, now, one.events, viewer):
                continue
            assert _secrets(rules, then, viewer) == _secrets(rules, now, viewer), one.text


def _steps(rules: AnyRules, game: RandomGame) -> Iterator[tuple[Any, Any, Any]]:
    for one in game.submitted:
        yield one, one.state, fold(rules, one.state, one.events)


def _hides(rules: AnyRules) -> bool:
    return rules.knowledge.has_hidden_pieces


def _secrets(rules: AnyRules, state: Any, viewer: str | None) -> int:
    """Return how many figures look different to a viewer and in the truth."""
    figures = rules.telling.figures_by_field
    true, seen = figures(state), figures(rules.knowledge.known_state(state, viewer))
    return sum(figure != seen.get(field) for field, figure in true.items())


def test_the_event_is_told_to_its_seat_and_to_others(rules: AnyRules) -> None:
    seat, *_others = rules.seating.seats
    event = TakenBack(seat=seat, to=12)
    for viewer in (None, OPEN, seat):
        seen = rules.knowledge.witness(event, viewer)
        assert seen == event
        told = str(rules.telling.describe_event(seen, viewer, None))
        assert told.startswith("You take" if viewer == seat else str(rules.seating.names[seat]))
        assert "after step 12" in told
    for tell in (rules.telling.losses, rules.telling.event_marks):
        assert tell(event) == ()
    assert rules.telling.points_spent(event) == 0
    kind, data = codec.pack_event(event)
    assert codec.unpack_event(rules.judgement.events, kind, data) == event


def test_an_event_goes_back_to_none_after_it() -> None:
    for to in (0, 2, 3):
        with pytest.raises(Fault, match="event 2"):
            take_back.live_events(["begun", TakenBack(seat="white", to=to)])

"""Given a position, when orders come, then these events happened, and this is told of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conquest.core import Mark, fold
from conquest.registry import AnyRules
from conquest.rulesets.conquest.model import (
    Captured,
    Conquered,
    GameEnded,
    Moved,
    Recaptured,
    TurnEnded,
    TurnSkipped,
    WindowClosed,
    WindowOpened,
)

PIECES = {"s1": "south E(S,S)", "s2": "west K", "s3": "west E(S)", "g1": "west S"}


@pytest.fixture
def happen(small: Callable[..., Any], conquest: AnyRules) -> Callable[..., list[Any]]:
    """Carry out entries such as ``south: s1-s2`` and give all events."""

    def happen(pieces: dict[str, str], *entries: str, **rest: Any) -> list[Any]:
        state, events = small(pieces, **rest), list[Any]()
        for entry in entries:
            seat, _, text = entry.partition(": ")
            happened = conquest.judgement.decide(
                state, seat, conquest.notation.read(state, seat, text)
            )
            for event in happened:
                state = conquest.judgement.evolve(state, event)
            events += happened
        return events

    return happen


def told(rules: AnyRules, events: list[Any]) -> list[str]:
    return [str(phrase) for event in events if (phrase := rules.telling.tell(event))]


def test_it_tells_of_a_walk_and_the_end_of_a_turn(
    happen: Callable[..., list[Any]], conquest: AnyRules
) -> None:
    events = happen({"s1": "south E(S,S)", "g1": "west S"}, "south: s1-s2-s3; S@s3-s2; end")
    assert [type(event) for event in events] == [Moved, Moved, TurnEnded]
    assert told(conquest, events) == [
        "South: elephant with 2 soldiers s1-s2-s3",
        "South: soldier s3-s2",
        "South: end of turn.",
    ]
    assert [conquest.telling.cost(event) for event in events] == [2, 1, 0]
    assert conquest.telling.trace(events[0]) == (Mark("arrow", ("s1", "s2", "s3"), "south"),)


def test_it_keeps_the_plan_in_the_window_and_drops_it_with_the_window(
    happen: Callable[..., list[Any]], conquest: AnyRules
) -> None:
    """CP1, CP3, A24."""
    events = happen(PIECES, "south: s1xs2; s2-s1; end", "west: s3xs2")
    assert [type(event) for event in events] == [Captured, WindowOpened, Recaptured, WindowClosed]
    assert events[1].plan == ("s2-s1", "end")
    assert events[3].dropped == ("s2-s1", "end")


def test_it_drops_what_has_become_illegal(happen: Callable[..., list[Any]]) -> None:
    """A23, A25."""
    events = happen(PIECES, "south: anyway; s1xs2; st1-s1; end", "west: pass")
    closed = events[2]
    assert isinstance(closed, WindowClosed)
    assert closed.dropped == ("st1-s1", "end")


def test_it_tells_of_captures_and_conquests(
    happen: Callable[..., list[Any]], conquest: AnyRules
) -> None:
    events = happen(PIECES, "south: S@s1xs2", "west: g1xs2")
    assert told(conquest, events) == [
        "South: soldier s1 captures knight of West on s2 (s1xs2)",
        "West may recapture on s2.",
        "West recaptures: soldier g1 takes soldier of South on s2 (g1xs2)",
    ]
    assert conquest.telling.trace(events[0])[1] == Mark("ghost", ("s2",), "west", "K")
    assert [conquest.telling.cost(event) for event in events] == [1, 0, 0, 0]
    vessel = {"s3": "south K", "h1": "west G(E(S,S))", "m1": "west B", "s4": "west C"}
    events = happen(vessel, "south: s3xh1", "west: m1xh1")
    assert [type(event) for event in events][:3] == [Conquered, WindowOpened, Recaptured]
    assert told(conquest, events)[0] == (
        "South: knight s3 conquers galleon with elephant with 2 soldiers of West on h1 (s3xh1)"
    )


def test_it_tells_how_a_game_ended(happen: Callable[..., list[Any]], conquest: AnyRules) -> None:
    pieces = {"s1": "south K", "s2": "west S", "s9": "west S"}
    events = happen(pieces, "south: s1xs2; end")
    assert isinstance(events[-1], GameEnded)
    assert told(conquest, events)[-1] == (
        "The game is over: a player has one piece left. Winner: South."
    )


def test_it_tells_of_a_turn_passed_over(conquest: AnyRules) -> None:
    """A30, CR24: West is immobilised, but not alone."""
    towers = {f"wt{n}": "castle west" for n in range(1, 6)}
    fields = {**towers, "s1": "land", "st1": "castle south", "nt1": "castle north"}
    pieces = {**dict.fromkeys(towers, "south E(S)"), "s1": "west E(S,S)", "nt1": "north E(S,S)"}
    position = {"turn": "south", "number": 9, "pieces": pieces}
    state = conquest.judgement.open({"board": {"fields": fields}, "position": position})
    events = conquest.judgement.decide(
        state, "south", conquest.notation.read(state, "south", "end")
    )
    assert [type(event) for event in events] == [TurnEnded, TurnSkipped]
    assert told(conquest, list(events)) == [
        "South: end of turn.",
        "West: no points, the turn is passed over.",
    ]
    assert conquest.judgement.to_act(fold(conquest, state, events)) == {"north": "turn"}


def test_it_shows_the_plan_to_its_owner_alone(
    happen: Callable[..., list[Any]], conquest: AnyRules
) -> None:
    """A21: neither its content nor its being there is seen by others."""
    planned = happen(PIECES, "south: anyway; s1xs2; s2-s1; end", "west: pass")[:2]
    silent = happen(PIECES, "south: s1xs2", "west: pass")[:2]
    assert planned != silent
    for seat in ("west", None):
        assert [conquest.knowledge.witness(event, seat) for event in planned] == [
            conquest.knowledge.witness(event, seat) for event in silent
        ]
    assert [conquest.knowledge.witness(event, "south") for event in planned] == planned
    answered = happen(PIECES, "south: s1xs2; s2-s1; end", "west: s3xs2")
    for seat in ("west", None):
        assert [conquest.knowledge.witness(event, seat) for event in answered] == [
            conquest.knowledge.witness(event, seat)
            for event in happen(PIECES, "south: s1xs2", "west: s3xs2")
        ]

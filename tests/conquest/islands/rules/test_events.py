"""The events of orders on a position, and their descriptions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conquest.core import Mark, fold
from conquest.islands.events import (
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
from conquest.registry import AnyRules

PIECES = {"s1": "south E(S,S)", "s2": "west K", "s3": "west E(S)", "g1": "west S"}


@pytest.fixture
def happen(small: Callable[..., Any], conquest: AnyRules) -> Callable[..., list[Any]]:
    """Carry out entries such as ``south: s1-s2`` and give all events."""

    def happen(pieces: dict[str, str], *entries: str, **rest: Any) -> list[Any]:
        state, events = small(pieces, **rest), list[Any]()
        for entry in entries:
            seat, _, text = entry.partition(": ")
            happened = conquest.judgement.decide(
                state, seat, conquest.notation.read_orders(state, seat, text)
            )
            for event in happened:
                state = conquest.judgement.evolve(state, event)
            events += happened
        return events

    return happen


def descriptions(
    rules: AnyRules, events: list[Any], viewer: str | None = None, start: Any = None
) -> list[str]:
    """Return the descriptions of events, with the positions before them if ``start`` is given."""
    sentences, before = list[str](), start
    for event in events:
        phrase = rules.telling.describe_event(event, viewer, before)
        sentences += [str(phrase)] if phrase else []
        before = before and rules.judgement.evolve(before, event)
    return sentences


def test_events_tell_of_a_walk_and_the_end_of_a_turn(
    happen: Callable[..., list[Any]], conquest: AnyRules
) -> None:
    events = happen({"s1": "south E(S,S)", "g1": "west S"}, "south: s1-s2-s3; S@s3-s2; end")
    assert [type(event) for event in events] == [Moved, Moved, TurnEnded]
    assert descriptions(conquest, events) == [
        "South: elephant with 2 soldiers from s1 to s3",
        "South: soldier gets off and goes from s3 to s2",
        "South's turn ends.",
    ]
    assert [conquest.telling.points_spent(event) for event in events] == [2, 1, 0]
    assert conquest.telling.event_marks(events[0]) == (Mark("arrow", ("s1", "s2", "s3"), "south"),)


def test_the_plan_is_kept_in_the_window_and_dropped_with_it(
    happen: Callable[..., list[Any]], conquest: AnyRules
) -> None:
    """CP1, CP3, A24."""
    events = happen(PIECES, "south: s1xs2; s2-s1; end", "west: s3xs2")
    assert [type(event) for event in events] == [Captured, WindowOpened, Recaptured, WindowClosed]
    assert events[1].plan == ("s2-s1", "end")
    assert events[3].dropped == ("s2-s1", "end")


def test_a_plan_drops_orders_that_became_illegal(happen: Callable[..., list[Any]]) -> None:
    """A23, A25."""
    events = happen(PIECES, "south: anyway; s1xs2; st1-s1; end", "west: pass")
    closed = events[2]
    assert isinstance(closed, WindowClosed)
    assert closed.dropped == ("st1-s1", "end")


def test_events_tell_of_captures_and_conquests(
    happen: Callable[..., list[Any]], conquest: AnyRules
) -> None:
    events = happen(PIECES, "south: S@s1xs2", "west: g1xs2")
    assert descriptions(conquest, events) == [
        "South's soldier takes West's knight on s2",
        "West may recapture on s2.",
        "West's soldier takes South's soldier on s2 in return",
    ]
    assert descriptions(conquest, events, "south") == [
        "Soldier from s1 takes West's knight on s2",
        "West may recapture on s2.",
        "Your soldier on s2 was taken in return by West's soldier",
    ]
    assert descriptions(conquest, events, "west") == [
        "Your knight on s2 was taken by South's soldier",
        "You may recapture on s2.",
        "Soldier from g1 takes South's soldier on s2 in return",
    ]
    assert conquest.telling.event_marks(events[0])[1] == Mark("ghost", ("s2",), "west", "K")
    assert [conquest.telling.points_spent(event) for event in events] == [1, 0, 0, 0]
    vessel = {"s3": "south K", "h1": "west G(E(S,S))", "m1": "west B", "s4": "west C"}
    events = happen(vessel, "south: s3xh1", "west: m1xh1")
    assert [type(event) for event in events][:3] == [Conquered, WindowOpened, Recaptured]
    assert descriptions(conquest, events)[0] == (
        "South's knight conquers West's galleon with elephant with 2 soldiers on h1"
    )
    losses = [loss for event in events for loss in conquest.telling.losses(event)]
    assert [(loss.seat, loss.by, str(loss.what)) for loss in losses] == [
        ("west", "south", "galleon with elephant with 2 soldiers on h1"),
        ("south", "west", "galleon with knight on h1"),
    ]


def test_events_name_kinds_of_fields_and_what_is_mounted(
    small: Callable[..., Any], conquest: AnyRules
) -> None:
    start = small({"st1": "south S", "s1": "south E", "s4": "south S", "h2": "south B"})
    texts = ["st1-s1", "s4-h2", "h2-m1-h1", "S@h1-s3", "s1-st1", "end"]
    orders = conquest.notation.read_orders(start, "south", "; ".join(texts))
    events = list(conquest.judgement.decide(start, "south", orders))
    assert descriptions(conquest, events, "south", start) == [
        "Soldier from the tower st1 mounts the elephant on s1",
        "Soldier from s4 boards the ship in the harbour h2",
        "Ship with 1 soldier from the harbour h2 into the harbour h1",
        "Soldier gets off and goes from the harbour h1 to s3",
        "Elephant with 1 soldier from s1 to the tower st1",
        "Your turn ends.",
    ]


def test_a_piece_that_only_goes_on_makes_one_way(
    happen: Callable[..., list[Any]], conquest: AnyRules
) -> None:
    events = happen(
        {"st1": "south K", "s3": "west S", "g1": "west S"}, "south: st1-s1; s1-s2; s2xs3"
    )
    join = conquest.telling.join_events
    walked: Any = join(events[0], events[1])
    assert (walked.path, walked.order) == (("st1", "s1", "s2"), "st1-s1; s1-s2")
    taken = join(walked, events[2])
    assert isinstance(taken, Captured)
    assert conquest.telling.points_spent(taken) == 3
    assert descriptions(conquest, [taken]) == ["South's knight takes West's soldier on s3"]
    assert join(taken, events[3]) is None
    assert join(events[1], events[0]) is None


def test_events_tell_how_a_game_ended(happen: Callable[..., list[Any]], conquest: AnyRules) -> None:
    pieces = {"s1": "south K", "s2": "west S", "s9": "west S"}
    events = happen(pieces, "south: s1xs2; end")
    assert isinstance(events[-1], GameEnded)
    assert descriptions(conquest, events)[-1] == (
        "The game is over: a player has one piece left. Winner: South."
    )


def test_a_skipped_turn_is_described(conquest: AnyRules) -> None:
    """A30, CR24: West is immobilised, but not alone."""
    towers = {f"wt{n}": "castle west" for n in range(1, 6)}
    fields = {**towers, "s1": "land", "st1": "castle south", "nt1": "castle north"}
    pieces = {**dict.fromkeys(towers, "south E(S)"), "s1": "west E(S,S)", "nt1": "north E(S,S)"}
    position = {"turn": "south", "number": 9, "pieces": pieces}
    state = conquest.judgement.open_case({"board": {"fields": fields}, "position": position})
    events = conquest.judgement.decide(
        state, "south", conquest.notation.read_orders(state, "south", "end")
    )
    assert [type(event) for event in events] == [TurnEnded, TurnSkipped]
    assert descriptions(conquest, list(events)) == [
        "South's turn ends.",
        "West: no points, the turn is passed over.",
    ]
    assert conquest.judgement.to_act(fold(conquest, state, events)) == {"north": "turn"}


def test_the_plan_of_a_window_is_shown_to_its_owner_only(
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

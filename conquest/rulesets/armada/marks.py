"""The marks that draw an event: ways as arrows, lost units as ghosts, the path of a die."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.core import Mark
from conquest.kit.hidden_army import Square, square_name
from conquest.rulesets.armada.model import (
    Activated,
    Arrived,
    Bounced,
    Captured,
    Event,
    Forfeited,
    Resigned,
    Revealed,
    Struck,
    Threw,
)


def event_marks(event: Event) -> tuple[Mark, ...]:
    """Return the marks that draw an event."""
    match event:
        case Activated():
            return (Mark("arrow", event.path, event.seat), *_target_marks(event))
        case Threw():
            return tuple(_throw_marks(event))
        case Forfeited():
            return (Mark("ghost", (event.square,), event.seat, event.rank),)
        case Arrived():
            return (Mark("ring", (event.square,), event.seat),)
        case Resigned():
            return (Mark("ghost", (event.square,), event.seat, "K"),)
        case _:
            return ()


def _target_marks(event: Activated) -> Iterator[Mark]:
    """Yield the mark at the end of a way: a unit captured, revealed or attacked in vain, or a
    blocker struck."""
    end = event.path[-1:]
    match event:
        case Captured():
            yield Mark("ghost", end, event.victim, event.rank)
        case Revealed():
            yield Mark("ring", end, event.victim, event.rank)
        case Bounced():
            yield Mark("ring", end, event.victim)
        case Struck():
            yield Mark("ring", end, event.seat, str(event.left))
        case _:
            return


def _throw_marks(event: Threw) -> Iterator[Mark]:
    """Yield the marks of the aim, the path of the die, and what it did to units (K37, K38)."""
    yield Mark("ring", (event.aim,), event.seat)
    way = (event.aim, *_squares_under_die(event))
    squares = tuple(dict.fromkeys(way))
    if len(squares) > 1:
        yield Mark("path", squares, event.seat)
    for start, end in event.shifts.items():
        yield Mark("arrow", (start, end))
    for fall in event.falls:
        if fall.to:
            yield Mark("ring", (fall.to,), fall.seat)
        else:
            yield Mark("ghost", (fall.square,), fall.seat, fall.rank)


def _squares_under_die(event: Threw) -> Iterator[Square]:
    """Yield the squares under the middle of a die while it is on the board."""
    # A die that is out ends its path beyond the edge, where there is no square.
    on_board = event.path if event.result != "out" else event.path[:-1]
    for across, along in on_board:
        yield square_name(max(0, across) // 2, max(0, along) // 2)

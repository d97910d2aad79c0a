"""Describe the events that only Grand Conquest has: in words, points, marks and losses."""

from __future__ import annotations

from collections.abc import Mapping

from conquest.core import Loss, Mark, Phrase, Viewer
from conquest.islands.board import Board
from conquest.islands.events import Event
from conquest.islands.pieces import read_piece
from conquest.islands.telling.places import at_field, from_field
from conquest.islands.words import FIGURES, OBJECTS, figure_name, seat_name, stack_name
from conquest.rulesets.grand_conquest import bridges, building, shooting
from conquest.rulesets.grand_conquest.events import BridgeLowered, BridgeRaised, Built, Shot


def describe_event(event: Event, viewer: Viewer, board: Board | None) -> Phrase | None:
    """Describe an event to a viewer, None for any other event."""
    phrase = _event_phrase(event, board)
    if phrase is None or event.seat == viewer:
        return phrase
    return Phrase("%(seat)s: %(told)s", seat=seat_name(event.seat), told=phrase)


def _event_phrase(event: Event, board: Board | None) -> Phrase | None:
    match event:
        case Shot():
            return _describe_shot(event, board)
        case Built():
            place = at_field(event.to or event.field, board)
            return Phrase("%(piece)s built %(at)s", piece=figure_name(event.letter), at=place)
        case BridgeRaised():
            return Phrase("bridge raised %(at)s", at=at_field(event.field, board))
        case BridgeLowered():
            return Phrase("bridge lowered %(at)s", at=at_field(event.field, board))
        case _:
            return None


def _describe_shot(event: Shot, board: Board | None) -> Phrase:
    start, place = from_field(event.path[-1], board), at_field(event.target, board)
    if event.opened:
        return Phrase("catapult %(start)s brings down the bridge %(at)s", start=start, at=place)
    lost = Phrase(
        "%(seat)s's %(piece)s",
        seat=seat_name(event.victim),
        piece=_name_lost(event, OBJECTS),
    )
    if event.back:
        return Phrase(
            "catapult %(start)s hits %(lost)s %(at)s in return", start=start, lost=lost, at=place
        )
    return Phrase("catapult %(start)s hits %(lost)s %(at)s", start=start, lost=lost, at=place)


def _name_lost(event: Shot, names: Mapping[str, Phrase] = FIGURES) -> Phrase:
    """Return the name of what was hit: a whole stack, or the soldiers of a siege engine."""
    if event.lost.startswith("S,"):
        return Phrase("%(n)s soldiers", n=event.lost.count("S"))
    return stack_name(read_piece(f"{event.victim} {event.lost}", (event.victim,)), names)


def losses(event: Event) -> tuple[Loss, ...]:
    """Return the pieces lost by an event, with the seats that lost and took them."""
    if not isinstance(event, Shot) or event.opened:
        return ()
    what = Phrase("%(piece)s on %(field)s", piece=_name_lost(event), field=event.target)
    return (Loss(event.victim, event.seat, what),)


def points_spent(event: Event) -> int:
    """Return the points that an event cost its seat (G20, G26, G34, G38).

    A shot in answer to a capture is free (GR9).
    """
    match event:
        case Shot(back=False):
            return shooting.PRICE
        case Built():
            return building.PRICE
        case BridgeRaised():
            return bridges.PRICES["raise"]
        case BridgeLowered():
            return bridges.PRICES["lower"]
        case _:
            return 0


def event_marks(event: Event) -> tuple[Mark, ...]:
    """Return the marks that draw an event."""
    match event:
        case Shot():
            arrow = Mark("arrow", (*event.path, event.target), event.seat)
            if event.opened:
                return (arrow,)
            return (arrow, Mark("ghost", (event.target,), event.victim, event.lost[0]))
        case Built():
            return (Mark("ring", (event.to or event.field,), event.seat),)
        case _:
            return ()

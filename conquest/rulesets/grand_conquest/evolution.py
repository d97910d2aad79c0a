"""What events change in Grand Conquest, in addition to the family's changes."""

from __future__ import annotations

from msgspec.structs import replace

from conquest.core import Seat
from conquest.islands.events import (
    Captured,
    Conquered,
    Event,
    Moved,
    Recaptured,
    TurnEnded,
    TurnSkipped,
    Walk,
)
from conquest.islands.model import State
from conquest.islands.pieces import VESSELS, with_load, with_steps
from conquest.islands.rules.ending import has_lost
from conquest.rulesets.grand_conquest import bridges, building, camels, shooting
from conquest.rulesets.grand_conquest.ending import is_duel
from conquest.rulesets.grand_conquest.events import BridgeLowered, BridgeRaised, Built, Shot
from conquest.rulesets.grand_conquest.model import GrandState


def settle_event(before: GrandState, after: GrandState, event: Event) -> GrandState:
    """Return the position after an event whose changes of the family are in ``after``."""
    match event:
        case Moved():
            return _draw_in_engine(before, camels.follow_walk(before, after, event), event)
        case Walk():
            return _settle_attack(before, camels.follow_walk(before, after, event), event)
        case Shot():
            return _mark_reckoning(
                before, _remember_sunk(shooting.apply_shot(after, event), event), event.back
            )
        case Built():
            return building.apply_build(after, event)
        case BridgeRaised():
            used = after.used + bridges.PRICES["raise"]
            return replace(after, raised=tuple(sorted({*after.raised, event.field})), used=used)
        case BridgeLowered():
            raised = tuple(tower for tower in after.raised if tower != event.field)
            return replace(after, raised=raised, used=after.used + bridges.PRICES["lower"])
        case TurnEnded() | TurnSkipped():
            # The next seat is on turn already: its bridges open, at a skipped turn, too (A87).
            return bridges.open_bridges(replace(after, fired=()) if after.fired else after)
        case _:
            return after


def _settle_attack(before: GrandState, after: GrandState, event: Walk) -> GrandState:
    match event:
        case Captured():
            return _remember_sunk(after, event)
        case Conquered():
            return _count_boarded(after, event.seat)
        case Recaptured():
            after = (
                _count_boarded(after, event.seat)
                if event.conquered
                else _remember_sunk(after, event)
            )
            return _mark_reckoning(before, after, True)
        case _:
            return after


def _draw_in_engine(before: GrandState, after: GrandState, event: Moved) -> GrandState:
    """Return the position with a siege engine drawn into the tower where its soldier waits.

    See GR22 and A89.
    """
    start, end = event.path[0], event.path[-1]
    waiting, engine = before.pieces.get(end), before.pieces[start]
    if engine.letter != "W" or event.figure or waiting is None or start == end:
        return after
    moved = with_steps(engine, engine.steps + len(event.path) - 1)
    manned = with_load(moved, (*moved.load, waiting))
    return replace(after, pieces={**after.pieces, end: manned})


def _remember_sunk(after: GrandState, event: Captured | Recaptured | Shot) -> GrandState:
    """Return the position with a sunk vessel noted, so that its owner can rebuild it (A84)."""
    if not event.lost or event.lost[0] not in VESSELS:
        return after
    letters = "".join(sorted(after.sunk.get(event.victim, "") + event.lost[0]))
    return replace(after, sunk={**after.sunk, event.victim: letters})


def _count_boarded(after: GrandState, seat: Seat) -> GrandState:
    """Return the position with a boarded vessel counted, which only a game of two needs (A97)."""
    if not is_duel(after):
        return after
    return replace(after, conquered={**after.conquered, seat: after.conquered.get(seat, 0) + 1})


def _mark_reckoning(before: GrandState, after: GrandState, is_answer: bool) -> GrandState:
    """Return the position marked to end with this turn, if a vulnerable attacker lost a piece.

    See A95.
    """
    window = before.window
    exposed = is_answer and window is not None and window.exposed
    if exposed and has_lost(before, after, before.turn):
        return replace(after, reckoning=True)
    return after


def figures_added(state: State, event: Event) -> int:
    """Return how many figures an event adds to the board or to captures.

    A captured figure of the capturer's own colour is counted nowhere (A69).
    """
    if isinstance(event, Built):
        return int(event.letter not in VESSELS)
    if isinstance(event, Shot):
        return -camels.count_own_colour(state, event.target, event.seat)
    if isinstance(event, Walk) and not isinstance(event, Moved):
        return -camels.count_own_colour(state, event.path[-1], event.seat)
    return 0

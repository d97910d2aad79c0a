"""Events told as sentences, and the marks that draw them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from conquest.core import Loss, Mark, Phrase, Seat, Viewer, as_sentence
from conquest.kit import duel
from conquest.rulesets.espionage.model import (
    Began,
    DrawAccepted,
    DrawOffered,
    Event,
    Fought,
    GameEnded,
    Lapsed,
    Moving,
    Mustered,
    Places,
    Resigned,
    Started,
    State,
    Stepped,
    TurnEnded,
)
from conquest.rulesets.espionage.orders import Step
from conquest.rulesets.espionage.ranks import UNKNOWN, Rank, other
from conquest.rulesets.espionage.words import (
    OBJECTS,
    THE,
    figure_name,
    listed,
    rank_name,
    seat_name,
)

Parts: TypeAlias = dict[str, str | int | Phrase]

REASONS = {
    "headquarters": Phrase("the enemy headquarters is conquered"),
    "army_destroyed": Phrase("no piece is left that could move"),
    "both_destroyed": Phrase("neither side has a piece left that could move"),
    "no_move": Phrase("the opponent has no legal move"),
    "quiet_moves": Phrase("too many moves without a fight"),
    **duel.REASONS,
}

SAID = {
    DrawOffered: duel.OFFERED,
    DrawAccepted: duel.ACCEPTED,
    Resigned: duel.RESIGNED,
}


def tell(event: Event, viewer: Viewer, before: State | None) -> Phrase | None:
    """Return an event told in one sentence to a viewer, None where nothing needs telling.

    With the position before it, a hidden piece that the viewer knows by now is named.
    """
    told = _told(event, viewer, before)
    return as_sentence(told) if told else None


def _told(event: Event, viewer: Viewer, before: State | None) -> Phrase | None:
    match event:
        case Started():
            at = ", ".join(event.volcanoes)
            return Phrase("Volcanoes lie on %(at)s. Both sides set up their armies.", at=at)
        case Mustered():
            if event.seat == viewer:
                return Phrase("You set up your army.")
            return Phrase("%(seat)s has set up the army.", seat=seat_name(event.seat))
        case Began():
            return Phrase("Both armies stand. %(seat)s begins.", seat=seat_name(event.seat))
        case Stepped():
            return _by(event.seat, viewer, _found_out(event, _walk(event, before)))
        case Fought():
            return _by(event.seat, viewer, _found_out(event, _fight(event, before)))
        case Lapsed():
            return _by(event.seat, viewer, _lapse(event))
        case TurnEnded():
            return None
        case DrawOffered() | DrawAccepted() | Resigned():
            seat = seat_name(event.seat)
            return duel.describe_action(SAID[type(event)], seat, is_own=event.seat == viewer)
        case GameEnded():
            return told_end(event.winners, event.reason)


def _by(seat: Seat, viewer: Viewer, told: Phrase) -> Phrase:
    """Say whose doing it was, unless it was the viewer's own."""
    if seat == viewer:
        return told
    return Phrase("%(seat)s: %(told)s", seat=seat_name(seat), told=told)


def _rank(told: Rank, before: State | None, square: str) -> Rank:
    """Return a rank as an event tells it, or as it was known before."""
    if told != UNKNOWN or before is None or square not in before.pieces:
        return told
    return before.pieces[square].rank


def _walk(event: Stepped, before: State | None) -> Phrase:
    rank = _rank(UNKNOWN, before, event.start)
    if rank == UNKNOWN:
        return Phrase("%(start)s to %(end)s", start=event.start, end=event.end)
    return Phrase(
        "%(piece)s %(start)s to %(end)s",
        piece=rank_name(rank),
        start=event.start,
        end=event.end,
    )


def _lapse(event: Lapsed) -> Phrase:
    return Phrase(
        "%(start)s stays where it is, for %(end)s is already won",
        start=event.start,
        end=event.end,
    )


def _fight(event: Fought, before: State | None) -> Phrase:
    rank = _rank(event.rank, before, event.start)
    against = _rank(event.against, before, event.end)
    said: Parts = {
        "piece": figure_name(rank, event.start),
        "foe": OBJECTS[against],
        "end": event.end,
    }
    match event.result:
        case "headquarters":
            return Phrase("%(piece)s conquers the headquarters on %(end)s", **said)
        case "won" if against == "M":
            return Phrase("%(piece)s clears the mine on %(end)s", **said)
        case "won":
            return Phrase("%(piece)s attacks %(end)s and beats %(foe)s", **said)
        case "both":
            return Phrase("%(piece)s steps on the mine on %(end)s; both are gone", **said)
        case _ if against == UNKNOWN:
            return Phrase("%(piece)s attacks %(end)s and falls", **said)
        case _:
            return Phrase(
                "%(piece)s attacks %(end)s and falls to %(foe)s", **{**said, "foe": THE[against]}
            )


def _found_out(event: Moving, told: Phrase) -> Phrase:
    """Add what spies have uncovered by it, as far as the event says."""
    places = _uncovered(event)
    named = {square: rank for square, rank in places.items() if rank != UNKNOWN}
    if not named:
        return told
    found = listed([figure_name(rank, square) for square, rank in named.items()])
    return Phrase("%(told)s; a spy uncovers: %(found)s", told=told, found=found)


def _uncovered(event: Moving) -> Places:
    return {at: rank for places in event.uncovered.values() for at, rank in places.items()}


def told_end(winners: tuple[Seat, ...], reason: str) -> Phrase:
    """Return the end of a game in a sentence."""
    return duel.describe_end(REASONS[reason], seat_name(winners[0]) if winners else None)


def walk_label(step: Step) -> Phrase:
    """Return what a step to a free square is called."""
    return Phrase("to %(end)s", end=step.end)


def attack_label(state: State, step: Step) -> Phrase:
    """Return what an attack is called, and on whom, as far as that is known."""
    against = state.pieces[step.end].rank
    return Phrase("attack %(foe)s on %(end)s", foe=OBJECTS[against], end=step.end)


def losses(event: Event) -> tuple[Loss, ...]:
    """Return the pieces that were removed by an event; they are named to everybody (HE10)."""
    return tuple(_losses(event))


def _losses(event: Event) -> Iterator[Loss]:
    if isinstance(event, Fought):
        if event.result != "lost":
            yield _loss(other(event.seat), event.seat, event.against, event.end)
        if event.result in ("lost", "both"):
            yield _loss(event.seat, other(event.seat), event.rank, event.start)


def _loss(seat: Seat, by: Seat, rank: Rank, square: str) -> Loss:
    what = Phrase("%(piece)s on %(square)s", piece=rank_name(rank), square=square)
    return Loss(seat, by, what)


def cost(event: Event) -> int:
    """Return 0: nothing costs points in Espionage."""
    return 0


def trace(event: Event) -> tuple[Mark, ...]:
    """Return the marks that draw an event: the way as an arrow, what was removed as a ghost, a
    ring round what was uncovered."""
    match event:
        case Stepped():
            return (_arrow(event), *_rings(event))
        case Fought():
            return (_arrow(event), *_ghosts(event), *_rings(event))
        case _:
            return ()


def _arrow(event: Moving) -> Mark:
    return Mark("arrow", (event.start, event.end), event.seat)


def _rings(event: Moving) -> Iterator[Mark]:
    for seat, places in event.uncovered.items():
        for square in places:
            yield Mark("ring", (square,), seat)


def _ghosts(event: Fought) -> Iterator[Mark]:
    if event.result in ("lost", "both"):
        yield Mark("ghost", (event.start,), event.seat, event.rank)
    if event.result != "lost":
        yield Mark("ghost", (event.end,), other(event.seat), event.against)

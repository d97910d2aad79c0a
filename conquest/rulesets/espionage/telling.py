"""Events as sentences, and the marks that draw them on the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from conquest.core import Loss, Mark, Phrase, Seat, Viewer, as_sentence
from conquest.kit import duel
from conquest.kit.hidden_army import UNKNOWN, Mustered, Rank
from conquest.kit.wording import join_phrases, name_actor
from conquest.rulesets.espionage.model import (
    Began,
    Event,
    Fought,
    Lapsed,
    Moving,
    Started,
    State,
    Stepped,
    TurnEnded,
)
from conquest.rulesets.espionage.orders import PieceStep
from conquest.rulesets.espionage.ranks import other_seat
from conquest.rulesets.espionage.words import NAMES, OBJECTS, SEAT_NAMES, THE, WORDS

Parts: TypeAlias = dict[str, str | int | Phrase]

REASONS = {
    "headquarters": Phrase("the enemy headquarters is conquered"),
    "army_destroyed": Phrase("no piece is left that could move"),
    "both_destroyed": Phrase("neither side has a piece left that could move"),
    "no_move": Phrase("the opponent has no legal move"),
    "quiet_moves": Phrase("too many moves without a fight"),
    **duel.REASONS,
}


def describe_event(event: Event, viewer: Viewer, before: State | None) -> Phrase | None:
    """Return an event as one sentence for a viewer, None if there is nothing to say.

    With the position before it, pieces are named that the event hides but the viewer knows.
    """
    phrase = _event_phrase(event, viewer, before)
    return as_sentence(phrase) if phrase else None


def _event_phrase(event: Event, viewer: Viewer, before: State | None) -> Phrase | None:
    match event:
        case Started():
            at = ", ".join(event.volcanoes)
            return Phrase("Volcanoes lie on %(at)s. Both sides set up their armies.", at=at)
        case Mustered():
            return WORDS.describe_setup(event, viewer)
        case Began():
            return Phrase("Both armies stand. %(seat)s begins.", seat=SEAT_NAMES[event.seat])
        case Stepped() | Fought() | Lapsed():
            return name_actor(event, viewer, SEAT_NAMES, _turn_phrase(event, before))
        case TurnEnded():
            return None
        case duel.GameEnded():
            return end_phrase(event.winners, event.reason, viewer)
        case _:
            return duel.describe_action(event, SEAT_NAMES[event.seat], viewer)


def _turn_phrase(event: Stepped | Fought | Lapsed, before: State | None) -> Phrase:
    match event:
        case Stepped():
            return _add_uncovered(event, _step_phrase(event, before))
        case Fought():
            return _add_uncovered(event, _fight_phrase(event, before))
        case Lapsed():
            return Phrase(
                "%(start)s stays where it is, for %(end)s is already won",
                start=event.start,
                end=event.end,
            )


def _known_rank(rank: Rank, before: State | None, square: str) -> Rank:
    """Return the rank that an event names, or else the one known before."""
    if rank != UNKNOWN or before is None or square not in before.pieces:
        return rank
    return before.pieces[square].rank


def _step_phrase(event: Stepped, before: State | None) -> Phrase:
    rank, parts = _known_rank(UNKNOWN, before, event.start), Parts(start=event.start, end=event.end)
    if rank == UNKNOWN:
        return Phrase("%(start)s to %(end)s", **parts)
    return Phrase("%(piece)s %(start)s to %(end)s", piece=NAMES[rank], **parts)


def _fight_phrase(event: Fought, before: State | None) -> Phrase:
    rank = _known_rank(event.rank, before, event.start)
    against = _known_rank(event.against, before, event.end)
    piece, foe = WORDS.figure_name(rank, event.start), (OBJECTS if event.result == "won" else THE)
    parts = Parts(piece=piece, foe=foe[against], end=event.end)
    match event.result:
        case "headquarters":
            return Phrase("%(piece)s conquers the headquarters on %(end)s", **parts)
        case "won" if against == "M":
            return Phrase("%(piece)s clears the mine on %(end)s", **parts)
        case "won":
            return Phrase("%(piece)s attacks %(end)s and beats %(foe)s", **parts)
        case "both":
            return Phrase("%(piece)s steps on the mine on %(end)s; both are gone", **parts)
        case _ if against == UNKNOWN:
            return Phrase("%(piece)s attacks %(end)s and falls", **parts)
        case _:
            return Phrase("%(piece)s attacks %(end)s and falls to %(foe)s", **parts)


def _add_uncovered(event: Moving, phrase: Phrase) -> Phrase:
    """Return the phrase with what spies have uncovered, as far as the event names it."""
    places = {at: rank for places in event.uncovered.values() for at, rank in places.items()}
    named = [WORDS.figure_name(rank, at) for at, rank in places.items() if rank != UNKNOWN]
    if not named:
        return phrase
    return Phrase("%(told)s; a spy uncovers: %(found)s", told=phrase, found=join_phrases(named))


def end_phrase(winners: tuple[Seat, ...], reason: str, viewer: Viewer = None) -> Phrase:
    """Return the end of a game in a sentence."""
    why = duel.explain_end(winners, reason, REASONS, SEAT_NAMES, viewer)
    return duel.describe_end(why, SEAT_NAMES[winners[0]] if winners else None)


def attack_label(state: State, step: PieceStep) -> Phrase:
    """Return the label of an attack, with the rank of the attacked piece if it is known."""
    against = state.pieces[step.end].rank
    return Phrase("attack %(foe)s on %(end)s", foe=OBJECTS[against], end=step.end)


def losses(event: Event) -> tuple[Loss, ...]:
    """Return the pieces removed in an event; they are named to everybody (HE10)."""
    return tuple(_event_losses(event))


def _event_losses(event: Event) -> Iterator[Loss]:
    if isinstance(event, Fought):
        if event.result != "lost":
            what = WORDS.place_name(event.against, event.end)
            yield Loss(other_seat(event.seat), event.seat, what)
        if event.result in ("lost", "both"):
            what = WORDS.place_name(event.rank, event.start)
            yield Loss(event.seat, other_seat(event.seat), what)


def event_marks(event: Event) -> tuple[Mark, ...]:
    """Return the marks that draw an event: the step as an arrow, removed pieces as ghosts, and
    rings around uncovered pieces."""
    match event:
        case Stepped():
            return (_step_arrow(event), *_uncovered_rings(event))
        case Fought():
            return (_step_arrow(event), *_loss_ghosts(event), *_uncovered_rings(event))
        case _:
            return ()


def _step_arrow(event: Moving) -> Mark:
    return Mark("arrow", (event.start, event.end), event.seat)


def _uncovered_rings(event: Moving) -> Iterator[Mark]:
    for seat, places in event.uncovered.items():
        for square in places:
            yield Mark("ring", (square,), seat)


def _loss_ghosts(event: Fought) -> Iterator[Mark]:
    if event.result in ("lost", "both"):
        yield Mark("ghost", (event.start,), event.seat, event.rank)
    if event.result != "lost":
        yield Mark("ghost", (event.end,), other_seat(event.seat), event.against)

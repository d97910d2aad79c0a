"""Events as sentences, and the marks that draw them on the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from conquest.core import Loss, Mark, Phrase, Viewer, as_sentence
from conquest.kit import duel
from conquest.kit.wording import join_phrases, name_actor
from conquest.rulesets.bollwerk.model import (
    Blasted,
    Captured,
    Event,
    Laid,
    Moved,
    Placing,
    Removed,
    SpyCaught,
    Started,
    State,
    TurnEnded,
    Walk,
)
from conquest.rulesets.bollwerk.sides import SIDES
from conquest.rulesets.bollwerk.words import (
    BY,
    LAID,
    OBJECTS,
    SEAT_NAMES,
    STRUCK,
    THE,
    THROWN,
    YOURS,
    piece_name,
)

Parts: TypeAlias = dict[str, str | int | Phrase]

REASONS = {
    "end_field": Phrase("a piece has entered the enemy end field"),
    "bomb": Phrase("a bomb lies on the enemy end field"),
    "all_captured": Phrase("all enemy pieces are captured"),
    "immobilised": Phrase("the opponent has no legal turn"),
    "repetition": Phrase("the same position for the third time"),
    "quiet_turns": Phrase("too many turns in which nothing was captured or placed"),
    **duel.REASONS,
}


def describe_event(event: Event, viewer: Viewer, before: State | None) -> Phrase | None:
    """Return an event as one sentence for a viewer, None if there is nothing to say."""
    phrase = _event_phrase(event, viewer)
    return as_sentence(phrase) if phrase else None


def _event_phrase(event: Event, viewer: Viewer) -> Phrase | None:
    match event:
        case Started():
            return Phrase("The game begins with %(seat)s.", seat=SEAT_NAMES[event.seat])
        case Captured() | SpyCaught() if SIDES[event.seat].other == viewer:
            return _victim_phrase(event)
        case Moved() | Captured() | Laid() | Blasted() | Removed() | SpyCaught():
            return name_actor(event, viewer, SEAT_NAMES, _part_phrase(event))
        case TurnEnded():
            return None
        case duel.GameEnded():
            return end_phrase(event.winners, event.reason, viewer)
        case _:
            return duel.describe_action(event, SEAT_NAMES[event.seat], viewer)


def _part_phrase(event: Moved | Captured | Laid | Blasted | Removed | SpyCaught) -> Phrase:
    match event:
        case Moved():
            return _with_landing(event, describe_path(event.piece, event.path))
        case Captured():
            taken = describe_capture(event.piece, event.path, event.lost)
            return _with_landing(event, taken)
        case _:
            return _placing_phrase(event)


def describe_path(piece: str, path: tuple[str, ...]) -> Phrase:
    """Return the path of a piece: "cannon from a17 to f17", "spy from a1 over c1 to e1"."""
    parts: Parts = {"piece": piece_name(piece), "start": path[0], "end": path[-1]}
    if len(path) < 3:
        return Phrase("%(piece)s from %(start)s to %(end)s", **parts)
    over = ", ".join(path[1:-1])
    return Phrase("%(piece)s from %(start)s over %(over)s to %(end)s", **parts, over=over)


def describe_capture(piece: str, path: tuple[str, ...], lost: Mapping[str, str]) -> Phrase:
    """Return what a piece captures on its path; ``lost`` has the letters of the lost by square."""
    victims, end = _lost_pieces(lost, OBJECTS), path[-1]
    if len(path) > 2 or end not in lost:
        return Phrase("%(gone)s, takes %(lost)s", gone=describe_path(piece, path), lost=victims)
    parts: Parts = {"piece": piece_name(piece), "start": path[0], "lost": victims}
    return Phrase("%(piece)s from %(start)s takes %(lost)s", **parts)


def _victim_phrase(event: Captured | SpyCaught) -> Phrase:
    """Return what a piece has captured, addressed to the side that has lost it."""
    by = BY[event.piece.upper()]
    if isinstance(event, SpyCaught):
        parts: Parts = {"yours": YOURS["S"], "stone": THROWN[event.stone], "piece": by}
        return Phrase(
            "%(yours)s on %(square)s was taken %(stone)s, by %(piece)s on %(at)s",
            **parts,
            square=event.square,
            at=event.at,
        )
    parts = {"yours": _lost_pieces(event.lost, YOURS), "piece": by, "start": event.path[0]}
    if len(event.lost) > 1:
        phrase = Phrase("%(yours)s were taken by %(piece)s from %(start)s", **parts)
    else:
        phrase = Phrase("%(yours)s was taken by %(piece)s from %(start)s", **parts)
    return _with_landing(event, phrase)


def _lost_pieces(lost: Mapping[str, str], names: Mapping[str, Phrase]) -> Phrase:
    named = ((square, names[letter.upper()]) for square, letter in lost.items())
    return join_phrases(
        [Phrase("%(piece)s on %(square)s", piece=name, square=square) for square, name in named]
    )


def _with_landing(event: Walk, phrase: Phrase) -> Phrase:
    """Return the phrase with what became of the stone at the end of the path."""
    if event.collected:
        stone = STRUCK[event.collected]
        return Phrase("%(told)s and picks up %(stone)s", told=phrase, stone=stone)
    if event.destroyed:
        return Phrase("%(told)s and destroys %(stone)s", told=phrase, stone=STRUCK[event.destroyed])
    return phrase


def _placing_phrase(event: Laid | Blasted | Removed | SpyCaught) -> Phrase:
    parts: Parts = {"piece": THE[event.piece.upper()], "at": event.at, "square": event.square}
    match event:
        case Laid():
            stone = LAID[event.stone]
            return Phrase("%(piece)s on %(at)s lays %(stone)s on %(square)s", **parts, stone=stone)
        case Blasted():
            lost = STRUCK[event.lost]
            return Phrase("%(piece)s on %(at)s blasts %(lost)s on %(square)s", **parts, lost=lost)
        case Removed():
            parts["lost"] = STRUCK[event.lost]
            return Phrase("%(piece)s on %(at)s removes %(lost)s from %(square)s", **parts)
        case SpyCaught():
            parts["stone"] = THROWN[event.stone]
            return Phrase("%(piece)s on %(at)s takes the spy on %(square)s %(stone)s", **parts)


def losses(event: Event) -> tuple[Loss, ...]:
    """Return the pieces lost in an event; stones have no owner, so they are no losses."""
    match event:
        case Captured():
            lost = event.lost
        case SpyCaught():
            lost = {event.square: "S"}
        case _:
            return ()
    pieces = ((square, piece_name(letter)) for square, letter in lost.items())
    return tuple(
        Loss(
            SIDES[event.seat].other,
            event.seat,
            Phrase("%(piece)s on %(square)s", piece=piece, square=square),
        )
        for square, piece in pieces
    )


def end_phrase(winners: tuple[str, ...], reason: str, viewer: Viewer = None) -> Phrase:
    """Return the end of a game in a sentence."""
    why = duel.explain_end(winners, reason, REASONS, SEAT_NAMES, viewer)
    return duel.describe_end(why, SEAT_NAMES[winners[0]] if winners else None)


def event_marks(event: Event) -> tuple[Mark, ...]:
    """Return the marks that draw an event: the path of a piece as an arrow, that of a stone as a
    path, and what was lost as a ghost, labelled with the letter of the piece or the kind of the
    stone."""
    victim = SIDES[event.seat].other
    match event:
        case Moved():
            return (Mark("arrow", event.path, event.seat),)
        case Captured():
            ghosts = (Mark("ghost", (at,), victim, letter) for at, letter in event.lost.items())
            return (Mark("arrow", event.path, event.seat), *ghosts)
        case Laid():
            return (_throw_mark(event), Mark("ring", (event.square,), event.seat))
        case Blasted() | Removed():
            return (_throw_mark(event), Mark("ghost", (event.square,), None, event.lost))
        case SpyCaught():
            return (_throw_mark(event), Mark("ghost", (event.square,), victim, "S"))
        case _:
            return ()


def _throw_mark(event: Placing) -> Mark:
    return Mark("path", (event.at, event.square), event.seat)

"""Events as sentences, and the marks that draw them on the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from conquest.core import Loss, Mark, Phrase, Seat, Viewer, as_sentence
from conquest.kit import duel
from conquest.rulesets.bollwerk.model import (
    Blasted,
    Captured,
    DrawAccepted,
    DrawOffered,
    Event,
    GameEnded,
    Laid,
    Moved,
    Placing,
    Removed,
    Resigned,
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
    STRUCK,
    THE,
    THROWN,
    YOURS,
    join_phrases,
    piece_name,
    seat_name,
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


SAID = {
    DrawOffered: duel.OFFERED,
    DrawAccepted: duel.ACCEPTED,
    Resigned: duel.RESIGNED,
}


def describe_event(event: Event, viewer: Viewer, before: State | None) -> Phrase | None:
    """Return an event as one sentence for a viewer, None if there is nothing to say."""
    phrase = _event_phrase(event, viewer)
    return as_sentence(phrase) if phrase else None


def _event_phrase(event: Event, viewer: Viewer) -> Phrase | None:
    match event:
        case Started():
            return Phrase("The game begins with %(seat)s.", seat=seat_name(event.seat))
        case Moved():
            return _with_actor(
                event.seat, viewer, _with_landing(event, describe_path(event.piece, event.path))
            )
        case Captured() if SIDES[event.seat].other == viewer:
            return _with_landing(event, _victim_phrase(event))
        case Captured():
            phrase = describe_capture(event.piece, event.path, event.lost)
            return _with_actor(event.seat, viewer, _with_landing(event, phrase))
        case SpyCaught() if SIDES[event.seat].other == viewer:
            return Phrase(
                "%(yours)s on %(square)s was taken %(stone)s, by %(piece)s on %(at)s",
                yours=YOURS["S"],
                square=event.square,
                stone=THROWN[event.stone],
                piece=BY[event.piece.upper()],
                at=event.at,
            )
        case Laid() | Blasted() | Removed() | SpyCaught():
            return _with_actor(event.seat, viewer, _placing_phrase(event))
        case TurnEnded():
            return None
        case DrawOffered() | DrawAccepted() | Resigned():
            seat = seat_name(event.seat)
            return duel.describe_action(SAID[type(event)], seat, is_own=event.seat == viewer)
        case GameEnded():
            return end_phrase(event.winners, event.reason)


def _with_actor(seat: Seat, viewer: Viewer, phrase: Phrase) -> Phrase:
    """Return the phrase with the acting seat before it, unless the viewer is that seat."""
    if seat == viewer:
        return phrase
    return Phrase("%(seat)s: %(told)s", seat=seat_name(seat), told=phrase)


def describe_path(piece: str, path: tuple[str, ...]) -> Phrase:
    """Return the path of a piece: "cannon from a17 to f17", "spy from a1 over c1 to e1"."""
    parts: Parts = {"piece": piece_name(piece), "start": path[0], "end": path[-1]}
    if len(path) < 3:
        return Phrase("%(piece)s from %(start)s to %(end)s", **parts)
    return Phrase(
        "%(piece)s from %(start)s over %(over)s to %(end)s", **parts, over=", ".join(path[1:-1])
    )


def describe_capture(piece: str, path: tuple[str, ...], lost: Mapping[str, str]) -> Phrase:
    """Return what a piece captures on its path; ``lost`` has the letters of the lost by square."""
    victims, end = _lost_pieces(lost, OBJECTS), path[-1]
    if len(path) > 2 or end not in lost:
        return Phrase("%(gone)s, takes %(lost)s", gone=describe_path(piece, path), lost=victims)
    return Phrase(
        "%(piece)s from %(start)s takes %(lost)s",
        piece=piece_name(piece),
        start=path[0],
        lost=victims,
    )


def _victim_phrase(event: Captured) -> Phrase:
    parts: Parts = {"yours": _lost_pieces(event.lost, YOURS), "piece": BY[event.piece.upper()]}
    start = event.path[0]
    if len(event.lost) > 1:
        return Phrase("%(yours)s were taken by %(piece)s from %(start)s", **parts, start=start)
    return Phrase("%(yours)s was taken by %(piece)s from %(start)s", **parts, start=start)


def _lost_pieces(lost: Mapping[str, str], names: Mapping[str, Phrase]) -> Phrase:
    return join_phrases(
        [
            Phrase("%(piece)s on %(square)s", piece=names[letter.upper()], square=square)
            for square, letter in lost.items()
        ]
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
            lost = STRUCK[event.lost]
            return Phrase(
                "%(piece)s on %(at)s removes %(lost)s from %(square)s", **parts, lost=lost
            )
        case SpyCaught():
            stone = THROWN[event.stone]
            return Phrase(
                "%(piece)s on %(at)s takes the spy on %(square)s %(stone)s", **parts, stone=stone
            )


def losses(event: Event) -> tuple[Loss, ...]:
    """Return the pieces lost in an event; stones have no owner, so they are no losses."""
    match event:
        case Captured():
            lost = event.lost
        case SpyCaught():
            lost = {event.square: "S"}
        case _:
            return ()
    victim = SIDES[event.seat].other
    return tuple(
        Loss(
            victim,
            event.seat,
            Phrase("%(piece)s on %(square)s", piece=piece_name(letter), square=square),
        )
        for square, letter in lost.items()
    )


def end_phrase(winners: tuple[str, ...], reason: str) -> Phrase:
    """Return the end of a game in a sentence."""
    return duel.describe_end(REASONS[reason], seat_name(winners[0]) if winners else None)


def points_spent(event: Event) -> int:
    """Return 0: nothing costs points in Bollwerk."""
    return 0


def event_marks(event: Event) -> tuple[Mark, ...]:
    """Return the marks that draw an event: the path of a piece as an arrow, that of a stone as a
    path, and what was lost as a ghost, labelled with the letter of the piece or the kind of the
    stone."""
    match event:
        case Moved():
            return (Mark("arrow", event.path, event.seat),)
        case Captured():
            ghosts = (
                Mark("ghost", (square,), SIDES[event.seat].other, letter)
                for square, letter in event.lost.items()
            )
            return (Mark("arrow", event.path, event.seat), *ghosts)
        case Laid():
            return (_throw_mark(event), Mark("ring", (event.square,), event.seat))
        case Blasted() | Removed():
            return (_throw_mark(event), Mark("ghost", (event.square,), None, event.lost))
        case SpyCaught():
            return (
                _throw_mark(event),
                Mark("ghost", (event.square,), SIDES[event.seat].other, "S"),
            )
        case _:
            return ()


def _throw_mark(event: Placing) -> Mark:
    return Mark("path", (event.at, event.square), event.seat)

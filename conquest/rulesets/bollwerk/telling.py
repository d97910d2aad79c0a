"""Events told as sentences, and the marks that draw them."""

from __future__ import annotations

from conquest.core import Mark, Phrase
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
    TurnEnded,
    Walk,
)
from conquest.rulesets.bollwerk.sides import SIDES
from conquest.rulesets.bollwerk.words import listed, piece_name, seat_name, stone_name

REASONS = {
    "end_field": Phrase("a piece has entered the enemy end field"),
    "bomb": Phrase("a bomb lies on the enemy end field"),
    "all_captured": Phrase("all enemy pieces are captured"),
    "immobilised": Phrase("the opponent has no legal turn"),
    "repetition": Phrase("the same position for the third time"),
    "quiet_turns": Phrase("too many turns in which nothing was captured or placed"),
    "agreed": Phrase("a draw was agreed"),
    "resigned": Phrase("the opponent resigned"),
}


def tell(event: Event) -> Phrase | None:
    """Return an event told in one sentence, None where nothing needs telling."""
    match event:
        case Started():
            return Phrase("The game begins with %(seat)s.", seat=seat_name(event.seat))
        case Moved():
            return _landed(event, Phrase("%(seat)s: %(piece)s %(path)s", **_walk(event)))
        case Captured():
            told = Phrase(
                "%(seat)s: %(piece)s %(path)s captures %(lost)s", **_walk(event), lost=_lost(event)
            )
            return _landed(event, told)
        case Laid():
            return Phrase("%(seat)s: %(piece)s %(at)s lays %(stone)s on %(square)s", **_said(event))
        case Blasted():
            return Phrase(
                "%(seat)s: %(piece)s %(at)s blasts %(lost)s on %(square)s",
                **_said(event),
                lost=stone_name(event.lost),
            )
        case Removed():
            return Phrase(
                "%(seat)s: %(piece)s %(at)s removes %(lost)s from %(square)s",
                **_said(event),
                lost=stone_name(event.lost),
            )
        case SpyCaught():
            return Phrase(
                "%(seat)s: %(piece)s %(at)s captures the spy on %(square)s by %(stone)s",
                **_said(event),
            )
        case TurnEnded():
            return None
        case DrawOffered():
            return Phrase("%(seat)s offers a draw.", seat=seat_name(event.seat))
        case DrawAccepted():
            return Phrase("%(seat)s accepts the draw.", seat=seat_name(event.seat))
        case Resigned():
            return Phrase("%(seat)s resigns.", seat=seat_name(event.seat))
        case GameEnded():
            return told_end(event.winners, event.reason)


def _walk(event: Walk) -> dict[str, str | int | Phrase]:
    return {
        "seat": seat_name(event.seat),
        "piece": piece_name(event.piece),
        "path": "-".join(event.path),
    }


def _lost(event: Captured) -> Phrase:
    return listed(
        [
            Phrase("%(piece)s on %(square)s", piece=piece_name(letter), square=square)
            for square, letter in event.lost.items()
        ]
    )


def _landed(event: Walk, told: Phrase) -> Phrase:
    """Add what became of the stone at the end of the way."""
    if event.collected:
        return Phrase("%(told)s, collects %(stone)s", told=told, stone=stone_name(event.collected))
    if event.destroyed:
        return Phrase("%(told)s, destroys %(stone)s", told=told, stone=stone_name(event.destroyed))
    return told


def _said(event: Placing) -> dict[str, str | int | Phrase]:
    said: dict[str, str | int | Phrase] = {
        "seat": seat_name(event.seat),
        "piece": piece_name(event.piece),
        "at": event.at,
        "square": event.square,
    }
    return said | ({"stone": stone_name(event.stone)} if event.stone else {})


def told_end(winners: tuple[str, ...], reason: str) -> Phrase:
    """Return the end of a game in a sentence."""
    if not winners:
        return Phrase("The game is drawn: %(reason)s.", reason=REASONS[reason])
    return Phrase(
        "The game is over: %(reason)s. Winner: %(winner)s.",
        reason=REASONS[reason],
        winner=seat_name(winners[0]),
    )


def cost(event: Event) -> int:
    """Return 0: nothing costs points in Bollwerk."""
    return 0


def trace(event: Event) -> tuple[Mark, ...]:
    """Return the marks that draw an event: a piece's way as an arrow, a stone's as a path, and
    what was lost as a ghost, its label the letter of the piece or the kind of the stone.
    """
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
            return (_throw(event), Mark("ring", (event.square,), event.seat))
        case Blasted() | Removed():
            return (_throw(event), Mark("ghost", (event.square,), None, event.lost))
        case SpyCaught():
            return (_throw(event), Mark("ghost", (event.square,), SIDES[event.seat].other, "S"))
        case _:
            return ()


def _throw(event: Placing) -> Mark:
    return Mark("path", (event.at, event.square), event.seat)

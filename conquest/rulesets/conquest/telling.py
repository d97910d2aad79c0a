"""Events told as sentences, with their cost and the marks that draw them."""

from __future__ import annotations

from conquest.core import Mark, Phrase, Seat
from conquest.islands import pieces
from conquest.rulesets.conquest.model import (
    VESSELS,
    Attack,
    Captured,
    Conquered,
    Event,
    GameEnded,
    Moved,
    Recaptured,
    Started,
    TurnEnded,
    TurnSkipped,
    Walk,
    WindowClosed,
    WindowOpened,
)
from conquest.rulesets.conquest.words import listed, seat_name, stack_name

REASONS = {
    "last_two": Phrase("the last pieces of a player are captured"),
    "immobilised": Phrase("all opponents are immobilised"),
    "one_left": Phrase("a player has one piece left"),
    "quiet_rounds": Phrase("four rounds without capture"),
    "exposed_recaptured": Phrase("an exposed player lost a piece in a recapture"),
}


def tell(event: Event) -> Phrase | None:
    """Tell an event in one sentence, None where nothing needs telling."""
    match event:
        case Started():
            return Phrase("The game begins with %(seat)s.", seat=seat_name(event.seat))
        case Moved():
            return _moved(event)
        case Captured() | Conquered():
            return _attacked(event)
        case Recaptured():
            return _recaptured(event)
        case WindowOpened():
            return Phrase(
                "%(seat)s may recapture on %(field)s.", seat=seat_name(event.seat), field=event.at
            )
        case WindowClosed():
            passed = Phrase("%(seat)s does not recapture.", seat=seat_name(event.seat))
            return passed if event.order == "pass" else None
        case TurnEnded():
            return Phrase("%(seat)s: end of turn.", seat=seat_name(event.seat))
        case TurnSkipped():
            return Phrase(
                "%(seat)s: no points, the turn is passed over.", seat=seat_name(event.seat)
            )
        case GameEnded():
            return _ended(event)


def _moved(event: Moved) -> Phrase:
    return Phrase(
        "%(seat)s: %(piece)s %(path)s",
        seat=seat_name(event.seat),
        piece=_name(event.piece, event.seat),
        path="-".join(event.path),
    )


def _attacked(event: Attack) -> Phrase:
    said = _said(event, event.victim, event.lost)
    if isinstance(event, Conquered):
        return Phrase(
            "%(seat)s: %(piece)s %(start)s conquers %(lost)s of %(victim)s on %(end)s (%(path)s)",
            **said,
        )
    if event.piece[0] in VESSELS:
        return Phrase(
            "%(seat)s: %(piece)s %(start)s sinks %(lost)s of %(victim)s on %(end)s (%(path)s)",
            **said,
        )
    return Phrase(
        "%(seat)s: %(piece)s %(start)s captures %(lost)s of %(victim)s on %(end)s (%(path)s)",
        **said,
    )


def _recaptured(event: Recaptured) -> Phrase:
    said = _said(event, event.victim, event.lost)
    if event.conquered:
        return Phrase(
            "%(seat)s retakes: %(piece)s %(start)s conquers %(lost)s of %(victim)s on %(end)s"
            " (%(path)s)",
            **said,
        )
    return Phrase(
        "%(seat)s recaptures: %(piece)s %(start)s takes %(lost)s of %(victim)s on %(end)s"
        " (%(path)s)",
        **said,
    )


def _said(event: Walk, victim: Seat, lost: str) -> dict[str, str | int | Phrase]:
    start, end = event.path[0], event.path[-1]
    return {
        "seat": seat_name(event.seat),
        "piece": _name(event.piece, event.seat),
        "start": start,
        "end": end,
        "lost": _name(lost, victim),
        "victim": seat_name(victim),
        "path": "-".join(event.path[:-1]) + f"x{end}",
    }


def _name(text: str, seat: Seat) -> Phrase:
    return stack_name(pieces.read(f"{seat} {text}", (seat,)))


def _ended(event: GameEnded) -> Phrase:
    reason = REASONS[event.reason]
    if not event.winners:
        return Phrase("The game is over without a winner: %(reason)s.", reason=reason)
    return Phrase(
        "The game is over: %(reason)s. Winner: %(winners)s.",
        reason=reason,
        winners=listed([seat_name(seat) for seat in event.winners]),
    )


def cost(event: Event) -> int:
    """Return the points an event cost its seat; a recapture is free (C6, C26)."""
    match event:
        case Moved() | Captured() | Conquered():
            return len(event.path) - 1
        case _:
            return 0


def trace(event: Event) -> tuple[Mark, ...]:
    """Return the marks that draw an event: the way as an arrow, what was lost as a ghost.

    A ghost's label is the letter of the lost carrier.
    """
    match event:
        case Moved():
            return (Mark("arrow", event.path, event.seat),)
        case Captured() | Conquered() | Recaptured():
            arrow = Mark("arrow", event.path, event.seat)
            return (arrow, Mark("ghost", event.path[-1:], event.victim, event.lost[0]))
        case WindowOpened():
            return (Mark("capture", (event.at,), event.attacker),)
        case _:
            return ()

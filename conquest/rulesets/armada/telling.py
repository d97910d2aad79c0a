"""Events, odds and activations as sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from conquest.core import Loss, Phrase, Seat, Viewer, as_sentence
from conquest.kit import duel
from conquest.rulesets.armada.model import (
    Activated,
    Arrived,
    Began,
    Bounced,
    Called,
    Captured,
    Consented,
    Declined,
    Defeated,
    Event,
    Forfeited,
    GameEnded,
    Moved,
    Mustered,
    Passed,
    PlayBegan,
    Proposed,
    Resigned,
    Revealed,
    RoundEnded,
    Skipped,
    Started,
    State,
    Struck,
    Swore,
    Team,
    Threw,
    TurnEnded,
    ZoneCancelled,
)
from conquest.rulesets.armada.odds import ALL, ThrowOdds
from conquest.rulesets.armada.orders import Activation
from conquest.rulesets.armada.ranks import UNKNOWN, Rank
from conquest.rulesets.armada.words import (
    OBJECTS,
    figure_name,
    join_phrases,
    list_seats,
    rank_name,
    seat_name,
)

Parts: TypeAlias = dict[str, str | int | Phrase]

REASONS = {
    "last_standing": Phrase("nobody else is left"),
    "nobody_acts": Phrase("for three rounds nobody could activate a unit"),
    "quiet_rounds": Phrase("forty rounds without a capture or a damaged blocker"),
}


def describe_event(event: Event, viewer: Viewer, before: State | None) -> Phrase | None:
    """Return an event as one sentence for a viewer, ``None`` if there is nothing to say.

    With the position before the event, a unit whose rank the viewer knows is named.
    """
    phrase = _event_phrase(event, viewer, before)
    return as_sentence(phrase) if phrase else None


def _event_phrase(event: Event, viewer: Viewer, before: State | None) -> Phrase | None:
    match event:
        case Activated():
            return _with_actor(event.seat, viewer, _activation_phrase(event, before))
        case Threw():
            return _with_actor(event.seat, viewer, _throw_phrase(event))
        case Forfeited():
            return _with_actor(event.seat, viewer, _forfeit_phrase(event))
        case Skipped():
            return _with_actor(event.seat, viewer, Phrase("no throw"))
        case Arrived():
            unit = figure_name(event.rank, event.square)
            return _with_actor(event.seat, viewer, Phrase("%(unit)s arrives", unit=unit))
        case Passed():
            return _with_actor(
                event.seat, viewer, Phrase("no unit can be activated; a forced pass")
            )
        case Started() | Mustered() | Began() | PlayBegan():
            return _beginning_phrase(event, viewer)
        case Proposed() | Consented() | Declined() | Swore() | RoundEnded():
            return _alliance_phrase(event, viewer)
        case ZoneCancelled() | Resigned() | Defeated():
            return _defeat_phrase(event, viewer)
        case GameEnded():
            return end_phrase(event.winners, event.reason)
        case TurnEnded() | Called():
            return None


def _with_actor(seat: Seat, viewer: Viewer, phrase: Phrase) -> Phrase:
    """Name the seat that acted, unless it is the viewer's own."""
    if seat == viewer:
        return phrase
    return Phrase("%(seat)s: %(told)s", seat=seat_name(seat), told=phrase)


def _beginning_phrase(event: Started | Mustered | Began | PlayBegan, viewer: Viewer) -> Phrase:
    seat = seat_name(event.seat)
    match event:
        case Started():
            return Phrase("All set up their armies in their start zones.")
        case Mustered() if event.seat == viewer:
            return Phrase("You set up your army.")
        case Mustered():
            return Phrase("%(seat)s has set up the army.", seat=seat)
        case Began():
            return Phrase("All armies stand. %(seat)s may throw the first die.", seat=seat)
        case PlayBegan():
            return Phrase("The opening throws are over; the first round begins.")


def _activation_phrase(event: Activated, before: State | None) -> Phrase:
    start, end = event.path[0], event.path[-1]
    parts: Parts = {"unit": figure_name(_known_rank(before, start), start), "end": end}
    match event:
        case Moved():
            return Phrase("%(unit)s to %(end)s", **parts)
        case Captured():
            parts["foe"], parts["owner"] = OBJECTS[event.rank], seat_name(event.victim)
            return Phrase("%(unit)s captures %(foe)s (%(owner)s) on %(end)s", **parts)
        case Bounced():
            return Phrase("%(unit)s attacks %(end)s in vain and stays", **parts)
        case Revealed():
            parts["foe"], parts["owner"] = OBJECTS[event.rank], seat_name(event.victim)
            return Phrase("%(unit)s reveals %(foe)s (%(owner)s) on %(end)s and stays", **parts)
        case Struck(left=0):
            return Phrase("%(unit)s destroys the blocker on %(end)s and takes its place", **parts)
        case Struck():
            parts["left"] = event.left
            return Phrase("%(unit)s strikes the blocker on %(end)s down to %(left)s", **parts)
    raise AssertionError(event)


def _known_rank(before: State | None, square: str) -> Rank:
    """Return the rank of the unit on a square as the viewer knew it before an event."""
    unit = before.pieces.get(square) if before else None
    return unit.rank if unit else UNKNOWN


def _throw_phrase(event: Threw) -> Phrase:
    parts: Parts = {"aim": event.aim, "n": event.strength, "squares": " ".join(event.squares)}
    match event.result:
        case "void":
            return Phrase("throw at %(aim)s: void, for it comes into a start zone", **parts)
        case "out":
            phrase = Phrase("throw at %(aim)s: the die does not stay on the board", **parts)
        case _:
            phrase = Phrase("throw at %(aim)s: a blocker of %(n)s lies on %(squares)s", **parts)
    for extra in _push_phrases(event):
        phrase = Phrase("%(told)s; %(extra)s", told=phrase, extra=extra)
    return phrase


def _push_phrases(event: Threw) -> Iterator[Phrase]:
    """Yield where units were pushed to, and what became of those that fell."""
    if event.shifts:
        ways = ", ".join(f"{start}-{end}" for start, end in event.shifts.items())
        yield Phrase("pushed: %(ways)s", ways=ways)
    for fall in event.falls:
        parts: Parts = {"owner": seat_name(fall.seat), "square": fall.square, "to": fall.to}
        if fall.to:
            yield Phrase("the unit on %(square)s (%(owner)s) falls and is put on %(to)s", **parts)
        else:
            parts["unit"] = rank_name(fall.rank)
            yield Phrase("%(unit)s %(square)s (%(owner)s) falls off the board", **parts)


def _forfeit_phrase(event: Forfeited) -> Phrase:
    return Phrase("the void throw costs %(unit)s", unit=figure_name(event.rank, event.square))


def _alliance_phrase(
    event: Proposed | Consented | Declined | Swore | RoundEnded, viewer: Viewer
) -> Phrase | None:
    match event:
        case Proposed():
            phrase = Phrase("an alliance with %(seat)s is proposed", seat=seat_name(event.to))
        case Consented():
            phrase = Phrase("consents to the alliance")
        case Declined():
            phrase = Phrase("refuses the alliance")
        case Swore():
            pair = _pair_names((event.seat, event.to))
            return Phrase("%(pair)s are allied from the next round on.", pair=pair)
        case RoundEnded():
            return _round_phrase(event)
    return Phrase("%(seat)s: %(told)s", seat=seat_name(event.seat), told=phrase)


def _round_phrase(event: RoundEnded) -> Phrase | None:
    """Return which alliances took effect with a new round and which lapsed, ``None`` if none."""
    allied = [Phrase("%(pair)s are allied now.", pair=_pair_names(pair)) for pair in event.allied]
    lapsed = [
        Phrase("The alliance of %(pair)s lapses.", pair=_pair_names(pair)) for pair in event.lapsed
    ]
    phrases = [*allied, *lapsed]
    for extra in phrases[1:]:
        phrases[0] = Phrase("%(one)s %(other)s", one=phrases[0], other=extra)
    return phrases[0] if phrases else None


def _pair_names(seats: Team) -> Phrase:
    *others, last = seats
    return Phrase("%(one)s and %(other)s", one=list_seats(others), other=seat_name(last))


def _defeat_phrase(event: ZoneCancelled | Resigned | Defeated, viewer: Viewer) -> Phrase:
    seat = seat_name(event.seat)
    match event:
        case ZoneCancelled():
            return Phrase("%(seat)s’s King stands in his zone: it is cancelled.", seat=seat)
        case Resigned():
            return duel.describe_action(duel.RESIGNED, seat, is_own=event.seat == viewer)
        case Defeated() if event.heirs:
            heirs = list_seats(dict.fromkeys(event.heirs.values()))
            return Phrase(
                "%(seat)s is defeated; the units go to %(heirs)s.", seat=seat, heirs=heirs
            )
        case Defeated() if event.blockers:
            units = [figure_name(rank, square) for square, rank in event.blockers.items()]
            return Phrase(
                "%(seat)s is defeated; as blockers stay: %(units)s.",
                seat=seat,
                units=join_phrases(units),
            )
        case _:
            return Phrase("%(seat)s is defeated.", seat=seat)


def end_phrase(winners: tuple[Seat, ...], reason: str) -> Phrase:
    """Return the end of a game as a sentence."""
    why = REASONS.get(reason, Phrase("it was ended"))
    if len(winners) < 2:
        return duel.describe_end(why, seat_name(winners[0]) if winners else None)
    names = list_seats(winners)
    return Phrase("The game is over: %(reason)s. Winners: %(names)s.", reason=why, names=names)


ON_THE_BOARD = Phrase("On the board, in percent: square closed, unit pushed.")


def odds_phrase(odds: ThrowOdds) -> Phrase:
    """Return the odds of a throw in percent as a sentence, with the units that could fall."""
    chances = {"void": _format_percent(odds.void), "out": _format_percent(odds.out)}
    phrase = Phrase("Void: %(void)s, off the board: %(out)s; else it stays.", **chances)
    if odds.fallen:
        phrase = Phrase("%(told)s Could fall: %(falls)s.", told=phrase, falls=_likely_falls(odds))
    return Phrase("%(one)s %(other)s", one=phrase, other=ON_THE_BOARD)


def _likely_falls(odds: ThrowOdds) -> str:
    """Return the units that could fall, each with its odds, the likeliest first."""
    likely = sorted(odds.fallen.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{square} {_format_percent(times)}" for square, times in likely)


def _format_percent(times: int) -> str:
    return f"{round(100 * times / ALL)} %"


def activation_label(state: State, turn: Activation) -> Phrase:
    """Return the label of an activation: a walk, an attack or a blow."""
    end = turn.path[-1]
    match turn.link:
        case "x":
            foe = OBJECTS[state.pieces[end].rank]
            return Phrase("attack %(foe)s on %(end)s", foe=foe, end=end)
        case "*":
            return Phrase("strike the blocker on %(end)s", end=end)
        case _:
            return Phrase("to %(end)s", end=end)


def losses(event: Event) -> tuple[Loss, ...]:
    """Return the units that an event took out of the game; they are named to everybody."""
    return tuple(_event_losses(event))


def _event_losses(event: Event) -> Iterator[Loss]:
    match event:
        case Captured():
            yield _piece_loss(event.victim, event.seat, event.rank, event.path[-1])
        case Forfeited():
            yield _piece_loss(event.seat, None, event.rank, event.square)
        case Resigned():
            # Only by this loss do all learn which unit was the King (HK6).
            yield _piece_loss(event.seat, None, "K", event.square)
        case Threw():
            for fall in event.falls:
                if not fall.to:
                    yield _piece_loss(fall.seat, event.seat, fall.rank, fall.square)
        case _:
            return


def _piece_loss(seat: Seat, by: Seat | None, rank: Rank, square: str) -> Loss:
    what = Phrase("%(piece)s on %(square)s", piece=rank_name(rank), square=square)
    # A unit that falls by its owner's throw is nobody's capture.
    return Loss(seat, by if by != seat else None, what)


def points_spent(event: Event) -> int:
    """Return 0: nothing costs points in Iron Armada."""
    return 0

"""Events, odds and activations as sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from conquest.core import Loss, Phrase, Seat, Viewer, as_sentence
from conquest.kit import duel
from conquest.kit.hidden_army import UNKNOWN, Mustered, Rank, Square
from conquest.kit.wording import join_phrases, name_actor
from conquest.rulesets.armada import model
from conquest.rulesets.armada.model import Event, State, Team
from conquest.rulesets.armada.odds import ALL, ThrowOdds
from conquest.rulesets.armada.orders import Activation
from conquest.rulesets.armada.words import NAMES, OBJECTS, SEAT_NAMES, WORDS

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
        case model.Started() | Mustered() | model.Began() | model.PlayBegan():
            return _beginning_phrase(event, viewer)
        case model.Proposed() | model.Consented() | model.Declined() | model.Swore():
            return _alliance_phrase(event)
        case model.RoundEnded():
            return _round_phrase(event)
        case model.ZoneCancelled() | model.Defeated():
            return _defeat_phrase(event)
        case model.Resigned():
            return duel.describe_action(event, SEAT_NAMES[event.seat], viewer)
        case duel.GameEnded():
            return end_phrase(event.winners, event.reason)
    phrase = _action_phrase(event, before)
    return name_actor(event, viewer, SEAT_NAMES, phrase) if phrase else None


def _action_phrase(event: Event, before: State | None) -> Phrase | None:
    """Return what a seat did, without its name; ``None`` for the end of a turn and a call."""
    match event:
        case model.Activated():
            return _activation_phrase(event, before)
        case model.Threw():
            return _throw_phrase(event)
        case model.Forfeited():
            unit = WORDS.figure_name(event.rank, event.square)
            return Phrase("the void throw costs %(unit)s", unit=unit)
        case model.Skipped():
            return Phrase("no throw")
        case model.Arrived():
            unit = WORDS.figure_name(event.rank, event.square)
            return Phrase("%(unit)s arrives", unit=unit)
        case model.Passed():
            return Phrase("no unit can be activated; a forced pass")
    return None


def _beginning_phrase(
    event: model.Started | Mustered | model.Began | model.PlayBegan, viewer: Viewer
) -> Phrase:
    match event:
        case model.Started():
            return Phrase("All set up their armies in their start zones.")
        case Mustered():
            return WORDS.describe_setup(event, viewer)
        case model.Began():
            seat = SEAT_NAMES[event.seat]
            return Phrase("All armies stand. %(seat)s may throw the first die.", seat=seat)
        case model.PlayBegan():
            return Phrase("The opening throws are over; the first round begins.")


def _activation_phrase(event: model.Activated, before: State | None) -> Phrase:
    start, end = event.path[0], event.path[-1]
    parts: Parts = {"unit": WORDS.figure_name(_known_rank(before, start), start), "end": end}
    match event:
        case model.Moved():
            return Phrase("%(unit)s to %(end)s", **parts)
        case model.Captured():
            parts["foe"], parts["owner"] = OBJECTS[event.rank], SEAT_NAMES[event.victim]
            return Phrase("%(unit)s captures %(foe)s (%(owner)s) on %(end)s", **parts)
        case model.Bounced():
            return Phrase("%(unit)s attacks %(end)s in vain and stays", **parts)
        case model.Revealed():
            parts["foe"], parts["owner"] = OBJECTS[event.rank], SEAT_NAMES[event.victim]
            return Phrase("%(unit)s reveals %(foe)s (%(owner)s) on %(end)s and stays", **parts)
        case model.Struck(left=0):
            return Phrase("%(unit)s destroys the blocker on %(end)s and takes its place", **parts)
        case model.Struck():
            parts["left"] = event.left
            return Phrase("%(unit)s strikes the blocker on %(end)s down to %(left)s", **parts)
    raise AssertionError(event)


def _known_rank(before: State | None, square: str) -> Rank:
    """Return the rank of the unit on a square as the viewer knew it before an event."""
    unit = before.pieces.get(square) if before else None
    return unit.rank if unit else UNKNOWN


def _throw_phrase(event: model.Threw) -> Phrase:
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


def _push_phrases(event: model.Threw) -> Iterator[Phrase]:
    """Yield where units were pushed to, and what became of those that fell."""
    if event.shifts:
        ways = ", ".join(f"{start}-{end}" for start, end in event.shifts.items())
        yield Phrase("pushed: %(ways)s", ways=ways)
    for fall in event.falls:
        parts: Parts = {"owner": SEAT_NAMES[fall.seat], "square": fall.square, "to": fall.to}
        if fall.to:
            yield Phrase("the unit on %(square)s (%(owner)s) falls and is put on %(to)s", **parts)
        else:
            parts["unit"] = NAMES[fall.rank]
            yield Phrase("%(unit)s %(square)s (%(owner)s) falls off the board", **parts)


def _alliance_phrase(
    event: model.Proposed | model.Consented | model.Declined | model.Swore,
) -> Phrase:
    match event:
        case model.Proposed():
            phrase = Phrase("an alliance with %(seat)s is proposed", seat=SEAT_NAMES[event.to])
        case model.Consented():
            phrase = Phrase("consents to the alliance")
        case model.Declined():
            phrase = Phrase("refuses the alliance")
        case model.Swore():
            pair = _pair_names((event.seat, event.to))
            return Phrase("%(pair)s are allied from the next round on.", pair=pair)
    return Phrase("%(seat)s: %(told)s", seat=SEAT_NAMES[event.seat], told=phrase)


def _round_phrase(event: model.RoundEnded) -> Phrase | None:
    """Return which alliances took effect with a new round and which lapsed, ``None`` if none."""
    allied = [Phrase("%(pair)s are allied now.", pair=_pair_names(pair)) for pair in event.allied]
    lapsing = map(_pair_names, event.lapsed)
    phrases = [*allied, *(Phrase("The alliance of %(pair)s lapses.", pair=one) for one in lapsing)]
    for extra in phrases[1:]:
        phrases[0] = Phrase("%(one)s %(other)s", one=phrases[0], other=extra)
    return phrases[0] if phrases else None


def _pair_names(seats: Team) -> Phrase:
    *others, last = seats
    return Phrase("%(one)s and %(other)s", one=WORDS.list_seats(others), other=SEAT_NAMES[last])


def _defeat_phrase(event: model.ZoneCancelled | model.Defeated) -> Phrase:
    seat = SEAT_NAMES[event.seat]
    match event:
        case model.ZoneCancelled():
            return Phrase("%(seat)s’s King stands in his zone: it is cancelled.", seat=seat)
        case model.Defeated() if event.heirs:
            heirs = WORDS.list_seats(dict.fromkeys(event.heirs.values()))
            parts: Parts = {"seat": seat, "heirs": heirs}
            return Phrase("%(seat)s is defeated; the units go to %(heirs)s.", **parts)
        case model.Defeated() if event.blockers:
            units = [WORDS.figure_name(rank, square) for square, rank in event.blockers.items()]
            parts = {"seat": seat, "units": join_phrases(units)}
            return Phrase("%(seat)s is defeated; as blockers stay: %(units)s.", **parts)
        case _:
            return Phrase("%(seat)s is defeated.", seat=seat)


def end_phrase(winners: tuple[Seat, ...], reason: str) -> Phrase:
    """Return the end of a game as a sentence."""
    why = REASONS.get(reason, Phrase("it was ended"))
    if len(winners) < 2:
        return duel.describe_end(why, SEAT_NAMES[winners[0]] if winners else None)
    names = WORDS.list_seats(winners)
    return Phrase("The game is over: %(reason)s. Winners: %(names)s.", reason=why, names=names)


ON_THE_BOARD = Phrase(
    "The numbers on the board say in percent how often a square is closed or a unit is pushed."
)


NEVER_FAILS = Phrase("Such throws are never void and never roll off the board.")


def odds_phrase(odds: ThrowOdds) -> Phrase:
    """Return the odds of a throw in percent as a sentence, with the units that could fall."""
    phrase = _failure_phrase(odds)
    if odds.fallen:
        phrase = Phrase(
            "%(told)s These units may fall: %(falls)s.", told=phrase, falls=_likely_falls(odds)
        )
    return Phrase("%(one)s %(other)s", one=phrase, other=ON_THE_BOARD)


def _failure_phrase(odds: ThrowOdds) -> Phrase:
    """Return how often a throw is void or leaves the board; what cannot happen is not named."""
    void, out = _format_percent(odds.void), _format_percent(odds.out)
    if odds.void and odds.out:
        return Phrase(
            "Of such throws %(void)s are void, %(out)s roll off the board,"
            " and the others stay on it.",
            void=void,
            out=out,
        )
    if odds.void:
        return Phrase(
            "Of such throws %(void)s are void, and the others stay on the board.", void=void
        )
    if odds.out:
        return Phrase(
            "Of such throws %(out)s roll off the board, and the others stay on it.", out=out
        )
    return NEVER_FAILS


def _likely_falls(odds: ThrowOdds) -> str:
    """Return the units that could fall, each with its odds, the likeliest first."""
    likely = sorted(odds.fallen.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{square} {_format_percent(times)}" for square, times in likely)


def _format_percent(times: int) -> str:
    """Return how many of all throws these are; what can happen is never 0 %."""
    return f"{round(100 * times / ALL) or '< 1'} %"


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
        case model.Captured():
            yield _piece_loss(event.victim, event.seat, event.rank, event.path[-1])
        case model.Forfeited():
            yield _piece_loss(event.seat, None, event.rank, event.square)
        case model.Resigned():
            # Only by this loss do all learn which unit was the King (HK6).
            yield _piece_loss(event.seat, None, "K", event.square)
        case model.Threw():
            for fall in event.falls:
                if not fall.to:
                    yield _piece_loss(fall.seat, event.seat, fall.rank, fall.square)
        case _:
            return


def _piece_loss(seat: Seat, by: Seat | None, rank: Rank, square: Square) -> Loss:
    # A unit that falls by its owner's throw is nobody's capture.
    return Loss(seat, by if by != seat else None, WORDS.place_name(rank, square))

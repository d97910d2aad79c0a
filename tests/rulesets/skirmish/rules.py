"""The judgement of a skirmish."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from conquest.core import (
    DecisionKind,
    Illegal,
    Numbers,
    Phrase,
    Refused,
    Seat,
    SideAction,
    Unforeseen,
    Unreadable,
    no_numbers,
)
from tests.rulesets.skirmish.board import NAMES, TEAMS, Square, around, home
from tests.rulesets.skirmish.evolution import evolve
from tests.rulesets.skirmish.model import (
    QUIET_TURNS,
    RANKS,
    UNKNOWN,
    Accepted,
    Began,
    Event,
    Fell,
    Fought,
    GameEnded,
    Moved,
    Mustered,
    Offered,
    Resigned,
    Retreated,
    State,
    TurnEnded,
)
from tests.rulesets.skirmish.orders import (
    ACCEPT,
    FALL,
    OFFER,
    RESIGN,
    Move,
    Muster,
    Order,
    Retreat,
    Word,
    muster,
    write_order,
)

PIPS = 6
AT_HOME = 4  # what a defender adds to its rank
ASKS = {
    "setup": DecisionKind(
        of_you=Phrase("Set up your units"),
        named=Phrase("set-up"),
        briefly=Phrase("Set up your units"),
        silence=Phrase("When the time is up, your units stand in the order of their ranks."),
        parallel=True,
    ),
    "turn": DecisionKind(
        of_you=Phrase("It is your turn"),
        named=Phrase("turn"),
        briefly=Phrase("Your turn (turn %(number)s)"),
        silence=Phrase("When the time is up, you are out, and all your units with you."),
    ),
    "retreat": DecisionKind(
        of_you=Phrase("Does your unit retreat?"),
        named=Phrase("retreat"),
        briefly=Phrase("Retreat?"),
        silence=Phrase("When the time is up, your unit stays and falls."),
        how="choose",
        pace="answer",
    ),
}
_ACTS = {
    RESIGN: SideAction(
        RESIGN, Phrase("Resign"), Phrase("You are out, and all your units with you."),
        any_time=True, is_grave=True, leaves=True,
    ),
    OFFER: SideAction(OFFER, Phrase("Offer a draw"), Phrase("It stands until your next turn.")),
    ACCEPT: SideAction(
        ACCEPT, Phrase("Accept the draw"), Phrase("When all agree, the game is over.")
    ),
}  # fmt: skip


class Progress:
    """A submission on its way: the state so far, what has happened, and the numbers."""

    def __init__(self, state: State, seat: Seat, numbers: Numbers) -> None:
        self.state, self.seat, self.numbers = state, seat, numbers
        self.events: list[Event] = []

    def happen(self, event: Event) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)


def to_act(state: State) -> Mapping[Seat, str]:
    """Return who owes what: all their set-up at once, then one a turn or an answer."""
    if state.outcome:
        return {}
    if not state.is_set_up:
        done = {*state.ready, *state.fallen}
        return {seat: "setup" for seat in state.seats if seat not in done}
    if state.fight:
        return {state.units[state.fight[1]].seat: "retreat"}
    return {state.turn: "turn"}


def acts(state: State, seat: Seat) -> tuple[SideAction, ...]:
    """Return what a seat may do at any time: resign, and call it a draw (S7)."""
    if state.outcome or seat not in playing(state):
        return ()
    known = [RESIGN]
    if state.is_set_up and seat not in state.agreed:
        known.append(ACCEPT if state.agreed else OFFER)
    return tuple(_ACTS[word] for word in known)


def default(state: State, seat: Seat) -> tuple[Order, ...]:
    """Return what silence means: ranks in order, no retreat, to resign a turn (S8)."""
    match to_act(state).get(seat):
        case "setup":
            return (muster(zip(home(seat, state.size), RANKS.values(), strict=False)),)
        case "retreat":
            return (Word(FALL),)
        case _:
            return (Word(RESIGN),)


def suppose(state: State, seat: Seat) -> State:
    """Return the position as if a seat were on turn, as soon as there are turns."""
    if not state.is_set_up or seat not in playing(state):
        return state
    if state.turn == seat and state.fight is None:
        return replace(state, outcome=None)
    number = state.number + 1
    return replace(state, turn=seat, number=number, fight=None, outcome=None)


def playing(state: State) -> tuple[Seat, ...]:
    """Return the seats that are still in the game."""
    return tuple(seat for seat in state.seats if seat not in state.fallen)


def side(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that win together with one."""
    return next(team for team in TEAMS if seat in team) if state.teams else (seat,)


def free(state: State, square: Square) -> Iterator[Square]:
    """Yield the squares beside one on which nothing stands."""
    for beside in around(square, state.size):
        if beside not in state.units and beside not in state.fences:
            yield beside


def targets(state: State, start: Square) -> Iterator[Square]:
    """Yield where a unit can go or attack."""
    own = side(state, state.units[start].seat)
    for beside in around(start, state.size):
        there = state.units.get(beside)
        if beside not in state.fences and (there is None or there.seat not in own):
            yield beside


def fenceable(state: State, order: Move) -> list[Square]:
    """Return where a fence can be laid once a move has been made: beside the unit."""
    return sorted({order.start, *free(state, order.end)})


def decide(
    state: State, seat: Seat, orders: tuple[Order, ...], numbers: Numbers = no_numbers
) -> tuple[Event, ...]:
    """Carry out a submission.

    :raises Illegal: naming the order; then nothing happened.
    :raises Unforeseen: where ranks that are not known, or blind numbers, decide.
    """
    if not orders:
        raise Unreadable(Phrase("There is no order to be read."), "S9", 0)
    progress = Progress(state, seat, numbers)
    for place, order in enumerate(orders):
        try:
            _carry_out(progress, order)
        except Refused as refused:
            raise refused.at_order(place) from None
        except Unforeseen as unforeseen:
            raise unforeseen.prepend_events(progress.events) from None
    return tuple(progress.events)


def _carry_out(progress: Progress, order: Order) -> None:
    state, seat = progress.state, progress.seat
    match to_act(state).get(seat), order:
        case _, Word(word) if word in _ACTS:
            _act(progress, word)
        case "setup", Muster():
            _muster(progress, order)
        case "turn", Move():
            _move(progress, order)
        case "retreat", Retreat():
            _retreat(progress, order)
        case "retreat", Word("fall"):
            _fall(progress, FALL)
        case _:
            raise Illegal(Phrase("%(seat)s cannot do this now.", seat=NAMES[seat]), "S3")


def _act(progress: Progress, word: str) -> None:
    if all(act.text != word for act in acts(progress.state, progress.seat)):
        raise Illegal(Phrase("%(seat)s cannot do this now.", seat=NAMES[progress.seat]), "S7")
    if word == RESIGN:
        _resign(progress)
        return
    made = Offered if word == OFFER else Accepted
    progress.happen(made(seat=progress.seat, order=word))
    if set(playing(progress.state)) <= set(progress.state.agreed):
        _end(progress, "agreed")


def _resign(progress: Progress) -> None:
    before = progress.state
    progress.happen(Resigned(seat=progress.seat, order=RESIGN))
    if _is_decided(progress):
        return
    if not before.is_set_up:
        _begin(progress)
    elif before.turn == progress.seat or before.fight != progress.state.fight:
        _end_turn(progress)


def _muster(progress: Progress, order: Muster) -> None:
    state, places = progress.state, dict(order.places)
    fits = set(places) <= set(home(progress.seat, state.size))
    if not fits or sorted(rank for _at, rank in order.places) != sorted(RANKS.values()):
        raise Illegal(
            Phrase("Set up a scout, a guard and a captain, each on a square of your own."), "S2"
        )
    progress.happen(Mustered(seat=progress.seat, order=write_order(order), places=places))
    _begin(progress)


def _begin(progress: Progress) -> None:
    if not to_act(progress.state):
        progress.happen(Began(seat=playing(progress.state)[0]))


def _move(progress: Progress, order: Move) -> None:
    state, seat = progress.state, progress.seat
    unit = state.units.get(order.start)
    if unit is None or unit.seat != seat:
        raise Illegal(
            Phrase("No unit of %(seat)s stands on %(at)s.", seat=NAMES[seat], at=order.start), "S3"
        )
    if order.end not in targets(state, order.start):
        raise Illegal(
            Phrase("It cannot go from %(start)s to %(end)s.", start=order.start, end=order.end),
            "S3",
        )
    if order.end in state.units:
        _fight(progress, order)
        return
    if order.fence:
        _check_fence(state, order)
    told = {"start": order.start, "end": order.end, "fence": order.fence}
    progress.happen(Moved(seat=seat, order=write_order(order), **told))
    _end_turn(progress)


def _check_fence(state: State, order: Move) -> None:
    if order.fence not in fenceable(state, order):
        raise Illegal(Phrase("No fence can be laid on %(at)s.", at=order.fence), "S4")
    if not state.stock[state.turn]:
        raise Illegal(Phrase("There is no fence left."), "S4")


def _fight(progress: Progress, order: Move) -> None:
    """Throw the die: rank and throw against the rank of the defender and four (S5)."""
    unit, foe = progress.state.units[order.start], progress.state.units[order.end]
    if order.fence:
        raise Illegal(Phrase("After an attack no fence is laid."), "S4")
    if UNKNOWN in (unit.rank, foe.rank):
        raise Unforeseen(Phrase("Here the ranks decide."))
    number = progress.numbers(PIPS)
    fought = Fought(
        seat=unit.seat,
        foe=foe.seat,
        order=write_order(order),
        start=order.start,
        end=order.end,
        rank=unit.rank,
        against=foe.rank,
        number=number,
        is_won=unit.rank + number + 1 >= foe.rank + AT_HOME,
    )
    progress.happen(fought)
    if not fought.is_won:
        _end_turn(progress)
    elif not any(free(progress.state, order.end)):
        _fall(progress, "")


def _retreat(progress: Progress, order: Retreat) -> None:
    assert progress.state.fight is not None
    at = progress.state.fight[1]
    if order.square not in free(progress.state, at):
        raise Illegal(
            Phrase("It cannot go from %(start)s to %(end)s.", start=at, end=order.square), "S6"
        )
    told = {"order": write_order(order), "start": at, "end": order.square}
    progress.happen(Retreated(seat=progress.seat, **told))
    _end_turn(progress)


def _fall(progress: Progress, order: str) -> None:
    assert progress.state.fight is not None
    at = progress.state.fight[1]
    unit = progress.state.units[at]
    progress.happen(Fell(seat=unit.seat, order=order, at=at, rank=unit.rank))
    _end_turn(progress)


def _end_turn(progress: Progress) -> None:
    if _is_decided(progress):
        return
    state = progress.state
    after = _next(state)
    if after is None or state.quiet + 1 >= QUIET_TURNS:
        _end(progress, "quiet")
        return
    progress.happen(TurnEnded(seat=state.turn, next=after))


def _next(state: State) -> Seat | None:
    """Return the next seat that can move."""
    place = state.seats.index(state.turn) + 1
    order = (*state.seats[place:], *state.seats[:place])
    movable = {unit.seat for at, unit in state.units.items() if any(targets(state, at))}
    return next((seat for seat in order if seat in movable), None)


def _is_decided(progress: Progress) -> bool:
    if len({side(progress.state, seat) for seat in playing(progress.state)}) > 1:
        return False
    _end(progress, "last")
    return True


def _end(progress: Progress, reason: str) -> None:
    """End the game: sides still in it share the first place, the others fell one by one."""
    state = progress.state
    sides = list(dict.fromkeys(side(state, seat) for seat in state.seats))
    alive = [one for one in sides if set(one) & set(playing(state))]
    lost = [one for one in sides if one not in alive]
    lost.sort(key=lambda one: -max(map(state.fallen.index, one)))
    progress.happen(
        GameEnded(
            winners=alive[0] if reason == "last" and alive else (),
            reason=reason,
            sides=(*alive, *lost),
            places=(*[1] * len(alive), *range(len(alive) + 1, len(sides) + 1)),
        )
    )

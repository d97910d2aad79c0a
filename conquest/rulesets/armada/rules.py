"""The judgement of Iron Armada: a submission becomes events, or is refused.

A refusal rests on what its author may know, never on a hidden rank.
"""

from __future__ import annotations

from collections.abc import Mapping

from conquest.core import (
    DecisionKind,
    Illegal,
    Numbers,
    Phrase,
    Refused,
    Seat,
    Unforeseen,
    Unreadable,
    no_numbers,
)
from conquest.rulesets.armada import alliances, refusals
from conquest.rulesets.armada.board import Square, zone
from conquest.rulesets.armada.camps import standard
from conquest.rulesets.armada.defeats import RANKS_DECIDE, check_end, defeat, defeated
from conquest.rulesets.armada.ground import touched
from conquest.rulesets.armada.model import (
    ALWAYS,
    Began,
    Bounced,
    Captured,
    Event,
    Forfeited,
    Moved,
    Mustered,
    Places,
    Resigned,
    Revealed,
    Skipped,
    State,
    Struck,
    Threw,
)
from conquest.rulesets.armada.moving import check
from conquest.rulesets.armada.orders import (
    REFUSE,
    RESIGN,
    SKIP,
    Ally,
    Order,
    Setup,
    Throw,
    Turn,
    Word,
    setup,
    write_order,
)
from conquest.rulesets.armada.progress import Progress
from conquest.rulesets.armada.ranks import ARMY, KING, UNKNOWN, Rank, counted, lowest, value
from conquest.rulesets.armada.rounds import end_turn, next_throw, pass_on, settle
from conquest.rulesets.armada.throwing import throw
from conquest.rulesets.armada.words import seats_listed

ASKS = {
    "setup": DecisionKind(
        of_you=Phrase("Set up your army"),
        named=Phrase("set-up"),
        briefly=Phrase("Set up your army"),
        silence=Phrase("When the time is up, your army stands in a usual order."),
        parallel=True,
    ),
    "throw": DecisionKind(
        of_you=Phrase("You may throw a blocker die"),
        named=Phrase("throw"),
        briefly=Phrase("Throw a blocker die"),
        silence=Phrase("When the time is up, nothing is thrown."),
        pace="answer",
    ),
    "turn": DecisionKind(
        of_you=Phrase("It is your turn"),
        named=Phrase("turn"),
        briefly=Phrase("Your turn (turn %(number)s)"),
        silence=Phrase("When the time is up, you have resigned."),
    ),
    "consent": DecisionKind(
        of_you=Phrase("Do you consent to the alliance?"),
        named=Phrase("consent"),
        briefly=Phrase("An alliance is proposed"),
        silence=Phrase("When the time is up, you have refused."),
        how="choose",
        parallel=True,
        pace="answer",
    ),
}


def to_act(state: State) -> Mapping[Seat, str]:
    """Return who owes what: set-ups at once, then a throw, a turn, or all their consent."""
    if state.outcome:
        return {}
    if not state.is_set_up:
        return {seat: "setup" for seat in state.seats if seat not in state.camps}
    if state.proposal:
        agreed = state.proposal.agreed
        return {seat: "consent" for seat in state.undefeated if seat not in agreed}
    if state.opening or state.turn in state.defeated:
        return {state.turn: "throw"}
    return {state.turn: "turn"}


def number(state: State) -> int:
    """Return the number of the turn, counted from 1 (O17)."""
    return state.number


def points(state: State) -> int | None:
    """Return None: Iron Armada counts no points (O7)."""
    return None


def seats(state: State) -> tuple[Seat, ...]:
    """Return who plays, in order of play (I1)."""
    return state.seats


def drawn(state: State) -> int:
    """Return how many numbers the throws took (O16)."""
    return state.drawn


def end(state: State, seat: Seat) -> str:
    """Return that no word ends a turn: it ends of itself."""
    return ""


def default(state: State, seat: Seat) -> tuple[Order, ...]:
    """Return what silence means: a usual set-up, no throw, no consent; to resign a turn, since
    nobody can pass (K4)."""
    match to_act(state).get(seat):
        case "setup":
            return (setup(standard(seat, state.size).items()),)
        case "throw":
            return (Word(SKIP),)
        case "consent":
            return (Word(REFUSE),)
        case _:
            return (Word(RESIGN),)


def decide(
    state: State, seat: Seat, orders: tuple[Order, ...], numbers: Numbers = no_numbers
) -> tuple[Event, ...]:
    """Return what a submission makes happen, which is one order.

    :raises Illegal: with the number of the order; then nothing happened.
    :raises Unforeseen: where chance or a rank decides that is not known.
    """
    if not orders:
        raise Unreadable(Phrase("There is no order to be read."), "O23", 0)
    progress = Progress(state, numbers)
    try:
        _carry_out(progress, seat, orders[0])
    except Refused as refused:
        raise refused.at_order(0) from None
    except Unforeseen as unforeseen:
        raise unforeseen.prepend_events(progress.events) from None
    if len(orders) > 1:
        raise refusals.second_order().at_order(1)
    return tuple(progress.events)


def _carry_out(progress: Progress, seat: Seat, order: Order) -> None:
    if progress.state.outcome:
        raise refusals.game_over()
    if seat not in progress.state.seats:
        raise refusals.not_playing(seat)
    match order:
        case Word("resign"):
            _resign(progress, seat)
        case Setup():
            _set_up(progress, seat, order)
        case Word("consent" | "refuse"):
            _check_asked(progress.state, seat, "consent")
            alliances.answer(progress, seat, order.word)
        case Throw() | Word():
            _check_asked(progress.state, seat, "throw")
            _throw(progress, seat, order)
        case Turn():
            _check_asked(progress.state, seat, "turn")
            _take_turn(progress, seat, order)
        case Ally():
            _check_asked(progress.state, seat, "turn")
            alliances.propose(progress, seat, order.seat)


def _check_asked(state: State, seat: Seat, kind: str) -> None:
    """Check that a seat owes this now.

    :raises Illegal: if it does not (O4, O20, I19).
    """
    asked = to_act(state)
    if asked.get(seat) == kind:
        return
    if kind == "consent":
        raise _no_answer(state, seat)
    if seat in asked:
        raise refusals.other_stage(asked[seat])
    if kind not in asked.values():
        raise _out_of_place(state, seat)
    raise refusals.not_asked(seat, seats_listed(asked))


def _no_answer(state: State, seat: Seat) -> Illegal:
    """Return why there is nothing for a seat to consent to (I19)."""
    if state.proposal and seat in state.proposal.agreed:
        return refusals.has_answered(seat)
    if state.proposal:
        return refusals.not_asked(seat, seats_listed(to_act(state)))
    return refusals.no_proposal()


def _out_of_place(state: State, seat: Seat) -> Illegal:
    """Return why nobody owes now what a seat hands in."""
    asked = to_act(state)
    if state.is_set_up and not state.opening and not state.proposal:
        return refusals.not_asked(seat, seats_listed(asked))
    return refusals.other_stage(next(iter(asked.values())))


def _set_up(progress: Progress, seat: Seat, order: Setup) -> None:
    state, places = progress.state, dict(order.places)
    if state.is_set_up:
        raise refusals.no_set_up_now()
    if seat in state.camps:
        raise refusals.handed_in(seat)
    check_camp(state, seat, places)
    progress.happen(Mustered(seat=seat, order=write_order(order), places=places))
    if not to_act(progress.state):
        progress.happen(Began(seat=state.seats[0]))


def check_camp(state: State, seat: Seat, places: Places) -> None:
    """Check that a set-up fills the own start zone with the whole army (HK3 to HK5).

    :raises Illegal: if it does not.
    """
    own = zone(seat, state.size)
    outside = [square for square in places if square not in own]
    if outside:
        raise refusals.outside(outside[0])
    if counted(places.values()) != ARMY:
        raise refusals.wrong_army()


def _resign(progress: Progress, seat: Seat) -> None:
    """Take the King of a seat that gives up; what follows is as if he had been lost (O13)."""
    state = progress.state
    if not state.is_set_up:
        raise refusals.no_resigning_yet()
    if seat in state.defeated:
        raise refusals.cannot_resign(seat)
    progress.happen(Resigned(seat=seat, order=RESIGN, square=king_of(state, seat)))
    defeat(progress, (seat,), seat)
    _go_on(progress, is_over=state.turn == seat)


def king_of(state: State, seat: Seat) -> Square:
    """Return where a seat's King stands.

    :raises Unforeseen: if that is not known.
    """
    for square, unit in state.pieces.items():
        if (unit.seat, unit.rank) == (seat, KING):
            return square
    raise Unforeseen(RANKS_DECIDE)


def _go_on(progress: Progress, *, is_over: bool) -> None:
    """Go on behind a defeat: to the next seat where the place of this one is over."""
    state = progress.state
    if state.outcome:
        return
    if state.opening:
        if is_over:
            next_throw(progress)
    elif is_over:
        pass_on(progress)
    else:
        settle(progress)


def _throw(progress: Progress, seat: Seat, order: Throw | Word) -> None:
    """Throw a die or do without; a King that falls or is forfeited is lost (HK31)."""
    if isinstance(order, Word):
        progress.happen(Skipped(seat=seat, order=SKIP))
        _go_on(progress, is_over=True)
        return
    if not progress.state.pool:
        raise refusals.no_dice()
    lost = []
    for event in throw(progress.state, seat, order.aim, write_order(order), progress.numbers):
        progress.happen(event)
        lost += kings_lost(event)
    defeat(progress, lost, seat)
    _go_on(progress, is_over=True)


def kings_lost(event: Threw | Forfeited) -> list[Seat]:
    """Return who has lost his King by a throw."""
    if isinstance(event, Forfeited):
        return [event.seat] if event.rank == KING else []
    return [fall.seat for fall in event.falls if fall.rank == KING]


def _take_turn(progress: Progress, seat: Seat, turn: Turn) -> None:
    """Activate a unit and end the turn, also one that has won the game (K4 to K7, I58)."""
    path, link = check(progress.state, seat, turn)
    event = activation(progress.state, seat, path, link, write_order(turn))
    progress.happen(event)
    if isinstance(event, Captured) and event.rank == KING:
        progress.happen(defeated(progress.state, event.victim))
    end_turn(progress, seat)
    check_end(progress, seat)
    if progress.state.outcome is None:
        pass_on(progress)


def activation(
    state: State, seat: Seat, path: tuple[Square, ...], link: str, order: str
) -> Moved | Captured | Bounced | Revealed | Struck:
    """Return what comes of a unit's way, which was checked.

    :raises Unforeseen: where an unknown rank decides.
    """
    match link:
        case "*":
            return _struck(state, seat, path, order)
        case "x":
            return _attack(state, seat, path, order)
        case _:
            return Moved(seat=seat, order=order, path=path)


def _struck(state: State, seat: Seat, path: tuple[Square, ...], order: str) -> Struck:
    """Return how a blow changes a blocker: by the unit's value, a King removes it (K34)."""
    key = touched(state)[path[-1]]
    rank = _known(state.pieces[path[0]].rank)
    left = 0 if rank == KING else max(0, state.blockers[key].strength - value(rank))
    return Struck(seat=seat, order=order, path=path, blocker=key, left=left)


def _attack(
    state: State, seat: Seat, path: tuple[Square, ...], order: str
) -> Captured | Bounced | Revealed:
    """Return how an attack on a unit ends (K6, K26, K28, HK10 to HK12)."""
    victim = state.pieces[path[-1]]
    owner = state.live.get(path[-1])
    if owner is not None and owner not in state.team(seat):
        rank = _known(victim.rank)
        return Revealed(seat=seat, order=order, path=path, victim=victim.seat, rank=rank)
    if is_attackable(state, path[-1]):
        return Captured(seat=seat, order=order, path=path, victim=victim.seat, rank=victim.rank)
    return Bounced(seat=seat, order=order, path=path, victim=victim.seat)


def is_attackable(state: State, square: Square) -> bool:
    """Return whether the unit on a square can be captured now: it is of its owner's lowest
    living class, or a King who always can (K11, HK10, I15).

    :raises Unforeseen: where that depends on an unknown rank.
    """
    unit = state.pieces[square]
    rank = _known(unit.rank)
    if rank == KING and state.king == ALWAYS:
        return True
    return rank == _known(lowest(state.ranks(unit.seat)))


def _known(rank: Rank) -> Rank:
    if rank == UNKNOWN:
        raise Unforeseen(RANKS_DECIDE)
    return rank

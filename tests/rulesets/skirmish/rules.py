"""The judgement of a skirmish: submissions become events or are refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from conquest.core import (
    Adjudication,
    DecisionKind,
    Illegal,
    Numbers,
    OfferWords,
    Outcome,
    Phrase,
    Refused,
    Seat,
    SideAction,
    Unforeseen,
    Unreadable,
    no_numbers,
)
from conquest.kit.adjudication import rank_sides
from conquest.kit.decisions import SETUP_REVIEW
from tests.rulesets.skirmish.board import NAMES, TEAMS, Square, adjacent_squares, setup_squares
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
    setup_order,
    write_order,
)

PIPS = 6
AT_HOME = 4  # what a defender adds to its rank
DECISION_KINDS = {
    "setup": DecisionKind(
        of_you=Phrase("Set up your units"),
        named=Phrase("set-up"),
        briefly=Phrase("Set up your units"),
        silence=Phrase("When the time is up, your units stand in the order of their ranks."),
        parallel=True,
        review=SETUP_REVIEW,
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
        ACCEPT, Phrase("Accept the draw"), Phrase("When all agree, the game is over."),
        accepts=OfferWords(
            of_you=Phrase("Do you agree to a draw?"),
            briefly=Phrase("A draw is offered"),
            by_you=Phrase("You have offered a draw"),
            silence=Phrase("If you do not answer, the game goes on."),
        ),
    ),
}  # fmt: skip


class Progress:
    """A submission being carried out: the state so far, its events, and the numbers."""

    def __init__(self, state: State, seat: Seat, numbers: Numbers) -> None:
        self.state, self.seat, self.numbers = state, seat, numbers
        self.events: list[Event] = []

    def apply_event(self, event: Event) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)


def to_act(state: State) -> Mapping[Seat, str]:
    """Return what each seat owes: all their set-ups at once, then one seat a turn or an answer."""
    if state.outcome:
        return {}
    if not state.is_set_up:
        done = {*state.ready, *state.fallen}
        return {seat: "setup" for seat in state.seats if seat not in done}
    if state.fight:
        return {state.units[state.fight[1]].seat: "retreat"}
    return {state.turn: "turn"}


def side_actions(state: State, seat: Seat) -> tuple[SideAction, ...]:
    """Return the side actions of a seat: to resign, to offer a draw or to accept one (S7)."""
    if state.outcome or seat not in remaining_seats(state):
        return ()
    known = [RESIGN]
    if state.is_set_up and seat not in state.agreed:
        known.append(ACCEPT if state.agreed else OFFER)
    return tuple(_ACTS[word] for word in known)


def default_orders(state: State, seat: Seat) -> tuple[Order, ...]:
    """Return the orders of a silent seat: ranks in order, no retreat, resigning in a turn (S8)."""
    match to_act(state).get(seat):
        case "setup":
            return (
                setup_order(zip(setup_squares(seat, state.size), RANKS.values(), strict=False)),
            )
        case "retreat":
            return (Word(FALL),)
        case _:
            return (Word(RESIGN),)


def suppose_turn(state: State, seat: Seat) -> State:
    """Return the position as if a seat were on turn, once the set-up is over."""
    if not state.is_set_up or seat not in remaining_seats(state):
        return state
    if state.turn == seat and state.fight is None:
        return replace(state, outcome=None)
    number = state.number + 1
    return replace(state, turn=seat, number=number, fight=None, outcome=None)


def adjudicate(state: State) -> Outcome:
    """Return how a skirmish counts that is stopped: by units."""
    counted = Counter(unit.seat for unit in state.units.values())
    sides = dict.fromkeys(side_of(state, seat) for seat in state.seats)
    return rank_sides(sides, lambda side: sum(counted[seat] for seat in side))


ADJUDICATION: Adjudication[State] = Adjudication(
    rule=Phrase("Who has most units has won."), decide=adjudicate
)


def remaining_seats(state: State) -> tuple[Seat, ...]:
    """Return the seats that are still in the game."""
    return tuple(seat for seat in state.seats if seat not in state.fallen)


def side_of(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that win together with a seat, itself included."""
    return next(team for team in TEAMS if seat in team) if state.teams else (seat,)


def free_neighbours(state: State, square: Square) -> Iterator[Square]:
    """Yield the free squares beside a square."""
    for beside in adjacent_squares(square, state.size):
        if beside not in state.units and beside not in state.fences:
            yield beside


def move_targets(state: State, start: Square) -> Iterator[Square]:
    """Yield the squares to which a unit can go, or on which it can attack."""
    own = side_of(state, state.units[start].seat)
    for beside in adjacent_squares(start, state.size):
        there = state.units.get(beside)
        if beside not in state.fences and (there is None or there.seat not in own):
            yield beside


def fence_squares(state: State, order: Move) -> list[Square]:
    """Return the squares for a fence after a move: free ones beside the unit, and its start."""
    return sorted({order.start, *free_neighbours(state, order.end)})


def decide(
    state: State, seat: Seat, orders: tuple[Order, ...], numbers: Numbers = no_numbers
) -> tuple[Event, ...]:
    """Return the events of a submission.

    :raises Illegal: naming the order; then nothing happens.
    :raises Unforeseen: if unknown ranks decide, or numbers that cannot be known yet.
    """
    if not orders:
        raise Unreadable(Phrase("There is no order to be read."), "S9", 0)
    progress = Progress(state, seat, numbers)
    for place, order in enumerate(orders):
        try:
            _carry_out_order(progress, order)
        except Refused as refused:
            raise refused.at_order(place) from None
        except Unforeseen as unforeseen:
            raise unforeseen.prepend_events(progress.events) from None
    return tuple(progress.events)


def _carry_out_order(progress: Progress, order: Order) -> None:
    state, seat = progress.state, progress.seat
    match to_act(state).get(seat), order:
        case _, Word(word) if word in _ACTS:
            _take_side_action(progress, word)
        case "setup", Muster():
            _hand_in_setup(progress, order)
        case "turn", Move():
            _move_unit(progress, order)
        case "retreat", Retreat():
            _retreat_unit(progress, order)
        case "retreat", Word("fall"):
            _remove_loser(progress, FALL)
        case _:
            raise Illegal(Phrase("%(seat)s cannot do this now.", seat=NAMES[seat]), "S3")


def _take_side_action(progress: Progress, word: str) -> None:
    if all(act.text != word for act in side_actions(progress.state, progress.seat)):
        raise Illegal(Phrase("%(seat)s cannot do this now.", seat=NAMES[progress.seat]), "S7")
    if word == RESIGN:
        _resign_seat(progress)
        return
    made = Offered if word == OFFER else Accepted
    progress.apply_event(made(seat=progress.seat, order=word))
    if set(remaining_seats(progress.state)) <= set(progress.state.agreed):
        _end_game(progress, "agreed")


def _resign_seat(progress: Progress) -> None:
    before = progress.state
    progress.apply_event(Resigned(seat=progress.seat, order=RESIGN))
    if _is_decided(progress):
        return
    if not before.is_set_up:
        _begin_play(progress)
    elif before.turn == progress.seat or before.fight != progress.state.fight:
        _end_turn(progress)


def _hand_in_setup(progress: Progress, order: Muster) -> None:
    state, places = progress.state, dict(order.places)
    fits = set(places) <= set(setup_squares(progress.seat, state.size))
    if not fits or sorted(rank for _at, rank in order.places) != sorted(RANKS.values()):
        raise Illegal(
            Phrase("Set up a scout, a guard and a captain, each on a square of your own."), "S2"
        )
    progress.apply_event(Mustered(seat=progress.seat, order=write_order(order), places=places))
    _begin_play(progress)


def _begin_play(progress: Progress) -> None:
    if not to_act(progress.state):
        progress.apply_event(Began(seat=remaining_seats(progress.state)[0]))


def _move_unit(progress: Progress, order: Move) -> None:
    state, seat = progress.state, progress.seat
    unit = state.units.get(order.start)
    if unit is None or unit.seat != seat:
        raise Illegal(
            Phrase("No unit of %(seat)s stands on %(at)s.", seat=NAMES[seat], at=order.start), "S3"
        )
    if order.end not in move_targets(state, order.start):
        raise Illegal(
            Phrase("It cannot go from %(start)s to %(end)s.", start=order.start, end=order.end),
            "S3",
        )
    if order.end in state.units:
        _attack_unit(progress, order)
        return
    if order.fence:
        _check_fence(state, order)
    squares = {"start": order.start, "end": order.end, "fence": order.fence}
    progress.apply_event(Moved(seat=seat, order=write_order(order), **squares))
    _end_turn(progress)


def _check_fence(state: State, order: Move) -> None:
    if order.fence not in fence_squares(state, order):
        raise Illegal(Phrase("No fence can be laid on %(at)s.", at=order.fence), "S4")
    if not state.stock[state.turn]:
        raise Illegal(Phrase("There is no fence left."), "S4")


def _attack_unit(progress: Progress, order: Move) -> None:
    """Throw the die: the attacker's rank and the throw against the defender's rank and four
    (S5)."""
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
    progress.apply_event(fought)
    if not fought.is_won:
        _end_turn(progress)
    elif not any(free_neighbours(progress.state, order.end)):
        _remove_loser(progress, "")


def _retreat_unit(progress: Progress, order: Retreat) -> None:
    assert progress.state.fight is not None
    at = progress.state.fight[1]
    if order.square not in free_neighbours(progress.state, at):
        raise Illegal(
            Phrase("It cannot go from %(start)s to %(end)s.", start=at, end=order.square), "S6"
        )
    fields = {"order": write_order(order), "start": at, "end": order.square}
    progress.apply_event(Retreated(seat=progress.seat, **fields))
    _end_turn(progress)


def _remove_loser(progress: Progress, order: str) -> None:
    assert progress.state.fight is not None
    at = progress.state.fight[1]
    unit = progress.state.units[at]
    progress.apply_event(Fell(seat=unit.seat, order=order, at=at, rank=unit.rank))
    _end_turn(progress)


def _end_turn(progress: Progress) -> None:
    if _is_decided(progress):
        return
    state = progress.state
    after = _next_seat(state)
    if after is None or state.quiet + 1 >= QUIET_TURNS:
        _end_game(progress, "quiet")
        return
    progress.apply_event(TurnEnded(seat=state.turn, next=after))


def _next_seat(state: State) -> Seat | None:
    """Return the next seat that can move, ``None`` if no seat can."""
    place = state.seats.index(state.turn) + 1
    order = (*state.seats[place:], *state.seats[:place])
    movable = {unit.seat for at, unit in state.units.items() if any(move_targets(state, at))}
    return next((seat for seat in order if seat in movable), None)


def _is_decided(progress: Progress) -> bool:
    if len({side_of(progress.state, seat) for seat in remaining_seats(progress.state)}) > 1:
        return False
    _end_game(progress, "last")
    return True


def _end_game(progress: Progress, reason: str) -> None:
    """End the game: sides still in it share the first place, the others follow by their falls."""
    state = progress.state
    sides = list(dict.fromkeys(side_of(state, seat) for seat in state.seats))
    alive = [one for one in sides if set(one) & set(remaining_seats(state))]
    lost = [one for one in sides if one not in alive]
    lost.sort(key=lambda one: -max(map(state.fallen.index, one)))
    progress.apply_event(
        GameEnded(
            winners=alive[0] if reason == "last" and alive else (),
            reason=reason,
            sides=(*alive, *lost),
            places=(*[1] * len(alive), *range(len(alive) + 1, len(sides) + 1)),
        )
    )

"""Catapults: what they can hit, on a turn and in answer to a capture (G26–G31)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from conquest.core import Illegal, Phrase, Refused, Seat
from conquest.islands import orders
from conquest.islands.laws import Progress
from conquest.islands.model import partner_of
from conquest.islands.orders import JudgedOrder, write_order
from conquest.islands.pieces import VESSELS, Piece, figures_in, stack_size, write_figures
from conquest.islands.rules.judging import end_answer, end_game
from conquest.islands.rules.steps import find_footing
from conquest.islands.rules.tally import spendable_points
from conquest.islands.rules.walking import check_points, check_road, lift_figure
from conquest.rulesets.grand_conquest.bridges import castle_of
from conquest.rulesets.grand_conquest.building import may_be_new
from conquest.rulesets.grand_conquest.camels import count_own_colour
from conquest.rulesets.grand_conquest.events import Shot
from conquest.rulesets.grand_conquest.model import GrandState

PRICE = 1  # point (G26)


def catapult_place(stack: Piece) -> int | None:
    """Return the place of the catapult in a stack, None if there is none."""
    places = (place for place, figure in enumerate(figures_in(stack)) if figure.letter == "T")
    return next(places, None)


def shot_targets(state: GrandState, field: str, *, aboard: bool) -> set[str]:
    """Return the fields that a catapult can hit from a field (G26, G31, GR11, A75)."""
    board = state.board
    found = {road.to for road in board.roads.get(field, ())}
    found.update(board.wild.get(field, ()), board.fire.get(field, ()))
    if aboard:
        lanes = board.lanes.get(field, ())
        found.update(end for end in lanes if _is_vessel(state.pieces.get(end)))
    return found


def _is_vessel(stack: Piece | None) -> bool:
    return stack is not None and stack.letter in VESSELS


def play_shot(progress: Progress[GrandState], order: orders.ShotOrder) -> None:
    """Shoot on the seat's own turn.

    :raises Illegal: if the seat cannot shoot like this.
    """
    state = progress.state
    check_shot(state, order)
    progress.record_event(shot_event(state, state.turn, order))
    end_game(progress, state.laws.ends.end_by_capture(progress.state, state.turn))


def listed_shots(state: GrandState) -> Iterator[orders.ShotOrder]:
    """Yield every legal shot of the seat on turn (A44)."""
    for field, place in _catapults(state, state.turn):
        for target in sorted(shot_targets(state, field, aboard=place > 0)):
            order = orders.ShotOrder("T" if place else "", (field,), target)
            if passes_check(check_shot, state, order):
                yield order


def _catapults(state: GrandState, seat: Seat) -> Iterator[tuple[str, int]]:
    """Yield the fields of a seat's catapults with their places in their stacks."""
    for field, stack in state.pieces.items():
        # Nearly all figures stand alone: only loads are searched.
        if stack.seat == seat and (stack.load or stack.letter == "T"):
            place = catapult_place(stack)
            if place is not None:
                yield field, place


def possible_shots(state: GrandState) -> Iterator[Shot]:
    """Yield the event of every legal shot that captures."""
    shots = (shot_event(state, state.turn, order) for order in listed_shots(state))
    return (shot for shot in shots if not shot.opened)


def check_shot(state: GrandState, order: orders.ShotOrder) -> None:
    """Check that the seat on turn can shoot like this.

    :raises Illegal: if it cannot (A76–A79).
    """
    field = order.path[0]
    place = _require_catapult(state, state.turn, order)
    if len(order.path) > 1:
        raise Illegal(
            Phrase("On your turn a catapult moves by one order and shoots by another."), "A78"
        )
    if field in state.fired:
        raise _fired_refusal(state, field, place)
    _check_target(state, state.turn, field, order.target, aboard=place > 0)
    check_points(spendable_points(state), PRICE)


def _fired_refusal(state: GrandState, field: str, place: int) -> Illegal:
    stack = state.pieces[field]
    if may_be_new(state, list(figures_in(stack))[place], field):
        phrase = Phrase(
            "The catapult on %(field)s was built this turn or has already shot.", field=field
        )
        return Illegal(phrase, "G22")
    return Illegal(
        Phrase("The catapult on %(field)s has already shot this turn.", field=field), "G26"
    )


def _require_catapult(state: GrandState, seat: Seat, order: orders.ShotOrder) -> int:
    """Return the place in its stack of the catapult that an order means.

    :raises Illegal: if there is no such catapult.
    """
    field = order.path[0]
    stack = state.pieces.get(field)
    if stack is None:
        raise Illegal(Phrase("There is no piece on %(field)s.", field=field), "A8")
    if stack.seat != seat:
        raise Illegal(Phrase("The piece on %(field)s is not yours.", field=field), "A8")
    place = catapult_place(stack)
    if place is None:
        raise Illegal(
            Phrase("Only a catapult shoots, and none stands on %(field)s.", field=field), "A78"
        )
    if place and not order.figure:
        raise Illegal(
            Phrase("The catapult on %(field)s is aboard: name it with T@.", field=field), "A78"
        )
    return place


def _check_target(state: GrandState, seat: Seat, field: str, target: str, *, aboard: bool) -> None:
    if target not in shot_targets(state, field, aboard=aboard):
        raise Illegal(
            Phrase("No shot from %(start)s reaches %(end)s.", start=field, end=target), "G26"
        )
    if opens_bridge(state, field, target):
        return
    there = state.pieces.get(target)
    if there is None:
        raise Illegal(Phrase("There is nothing to shoot at on %(field)s.", field=target), "A76")
    if there.seat == seat:
        raise Illegal(Phrase("Your own piece stands on %(field)s.", field=target), "A76")
    if there.seat == partner_of(state, seat):
        raise Illegal(Phrase("Your partner's piece stands on %(field)s.", field=target), "CP7")
    if there.letter == "W" and not there.load:
        raise Illegal(
            Phrase("No shot harms the empty siege engine on %(field)s.", field=target), "G30"
        )


def opens_bridge(state: GrandState, field: str, target: str) -> bool:
    """Whether a shot would lower a raised bridge, as any shot from outside does (G29, A77)."""
    if target not in state.raised:
        return False
    board = state.board
    return castle_of(board, field) != castle_of(board, target)


def shot_event(
    state: GrandState, seat: Seat, order: orders.ShotOrder, *, back: bool = False
) -> Shot:
    """Return the event of a legal shot; ``back`` if it answers a capture."""
    place = _require_catapult(state, seat, order)
    written = orders.ShotOrder("T" if place else "", order.path, order.target)
    text = write_order(written)
    if opens_bridge(state, order.path[-1], order.target):
        return Shot(seat=seat, order=text, path=order.path, target=order.target, opened=True)
    there = state.pieces[order.target]
    return Shot(
        seat=seat,
        order=text,
        path=order.path,
        target=order.target,
        victim=there.seat,
        lost=_shot_losses(there),
        back=back,
    )


def _shot_losses(there: Piece) -> str:
    """Write what a shot takes: a whole stack, but only the soldiers of a siege engine.

    See G30 and GR10.
    """
    if there.letter == "W":
        return ",".join(map(write_figures, there.load))
    return write_figures(there)


def play_answer(progress: Progress[GrandState], order: orders.ShotOrder) -> None:
    """Answer a capture by a shot (G27, GR9, A80).

    :raises Illegal: if the seat cannot shoot like this.
    """
    state, window = progress.state, progress.state.window
    assert window
    check_answer(state, window.seat, window.at, order)
    progress.record_event(shot_event(state, window.seat, order, back=True))
    end_answer(progress, state)


def check_answer(state: GrandState, seat: Seat, at: str, order: orders.ShotOrder) -> None:
    """Check that a seat can answer the capture on a field by this shot.

    :raises Illegal: if it cannot.
    """
    place = _require_catapult(state, seat, order)
    if order.target != at:
        raise Illegal(Phrase("Only the piece on %(field)s may be recaptured now.", field=at), "C28")
    if len(order.path) > 2:
        raise Illegal(Phrase("Before it answers, a catapult goes one field at most."), "G27")
    if len(order.path) == 2:
        _check_step(state, place, *order.path)
    # After its step the catapult stands ashore: its galleon does not carry it along (A80).
    aboard = place > 0 and len(order.path) == 1
    _check_target(state, seat, order.path[-1], at, aboard=aboard)
    if opens_bridge(state, order.path[-1], at):
        raise Illegal(Phrase("The bridge of %(field)s is raised.", field=at), "A80")


def _check_step(state: GrandState, place: int, start: str, end: str) -> None:
    walker = lift_figure(state, start, place)
    check_road(state, walker, start, end, walker.off)
    if find_footing(state, walker, start, end, off="") != "free":
        raise Illegal(Phrase("The way over %(field)s is not free.", field=end), "C28")


def answering_shots(state: GrandState, seat: Seat, at: str) -> Iterator[JudgedOrder]:
    """Yield one shot for each catapult that could answer a capture (A44).

    From where it stands, else after the first step that brings it into reach.
    """
    for field, place in sorted(_catapults(state, seat)):
        if order := _find_answer(state, seat, field, place, at):
            yield JudgedOrder(place, Piece(seat, "T"), "enemy", order)


def _find_answer(
    state: GrandState, seat: Seat, field: str, place: int, at: str
) -> orders.ShotOrder | None:
    steps = sorted({road.to for road in state.board.roads.get(field, ())})
    for path in ((field,), *((field, end) for end in steps)):
        order = orders.ShotOrder("T" if place else "", path, at)
        if passes_check(check_answer, state, seat, at, order):
            return order
    return None


def passes_check(check: object, *given: object) -> bool:
    """Whether a check accepts its arguments, that is, raises no refusal."""
    assert callable(check)
    try:
        check(*given)
    except Refused:
        return False
    return True


def apply_shot(state: GrandState, event: Shot) -> GrandState:
    """Return the position after a shot."""
    # A shot in answer is free, and does not use up the one shot of a turn (GR9).
    if not event.back:
        fired = tuple(sorted({*state.fired, event.path[-1]}))
        state = replace(state, used=state.used + PRICE, fired=fired)
    state = _step_catapult(state, event) if len(event.path) > 1 else state
    if event.opened:
        return replace(state, raised=tuple(t for t in state.raised if t != event.target))
    return _without_target(state, event)


def _step_catapult(state: GrandState, event: Shot) -> GrandState:
    pieces, (start, end) = dict(state.pieces), event.path
    walker = lift_figure(state, start, catapult_place(pieces[start]) or 0)
    return replace(state, pieces={**walker.pieces, end: walker.unit})


def _without_target(state: GrandState, event: Shot) -> GrandState:
    pieces, target = dict(state.pieces), event.target
    there = pieces.pop(target)
    count = stack_size(there) - count_own_colour(state, target, event.seat)
    if there.letter == "W":
        # A siege engine stays and only loses its soldiers (G30).
        pieces[target] = Piece(there.seat, "W", (), there.steps)
        count -= 1
    captured = {**state.captured, event.seat: state.captured.get(event.seat, 0) + count}
    return replace(
        state,
        pieces=pieces,
        captured={seat: n for seat, n in captured.items() if n},
        since_capture=-1,
        lent={field: owner for field, owner in state.lent.items() if field != target},
        fired=tuple(field for field in state.fired if field != target),
    )

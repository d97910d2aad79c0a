"""The judgement of the family: turn a submission into events, or refuse it.

The game is by Donald Benge (1972); these are its German rules as of 6 August 2012.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from conquest.core import (
    DecisionKind,
    Illegal,
    Numbers,
    Phrase,
    Refused,
    Seat,
    SideAction,
    Unreadable,
    no_numbers,
)
from conquest.islands.branches import (
    Fork,
    Plan,
    PlannedOrder,
    follow_branch,
    is_conditional,
    plan_of,
)
from conquest.islands.events import (
    Attack,
    Event,
    GameEnded,
    Led,
    Moved,
    Recaptured,
    TurnEnded,
    TurnSkipped,
    WindowClosed,
    WindowOpened,
)
from conquest.islands.laws import Progress
from conquest.islands.model import State, Window, partner_of
from conquest.islands.orders import (
    BridgeOrder,
    BuildOrder,
    Condition,
    JudgedOrder,
    March,
    OneWordOrder,
    Order,
    ShotOrder,
    write_order,
)
from conquest.islands.pieces import LAND, VESSELS, figure_letters, write_figures
from conquest.islands.rules.attacking import attack_event, may_risk_again, struck_stack
from conquest.islands.rules.evolution import evolve
from conquest.islands.rules.recapture import has_recapture, judge_recapture
from conquest.islands.rules.submissions import END, PASS, read_plan, write_plan
from conquest.islands.rules.tally import spendable_points
from conquest.islands.rules.walking import judge_march
from conquest.islands.words import seat_name

DECISION_KINDS = {
    "turn": DecisionKind(
        of_you=Phrase("It is your turn"),
        named=Phrase("turn"),
        briefly=Phrase("Your turn (turn %(number)s)"),
        silence=Phrase("When the time is up, your turn ends without a move."),
        premove=True,
    ),
    "recapture": DecisionKind(
        of_you=Phrase("Do you recapture?"),
        named=Phrase("recapture"),
        briefly=Phrase("Recapture?"),
        silence=Phrase("When the time is up, there is no recapture."),
        how="choose",
        pace="answer",
    ),
}


class IslandsProgress:
    """The progress of a submission: its events so far, and the state after them."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def record_event(self, event: Event) -> None:
        self.add_step(event, evolve(self.state, event))

    def add_step(self, event: Event, after: State) -> None:
        """Add an event after which the state is known already."""
        self.state = after
        self.events.append(event)


def to_act(state: State) -> Mapping[Seat, str]:
    """Return what the seat that must act owes: its turn, or the answer to a capture (A17)."""
    if state.outcome:
        return {}
    if state.window:
        return {state.window.seat: "recapture"}
    return {state.turn: "turn"}


def turn_number(state: State) -> int:
    """Return the number of the turn, counted from 1."""
    return state.number


def end_word(state: State, seat: Seat) -> str:
    """Return the word that ends the turn, "" if it is not the seat's turn (A28)."""
    return END.word if seat == state.turn else ""


def side_actions(state: State, seat: Seat) -> tuple[SideAction, ...]:
    """Return (): there are no offers in these games, and nobody can resign (CP6, GR30)."""
    return ()


def numbers_drawn(state: State) -> int:
    """Return 0: these games have no chance."""
    return 0


def seats(state: State) -> tuple[Seat, ...]:
    """Return the seats of a game, in order of play."""
    return state.seats


def default_orders(state: State, seat: Seat) -> tuple[Order, ...]:
    """Return the orders of a seat that lets its time run out (CP5).

    They end its turn, or pass where it could recapture.
    """
    return (PASS,) if to_act(state).get(seat) == "recapture" else (END,)


def decide(
    state: State, seat: Seat, orders: tuple[Order, ...], numbers: Numbers = no_numbers
) -> tuple[Event, ...]:
    """Return the events of a submission, up to the first window; the rest is the plan (CP1, A5).

    :raises Illegal: or ``Ambiguous``, with the number of the order; then nothing has happened.
    """
    if not orders:
        raise Unreadable(Phrase("There is no order to be read."), "A7", 0)
    progress = IslandsProgress(state)
    match to_act(state).get(seat):
        case "turn":
            _take_turn(progress, orders)
        case "recapture":
            _take_answer(progress, orders)
        case _:
            raise Illegal(_not_asked_phrase(state, seat), "A6", 0)
    return tuple(progress.events)


def _not_asked_phrase(state: State, seat: Seat) -> Phrase:
    if state.outcome:
        return Phrase("The game is over.")
    asked = state.window.seat if state.window else state.turn
    return Phrase(
        "%(seat)s is not asked for anything now; it is for %(other)s to act.",
        seat=seat_name(seat),
        other=seat_name(asked),
    )


def _take_turn(progress: IslandsProgress, orders: tuple[Order, ...]) -> None:
    number = progress.state.number
    anyway = orders[0] == OneWordOrder("anyway")
    if anyway and len(orders) == 1:
        raise Illegal(Phrase("After “anyway” at least one order must follow."), "A25", 0)
    _carry_out_plan(progress, plan_of(orders, int(anyway)), anyway=anyway)
    _end_spent_turn(progress, number)


class PlanStopped(Exception):
    """A plan cannot go on: ``refused`` says why, ``rest`` begins with the refused order."""

    def __init__(self, refused: Refused, rest: Plan) -> None:
        super().__init__(refused)
        self.refused, self.rest = refused, rest


def _carry_out_plan(progress: IslandsProgress, plan: Plan, *, anyway: bool) -> None:
    """Carry out a plan until a window opens or the game is over.

    :raises Illegal: or ``Ambiguous``, with the number of the order.
    """
    try:
        _run_plan(progress, plan, anyway=anyway)
    except PlanStopped as stopped:
        raise stopped.refused from None


def _run_plan(progress: IslandsProgress, plan: Plan, *, anyway: bool) -> None:
    number, at = progress.state.number, 0
    while at < len(plan) and not (progress.state.window or progress.state.outcome):
        step = plan[at]
        if isinstance(step, Fork):
            # No window opened after the capture, so it is not taken back.
            plan, at = follow_branch(plan[at:], taken=False), 0
            continue
        try:
            _play_step(progress, number, plan, at, anyway=anyway)
        except Refused as refused:
            raise PlanStopped(refused.at_order(step.place), plan[at:]) from None
        at += 1


def _play_step(
    progress: IslandsProgress, number: int, plan: Plan, at: int, *, anyway: bool
) -> None:
    """Carry out the order at a place of a plan; if a window opens, the rest waits for it."""
    step = plan[at]
    assert isinstance(step, PlannedOrder)
    order = step.order
    if progress.state.number != number:
        # A waived capture has ended the turn already: an "end" after it is no fault (A28).
        if order != END:
            raise Illegal(Phrase("The turn has already ended."), "A28")
        return
    match order:
        case March():
            way = judge_march(progress.state, order)
            if way.footing == "enemy":
                _play_attack(progress, way, plan[at + 1 :], anyway=anyway)
            else:
                _play_walk(progress, way)
        case OneWordOrder("end"):
            _end_turn(progress)
        case ShotOrder() | BuildOrder() | BridgeOrder() if (
            actions := progress.state.laws.special_actions
        ):
            actions.play_order(progress, order)
        case _:
            raise _misplaced_refusal(progress.state, order)


def _misplaced_refusal(state: State, order: Order) -> Illegal:
    match order:
        case OneWordOrder("pass"):
            return Illegal(Phrase("There is nothing to recapture now."), "A12")
        case OneWordOrder("end"):
            return Illegal(Phrase("A recapture is asked for: recapture or pass."), "A12")
        case ShotOrder() | BuildOrder() | BridgeOrder() if state.laws.special_actions:
            return Illegal(Phrase("A recapture is asked for: recapture or pass."), "A12")
        case Condition():
            return Illegal(Phrase("A recapture is answered by one order only."), "A12")
        case OneWordOrder("anyway"):
            return Illegal(Phrase("“anyway” can only be the first order of a turn."), "A25")
        case OneWordOrder("resign"):
            return Illegal(Phrase("Nobody can resign this game."), "CP6")
        case _:
            return Illegal(
                Phrase("There is no such order in %(game)s.", game=state.laws.title), "A102"
            )


def _end_spent_turn(progress: IslandsProgress, number: int) -> None:
    """End the turn if all its orders are carried out and no points are left (A28, A29)."""
    state = progress.state
    if state.outcome or state.window or state.number != number or spendable_points(state):
        return
    _end_turn(progress)


def _play_walk(progress: IslandsProgress, way: JudgedOrder) -> None:
    kind = Moved if way.unit.seat == progress.state.turn else Led
    progress.record_event(
        kind(
            seat=progress.state.turn,
            order=write_order(way.order),
            piece=write_figures(way.unit),
            path=way.order.path,
            figure=way.figure,
        )
    )
    end_order(progress)


def end_order(progress: Progress[Any]) -> None:
    """End the game if a completed order has won it, which single steps never do (A36)."""
    state = progress.state
    end_game(progress, state.laws.ends.end_by_walk(state, state.turn))


def _play_attack(progress: IslandsProgress, way: JudgedOrder, rest: Plan, *, anyway: bool) -> None:
    """Capture, and open a window if the capture can be answered; the ``rest`` is then the plan."""
    before, event = progress.state, attack_event(progress.state, way)
    after = evolve(before, event)
    win = before.laws.ends.end_by_capture(after, before.turn)
    # Counted after the capture: it can free a field and so give points back (C33, C34).
    is_last = event.waived or not spendable_points(after)
    is_unanswered = is_last and _next_seat(before) == event.victim
    asked = None if win or is_unanswered else _recapturing_seat(after, event)
    # The number of pieces before the capture decides, not after it (A62).
    exposed = asked is not None and before.laws.is_exposed(before, before.turn)
    if exposed and before.risked and not may_risk_again(before, event, after):
        scarcity = before.laws.scarcity
        raise Illegal(scarcity.refused, scarcity.rule)
    progress.add_step(event, after)
    if win:
        progress.record_event(win)
    elif asked:
        plan = () if event.waived else write_plan(rest)
        lost = figure_letters(struck_stack(before, way))
        window = Window(asked, event.path[-1], lost, event.waived, exposed)
        if asked != event.victim:
            window = replace(window, instead=event.victim)
        progress.record_event(_window_opened(event.seat, window, plan, anyway=anyway))
    elif is_unanswered or event.waived:
        _end_turn(progress)


def _recapturing_seat(state: State, event: Attack) -> Seat | None:
    """Return the seat that can recapture: the victim, else the victim's partner (CR17, CP7)."""
    for seat in (event.victim, partner_of(state, event.victim)):
        if seat and has_recapture(state, seat, event.path[-1]):
            return seat
    return None


def _window_opened(
    attacker: Seat, window: Window, plan: tuple[str, ...], *, anyway: bool
) -> WindowOpened:
    return WindowOpened(
        seat=window.seat,
        attacker=attacker,
        at=window.at,
        lost=window.lost,
        waived=window.waived,
        exposed=window.exposed,
        instead=window.instead,
        plan=plan,
        anyway=anyway and bool(plan),
    )


def _take_answer(progress: IslandsProgress, orders: tuple[Order, ...]) -> None:
    order, state = orders[0], progress.state
    if order == PASS:
        _check_alone(orders)
        _pass_window(progress)
        return
    try:
        _strike_back(progress, order)
    except Refused as refused:
        raise refused.at_order(0) from None
    if not progress.state.outcome:
        _check_alone(orders)
        _close_window(progress, order="", plan=_plan_after_loss(state))


def _plan_after_loss(state: State) -> Plan | None:
    """Return the plan after its piece was taken back, None if the plan does not cover that.

    It does if it begins with a condition, or was marked with ``anyway`` (CP3, A25).
    """
    plan = _waiting_plan(state)
    return follow_branch(plan, taken=True) if state.anyway or is_conditional(plan) else None


def _waiting_plan(state: State) -> Plan:
    assert state.window
    return read_plan(state, state.plan, state.window.at)


def _pass_window(progress: IslandsProgress) -> None:
    """Close the window, or ask the victim's partner in the victim's place (CP7)."""
    state, window = progress.state, progress.state.window
    assert window
    # A partner who was asked in the victim's place passes for both.
    partner = None if window.instead else partner_of(state, window.seat)
    if partner is None or not has_recapture(state, partner, window.at):
        _close_window(progress, order="pass", plan=_waiting_plan(state))
        return
    progress.record_event(WindowClosed(seat=window.seat, attacker=state.turn, order="pass"))
    asked = replace(window, seat=partner, instead=window.seat)
    progress.record_event(_window_opened(state.turn, asked, state.plan, anyway=state.anyway))


def _check_alone(orders: tuple[Order, ...]) -> None:
    if len(orders) > 1:
        raise Illegal(Phrase("A recapture is answered by one order only."), "A12", 1)


def _strike_back(progress: IslandsProgress, order: Order) -> None:
    actions = progress.state.laws.special_actions
    if isinstance(order, March):
        _play_recapture(progress, order)
    elif isinstance(order, ShotOrder) and actions:
        actions.play_answer(progress, order)
    else:
        raise _misplaced_refusal(progress.state, order)


def _play_recapture(progress: IslandsProgress, order: March) -> None:
    state, window = progress.state, progress.state.window
    assert window
    way = judge_recapture(state, window, order)
    lost = state.pieces[window.at]
    progress.record_event(
        Recaptured(
            seat=window.seat,
            order=write_order(way.order),
            piece=write_figures(way.unit),
            path=way.order.path,
            figure=way.figure,
            victim=state.turn,
            lost=write_figures(lost),
            conquered=way.unit.letter in LAND and lost.letter in VESSELS,
        )
    )
    end_answer(progress, state)


def end_answer(progress: Progress[Any], before: State) -> None:
    """End the game if the answer to a capture has ended it."""
    state = progress.state
    end_game(progress, state.laws.ends.end_by_recapture(before, state))


def _close_window(progress: IslandsProgress, *, order: str, plan: Plan | None) -> None:
    """Close the window and carry on with the plan, or drop all of it if ``plan`` is None.

    The event tells the attacker which orders were dropped (CP3).
    """
    state, window = progress.state, progress.state.window
    assert window
    # The plan is carried out first: the event that closes the window comes before its events, but
    # must already say what will be dropped, which changes no position.
    closed = WindowClosed(seat=window.seat, attacker=state.turn, order=order)
    at = len(progress.events)
    progress.record_event(closed)
    left = _resume_plan(progress, plan or (), waived=window.waived, anyway=state.anyway)
    dropped = state.plan if plan is None else write_plan(left)
    progress.events[at] = replace(closed, dropped=dropped)


def _resume_plan(progress: IslandsProgress, plan: Plan, *, waived: bool, anyway: bool) -> Plan:
    """Carry out the plan and return the part of it that has to be dropped."""
    number, left = progress.state.number, Plan()
    if waived:
        _end_turn(progress)
        return left
    try:
        _run_plan(progress, plan, anyway=anyway)
    except PlanStopped as stopped:
        left = stopped.rest
    _end_spent_turn(progress, number)
    return left


def _next_seat(state: State) -> Seat:
    seats = state.seats
    return seats[(seats.index(state.turn) + 1) % len(seats)]


def _end_turn(progress: IslandsProgress) -> None:
    """End the turn, and skip every following one that begins without points (A30, CR24)."""
    # The tests for the end of the game run after each turn: skipped turns count as quiet, so
    # that the loop ends even if nobody can move (A37).
    state = progress.state
    progress.record_event(TurnEnded(seat=state.turn, number=state.number, next=_next_seat(state)))
    end_game(progress, state.laws.ends.end_by_turn(progress.state, state.turn))
    while not progress.state.outcome and not spendable_points(progress.state):
        state = progress.state
        progress.record_event(
            TurnSkipped(seat=state.turn, number=state.number, next=_next_seat(state))
        )
        end_game(progress, state.laws.ends.end_by_turn(progress.state, state.turn))


def end_game(progress: Progress[Any], win: GameEnded | None) -> None:
    """Record the end of the game, if there is one."""
    if win:
        progress.record_event(win)

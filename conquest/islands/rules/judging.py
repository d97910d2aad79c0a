"""The judgement of the family: a submission becomes events, or is refused.

After Donald Benge's game of 1972, in the German rules as of 6 August 2012.
"""

from __future__ import annotations

from collections.abc import Mapping

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
from conquest.islands.model import (
    Attack,
    Captured,
    Conquered,
    Event,
    GameEnded,
    Led,
    Moved,
    Recaptured,
    State,
    TurnEnded,
    TurnSkipped,
    Window,
    WindowClosed,
    WindowOpened,
)
from conquest.islands.orders import (
    BridgeOrder,
    BuildOrder,
    Condition,
    March,
    OneWordOrder,
    Order,
    ShotOrder,
    write_order,
)
from conquest.islands.pieces import LAND, VESSELS, Piece, figure_letters, write_figures
from conquest.islands.rules.evolution import evolve
from conquest.islands.rules.recapture import has_recapture, judge_recapture
from conquest.islands.rules.sides import partner_of
from conquest.islands.rules.submissions import END, PASS, read_plan, write_plan
from conquest.islands.rules.tally import is_leading, spendable_points
from conquest.islands.rules.walking import JudgedOrder, judge_march, lift_figure
from conquest.islands.telling.words import seat_name

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
    """A submission on its way: the state reached so far and what has happened."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def record_event(self, event: Event) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)


def to_act(state: State) -> Mapping[Seat, str]:
    """Say which seat owes what: its turn, or the answer to a capture (A17)."""
    if state.outcome:
        return {}
    if state.window:
        return {state.window.seat: "recapture"}
    return {state.turn: "turn"}


def turn_number(state: State) -> int:
    """Return the number of the turn, counted from 1."""
    return state.number


def end_word(state: State, seat: Seat) -> str:
    """Return the word that ends a seat's turn (A28)."""
    return END.word if seat == state.turn else ""


def side_actions(state: State, seat: Seat) -> tuple[SideAction, ...]:
    """Return nothing: nobody offers or resigns anything in these games (CP6, GR30)."""
    return ()


def numbers_drawn(state: State) -> int:
    """Return that no number was drawn: nothing is left to chance."""
    return 0


def seats(state: State) -> tuple[Seat, ...]:
    """Return who plays, in order of play."""
    return state.seats


def default_orders(state: State, seat: Seat) -> tuple[Order, ...]:
    """Return what silence means: no recapture, the turn's end (CP5)."""
    return (PASS,) if to_act(state).get(seat) == "recapture" else (END,)


def decide(
    state: State, seat: Seat, orders: tuple[Order, ...], numbers: Numbers = no_numbers
) -> tuple[Event, ...]:
    """Carry out a submission, up to the first window; what follows it is the plan (CP1, A5).

    :raises Illegal: or ``Ambiguous``, with the number of the order; then nothing happened.
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
    """A plan cannot go on: ``refused`` tells why, and its ``rest`` begins with what is refused."""

    def __init__(self, refused: Refused, rest: Plan) -> None:
        super().__init__(refused)
        self.refused, self.rest = refused, rest


def _carry_out_plan(progress: IslandsProgress, plan: Plan, *, anyway: bool) -> None:
    """Carry out a plan until a window opens or the game is over; a capture that nobody can answer
    is not taken back.

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
    """Carry out the order at a place of a plan; the rest of it waits where a window opens."""
    step = plan[at]
    assert isinstance(step, PlannedOrder)
    order = step.order
    if progress.state.number != number:
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
            deeds := progress.state.laws.special_actions
        ):
            deeds.play_order(progress, order)
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
    """End the turn if its orders are done and its points are used up (A28, A29)."""
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


def end_order(progress: IslandsProgress) -> None:
    """End the game if a completed order has won it (A36)."""
    state = progress.state
    end_game(progress, state.laws.ends.end_by_walk(state, state.turn))


def _play_attack(progress: IslandsProgress, way: JudgedOrder, rest: Plan, *, anyway: bool) -> None:
    """Capture, then find out whether a window opens; if so the ``rest`` is the plan."""
    before, event = progress.state, _attack_event(progress.state, way)
    after = evolve(before, event)
    win = before.laws.ends.end_by_capture(after, before.turn)
    is_last = event.waived or not spendable_points(after)
    is_unanswered = is_last and _next_seat(before) == event.victim
    asked = None if win or is_unanswered else _recapturing_seat(after, event)
    exposed = before.laws.is_exposed(before, before.turn)
    if asked and exposed and before.risked and not is_leading(before, before.turn):
        scarcity = before.laws.scarcity
        raise Illegal(scarcity.refused, scarcity.rule)
    progress.record_event(event)
    if win:
        progress.record_event(win)
    elif asked:
        plan = () if event.waived else write_plan(rest)
        lost = figure_letters(_struck_stack(before, way))
        window = Window(asked, event.path[-1], lost, event.waived, exposed)
        if asked != event.victim:
            window = replace(window, instead=event.victim)
        progress.record_event(_window_opened(event.seat, window, plan, anyway=anyway))
    elif is_unanswered or event.waived:
        _end_turn(progress)


def _struck_stack(state: State, way: JudgedOrder) -> Piece:
    """Return what a way ends upon, be it the mount that its soldier has left (A41)."""
    return lift_figure(state, way.order.path[0], way.figure).pieces[way.order.path[-1]]


def _attack_event(state: State, way: JudgedOrder) -> Attack:
    lost = _struck_stack(state, way)
    boards = way.unit.letter in LAND and lost.letter in VESSELS
    kind = Conquered if boards else Captured
    assert isinstance(way.order, March)
    return kind(
        seat=state.turn,
        order=write_order(way.order),
        piece=write_figures(way.unit),
        path=way.order.path,
        figure=way.figure,
        victim=lost.seat,
        lost=write_figures(lost),
        waived=way.order.waived,
    )


def _recapturing_seat(state: State, event: Attack) -> Seat | None:
    """Say who may recapture: the victim, else his partner, if they can (CR17, CP7)."""
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
    """Return how the plan goes on although its piece was taken back, None if it says nothing of
    that (CP3, A25)."""
    plan = _waiting_plan(state)
    return follow_branch(plan, taken=True) if state.anyway or is_conditional(plan) else None


def _waiting_plan(state: State) -> Plan:
    assert state.window
    return read_plan(state, state.plan, state.window.at)


def _pass_window(progress: IslandsProgress) -> None:
    """Close the window, or ask the victim's partner in his place (CP7)."""
    state, window = progress.state, progress.state.window
    assert window
    friend = None if window.instead else partner_of(state, window.seat)
    if friend is None or not has_recapture(state, friend, window.at):
        _close_window(progress, order="pass", plan=_waiting_plan(state))
        return
    progress.record_event(WindowClosed(seat=window.seat, attacker=state.turn, order="pass"))
    asked = replace(window, seat=friend, instead=window.seat)
    progress.record_event(_window_opened(state.turn, asked, state.plan, anyway=state.anyway))


def _check_alone(orders: tuple[Order, ...]) -> None:
    if len(orders) > 1:
        raise Illegal(Phrase("A recapture is answered by one order only."), "A12", 1)


def _strike_back(progress: IslandsProgress, order: Order) -> None:
    deeds = progress.state.laws.special_actions
    if isinstance(order, March):
        _play_recapture(progress, order)
    elif isinstance(order, ShotOrder) and deeds:
        deeds.play_answer(progress, order)
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


def end_answer(progress: IslandsProgress, before: State) -> None:
    """End the game if the answer to a capture has ended it."""
    state = progress.state
    end_game(progress, state.laws.ends.end_by_recapture(before, state))


def _close_window(progress: IslandsProgress, *, order: str, plan: Plan | None) -> None:
    """Close the window and go on with the plan, or drop it all where there is none for this
    answer; what is dropped is told to its owner (CP3)."""
    state, window = progress.state, progress.state.window
    assert window
    closed = WindowClosed(seat=window.seat, attacker=state.turn, order=order)
    ahead = IslandsProgress(evolve(state, closed))
    left = _resume_plan(ahead, plan or (), waived=window.waived, anyway=state.anyway)
    dropped = state.plan if plan is None else write_plan(left)
    progress.record_event(
        WindowClosed(seat=window.seat, attacker=state.turn, order=order, dropped=dropped)
    )
    for event in ahead.events:
        progress.record_event(event)


def _resume_plan(progress: IslandsProgress, plan: Plan, *, waived: bool, anyway: bool) -> Plan:
    """Carry out the plan and return what of it has to be dropped."""
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
    """End the turn, and every following one that begins without points (A30, CR24)."""
    state = progress.state
    progress.record_event(TurnEnded(seat=state.turn, number=state.number, next=_next_seat(state)))
    end_game(progress, state.laws.ends.end_by_turn(progress.state, state.turn))
    while not progress.state.outcome and not spendable_points(progress.state):
        state = progress.state
        progress.record_event(
            TurnSkipped(seat=state.turn, number=state.number, next=_next_seat(state))
        )
        end_game(progress, state.laws.ends.end_by_turn(progress.state, state.turn))


def end_game(progress: IslandsProgress, win: GameEnded | None) -> None:
    """End the game if something was won."""
    if win:
        progress.record_event(win)

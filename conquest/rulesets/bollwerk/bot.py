"""Bots for Bollwerk: they look ahead, place stones that help, and miss no win in one turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from msgspec.structs import replace as changed

from conquest.core import Numbers, Seat
from conquest.rulesets.bollwerk.chains import shortest_chains
from conquest.rulesets.bollwerk.choices import is_winning_move
from conquest.rulesets.bollwerk.evaluation import SPY_AT_RISK, material_value
from conquest.rulesets.bollwerk.model import REPETITIONS, State
from conquest.rulesets.bollwerk.moves import (
    PieceMove,
    cells_after_move,
    collected_sign,
    own_squares,
    piece_moves,
)
from conquest.rulesets.bollwerk.orders import StoneAct, write_act, write_path
from conquest.rulesets.bollwerk.placements import (
    BOMB,
    REMOVAL,
    Placement,
    cells_after_placement,
    collect_stone,
    legal_placements,
    placing_terms,
)
from conquest.rulesets.bollwerk.position_json import position_digest
from conquest.rulesets.bollwerk.rules import to_act
from conquest.rulesets.bollwerk.search import ENDLESS, WON, AlphaBetaSearch, OutOfNodes
from conquest.rulesets.bollwerk.sides import FREE, KINDS, SIDES

# Values are in guards.
FINE = 1_000_000  # the resolution of a random whim
BETTER = 0.03  # the least gain for which a stone is worth using up
GLAD = -2.0  # from here on an offered draw is accepted
VERIFIED = 4  # the most plans with stones that are searched
LAID = ("A", "B")
STAY = 0.2  # what a move is worth more than staying
KEPT_BOMBS = 2  # saved for the enemy end field, where a bomb wins (B99)


@dataclass(frozen=True, slots=True)
class BollwerkSkill:
    """How well a bot plays: how many positions it may search, how many turns ahead at most, how
    many guards a random whim may cost it, and with how many moves it tries stones."""

    nodes: int
    turns: int
    whim: float
    stones: int


CASUAL = BollwerkSkill(nodes=2000, turns=1, whim=2.0, stones=1)
STRONG = BollwerkSkill(nodes=8000, turns=5, whim=0.02, stones=4)
BEAM = (None, None, 30, 12, 8)
"""How many of the best turns are searched, by the number of turns ahead."""


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """A turn that may be taken, and the ``cells`` after it. ``found`` is its value so far,
    ``aside`` the part of it that the search does not see."""

    move: PieceMove
    placement: Placement | None
    cells: str
    aside: float = 0.0
    found: float = 0.0


def propose_orders(skill: BollwerkSkill, state: State, seat: Seat, numbers: Numbers) -> str:
    """Return the orders that a bot hands in now, as one text."""
    if seat not in to_act(state):
        return ""
    # The search values positions after a turn; it does not see that the turn itself has won.
    winning = next(winning_plans(state), None)
    if winning is not None:
        return _write_plan(state, winning)
    best = BollwerkBot(skill, state, numbers).best_plan()
    if best.found < GLAD and state.offer == state.side.other:
        return "draw!"
    return _write_plan(state, best)


def winning_plans(state: State) -> Iterator[TurnPlan]:
    """Yield the turns that win at once, by a move or by a bomb on the end field (HB3)."""
    terms, goal = placing_terms(state), state.board.fields.get(state.side.other)
    for move in _candidate_moves(state):
        after = cells_after_move(state.cells, move)
        if move.links and is_winning_move(terms, move, state.cells):
            yield TurnPlan(move, None, after)
        elif goal is not None and (BOMB, goal) in _placements_after(state, move, after):
            yield TurnPlan(move, (BOMB, goal), after)


def _candidate_moves(state: State) -> Iterator[PieceMove]:
    """Yield for each piece first that it stays, then its moves."""
    for at in own_squares(state.cells, state.side):
        yield PieceMove((at,), "", ())
        yield from piece_moves(state.board, state.cells, at, state.side, shortest_chains)


def _placements_after(state: State, move: PieceMove, after: str) -> Iterator[Placement]:
    stock = collect_stone(state.stock[state.turn], collected_sign(state.cells, move))
    return legal_placements(placing_terms(state), after, move.path[-1], stock)


def _write_plan(state: State, plan: TurnPlan) -> str:
    squares = state.board.squares
    path = write_path(tuple(squares[square] for square in plan.move.path), plan.move.links)
    if plan.placement is None:
        return path
    kind, square = plan.placement
    return f"{path} {write_act(StoneAct(kind, squares[square]))}"


class BollwerkBot:
    """One decision of a bot about its turn."""

    def __init__(self, skill: BollwerkSkill, state: State, numbers: Numbers) -> None:
        self.skill, self.state, self.numbers = skill, state, numbers
        self.other = SIDES[state.side.other]
        self.search = AlphaBetaSearch(state, skill.nodes)

    def best_plan(self) -> TurnPlan:
        """Return the best turn found within the budget of positions."""
        plans, turns = self.rank_plans(list(self.first_plans()))
        best = plans[0]
        try:
            # Stones get a budget of their own, whatever the search of the moves has used up.
            self.search.nodes = self.skill.nodes // 2
            best = replace(best, found=self.plan_value(best, turns, -ENDLESS))
            for plan in self.stone_plans(plans)[:VERIFIED]:
                value = self.plan_value(plan, turns, best.found)
                if value > best.found + BETTER:
                    best = replace(plan, found=value)
        except OutOfNodes:
            pass
        return best

    def first_plans(self) -> list[TurnPlan]:
        """Return the turns to search first: all moves, and the stones that capture the Spy or may
        stop a win; if there are none, all stones of pieces that stay."""
        way = self.search.win_path_squares(self.state.cells, self.other)
        plans, rest = list[TurnPlan](), list[TurnPlan]()
        for move in _candidate_moves(self.state):
            after = cells_after_move(self.state.cells, move)
            if move.links:
                plans.append(self.build_plan(move, None, after))
            for placement in _placements_after(self.state, move, after):
                if self.is_urgent_stone(placement, after, way):
                    plans.append(
                        self.build_plan(move, placement, cells_after_placement(after, placement))
                    )
                elif not move.links:
                    rest.append(TurnPlan(move, placement, cells_after_placement(after, placement)))
        return plans or rest

    def is_urgent_stone(self, placement: Placement, cells: str, way: set[int]) -> bool:
        """Return whether a stone captures the enemy Spy, or may stop a win."""
        kind, square = placement
        sign = cells[square]
        return sign == self.state.side.spy or (square in way and kind in LAID and sign == FREE)

    def build_plan(self, move: PieceMove, placement: Placement | None, cells: str) -> TurnPlan:
        whim = self.skill.whim * self.numbers(FINE) / FINE
        return TurnPlan(move, placement, cells, whim - self.spy_risk(cells))

    def spy_risk(self, cells: str) -> float:
        """Return the penalty if an arrow could hit the bot's Spy after a turn (B74)."""
        return SPY_AT_RISK if self.search.is_spy_in_reach(cells, self.other) else 0.0

    def rank_plans(self, plans: list[TurnPlan]) -> tuple[list[TurnPlan], int]:
        """Return plans sorted by value, and how many turns ahead they were all searched."""
        # Iterative deepening: when the positions run out, the order so far is still usable.
        reached = 0
        for turns in range(self.skill.turns):
            plans, is_done = self.search_plans(plans, turns)
            if not is_done:
                break
            reached = turns
        return plans, reached

    def search_plans(self, plans: Sequence[TurnPlan], turns: int) -> tuple[list[TurnPlan], bool]:
        """Search plans some turns ahead; return them sorted, and whether all could be searched."""
        searched, best = list[TurnPlan](), -ENDLESS
        for place, plan in enumerate(plans[: BEAM[turns]]):
            try:
                value = self.plan_value(plan, turns, best)
            except OutOfNodes:
                return [*_sort_plans(searched), *plans[place:]], False
            searched.append(replace(plan, found=value))
            best = max(best, value)
        return [*_sort_plans(searched), *plans[len(searched) :]], True

    def plan_value(self, plan: TurnPlan, turns: int, least: float) -> float:
        """Return the value of a plan, or an upper bound if it is not above ``least``."""
        if self.is_draw(plan):
            return plan.aside
        # The search does not see ``aside``, so its window is shifted by it.
        worth, high = material_value(self.state.board, plan.cells), plan.aside - least
        value = -self.search.best_value(plan.cells, self.other, worth, turns, -ENDLESS, high)
        # Whims and risks change nothing about a game that is won or lost.
        return value if abs(value) >= WON else value + plan.aside

    def is_draw(self, plan: TurnPlan) -> bool:
        """Return whether a turn draws the game by repetition or as one quiet turn too many."""
        state, move = self.state, plan.move
        # A capture or a stone makes a turn that is not quiet and a position that is new (G29).
        if plan.placement or move.caught or state.cells[move.path[-1]] != FREE:
            return False
        after = changed(state, cells=plan.cells, turn=self.other.seat, barred=())
        return (
            state.quiet + 1 >= state.limit
            or state.seen.get(position_digest(after), 0) >= REPETITIONS - 1
        )

    def stone_plans(self, plans: Sequence[TurnPlan]) -> list[TurnPlan]:
        """Return the best moves, and pieces that stay, with stones that seem to help, sorted by
        value."""
        best, variants = plans[0].found, list[TurnPlan]()
        for plan in plans[: self.skill.stones]:
            if plan.placement is None:
                variants += self.add_stones(plan, plan.found)
        for at in own_squares(self.state.cells, self.state.side):
            stay = TurnPlan(PieceMove((at,), "", ()), None, self.state.cells)
            variants += self.add_stones(stay, best - STAY)
        return _sort_plans(variants)

    def add_stones(self, plan: TurnPlan, value: float) -> Iterator[TurnPlan]:
        """Yield a plan with each stone that opens the enemy end field or closes the own one."""
        openness, near = self.search.openness_with_squares(plan.cells, self.state.side)
        for kind, square in _placements_after(self.state, plan.move, plan.cells):
            if square in near and self.is_useful_stone(kind, plan.cells[square]):
                after = cells_after_placement(plan.cells, (kind, square))
                gain = self.search.openness_with_squares(after, self.state.side)[0] - openness
                if gain > BETTER:
                    yield replace(plan, placement=(kind, square), cells=after, found=value + gain)

    def is_useful_stone(self, kind: str, sign: str) -> bool:
        """Return whether a stone is worth trying on a square with this sign; bombs are saved."""
        if kind == BOMB:
            bombs = self.state.stock[self.state.turn][KINDS.index(BOMB)]
            return sign != FREE and bombs > KEPT_BOMBS
        return kind == REMOVAL or (kind in LAID and sign == FREE)


def _sort_plans(plans: Sequence[TurnPlan]) -> list[TurnPlan]:
    return sorted(plans, key=lambda plan: -plan.found)

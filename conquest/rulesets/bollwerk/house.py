"""House players: they look ahead, place stones where these help, and miss no win in one turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from msgspec.structs import replace as changed

from conquest.core import Numbers, Seat
from conquest.rulesets.bollwerk.chains import shortest_chains
from conquest.rulesets.bollwerk.choices import wins
from conquest.rulesets.bollwerk.model import REPETITIONS, State
from conquest.rulesets.bollwerk.moves import Move, carried_out, collects, moves_of, own_squares
from conquest.rulesets.bollwerk.orders import Act, write_act, write_path
from conquest.rulesets.bollwerk.placing import (
    BOMB,
    REMOVAL,
    Deed,
    collected,
    deeds,
    placed,
    terms_of,
)
from conquest.rulesets.bollwerk.plain import digest
from conquest.rulesets.bollwerk.rules import to_act
from conquest.rulesets.bollwerk.search import ENDLESS, WON, OutOfNodes, Search
from conquest.rulesets.bollwerk.sides import FREE, KINDS, SIDES
from conquest.rulesets.bollwerk.weighing import SPY_AT_RISK, value

FINE = 1_000_000
BETTER = 0.03
GLAD = -2.0
VERIFIED = 4
LAID = ("A", "B")
STAY = 0.2
KEPT_BOMBS = 2


@dataclass(frozen=True, slots=True)
class Skill:
    """How well somebody plays: how many positions he looks at, how many turns ahead at most,
    what his whims may cost him in guards, and with how many moves he thinks about stones."""

    nodes: int
    turns: int
    whim: float
    stones: int


CASUAL = Skill(nodes=2000, turns=1, whim=2.0, stones=1)
STRONG = Skill(nodes=8000, turns=5, whim=0.02, stones=4)
BEAM = (None, None, 30, 12, 8)
"""How many of the best turns are looked at anew, so many turns ahead."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A turn that may be taken, and the ``cells`` after it. ``found`` is what it seems worth,
    ``aside`` the part of that which no search finds."""

    move: Move
    deed: Deed | None
    cells: str
    aside: float = 0.0
    found: float = 0.0


def propose(skill: Skill, state: State, seat: Seat, numbers: Numbers) -> str:
    """Return what a house player hands in now, as one text."""
    if seat not in to_act(state):
        return ""
    won = next(winning(state), None)
    if won is not None:
        return _written(state, won)
    best = Thought(skill, state, numbers).best()
    if best.found < GLAD and state.offer == state.side.other:
        return "draw!"
    return _written(state, best)


def winning(state: State) -> Iterator[Plan]:
    """Yield the turns that win at once: by a move, or by a bomb on the end field (HB3)."""
    terms, goal = terms_of(state), state.board.fields.get(state.side.other)
    for move in _ways(state):
        after = carried_out(state.cells, move)
        if move.links and wins(terms, move, state.cells):
            yield Plan(move, None, after)
        elif goal is not None and (BOMB, goal) in _deeds(state, move, after):
            yield Plan(move, (BOMB, goal), after)


def _ways(state: State) -> Iterator[Move]:
    """Yield every move, and for each piece that it stays."""
    for at in own_squares(state.cells, state.side):
        yield Move((at,), "", ())
        yield from moves_of(state.board, state.cells, at, state.side, shortest_chains)


def _deeds(state: State, move: Move, after: str) -> Iterator[Deed]:
    stock = collected(state.stock[state.turn], collects(state.cells, move))
    return deeds(terms_of(state), after, move.path[-1], stock)


def _written(state: State, plan: Plan) -> str:
    squares = state.board.squares
    path = write_path(tuple(squares[square] for square in plan.move.path), plan.move.links)
    if plan.deed is None:
        return path
    kind, square = plan.deed
    return f"{path} {write_act(Act(kind, squares[square]))}"


class Thought:
    """What somebody thinks about his turn."""

    def __init__(self, skill: Skill, state: State, numbers: Numbers) -> None:
        self.skill, self.state, self.numbers = skill, state, numbers
        self.other = SIDES[state.side.other]
        self.search = Search(state, skill.nodes)

    def best(self) -> Plan:
        """Return the best turn that was thought about."""
        plans, turns = self.ranked(list(self.plans()))
        best = plans[0]
        try:
            self.search.nodes = self.skill.nodes // 2
            best = replace(best, found=self.worth(best, turns, -ENDLESS))
            for plan in self.with_stones(plans)[:VERIFIED]:
                found = self.worth(plan, turns, best.found)
                if found > best.found + BETTER:
                    best = replace(plan, found=found)
        except OutOfNodes:
            pass
        return best

    def plans(self) -> list[Plan]:
        """Return the turns that are thought about first: all moves, and the stones that capture
        or may save; where there are none, all stones."""
        way = self.search.way_of_win(self.state.cells, self.other)
        found, rest = list[Plan](), list[Plan]()
        for move in _ways(self.state):
            after = carried_out(self.state.cells, move)
            if move.links:
                found.append(self.plan(move, None, after))
            for deed in _deeds(self.state, move, after):
                if self.is_urgent(deed, after, way):
                    found.append(self.plan(move, deed, placed(after, deed)))
                elif not move.links:
                    rest.append(Plan(move, deed, placed(after, deed)))
        return found or rest

    def is_urgent(self, deed: Deed, cells: str, way: set[int]) -> bool:
        """Return whether a stone captures the enemy Spy, or may stop a win."""
        kind, square = deed
        there = cells[square]
        return there == self.state.side.spy or (square in way and kind in LAID and there == FREE)

    def plan(self, move: Move, deed: Deed | None, cells: str) -> Plan:
        whim = self.skill.whim * self.numbers(FINE) / FINE
        return Plan(move, deed, cells, whim - self.risk(cells))

    def risk(self, cells: str) -> float:
        """Return what it counts that an arrow could hit the own Spy (B74)."""
        return SPY_AT_RISK if self.search.is_spy_in_reach(cells, self.other) else 0.0

    def ranked(self, plans: list[Plan]) -> tuple[list[Plan], int]:
        """Return plans with the best in front, and how many turns ahead all were looked at."""
        reached = 0
        for turns in range(self.skill.turns):
            plans, is_done = self.looked_at(plans, turns)
            if not is_done:
                break
            reached = turns
        return plans, reached

    def looked_at(self, plans: Sequence[Plan], turns: int) -> tuple[list[Plan], bool]:
        """Look so many turns ahead; return the plans anew, and whether there was time for all."""
        seen, best = list[Plan](), -ENDLESS
        for place, plan in enumerate(plans[: BEAM[turns]]):
            try:
                found = self.worth(plan, turns, best)
            except OutOfNodes:
                return [*_sorted(seen), *plans[place:]], False
            seen.append(replace(plan, found=found))
            best = max(best, found)
        return [*_sorted(seen), *plans[len(seen) :]], True

    def worth(self, plan: Plan, turns: int, least: float) -> float:
        """Return what a plan is worth, or at most, if that is not more than ``least``."""
        if self.is_draw(plan):
            return plan.aside
        worth, high = value(self.state.board, plan.cells), plan.aside - least
        found = -self.search.best(plan.cells, self.other, worth, turns, -ENDLESS, high)
        return found if abs(found) >= WON else found + plan.aside

    def is_draw(self, plan: Plan) -> bool:
        """Return whether a turn draws the game by repetition or as one quiet turn too many."""
        state, move = self.state, plan.move
        if plan.deed or move.caught or state.cells[move.path[-1]] != FREE:
            return False
        after = changed(state, cells=plan.cells, turn=self.other.seat, barred=())
        return state.quiet + 1 >= state.limit or state.seen.get(digest(after), 0) >= REPETITIONS - 1

    def with_stones(self, plans: Sequence[Plan]) -> list[Plan]:
        """Return the best moves, and pieces that stay, with stones that seem to help, the most
        promising first."""
        best, found = plans[0].found, list[Plan]()
        for plan in plans[: self.skill.stones]:
            if plan.deed is None:
                found += self.stones(plan, plan.found)
        for at in own_squares(self.state.cells, self.state.side):
            stay = Plan(Move((at,), "", ()), None, self.state.cells)
            found += self.stones(stay, best - STAY)
        return _sorted(found)

    def stones(self, plan: Plan, found: float) -> Iterator[Plan]:
        """Yield a plan with each stone that opens the way to the goal or closes the own one."""
        openness, near = self.search.openness(plan.cells, self.state.side)
        for kind, square in _deeds(self.state, plan.move, plan.cells):
            if square in near and self.is_useful(kind, plan.cells[square]):
                after = placed(plan.cells, (kind, square))
                gain = self.search.openness(after, self.state.side)[0] - openness
                if gain > BETTER:
                    yield replace(plan, deed=(kind, square), cells=after, found=found + gain)

    def is_useful(self, kind: str, there: str) -> bool:
        """Return whether a kind of stone is worth a thought: bombs are kept for wins."""
        if kind == BOMB:
            bombs = self.state.stock[self.state.turn][KINDS.index(BOMB)]
            return there != FREE and bombs > KEPT_BOMBS
        return kind == REMOVAL or (kind in LAID and there == FREE)


def _sorted(plans: Sequence[Plan]) -> list[Plan]:
    return sorted(plans, key=lambda plan: -plan.found)

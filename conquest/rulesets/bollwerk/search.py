"""A bot's search: alpha-beta on cells, bounded by the number of positions.

Of stones, it considers bombs on the end field and blocks that stop a win.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from conquest.rulesets.bollwerk.board import SquareBoard
from conquest.rulesets.bollwerk.chains import CHAINED, next_links, shortest_chains, start_walker
from conquest.rulesets.bollwerk.evaluation import WORTH, openness_value, square_values
from conquest.rulesets.bollwerk.hits import (
    WITHIN,
    Hits,
    hitting_squares,
    king_distances,
    squares_between,
)
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.moves import (
    PieceMove,
    cells_after_move,
    direct_move,
    legal_moves,
    move_targets,
    own_squares,
)
from conquest.rulesets.bollwerk.placements import (
    PlacingTerms,
    cells_after_placement,
    placing_targets,
)
from conquest.rulesets.bollwerk.sides import KINDS, OPEN, SIDES, Side

WON = 1000.0  # more than all pieces and squares are worth together
ENDLESS = 2 * WON  # beyond every value, wins with any depth left included
CAPTURES = 4  # captures in a row after the last turn of a search
STOPS = 12  # blocks tried in a position that is lost without one


class OutOfNodes(Exception):
    """The search has used up its positions."""


class TranspositionEntry(NamedTuple):
    """What is known of a position: its value at a search depth, whether that is exact (0), a lower
    (1) or an upper (-1) bound, and the best move."""

    depth: int
    value: float
    bound: int
    move: PieceMove | None


class AlphaBetaSearch:
    """A search from one state: how many positions it may still visit, and what it has learned."""

    def __init__(self, state: State, nodes: int) -> None:
        self.board, self.next_only, self.nodes = state.board, state.next_only, nodes
        # Counted once: in the search no stone is used up or collected.
        self.bombs = {seat: stock[KINDS.index("X")] > 0 for seat, stock in state.stock.items()}
        self.arrows = {seat: stock[KINDS.index("A")] > 0 for seat, stock in state.stock.items()}
        self.stones = {seat: sum(stock) > 0 for seat, stock in state.stock.items()}
        self.worths, self.apart = square_values(state.board), king_distances(state.board)
        self.known: dict[tuple[str, str], TranspositionEntry] = {}
        self.praised: dict[tuple[str, int], int] = {}

    def best_value(
        self, cells: str, side: Side, value: float, depth: int, low: float, high: float
    ) -> float:
        """Return the value of a position for the side on turn, exact between ``low`` and ``high``.

        ``value`` is what its pieces are worth to White.

        :raises OutOfNodes: when no more positions may be visited.
        """
        self.count_node()
        goals = self.goal_hits(cells, side)
        if self.find_win(cells, side, goals):
            # The more depth is left, the nearer the win: near wins are worth more.
            return WON + depth
        if depth <= 0:
            return self.quiescence_value(
                cells, side, value, self.openness_lead(cells, side, goals), low, high
            )
        entry = self.known.get((cells, side.seat))
        if entry and entry.depth >= depth and _is_enough(entry, low, high):
            return entry.value
        best, move = self.try_moves(cells, side, value, depth, low, high, entry)
        bound = 1 if best >= high else -1 if best <= low else 0
        self.known[cells, side.seat] = TranspositionEntry(depth, best, bound, move)
        return best

    def count_node(self) -> None:
        self.nodes -= 1
        if self.nodes < 0:
            raise OutOfNodes

    def try_moves(
        self,
        cells: str,
        side: Side,
        value: float,
        depth: int,
        low: float,
        high: float,
        entry: TranspositionEntry | None,
    ) -> tuple[float, PieceMove | None]:
        """Return the best value of all moves, and the move that has it."""
        best, best_move = -ENDLESS, None
        other = SIDES[side.other]
        for move in self.order_moves(cells, side, entry.move if entry else None):
            after = cells_after_move(cells, move)
            worth = self.value_after(cells, move, value)
            answer = -self.best_value(after, other, worth, depth - 1, -high, -max(low, best))
            if answer > best:
                best, best_move = answer, move
            if best >= high:
                # History heuristic: moves that cut off deep searches are tried early elsewhere.
                praise = cells[move.path[0]], move.path[-1]
                self.praised[praise] = self.praised.get(praise, 0) + depth * depth
                return best, best_move
        # Stones multiply the moves, so they are tried only if every move loses.
        if best <= -WON and self.stones[side.seat]:
            best = max(best, self.try_blocks(cells, side, value, depth, low, high))
        return best, best_move

    def try_blocks(
        self, cells: str, side: Side, value: float, depth: int, low: float, high: float
    ) -> float:
        """Return the best value of the blocks that may stop a threatened win."""
        best, other = -ENDLESS, SIDES[side.other]
        for after in self.cells_after_blocks(cells, side):
            best = max(
                best, -self.best_value(after, other, value, depth - 1, -high, -max(low, best))
            )
            # One block that stops the win is enough to know that the position is not lost.
            if best >= high or best > -WON:
                break
        return best

    def cells_after_blocks(self, cells: str, side: Side) -> Iterator[str]:
        """Yield positions after a piece that stays has placed a block in the way of a win."""
        way = self.win_path_squares(cells, SIDES[side.other])
        terms = PlacingTerms(
            self.board, side, self.board.zones[side.seat], frozenset(), self.next_only
        )
        count = 0
        for at in own_squares(cells, side):
            for square in way.intersection(placing_targets(terms, cells, at).free):
                if count < STOPS:
                    count += 1
                    yield cells_after_placement(cells, ("B", square))

    def value_after(self, cells: str, move: PieceMove, value: float) -> float:
        """Return what the pieces are worth to White after a move."""
        table, start, end = self.worths[cells[move.path[0]]], move.path[0], move.path[-1]
        value += table[end] - table[start]
        for square in move.caught:
            value -= self.worths[cells[square]][square]
        return value

    def order_moves(self, cells: str, side: Side, first: PieceMove | None) -> list[PieceMove]:
        """Return all moves, the likely best first: alpha-beta cuts off more that way.

        ``first`` comes first, then captures by worth, then moves that were good elsewhere.
        """
        praised = self.praised

        def promise(move: PieceMove) -> float:
            if move == first:
                return ENDLESS
            if move.caught:
                return WON + sum(WORTH[cells[square].upper()] for square in move.caught)
            sign, end = cells[move.path[0]], move.path[-1]
            table = self.worths[sign]
            nearer = abs(table[end]) - abs(table[move.path[0]])
            return praised.get((sign, end), 0) / WON + nearer

        return sorted(
            legal_moves(self.board, cells, side, shortest_chains), key=promise, reverse=True
        )

    def quiescence_value(
        self,
        cells: str,
        side: Side,
        value: float,
        aside: float,
        low: float,
        high: float,
        left: int = CAPTURES,
    ) -> float:
        """Return the value of a position when only captures are searched, and each side may stop.

        ``aside`` is what counts besides the pieces, for the side on turn; ``left`` is how many
        captures may still follow.
        """
        best = (value if side.seat == "white" else -value) + aside
        if best >= high or not left:
            return best
        low = max(low, best)
        for gain, move in self.ranked_captures(cells, side):
            # Captures come best first: from here on none can reach ``low``, give or take a guard.
            if best + gain + 1 < low:
                break
            self.count_node()
            after, worth = cells_after_move(cells, move), self.value_after(cells, move, value)
            answer = -self.quiescence_value(
                after, SIDES[side.other], worth, -aside, -high, -low, left - 1
            )
            best = max(best, answer)
            low = max(low, best)
            if best >= high:
                break
        return best

    def ranked_captures(self, cells: str, side: Side) -> list[tuple[float, PieceMove]]:
        """Return the captures by gain, the best first; of chains only those of one link."""
        captures = list[tuple[float, PieceMove]]()
        for at in own_squares(cells, side):
            for move in _piece_captures(self.board, cells, at, side):
                lost = WORTH[cells[move.caught[0]].upper()]
                # Of equal victims, the cheapest attacker first.
                captures.append((lost - WORTH[cells[at].upper()] / 100, move))
        return sorted(captures, key=lambda pair: -pair[0])

    def openness_lead(self, cells: str, side: Side, goals: Hits) -> float:
        """Return how much more open the end field a side attacks is than its own."""
        other = SIDES[side.other]
        theirs = self.goal_hits(cells, other)
        return openness_value(self.board, goals, side) - openness_value(self.board, theirs, other)

    def openness_with_squares(self, cells: str, side: Side) -> tuple[float, set[int]]:
        """Return the openness lead of a side, and the squares that take part in it."""
        goals, theirs = self.goal_hits(cells, side), self.goal_hits(cells, SIDES[side.other])
        near = set[int]()
        for sign in "QNqn":
            near.update(goals.get(sign, ()), theirs.get(sign, ()))
        return self.openness_lead(cells, side, goals), near

    def is_spy_in_reach(self, cells: str, attacker: Side) -> bool:
        """Return whether a side could hit the enemy Spy with an arrow (HB33)."""
        spy = cells.find(attacker.spy)
        if spy < 0 or not self.arrows[attacker.seat] or spy in self.board.zones[attacker.seat]:
            return False
        hits = dict(hitting_squares(self.board, cells, spy, attacker, next_only=self.next_only))
        # A Spy cannot hit the other Spy (B75).
        hits["S" if attacker.seat == "white" else "s"] = ()
        return self.find_hit(cells, attacker, spy, hits) is not None

    def goal_hits(self, cells: str, side: Side) -> Hits:
        """Return the squares from which each piece of a side could hit the end field it attacks."""
        goal = self.board.fields.get(side.other)
        if goal is None:
            return {}
        return hitting_squares(self.board, cells, goal, side, next_only=self.next_only)

    def find_win(self, cells: str, side: Side, goals: Hits) -> tuple[int, int] | None:
        """Return the square of a piece that could win at once, and the square from which it does:
        it enters the end field, or places a bomb there."""
        if not goals:
            return None
        goal = self.board.fields[side.other]
        # No bomb fits on a square where an enemy stands: only a capture wins there (HB4).
        if self.bombs[side.seat] and cells[goal] not in side.enemies:
            return self.find_hit(cells, side, goal, goals)
        for at in own_squares(cells, side):
            if at in goals[cells[at]] and goal in self.piece_targets(cells, at, side):
                return at, at
        return None

    def find_hit(self, cells: str, side: Side, goal: int, hits: Hits) -> tuple[int, int] | None:
        """Return the square of a piece that could place on ``goal``, and the square from which it
        does, after a move or without one; ``hits`` are the squares from which it can be hit."""
        own, distances = list(own_squares(cells, side)), self.apart[goal]
        for at in own:
            if at in hits[cells[at]]:
                return at, at
        for at in own:
            sign = cells[at]
            # Listing moves is expensive, and most pieces are too far away for any move to help.
            if hits[sign] and distances[at] <= WITHIN.get(sign, distances[at]):
                for end in self.piece_targets(cells, at, side):
                    if end in hits[sign]:
                        return at, end
        return None

    def piece_targets(self, cells: str, at: int, side: Side) -> Sequence[int]:
        """Return where the piece on a square could go; a guard by one link only."""
        sign = cells[at]
        if sign not in CHAINED:
            return move_targets(self.board, cells, at, side)
        if sign in "Ww":
            return [link.end for link in next_links(self.board, start_walker(cells, at), side)]
        return [chain.path[-1] for chain in shortest_chains(self.board, cells, at, side)]

    def win_path_squares(self, cells: str, side: Side) -> set[int]:
        """Return the squares on which a stone could stop a side's win; none if it has none."""
        win = self.find_win(cells, side, self.goal_hits(cells, side))
        if win is None:
            return set()
        (start, end), goal = win, self.board.fields[side.other]
        return {
            end,
            *squares_between(self.board, start, end),
            *squares_between(self.board, end, goal),
        } - {start}


def _is_enough(entry: TranspositionEntry, low: float, high: float) -> bool:
    if entry.bound > 0:
        return entry.value >= high
    return entry.bound == 0 or entry.value <= low


def _piece_captures(board: SquareBoard, cells: str, at: int, side: Side) -> Iterator[PieceMove]:
    """Yield the captures of a piece; of Guards and Spies only those of one link."""
    if cells[at] not in CHAINED:
        for end in move_targets(board, cells, at, side):
            if cells[end] in side.enemies:
                yield direct_move(cells, at, end, side)
        return
    if cells[at] in "Ww":
        guard = "w" if side.seat == "white" else "W"
        for end in board.ways.forward[side.seat][at]:
            if cells[end] in side.enemies:
                yield PieceMove((at, end), "x", (end,))
        for over, end in board.ways.ahead[side.seat][at]:
            if cells[over] == guard and cells[end] in OPEN:
                yield PieceMove((at, end), "x", (over,))
        return
    for over, end in board.ways.jumps[at]:
        if cells[over] in side.enemies and cells[end] in OPEN:
            yield PieceMove((at, end), "x", (over,))

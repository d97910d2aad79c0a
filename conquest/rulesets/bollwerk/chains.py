"""The chains of Guards and Spies, link by link.

What a piece can do next depends on what it has done in this turn: on its stage. The stages and
the links that lead from one to the next are tables; a chain may end after any link.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from conquest.rulesets.bollwerk.board import SquareBoard
from conquest.rulesets.bollwerk.sides import BLOCKS, FREE, OPEN, RED, Side, replace_cell

CHAINED = "WSws"
CAPTURES = ("strike", "capture")
DONE = "done"


class MoveLink(NamedTuple):
    """One link: a step or jump to ``end``, over (or, striking, onto) the square ``over``.

    ``act`` is step, strike (a step that captures), capture (a jump that does), or what is
    jumped without capture: own, enemy or stone.
    """

    act: str
    over: int
    end: int

    @property
    def is_capture(self) -> bool:
        return self.act in CAPTURES


class ChainWalker(NamedTuple):
    """A Guard or Spy on its way. In its ``cells`` it is lifted itself, and all it has captured
    (G26)."""

    piece: str
    cells: str
    at: int
    stage: str = ""


class Chain(NamedTuple):
    """A chain so far: ``links`` is one of ``-`` and ``x`` for each link, ``caught`` the squares
    of what it took."""

    walker: ChainWalker
    path: tuple[int, ...]
    links: str = ""
    caught: tuple[int, ...] = ()


Stages: TypeAlias = Mapping[str, Mapping[str, str]]

GUARD_STAGES: Stages = {
    "": {"step": DONE, "strike": DONE, "own": "jumping", "capture": "captured"},
    "jumping": {"own": "jumping", "capture": "captured"},
    "captured": {"own": "captured"},
    DONE: {},
}
"""One step, or jumps of which one may capture (B20, B21, HB19)."""

SPY_STAGES: Stages = {
    "": {"step": DONE, "own": "over own", "stone": "over stones", "enemy": "travelling"}
    | {"capture": "captured"},
    "over own": {"own": "over own", "stone": "travelling", "enemy": "travelling"}
    | {"capture": "captured"},
    "over stones": {"stone": "over stones", "own": "travelling", "enemy": "travelling"}
    | {"capture": "captured"},
    "travelling": dict.fromkeys(("own", "stone", "enemy"), "travelling"),
    "captured": dict.fromkeys(("own", "stone", "enemy"), "jumped away")
    | {"step": "stepped away", "capture": "captured twice"},
    "captured twice": dict.fromkeys(("own", "stone", "enemy"), "jumped away")
    | {"step": "stepped away"},
    "jumped away": dict.fromkeys(("own", "stone", "enemy", "step"), DONE),
    "stepped away": dict.fromkeys(("own", "stone", "enemy"), DONE),
    DONE: {},
}
"""A king step; or jumps that may lead to one or two captures and two actions to get away
(B68-B72, B76, B77, HB30, HB31)."""


def start_walker(cells: str, at: int) -> ChainWalker:
    """Return the Guard or Spy on a square, about to go."""
    return ChainWalker(cells[at], replace_cell(cells, at, FREE), at)


def next_links(board: SquareBoard, walker: ChainWalker, side: Side) -> list[MoveLink]:
    """Return what a walker can do next."""
    stages, find = RULES[walker.piece.upper()]
    acts = stages[walker.stage]
    if not acts:
        return []
    return [link for link in find(board, walker.cells, walker.at, side) if link.act in acts]


def follow_link(walker: ChainWalker, link: MoveLink) -> ChainWalker:
    """Return a walker one link on; on a red-edged stone its way is done (HB22)."""
    piece, cells, _, stage = walker
    stages, _ = RULES[piece.upper()]
    stage = DONE if cells[link.end] in RED else stages[stage][link.act]
    if link.act in CAPTURES:
        cells = replace_cell(cells, link.over, FREE)
    return ChainWalker(piece, cells, link.end, stage)


def begin_chain(cells: str, at: int) -> Chain:
    """Return the chain that the Guard or Spy on a square begins."""
    return Chain(start_walker(cells, at), (at,))


def extend_chain(chain: Chain, link: MoveLink) -> Chain:
    """Return a chain with one link more."""
    walker, path, links, caught = chain
    sign, taken = ("x", (link.over,)) if link.act in CAPTURES else ("-", ())
    return Chain(follow_link(walker, link), (*path, link.end), links + sign, caught + taken)


def all_chains(board: SquareBoard, cells: str, at: int, side: Side) -> Iterator[Chain]:
    """Yield every chain of the Guard or Spy on a square, of those that come back to where they
    were only the ones that G3 lists."""
    waiting = [begin_chain(cells, at)]
    while waiting:
        chain = waiting.pop()
        for link in next_links(board, chain.walker, side):
            if not is_revisit(chain, link):
                longer = extend_chain(chain, link)
                yield longer
                waiting.append(longer)


def shortest_chains(board: SquareBoard, cells: str, at: int, side: Side) -> Iterator[Chain]:
    """Yield a shortest chain to each square with each set of captures.

    The number of all chains grows without bounds where many can be jumped; this one does not.
    """
    ring, known = [begin_chain(cells, at)], {start_walker(cells, at)}
    reached = {(at, ring[0].walker.cells)}
    while ring:
        further = [
            extend_chain(c, link) for c in ring for link in next_links(board, c.walker, side)
        ]
        ring = []
        for chain in further:
            walker = chain.walker
            if walker not in known:
                known.add(walker)
                ring.append(chain)
                if (walker.at, walker.cells) not in reached:
                    reached.add((walker.at, walker.cells))
                    yield chain


def is_revisit(chain: Chain, link: MoveLink) -> bool:
    """Return whether a link leads to a square where the chain landed before (G3)."""
    if not chain.caught:
        return link.end in chain.path and link.act not in CAPTURES
    if chain.walker.piece in "Ss":
        return False
    return link.end in chain.path[chain.links.index("x") + 1 :]


def _guard_links(board: SquareBoard, cells: str, at: int, side: Side) -> Iterator[MoveLink]:
    ways = board.ways
    for end in ways.forward[side.seat][at]:
        sign = cells[end]
        if sign in OPEN:
            yield MoveLink("step", end, end)
        elif sign in side.enemies:
            yield MoveLink("strike", end, end)
    for end in ways.sideways[at]:
        if cells[end] in OPEN:
            yield MoveLink("step", end, end)
    for over, end in ways.double[side.seat][at]:
        if cells[over] == FREE and cells[end] in OPEN:
            yield MoveLink("step", end, end)
    yield from _guard_jumps(board, cells, at, side)


def _guard_jumps(board: SquareBoard, cells: str, at: int, side: Side) -> Iterator[MoveLink]:
    own, enemy = ("W", "w") if side.seat == "white" else ("w", "W")
    for over, end in board.ways.jumps[at]:
        if cells[over] == own and cells[end] in OPEN:
            yield MoveLink("own", over, end)
    for over, end in board.ways.ahead[side.seat][at]:
        if cells[over] == enemy and cells[end] in OPEN:
            yield MoveLink("capture", over, end)


def _spy_links(board: SquareBoard, cells: str, at: int, side: Side) -> Iterator[MoveLink]:
    for end in board.ways.king[at]:
        if cells[end] in OPEN:
            yield MoveLink("step", end, end)
    for over, end in board.ways.jumps[at]:
        sign = cells[over]
        if sign == FREE or sign in BLOCKS or cells[end] not in OPEN:
            continue
        if sign in side.enemies:
            yield MoveLink("capture", over, end)
            yield MoveLink("enemy", over, end)
        else:
            yield MoveLink("own" if sign in side.pieces else "stone", over, end)


RULES: Mapping[str, tuple[Stages, Callable[[SquareBoard, str, int, Side], Iterator[MoveLink]]]] = {
    "W": (GUARD_STAGES, _guard_links),
    "S": (SPY_STAGES, _spy_links),
}

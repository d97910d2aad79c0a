"""The chains of Guards and Spies, link by link.

What a piece can do next depends on what it has done in this turn: on its stage. The stages and
the links that lead from one to the next are tables; a chain may end after any link.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from conquest.rulesets.bollwerk.board import Board
from conquest.rulesets.bollwerk.sides import BLOCKS, FREE, OPEN, RED, Side, put

CHAINED = "WSws"
CAPTURES = ("strike", "capture")
DONE = "done"


class Link(NamedTuple):
    """One link: a step or jump to ``end``, over (or, striking, onto) the square ``over``.

    ``act`` is step, strike (a step that captures), capture (a jump that does), or what is
    jumped without capture: own, enemy or stone.
    """

    act: str
    over: int
    end: int

    @property
    def captures(self) -> bool:
        return self.act in CAPTURES


class Walker(NamedTuple):
    """A Guard or Spy on its way. In its ``cells`` it is lifted itself, and all it has captured
    (G26)."""

    piece: str
    cells: str
    at: int
    stage: str = ""


class Chain(NamedTuple):
    """A chain so far: ``links`` is one of ``-`` and ``x`` for each link, ``caught`` the squares
    of what it took."""

    walker: Walker
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


def lifted(cells: str, at: int) -> Walker:
    """Return the Guard or Spy on a square, about to go."""
    return Walker(cells[at], put(cells, at, FREE), at)


def next_links(board: Board, walker: Walker, side: Side) -> list[Link]:
    """Return what a walker can do next."""
    stages, find = RULES[walker.piece.upper()]
    acts = stages[walker.stage]
    if not acts:
        return []
    return [link for link in find(board, walker.cells, walker.at, side) if link.act in acts]


def gone(walker: Walker, link: Link) -> Walker:
    """Return a walker one link on; on a red-edged stone its way is done (HB22)."""
    piece, cells, _, stage = walker
    stages, _ = RULES[piece.upper()]
    stage = DONE if cells[link.end] in RED else stages[stage][link.act]
    if link.act in CAPTURES:
        cells = put(cells, link.over, FREE)
    return Walker(piece, cells, link.end, stage)


def begin(cells: str, at: int) -> Chain:
    """Return the chain that the Guard or Spy on a square begins."""
    return Chain(lifted(cells, at), (at,))


def lengthened(chain: Chain, link: Link) -> Chain:
    """Return a chain with one link more."""
    walker, path, links, caught = chain
    sign, taken = ("x", (link.over,)) if link.act in CAPTURES else ("-", ())
    return Chain(gone(walker, link), (*path, link.end), links + sign, caught + taken)


def all_chains(board: Board, cells: str, at: int, side: Side) -> Iterator[Chain]:
    """Yield every chain of the Guard or Spy on a square, of those that come back to where they
    were only the ones that G3 lists."""
    waiting = [begin(cells, at)]
    while waiting:
        chain = waiting.pop()
        for link in next_links(board, chain.walker, side):
            if not comes_back(chain, link):
                longer = lengthened(chain, link)
                yield longer
                waiting.append(longer)


def shortest_chains(board: Board, cells: str, at: int, side: Side) -> Iterator[Chain]:
    """Yield a shortest chain to each square with each set of captures.

    The number of all chains grows without bounds where many can be jumped; this one does not.
    """
    ring, known = [begin(cells, at)], {lifted(cells, at)}
    reached = {(at, ring[0].walker.cells)}
    while ring:
        further = [lengthened(c, link) for c in ring for link in next_links(board, c.walker, side)]
        ring = []
        for chain in further:
            walker = chain.walker
            if walker not in known:
                known.add(walker)
                ring.append(chain)
                if (walker.at, walker.cells) not in reached:
                    reached.add((walker.at, walker.cells))
                    yield chain


def comes_back(chain: Chain, link: Link) -> bool:
    """Return whether a link leads to a square where the chain landed before (G3)."""
    if not chain.caught:
        return link.end in chain.path and link.act not in CAPTURES
    if chain.walker.piece in "Ss":
        return False
    return link.end in chain.path[chain.links.index("x") + 1 :]


def _guard_links(board: Board, cells: str, at: int, side: Side) -> Iterator[Link]:
    ways = board.ways
    for end in ways.forward[side.seat][at]:
        there = cells[end]
        if there in OPEN:
            yield Link("step", end, end)
        elif there in side.enemies:
            yield Link("strike", end, end)
    for end in ways.sideways[at]:
        if cells[end] in OPEN:
            yield Link("step", end, end)
    for over, end in ways.double[side.seat][at]:
        if cells[over] == FREE and cells[end] in OPEN:
            yield Link("step", end, end)
    yield from _guard_jumps(board, cells, at, side)


def _guard_jumps(board: Board, cells: str, at: int, side: Side) -> Iterator[Link]:
    own, enemy = ("W", "w") if side.seat == "white" else ("w", "W")
    for over, end in board.ways.jumps[at]:
        if cells[over] == own and cells[end] in OPEN:
            yield Link("own", over, end)
    for over, end in board.ways.ahead[side.seat][at]:
        if cells[over] == enemy and cells[end] in OPEN:
            yield Link("capture", over, end)


def _spy_links(board: Board, cells: str, at: int, side: Side) -> Iterator[Link]:
    for end in board.ways.king[at]:
        if cells[end] in OPEN:
            yield Link("step", end, end)
    for over, end in board.ways.jumps[at]:
        there = cells[over]
        if there == FREE or there in BLOCKS or cells[end] not in OPEN:
            continue
        if there in side.enemies:
            yield Link("capture", over, end)
            yield Link("enemy", over, end)
        else:
            yield Link("own" if there in side.pieces else "stone", over, end)


RULES: Mapping[str, tuple[Stages, Callable[[Board, str, int, Side], Iterator[Link]]]] = {
    "W": (GUARD_STAGES, _guard_links),
    "S": (SPY_STAGES, _spy_links),
}

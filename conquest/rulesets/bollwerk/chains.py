"""The chains of Guards and Spies, link by link.

What a piece can do next depends on what it has done so far in the turn, which is its stage. Tables
say which links are allowed at each stage and to which stage they lead; a chain may end after any
link.
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
    """One link: a jump to ``end`` over the square ``over``, or a step; then both are the same.

    ``act`` is ``step``, ``strike`` (a step that captures), ``capture`` (a jump that captures), or
    what is jumped without a capture: ``own``, ``enemy`` or ``stone``.
    """

    act: str
    over: int
    end: int

    @property
    def is_capture(self) -> bool:
        return self.act in CAPTURES


class ChainWalker(NamedTuple):
    """A Guard or Spy in the middle of a chain. Its ``cells`` hold neither the piece itself nor
    what it has captured (G26)."""

    piece: str
    cells: str
    at: int
    stage: str = ""


class Chain(NamedTuple):
    """A chain so far: ``links`` has one of ``-`` and ``x`` for each link, ``caught`` the squares
    of the captured pieces."""

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
    # No capture after mixed jumps (HB31), nor after an enemy was jumped uncaptured (B72).
    "travelling": dict.fromkeys(("own", "stone", "enemy"), "travelling"),
    "captured": dict.fromkeys(("own", "stone", "enemy"), "jumped away")
    | {"step": "stepped away", "capture": "captured twice"},
    "captured twice": dict.fromkeys(("own", "stone", "enemy"), "jumped away")
    | {"step": "stepped away"},
    "jumped away": dict.fromkeys(("own", "stone", "enemy", "step"), DONE),
    # Never two king steps (G25).
    "stepped away": dict.fromkeys(("own", "stone", "enemy"), DONE),
    DONE: {},
}
"""A king step; or jumps that may lead to one or two captures, then two actions to get away
(B68-B72, B76, B77, HB30, HB31)."""


def start_walker(cells: str, at: int) -> ChainWalker:
    """Return a walker for the Guard or Spy on a square, before its first link."""
    return ChainWalker(cells[at], replace_cell(cells, at, FREE), at)


def next_links(board: SquareBoard, walker: ChainWalker, side: Side) -> list[MoveLink]:
    """Return the links that a walker can do next."""
    stages, find = RULES[walker.piece.upper()]
    acts = stages[walker.stage]
    if not acts:
        return []
    return [link for link in find(board, walker.cells, walker.at, side) if link.act in acts]


def has_first_link(board: SquareBoard, cells: str, at: int, side: Side) -> bool:
    """Return whether the Guard or Spy on a square can begin a chain."""
    walker = start_walker(cells, at)
    stages, find = RULES[walker.piece.upper()]
    return any(link.act in stages[""] for link in find(board, walker.cells, at, side))


def follow_link(walker: ChainWalker, link: MoveLink) -> ChainWalker:
    """Return a walker after one more link; a red-edged stone ends its chain (HB22)."""
    piece, cells, _, stage = walker
    stages, _ = RULES[piece.upper()]
    stage = DONE if cells[link.end] in RED else stages[stage][link.act]
    if link.act in CAPTURES:
        cells = replace_cell(cells, link.over, FREE)
    return ChainWalker(piece, cells, link.end, stage)


def begin_chain(cells: str, at: int) -> Chain:
    """Return an empty chain of the Guard or Spy on a square."""
    return Chain(start_walker(cells, at), (at,))


def extend_chain(chain: Chain, link: MoveLink) -> Chain:
    """Return a chain with one more link."""
    walker, path, links, caught = chain
    sign, taken = ("x", (link.over,)) if link.act in CAPTURES else ("-", ())
    return Chain(follow_link(walker, link), (*path, link.end), links + sign, caught + taken)


def all_chains(board: SquareBoard, cells: str, at: int, side: Side) -> Iterator[Chain]:
    """Yield every chain of the Guard or Spy on a square; of those that revisit a square, only the
    ones that G3 lists."""
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

    Among many pieces to jump, the number of all chains explodes; this number does not.
    """
    # Walkers on one square with equal cells can differ in their stage, and so in their next links:
    # each of them is followed (``known``), but only the first is yielded (``reached``).
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
    """Return whether a link leads back to a square in a way that G3 does not list."""
    if not chain.caught:
        return link.end in chain.path and link.act not in CAPTURES
    # After a capture a Spy has three more links at most, so even its revisits are few.
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
    # Guards jump guards only (HB20): own ones in all directions, enemy ones ahead (B20, B21).
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
            # Over an enemy both are legal: capturing is optional (HB30).
            yield MoveLink("capture", over, end)
            yield MoveLink("enemy", over, end)
        else:
            yield MoveLink("own" if sign in side.pieces else "stone", over, end)


RULES: Mapping[str, tuple[Stages, Callable[[SquareBoard, str, int, Side], Iterator[MoveLink]]]] = {
    "W": (GUARD_STAGES, _guard_links),
    "S": (SPY_STAGES, _spy_links),
}

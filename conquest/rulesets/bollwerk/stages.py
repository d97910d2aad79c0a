"""A turn put together step by step: what can follow a text, and what the text still lacks.

A turn is one order that grows: ``""``, ``e5``, ``e5-e7``, ``e5-e7 +A f8``. At each stage there
are links, which lengthen the path of the piece, and stones, which follow the path. Only the next
step is computed, never whole turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from conquest.core import Phrase, Seat
from conquest.rulesets.bollwerk.chains import CHAINED, Chain, begin_chain, is_revisit, next_links
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.moves import PieceMove, direct_move, move_targets, own_squares
from conquest.rulesets.bollwerk.ordered_moves import find_chain, find_piece
from conquest.rulesets.bollwerk.orders import (
    BollwerkTurn,
    StoneAct,
    read_turn,
    write_act,
    write_path,
    write_turn,
)
from conquest.rulesets.bollwerk.placements import (
    REMOVAL,
    can_place,
    legal_placements,
    placing_terms,
)
from conquest.rulesets.bollwerk.rules import TurnProgress, check_on_turn, most_acts, play_turn
from conquest.rulesets.bollwerk.sides import FREE, STONES


@dataclass(frozen=True, slots=True)
class NextLink:
    """A link that can come next: ``text`` is the turn with it, ``piece`` the square of the piece
    before it, ``end`` the one after it, ``caught`` the squares of what it captures. A piece that
    stays ends where it stands."""

    text: str
    piece: str
    end: str
    caught: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NextStone:
    """A stone that can come next: ``text`` is the turn with it, ``kind`` the stone or ``~``,
    ``does`` its effect on the square: ``lay``, ``blast``, ``catch`` (the spy) or ``remove``."""

    text: str
    kind: str
    square: str
    does: str


@dataclass(frozen=True, slots=True)
class TurnStage:
    """A turn so far: its canonical ``text``, what can follow, and what it ``lacks`` before it can
    be handed in, None if it is complete."""

    text: str
    links: tuple[NextLink, ...] = ()
    stones: tuple[NextStone, ...] = ()
    lacks: Phrase | None = None


A_PIECE = Phrase("Choose a piece.")
A_STONE = Phrase("The piece stays: now it must place a stone.")
A_JUMP = Phrase("The piece is back where it began: jump on.")


def turn_stage(state: State, seat: Seat, text: str) -> TurnStage:
    """Return the stage of a turn whose text so far is given; "" is a turn not yet begun.

    :raises Unreadable: if the text is not the beginning of a turn.
    :raises Illegal: if it is not allowed, or the seat is not on turn.
    """
    check_on_turn(state, seat)
    if not text.strip():
        return TurnStage("", links=tuple(_first_links(state)), lacks=A_PIECE)
    return _build_stage(state, read_turn(text, state.board))


def _first_links(state: State) -> Iterator[NextLink]:
    terms, stock, squares = placing_terms(state), state.stock[state.turn], state.board.squares
    for at in own_squares(state.cells, terms.side):
        if can_place(terms, state.cells, at, stock):
            yield NextLink(squares[at], squares[at], squares[at])
        yield from _links_from(state, at)


def _links_from(state: State, at: int) -> Iterator[NextLink]:
    """Yield the moves of a piece; of its chains only the first links."""
    if state.cells[at] in CHAINED:
        yield from _chain_links(state, begin_chain(state.cells, at))
        return
    for end in move_targets(state.board, state.cells, at, state.side):
        yield _next_link(state, direct_move(state.cells, at, end, state.side))


def _chain_links(state: State, chain: Chain) -> Iterator[NextLink]:
    for link in next_links(state.board, chain.walker, state.side):
        if not is_revisit(chain, link):
            sign, caught = ("x", (link.over,)) if link.is_capture else ("-", ())
            yield _next_link(state, PieceMove((*chain.path, link.end), chain.links + sign, caught))


def _next_link(state: State, move: PieceMove) -> NextLink:
    way = square_names(state, move.path)
    return NextLink(write_path(way, move.links), way[-2], way[-1], square_names(state, move.caught))


def square_names(state: State, squares: tuple[int, ...]) -> tuple[str, ...]:
    """Return the names of squares."""
    return tuple(state.board.squares[square] for square in squares)


def _build_stage(state: State, turn: BollwerkTurn) -> TurnStage:
    """Return the stage of a turn that names a piece at least."""
    # Once a stone is placed, the piece can no longer move (B7).
    if turn.acts or (turn.links and state.cells[find_piece(state, turn)] not in CHAINED):
        return _stone_stage(state, turn)
    if not turn.links:
        links = tuple(_links_from(state, find_piece(state, turn)))
        return replace(_stone_stage(state, turn), links=links, lacks=A_STONE)
    chain = find_chain(state, turn)
    links = tuple(_chain_links(state, chain))
    if _is_chain_home(chain):
        return TurnStage(write_path(turn.path, chain.links), links, lacks=A_JUMP)
    return replace(_stone_stage(state, turn), links=links)


def is_back_at_start(state: State, turn: BollwerkTurn) -> bool:
    """Return whether a turn so far is a chain back to its start, which is no move yet (G3).

    :raises Illegal: if the chain is not allowed.
    """
    if turn.acts or not turn.links or state.cells[find_piece(state, turn)] not in CHAINED:
        return False
    return _is_chain_home(find_chain(state, turn))


def _is_chain_home(chain: Chain) -> bool:
    return chain.path[-1] == chain.path[0] and not chain.caught


def _stone_stage(state: State, turn: BollwerkTurn) -> TurnStage:
    """Return the stage after all parts of a turn, with the stones that may follow."""
    progress = TurnProgress(state)
    exact, at = play_turn(progress, turn)
    has_room = not progress.win and len(turn.acts) < most_acts(progress.state.cells[at])
    stones = tuple(_next_stones(progress.state, exact, at)) if has_room else ()
    return TurnStage(write_turn(exact), stones=stones)


def _next_stones(state: State, turn: BollwerkTurn, at: int) -> Iterator[NextStone]:
    text, squares, stock = write_turn(turn), state.board.squares, state.stock[state.turn]
    for kind, target in legal_placements(placing_terms(state), state.cells, at, stock):
        square = squares[target]
        does = _stone_effect(kind, state.cells[target])
        yield NextStone(f"{text} {write_act(StoneAct(kind, square))}", kind, square, does)


def _stone_effect(kind: str, sign: str) -> str:
    if kind == REMOVAL:
        return "remove"
    if sign in STONES:
        return "blast"
    return "lay" if sign == FREE else "catch"

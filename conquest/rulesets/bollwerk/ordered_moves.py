"""Find the move that a turn orders."""

from __future__ import annotations

from conquest.rulesets.bollwerk import refusals
from conquest.rulesets.bollwerk.chains import (
    CHAINED,
    Chain,
    ChainWalker,
    MoveLink,
    follow_link,
    next_links,
    start_walker,
)
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.moves import PieceMove, direct_move, move_from_chain, move_targets
from conquest.rulesets.bollwerk.orders import BollwerkTurn
from conquest.rulesets.bollwerk.words import SEAT_NAMES, piece_name


def find_piece(state: State, turn: BollwerkTurn) -> int:
    """Return the square on which the piece of a turn stands.

    :raises Illegal: if the seat on turn has no piece there.
    """
    at = state.board.index[turn.path[0]]
    if state.cells[at] not in state.side.pieces:
        raise refusals.no_piece(seat=SEAT_NAMES[state.turn], square=turn.path[0])
    return at


def find_move(state: State, turn: BollwerkTurn) -> PieceMove:
    """Return the move of a turn in which the piece moves.

    :raises Illegal: if the piece cannot move like that.
    """
    at = find_piece(state, turn)
    if state.cells[at] in CHAINED:
        return _chain_move(state, turn)
    letter = state.cells[at].upper()
    if len(turn.links) > 1:
        raise refusals.no_chain(piece=piece_name(letter))
    end = state.board.index[turn.path[-1]]
    if end not in move_targets(state.board, state.cells, at, state.side):
        raise refusals.no_move(state, turn, state.cells)
    move = direct_move(state.cells, at, end, state.side)
    if turn.links == "x" and not move.caught:
        raise refusals.nothing_captured(s=turn.path[-1])
    return move


def _chain_move(state: State, turn: BollwerkTurn) -> PieceMove:
    chain = find_chain(state, turn)
    if chain.path[-1] == chain.path[0] and not chain.caught:
        raise refusals.back_at_start(square=turn.path[0])
    return move_from_chain(chain)


def find_chain(state: State, turn: BollwerkTurn) -> Chain:
    """Return the chain of a Guard or Spy that a turn names, even if it ends where it began.

    :raises Illegal: if one of its links is not allowed.
    """
    at = find_piece(state, turn)
    walker, path, links, caught = start_walker(state.cells, at), [at], "", []
    for sign, end in zip(turn.links, turn.path[1:], strict=True):
        link = _find_link(state, walker, sign, end)
        walker = follow_link(walker, link)
        path.append(link.end)
        caught += [link.over] if link.is_capture else []
        links += "x" if link.is_capture else "-"
    return Chain(walker, tuple(path), links, tuple(caught))


def _find_link(state: State, walker: ChainWalker, sign: str, end: str) -> MoveLink:
    """Return the link to a square; ``-`` also finds a capture if there is no other link (G1)."""
    target = state.board.index[end]
    links = [link for link in next_links(state.board, walker, state.side) if link.end == target]
    if not links:
        raise refusals.no_link(state, walker, end)
    # A Spy can go to one square with and without a capture: then the sign decides (G1).
    exact = [link for link in links if link.is_capture == (sign == "x")]
    if exact:
        return exact[0]
    if sign == "x":
        raise refusals.nothing_captured(s=end)
    return links[0]

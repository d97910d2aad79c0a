"""Finding the move that a turn orders."""

from __future__ import annotations

from conquest.rulesets.bollwerk import refusals
from conquest.rulesets.bollwerk.chains import (
    CHAINED,
    Chain,
    Link,
    Walker,
    gone,
    lifted,
    next_links,
)
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.moves import Move, ends, of_chain, straight
from conquest.rulesets.bollwerk.orders import Turn


def find_piece(state: State, turn: Turn) -> int:
    """Return the square on which the piece of a turn stands.

    :raises Illegal: if the seat on turn has none there.
    """
    at = state.board.index[turn.path[0]]
    if state.cells[at] not in state.side.pieces:
        raise refusals.no_piece(state, turn.path[0])
    return at


def find_move(state: State, turn: Turn) -> Move:
    """Return the move of a turn whose piece does not stay.

    :raises Illegal: if the piece cannot move like that.
    """
    at = find_piece(state, turn)
    if state.cells[at] in CHAINED:
        return _of_chain(state, turn)
    letter = state.cells[at].upper()
    if len(turn.links) > 1:
        raise refusals.no_chain(letter)
    end = state.board.index[turn.path[-1]]
    if end not in ends(state.board, state.cells, at, state.side):
        raise refusals.no_move(state, turn, state.cells)
    move = straight(state.cells, at, end, state.side)
    if turn.links == "x" and not move.caught:
        raise refusals.nothing_captured(turn.path[-1])
    return move


def _of_chain(state: State, turn: Turn) -> Move:
    chain = find_chain(state, turn)
    if chain.path[-1] == chain.path[0] and not chain.caught:
        raise refusals.back_at_start(turn.path[0])
    return of_chain(chain)


def find_chain(state: State, turn: Turn) -> Chain:
    """Return the chain of a Guard or Spy that a turn names, wherever it ends.

    :raises Illegal: if one of its links cannot be.
    """
    at = find_piece(state, turn)
    walker, path, links, caught = lifted(state.cells, at), [at], "", []
    for sign, end in zip(turn.links, turn.path[1:], strict=True):
        link = _find_link(state, walker, sign, end)
        walker = gone(walker, link)
        path.append(link.end)
        caught += [link.over] if link.captures else []
        links += "x" if link.captures else "-"
    return Chain(walker, tuple(path), links, tuple(caught))


def _find_link(state: State, walker: Walker, sign: str, end: str) -> Link:
    """Return the link to a square; a Guard's ``-`` captures where it can, a Spy's does not (G1)."""
    target = state.board.index[end]
    found = [link for link in next_links(state.board, walker, state.side) if link.end == target]
    if not found:
        raise refusals.no_link(state, walker, end)
    exact = [link for link in found if link.captures == (sign == "x")]
    if exact:
        return exact[0]
    if sign == "x":
        raise refusals.nothing_captured(end)
    return found[0]

"""What can be done now: every turn with no stone and with one, as G3 and G6 list them."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.core import Choice, Phrase, Seat
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.moves import (
    Move,
    carried_out,
    collects,
    moves_of,
    own_squares,
)
from conquest.rulesets.bollwerk.orders import Act, write_act, write_path
from conquest.rulesets.bollwerk.placing import REMOVAL, Stock, Terms, collected, deeds, terms_of
from conquest.rulesets.bollwerk.rules import to_act
from conquest.rulesets.bollwerk.words import figure_name, piece_name, stone_name


def legal(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return the turns a seat may take now, sorted by text; none if it is not on turn."""
    if seat not in to_act(state):
        return ()
    return tuple(sorted(_turns(state), key=lambda choice: choice.text))


def _turns(state: State) -> Iterator[Choice]:
    terms, stock, cells = terms_of(state), state.stock[state.turn], state.cells
    for at in own_squares(cells, terms.side):
        stay = Move((at,), "", ())
        yield from _with_stones(terms, stay, cells, cells, stock)
        for move in moves_of(terms.board, cells, at, terms.side):
            yield _plain(terms, move, cells)
            if not wins(terms, move, cells):
                after = carried_out(cells, move)
                left = collected(stock, collects(cells, move))
                yield from _with_stones(terms, move, cells, after, left)


def wins(terms: Terms, move: Move, cells: str) -> bool:
    """Return whether a move wins, so that no stone can follow it (G5)."""
    board, side = terms.board, terms.side
    if move.path[-1] == board.fields.get(side.other):
        return True
    return bool(move.caught) and _enemies(terms, cells) == len(move.caught)


def _enemies(terms: Terms, cells: str) -> int:
    return sum(1 for there in cells if there in terms.side.enemies)


def _plain(terms: Terms, move: Move, cells: str) -> Choice:
    way, piece = _way(terms, move), piece_name(cells[move.path[0]])
    text = write_path(way, move.links)
    label = Phrase("%(piece)s %(way)s", piece=piece, way=text)
    return _choice(text, cells[move.path[0]], way, label, bool(move.caught))


def _choice(text: str, there: str, way: tuple[str, ...], label: Phrase, captures: bool) -> Choice:
    name, kind = figure_name(there, way[0]), piece_name(there)
    return Choice(text, way[0], way[0], way[-1], 0, captures, label, way, name, kind)


def _with_stones(
    terms: Terms, move: Move, before: str, after: str, stock: Stock
) -> Iterator[Choice]:
    squares, way = terms.board.squares, _way(terms, move)
    path, there = write_path(way, move.links), before[move.path[0]]
    piece = piece_name(there)
    for kind, target in deeds(terms, after, move.path[-1], stock):
        square = squares[target]
        label = act_label(piece, path, kind, square)
        captures = bool(move.caught) or after[target] == terms.side.spy
        text = f"{path} {write_act(Act(kind, square))}"
        yield _choice(text, there, way, label, captures)


def _way(terms: Terms, move: Move) -> tuple[str, ...]:
    squares = terms.board.squares
    return tuple([squares[square] for square in move.path])


def act_label(piece: Phrase, path: str, kind: str, square: str) -> Phrase:
    """Return what a turn with a stone is called: "queen e4-e7, arrow on f8"."""
    if kind == REMOVAL:
        return Phrase("%(piece)s %(way)s, removes %(square)s", piece=piece, way=path, square=square)
    stone = stone_name(kind)
    return Phrase(
        "%(piece)s %(way)s, %(stone)s on %(square)s",
        piece=piece,
        way=path,
        stone=stone,
        square=square,
    )


def afar(state: State, seat: Seat) -> dict[str, tuple[str, ...]]:
    """Return nothing: no square is too dear in Bollwerk."""
    return {}

"""The legal turns: every turn with no stone or one stone, as G3 and G6 list them. And what a
side could capture if it were on turn: by a move, or the enemy Spy by an arrow."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.core import Choice, Phrase, Seat
from conquest.rulesets.bollwerk.chains import shortest_chains
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.moves import (
    PieceMove,
    cells_after_move,
    collected_sign,
    own_squares,
    piece_moves,
)
from conquest.rulesets.bollwerk.orders import StoneAct, write_act, write_path
from conquest.rulesets.bollwerk.placements import (
    ARROWS,
    REMOVAL,
    PlacingTerms,
    Stock,
    collect_stone,
    legal_placements,
    placing_range,
    placing_terms,
)
from conquest.rulesets.bollwerk.rules import suppose_turn, to_act
from conquest.rulesets.bollwerk.sides import KINDS
from conquest.rulesets.bollwerk.words import STONE_NAMES, figure_name, piece_name


def legal_choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return the turns a seat may take now, sorted by text; none if the seat is not on turn."""
    if seat not in to_act(state):
        return ()
    return tuple(sorted(_turn_choices(state), key=lambda choice: choice.text))


# A Chancellor's turns with two stones are judged, but not listed: there are millions (G6).
def _turn_choices(state: State) -> Iterator[Choice]:
    terms, stock, cells = placing_terms(state), state.stock[state.turn], state.cells
    for at in own_squares(cells, terms.side):
        stay = PieceMove((at,), "", ())
        yield from _stone_choices(terms, stay, cells, cells, stock)
        for move in piece_moves(terms.board, cells, at, terms.side):
            yield _move_choice(terms, move, cells)
            if not is_winning_move(terms, move, cells):
                after = cells_after_move(cells, move)
                # A stone that the move collects can be placed in the same turn (HB22).
                left = collect_stone(stock, collected_sign(cells, move))
                yield from _stone_choices(terms, move, cells, after, left)


def is_winning_move(terms: PlacingTerms, move: PieceMove, cells: str) -> bool:
    """Return whether a move wins; then no stone can follow it (G5)."""
    board, side = terms.board, terms.side
    if move.path[-1] == board.fields.get(side.other):
        return True
    enemies = (sign in side.enemies for sign in cells)
    return bool(move.caught) and sum(enemies) == len(move.caught)


def _move_choice(terms: PlacingTerms, move: PieceMove, cells: str) -> Choice:
    way, piece = _path_names(terms, move), piece_name(cells[move.path[0]])
    text = write_path(way, move.links)
    label = Phrase("%(piece)s %(way)s", piece=piece, way=text)
    return _build_choice(text, cells[move.path[0]], way, label, bool(move.caught))


def _build_choice(
    text: str, sign: str, way: tuple[str, ...], label: Phrase, captures: bool
) -> Choice:
    name, kind = figure_name(sign, way[0]), piece_name(sign)
    return Choice(text, way[0], way[0], way[-1], 0, captures, label, way, name, kind)


def _stone_choices(
    terms: PlacingTerms, move: PieceMove, before: str, after: str, stock: Stock
) -> Iterator[Choice]:
    squares, way = terms.board.squares, _path_names(terms, move)
    path, sign = write_path(way, move.links), before[move.path[0]]
    piece = piece_name(sign)
    for kind, target in legal_placements(terms, after, move.path[-1], stock):
        square = squares[target]
        label = act_label(piece, path, kind, square)
        captures = bool(move.caught) or after[target] == terms.side.spy
        text = f"{path} {write_act(StoneAct(kind, square))}"
        yield _build_choice(text, sign, way, label, captures)


def _path_names(terms: PlacingTerms, move: PieceMove) -> tuple[str, ...]:
    squares = terms.board.squares
    return tuple([squares[square] for square in move.path])


def act_label(piece: Phrase, path: str, kind: str, square: str) -> Phrase:
    """Return the label of a turn with a stone: "queen e4-e7, arrow on f8"."""
    if kind == REMOVAL:
        return Phrase("%(piece)s %(way)s, removes %(square)s", piece=piece, way=path, square=square)
    parts = {"piece": piece, "stone": STONE_NAMES[kind]}
    return Phrase("%(piece)s %(way)s, %(stone)s on %(square)s", **parts, way=path, square=square)


def possible_captures(state: State, seat: Seat) -> tuple[Choice, ...]:
    """Return one turn for each pair of a piece and an enemy that it could capture, sorted by text.

    The target is the square of the enemy, also of one that is captured by a jump.
    """
    ahead = suppose_turn(state, seat)
    choices: dict[tuple[int, int], Choice] = {}
    for at in own_squares(ahead.cells, ahead.side):
        moves = list(piece_moves(ahead.board, ahead.cells, at, ahead.side, shortest_chains))
        for move in moves:
            for victim in move.caught:
                choices.setdefault((at, victim), _capture_choice(ahead, move, victim))
        for move, spy in _spy_captures(ahead, at, moves):
            choices.setdefault((at, spy), _capture_choice(ahead, move, spy, _arrow_in_stock(ahead)))
    return tuple(sorted(choices.values(), key=lambda choice: choice.text))


def _spy_captures(state: State, at: int, moves: list[PieceMove]) -> Iterator[tuple[PieceMove, int]]:
    """Yield the first move, if any, after which the piece could hit the enemy Spy with an arrow,
    staying included (HB33)."""
    terms, spy = placing_terms(state), state.cells.find(state.side.spy)
    # The Spy is safe in the placer's own end zone (B79) and from the other Spy (B75).
    if spy < 0 or spy in terms.closed or not _arrow_in_stock(state) or state.cells[at] in "Ss":
        return
    for move in (PieceMove((at,), "", ()), *moves):
        cells = cells_after_move(state.cells, move)
        reached = placing_range(
            terms.board, cells, move.path[-1], terms.side, next_only=terms.next_only
        )
        if spy in reached and spy not in move.caught:
            yield move, spy
            return


def _arrow_in_stock(state: State) -> str:
    """Return the arrow that the side on turn has in stock, or ""."""
    stock = dict(zip(KINDS, state.stock[state.turn], strict=True))
    return next((kind for kind in ARROWS if stock[kind]), "")


def _capture_choice(state: State, move: PieceMove, victim: int, arrow: str = "") -> Choice:
    squares, sign = state.board.squares, state.cells[move.path[0]]
    way = tuple([squares[square] for square in move.path])
    path, target = write_path(way, move.links), squares[victim]
    name, lost = figure_name(sign, way[0]), piece_name(state.cells[victim])
    label = Phrase(
        "%(piece)s captures %(lost)s on %(square)s", piece=name, lost=lost, square=target
    )
    text = f"{path} {write_act(StoneAct(arrow, target))}" if arrow else path
    kind = piece_name(sign)
    return Choice(text, way[0], way[0], target, 0, True, label, way, name, kind)

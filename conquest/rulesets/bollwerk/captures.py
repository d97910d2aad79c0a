"""What a side could capture if it were on turn now: by a move, or the enemy Spy by an arrow."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.core import Choice, Phrase, Seat
from conquest.rulesets.bollwerk.chains import shortest_chains
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.moves import PieceMove, cells_after_move, own_squares, piece_moves
from conquest.rulesets.bollwerk.orders import StoneAct, write_act, write_path
from conquest.rulesets.bollwerk.placements import ARROWS, placing_range, placing_terms
from conquest.rulesets.bollwerk.rules import suppose_turn
from conquest.rulesets.bollwerk.sides import KINDS
from conquest.rulesets.bollwerk.words import figure_name, piece_name


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

"""Read and write positions: a judge's case, the start of a game, the running position."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from conquest.core import Fault, Json, Numbers, Options, Seat, TableLayout, Viewer, no_numbers
from conquest.kit import duel, tables
from conquest.kit.case_values import (
    check_keys,
    read_count,
    read_field,
    read_keyed_object,
    read_list,
    read_object,
)
from conquest.kit.outcomes import write_outcome
from conquest.rulesets.bollwerk import board as boards
from conquest.rulesets.bollwerk import position_json
from conquest.rulesets.bollwerk.board import SquareBoard
from conquest.rulesets.bollwerk.model import QUIET_TURNS, STOCK, Event, Started, State
from conquest.rulesets.bollwerk.placements import Stock
from conquest.rulesets.bollwerk.rules import to_act
from conquest.rulesets.bollwerk.sides import (
    FREE,
    KINDS,
    LETTERS,
    SEATS,
    SIGNS,
    piece_sign,
    replace_cell,
)

KNOWN = {"turn", "number", "pieces", "stones", "stock", "barred", "quiet", "seen"} | {
    "draw",
    "outcome",
}
CANNON = ("line", "next")

_DIGEST = re.compile(rf"[0-9a-f]{{{position_json.DIGEST_CHARS}}}")

QUIET_AT_TABLES = (20, 500)
"""The limits for games at tables: fewer quiet turns would end games that are still alive. A case
for the judge may have any number."""


def table_layout(options: Options) -> TableLayout:
    """Return the board and its seats, which are chosen or drawn by lot (HB2).

    :raises Fault: if the options are invalid.
    """
    lots = tables.are_seats_drawn(options, tables.CHOICE)
    quiet = read_options(tables.game_options(options)).get("quiet", QUIET_TURNS)
    tables.check_range("quiet", int(quiet), QUIET_AT_TABLES)
    return TableLayout(boards.NAMES[0], SEATS, tuple((seat,) for seat in SEATS), lots)


def start_game(options: Options, numbers: Numbers) -> tuple[Started, ...]:
    """Return the first event of a game at a table; no numbers are drawn.

    :raises Fault: if the options are invalid.
    """
    board, chosen = table_layout(options).board, read_options(tables.game_options(options))
    ground = boards.named_board(board)
    pieces, _ = position_json.figures_by_square(State(ground=ground.key, cells=ground.setup))
    return (Started(seat=SEATS[0], board=board, pieces=pieces, options=chosen),)


def open_case(case: Mapping[str, Any], numbers: Numbers = no_numbers) -> State:
    """Return the state of a judge's case with its ``board``, ``options`` and ``position``.

    A position that ``seen`` does not hold counts once (5.2).

    :raises Fault: if the case is invalid.
    """
    state = read_case(case)
    # A position fed back from a verdict is in its own ``seen`` and must not count twice.
    if position_json.position_digest(state) in state.seen:
        return state
    return replace(state, seen=position_json.count_position(state))


def read_case(case: Mapping[str, Any]) -> State:
    """Return the state of a case without counting its position in ``seen``.

    :raises Fault: if the case is invalid.
    """
    board, options = boards.load_board(case.get("board")), read_options(case.get("options", {}))
    position = read_object(case.get("position", {}), "position")
    check_keys(position, KNOWN, "position")
    return State(
        ground=board.key,
        cells=_read_cells(position, board),
        turn=_read_seat(position.get("turn", SEATS[0])),
        number=read_count(position.get("number", 1), "number", least=1),
        stock=_read_stock(position.get("stock", {})),
        barred=_read_barred(position.get("barred", []), board),
        quiet=read_count(position.get("quiet", 0), "quiet"),
        seen=_read_seen(position.get("seen", {})),
        offer=_read_seat(position["draw"]) if position.get("draw") is not None else "",
        next_only=options.get("cannon") == "next",
        limit=int(options.get("quiet", QUIET_TURNS)),
        outcome=duel.read_outcome(position.get("outcome"), SEATS),
    )


def read_options(options: object) -> dict[str, str | int]:
    """Return the options of a game that differ from the defaults.

    :raises Fault: for an unknown option or value.
    """
    if not isinstance(options, Mapping) or not set(options) <= {"cannon", "quiet"}:
        raise Fault("the options are unknown")
    cannon = options.get("cannon", CANNON[0])
    if cannon not in CANNON:
        raise Fault("the option cannon is 'line' or 'next'")
    quiet = read_count(options.get("quiet", QUIET_TURNS), "the option quiet", least=1)
    chosen: dict[str, str | int] = {"cannon": cannon} if cannon != CANNON[0] else {}
    return chosen | ({"quiet": quiet} if quiet != QUIET_TURNS else {})


def _read_cells(position: Mapping[str, Any], board: SquareBoard) -> str:
    """Return the cells of a position; without ``pieces``, the set-up of a named board (G33)."""
    if "pieces" not in position and not board.setup:
        raise Fault("a game on an inline board needs its pieces")
    cells = FREE * len(board.squares)
    for square, sign in _read_signs(position, board):
        if cells[square] != FREE:
            raise Fault(f"{board.squares[square]} is taken twice")
        cells = replace_cell(cells, square, sign)
    return cells


def _read_signs(position: Mapping[str, Any], board: SquareBoard) -> Iterator[tuple[int, str]]:
    if "pieces" not in position:
        yield from ((n, sign) for n, sign in enumerate(board.setup) if sign != FREE)
    for name, text in read_object(position.get("pieces", {}), "pieces").items():
        yield _read_square(name, board), _read_piece(text)
    for name, kind in read_object(position.get("stones", {}), "stones").items():
        yield _read_square(name, board), SIGNS[_read_kind(kind)]


def _read_piece(text: object) -> str:
    words = text.split() if isinstance(text, str) else []
    if len(words) != 2 or len(words[1]) != 1 or words[1].upper() not in LETTERS:
        raise Fault(f"there is no piece {str(text)[:20]!r}; write 'white Q'")
    return piece_sign(_read_seat(words[0]), words[1].upper())


def _read_kind(text: object) -> str:
    kind = text.upper() if isinstance(text, str) else ""
    if kind not in KINDS:
        raise Fault(f"there is no stone {str(text)[:20]!r}")
    return kind


def _read_stock(given: object) -> dict[Seat, Stock]:
    """Return the stocks; a missing seat has all stones, a missing kind counts 0 (G32)."""
    counts = read_keyed_object(given, _read_seat, "stock")
    return {seat: _read_counts(counts[seat]) if seat in counts else STOCK for seat in SEATS}


def _read_counts(given: object) -> Stock:
    counts = read_keyed_object(given, _read_kind, "stock")
    return tuple(read_count(counts.get(kind, 0), "a stock") for kind in KINDS)


def _read_barred(given: object, board: SquareBoard) -> tuple[int, ...]:
    names = read_list(given, "the barred squares are a list")
    return tuple(sorted({_read_square(name, board) for name in names}))


def _read_seen(given: object) -> dict[str, int]:
    seen = read_object(given, "seen")
    if not all(isinstance(name, str) and _DIGEST.fullmatch(name) for name in seen):
        raise Fault("seen counts positions by their digests")
    return {name: read_count(n, "seen", least=1) for name, n in seen.items()}


def _read_seat(name: object) -> Seat:
    return duel.read_seat(name, SEATS)


def _read_square(name: object, board: SquareBoard) -> int:
    return board.index[read_field(name, board.index)]


def write_position(state: State) -> Json:
    """Return the running position as JSON that a case can feed back."""
    pieces, stones = position_json.figures_by_square(state)
    written: Json = {
        "turn": state.turn,
        "number": state.number,
        "pieces": pieces,
        "stones": stones,
        "stock": position_json.stock_counts(state),
        "barred": position_json.barred_squares(state),
        "quiet": state.quiet,
        "seen": dict(sorted(state.seen.items())),
    }
    extra: Json = {"draw": state.offer, "outcome": write_outcome(state.outcome)}
    return written | {key: value for key, value in extra.items() if value}


def write_view(state: State, viewer: Viewer) -> Json:
    """Return the game as everybody sees it: the position, its board, the options that are not
    defaults, and what follows from them."""
    return {
        **write_position(state),
        "board": state.board.source,
        "options": _changed_options(state),
        "to_act": dict(to_act(state)),
        "points": None,
        "outcome": write_outcome(state.outcome),
    }


def _changed_options(state: State) -> Json:
    options: Json = {"cannon": "next"} if state.next_only else {}
    return options | ({"quiet": state.limit} if state.limit != QUIET_TURNS else {})


def read_view(view: Mapping[str, Any]) -> State:
    """Return the state that a view shows."""
    shown = {key: value for key, value in view.items() if key in KNOWN}
    return read_case({**view, "position": shown})


def witness(event: Event, viewer: Viewer) -> Event:
    """Return the event unchanged: every viewer may see it."""
    return event

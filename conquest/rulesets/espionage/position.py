"""Read and write positions: a judge's case, the start of a game, the running position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from conquest.core import (
    Fault,
    Illegal,
    Json,
    Numbers,
    Options,
    Seat,
    Setting,
    TableLayout,
    Unforeseen,
    no_numbers,
)
from conquest.kit import duel, tables
from conquest.kit.case_values import (
    check_keys,
    read_count,
    read_keyed_object,
    read_list,
    read_object,
)
from conquest.kit.hidden_army import (
    UNKNOWN,
    ArmyReader,
    Places,
    Square,
    read_by_square,
    read_square,
    sort_squares,
)
from conquest.kit.outcomes import write_outcome
from conquest.rulesets.espionage.army import SETUP
from conquest.rulesets.espionage.board import SETS_OF_VOLCANOES, SIZES, place_volcanoes
from conquest.rulesets.espionage.evolution import evolve
from conquest.rulesets.espionage.model import (
    KINDS,
    PIECES,
    QUIET_MOVES,
    RankedPiece,
    Started,
    State,
)
from conquest.rulesets.espionage.ranks import RANKS, SEATS, other_seat
from conquest.rulesets.espionage.spies import all_uncovered

IN_PLAY = {"uncovered", "last", "lost", "quiet", "draw"}
KNOWN = IN_PLAY | {"turn", "number", "pieces", "volcanoes", "drawn", "setup", "outcome"}
QUIET_AT_TABLES = (40, 1000)
"""The limits for games at tables: fewer quiet moves would end games that are still alive. A case
for the judge may have any number."""

DEFAULTS: Mapping[str, Setting] = {
    "pair": KINDS,
    "size": SIZES[0],
    "moves": 2,
    "open": False,
    "quiet": QUIET_MOVES,
}
CHOICES: tables.Choices = {
    "pair": (KINDS, PIECES),
    "size": SIZES,
    "moves": (2, 1),
    "open": (False, True),
}
READER = ArmyReader(RANKS, piece="piece", rank="rank", example="white S")


def board_name(size: int) -> str:
    """Return the name of the board of a size."""
    return f"{size}x{size}"


def table_layout(options: Options) -> TableLayout:
    """Return the board and its seats, which are drawn by lot or chosen (HE4).

    :raises Fault: if the options are invalid.
    """
    lots, chosen = tables.are_seats_drawn(options), read_options(tables.game_options(options))
    tables.check_range("quiet", chosen["quiet"], QUIET_AT_TABLES)
    return TableLayout(board_name(chosen["size"]), SEATS, tuple((seat,) for seat in SEATS), lots)


def start_game(options: Options, numbers: Numbers) -> tuple[Started, ...]:
    """Return the first event of a game at a table, with its volcanoes drawn (HE3).

    :raises Fault: if the options are invalid.
    """
    table_layout(options)
    return (start_event(read_options(tables.game_options(options)), numbers),)


def start_event(chosen: Options, numbers: Numbers) -> Started:
    """Return the first event of a game with complete options, as ``read_options`` returns them."""
    size = chosen["size"]
    return Started(
        seat=SEATS[0],
        size=size,
        pair=chosen["pair"],
        moves=chosen["moves"],
        open=chosen["open"],
        limit=chosen["quiet"],
        volcanoes=place_volcanoes(size, numbers),
        drawn=SETS_OF_VOLCANOES[size],
    )


def read_options(given: object) -> dict[str, Any]:
    """Return all options of a game, with defaults for those left out.

    :raises Fault: for an unknown option or value.
    """
    options = tables.read_choices(given, DEFAULTS, CHOICES)
    return options | {"quiet": read_count(options["quiet"], "the option quiet", least=1)}


def open_case(case: Mapping[str, Any], numbers: Numbers = no_numbers) -> State:
    """Return the state of a judge's case with its ``options`` and ``position``.

    Without a position the game starts with its set-up. What spies see counts as uncovered,
    whether the position says so or not (EP12).

    :raises Fault: if the case is invalid.
    """
    if case.get("board") is not None:
        raise Fault("the board of Espionage follows from its options")
    options = read_options(case.get("options", {}))
    if case.get("position") is None:
        return _new_game(options, numbers)
    state = read_position(options, case["position"])
    _check_nothing_hidden(state)
    return replace(state, uncovered=all_uncovered(state)) if state.is_set_up else state


def _new_game(options: Options, numbers: Numbers) -> State:
    try:
        return evolve(None, start_event(options, numbers))
    except Unforeseen as unforeseen:
        raise Fault("the volcanoes of a new game are drawn") from unforeseen


def _check_nothing_hidden(state: State) -> None:
    """Check that nothing is hidden, as in a view, and that no complete set-up awaits its play.

    :raises Fault: if it is not so.
    """
    if any(piece.rank == UNKNOWN for piece in state.pieces.values()):
        raise Fault("the position has a hidden piece")
    if not all(state.camps.values()):
        raise Fault("the position has a hidden set-up")
    if state.outcome is None and set(state.camps) == set(SEATS):
        raise Fault("once both have set up the pieces stand on the board")


def read_position(options: Options, given: object) -> State:
    """Return the state of a position, in which ranks and set-ups may be hidden.

    :raises Fault: if the position is invalid.
    """
    position, size = read_object(given, "position"), options["size"]
    check_keys(position, KNOWN, "position")
    state = State(
        size=size,
        pair=options["pair"],
        moves=options["moves"],
        open=options["open"],
        limit=options["quiet"],
        turn=_read_seat(position.get("turn", SEATS[0])),
        number=read_count(position.get("number", 1), "number", least=1),
        is_set_up="setup" not in position,
        pieces=read_by_square(position.get("pieces", {}), size, "pieces", _read_piece),
        volcanoes=_read_squares(position.get("volcanoes", []), size, "volcanoes"),
        quiet=read_count(position.get("quiet", 0), "quiet"),
        drawn=read_count(position.get("drawn", 0), "drawn"),
        offer=_read_seat(position["draw"]) if position.get("draw") is not None else "",
        outcome=duel.read_outcome(position.get("outcome"), SEATS),
    )
    if taken := [square for square in state.volcanoes if square in state.pieces]:
        raise Fault(f"a piece stands on the volcano {taken[0]}")
    return (_read_play if state.is_set_up else _read_setup_phase)(state, position)


def _read_play(state: State, position: Mapping[str, Any]) -> State:
    """Return a state with what has happened in play so far."""
    uncovered, last, lost = (
        read_keyed_object(position.get(name, {}), _read_seat, name)
        for name in ("uncovered", "last", "lost")
    )
    return replace(
        state,
        uncovered={seat: _read_uncovered(uncovered.get(seat, []), seat, state) for seat in SEATS},
        last={seat: _read_moves(last.get(seat, []), state.size) for seat in SEATS},
        lost={seat: READER.read_lost(lost.get(seat, [])) for seat in SEATS},
    )


def _read_setup_phase(state: State, position: Mapping[str, Any]) -> State:
    """Return a state in which the armies are still being set up.

    :raises Fault: if the position has anything that happens only in play.
    """
    in_play = {name for name in IN_PLAY if _has_content(position.get(name))}
    if in_play or state.pieces or state.turn != SEATS[0] or state.number != 1:
        raise Fault("a position with a setup has no pieces and nothing has happened in it")
    camps = read_keyed_object(position["setup"], _read_seat, "setup")
    return replace(state, camps={seat: _read_camp(state, seat, camps[seat]) for seat in camps})


def _has_content(given: object) -> bool:
    """Return whether a part of a position is other than empty."""
    return any(given.values()) if isinstance(given, Mapping) else bool(given)


def _read_camp(state: State, seat: Seat, given: object) -> Places:
    """Return a set-up; a hidden one, which is ``true`` in a view, is empty."""
    if given is True:
        return {}
    camp = read_object(given, "set-up")
    named = {read_square(at, state.size): READER.read_rank(rank) for at, rank in camp.items()}
    if len(named) != len(camp) or UNKNOWN in named.values():
        raise Fault("the set-up names a square twice or a rank that there is not")
    try:
        SETUP.check_camp(state.size, seat, named)
    except Illegal as illegal:
        raise Fault(str(illegal)) from illegal
    return {square: named[square] for square in sort_squares(named)}


def _read_piece(text: object) -> RankedPiece:
    return RankedPiece(*READER.read_piece(text, _read_seat))


def _read_squares(given: object, size: int, name: str) -> tuple[Square, ...]:
    names = read_list(given, f"the {name} are a list of squares")
    squares = tuple(sorted({read_square(square, size) for square in names}))
    if len(squares) != len(names):
        raise Fault(f"the {name} name a square twice")
    return squares


def _read_uncovered(given: object, seat: Seat, state: State) -> tuple[Square, ...]:
    """Return the squares of the enemy pieces that a seat has uncovered (EP11)."""
    squares = _read_squares(given, state.size, "uncovered")
    for square in squares:
        piece = state.pieces.get(square)
        if piece is None or piece.seat != other_seat(seat):
            raise Fault(f"{seat} cannot have uncovered {square}: no enemy stands there")
    return squares


def _read_moves(given: object, size: int) -> tuple[str, ...]:
    moves = read_list(given, "the last moves are a list")
    return tuple(sorted({_read_move(text, size) for text in moves}))


def _read_move(text: object, size: int) -> str:
    parts = text.lower().replace("x", "-").split("-") if isinstance(text, str) else []
    if len(parts) != 2:
        raise Fault(f"there is no move {str(text)[:20]!r}; write 'a3-a4'")
    return "-".join(read_square(part, size) for part in parts)


def _read_seat(name: object) -> Seat:
    return duel.read_seat(name, SEATS)


def write_position(state: State) -> Json:
    """Return the running position as JSON that a case can feed back."""
    written: Json = {
        "turn": state.turn,
        "number": state.number,
        "pieces": {
            at: f"{state.pieces[at].seat} {state.pieces[at].rank}"
            for at in sort_squares(state.pieces)
        },
        "volcanoes": list(state.volcanoes),
        "uncovered": {seat: list(state.uncovered.get(seat, ())) for seat in SEATS},
        "last": {seat: list(state.last.get(seat, ())) for seat in SEATS},
        "lost": {seat: list(state.lost.get(seat, "")) for seat in SEATS},
        "quiet": state.quiet,
        "drawn": state.drawn,
    }
    if not state.is_set_up:
        camps = {seat: state.camps[seat] for seat in SEATS if seat in state.camps}
        # An empty camp is one that is hidden: a viewer learns only that it was handed in.
        written["setup"] = {seat: camp or True for seat, camp in camps.items()}
    extra: Json = {"draw": state.offer, "outcome": write_outcome(state.outcome)}
    return written | {key: value for key, value in extra.items() if value}

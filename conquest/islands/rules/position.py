"""Read and write positions: the set-up, a judge's case, the position of a running game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from conquest.core import (
    Fault,
    Json,
    Numbers,
    Options,
    Phrase,
    Refused,
    Seat,
    TableLayout,
    no_numbers,
)
from conquest.islands import board as boards
from conquest.islands import pieces
from conquest.islands.board import SEATS, Board
from conquest.islands.events import Started
from conquest.islands.laws import AnyLaws
from conquest.islands.model import PARTNERS, State, Window
from conquest.islands.pieces import CARRIES, LAND, RIDERS, VESSELS, ParsedPieces, Piece
from conquest.islands.rules.submissions import read_plan, write_plan
from conquest.kit.case_values import read_count, read_object

REQUIRED = {"turn", "number", "pieces"}
WINDOW = {"seat", "at", "lost", "waived", "exposed", "instead"}
MARKS = REQUIRED | {
    "used",
    "captured",
    "since_capture",
    "steps",
    "window",
    "plan",
    "anyway",
    "risked",
}


def table_layout(laws: AnyLaws, options: Options) -> TableLayout:
    """Return the board, the seats and the sides of a table (C1, C2, CP7).

    :raises Fault: if the options are impossible.
    """
    chosen = {name: value for name, value in options.items() if name != "players"}
    count = options.get("players", len(SEATS))
    # ``type``, because True is an int, too.
    if type(count) is not int or count not in laws.boards:
        raise Fault("the option players is 2, 3 or 4")
    ground = boards.named_board(laws.boards[count])
    read_options(laws, chosen, ground)
    seats = read_seats(chosen["seats"], ground) if "seats" in chosen else ground.order
    sides: list[tuple[Seat, ...]] = [(seat,) for seat in seats]
    if _read_partners(chosen, seats):
        # The first two seats sit beside each other, so each belongs to another side.
        pairs = [(seat, PARTNERS[seat]) for seat in seats[:2]]
        sides = [tuple(seat for seat in seats if seat in pair) for pair in pairs]
    return TableLayout(ground.key, seats, tuple(sides))


def start_game(kind: type[State], options: Options, numbers: Numbers) -> tuple[Started, ...]:
    """Return the event that sets up a game for the seats of its table (C1, C2).

    :raises Fault: if the options are impossible.
    """
    table = table_layout(kind.laws, options)
    chosen = {name: value for name, value in options.items() if name != "players"}
    state = read_case(kind, {"board": table.board, "options": {**chosen, "seats": table.seats}})
    return (
        Started(
            seat=table.seats[0],
            board=table.board,
            seats=table.seats,
            pieces={field: pieces.write_piece(piece) for field, piece in state.pieces.items()},
            options=write_settings(state),
        ),
    )


def open_case(kind: type[State], case: Mapping[str, Any], numbers: Numbers = no_numbers) -> State:
    """Read the state of a judge's case from its ``board``, ``options`` and ``position``.

    :raises Fault: if it is impossible (A2, A19, A20).
    """
    state = read_case(kind, case)
    _check_window(state)
    return state


def read_case(kind: type[State], case: Mapping[str, Any]) -> State:
    """Read a state as it can be between two events: a recapture comes before its window closes.

    :raises Fault: if it is impossible (A2, A19, A20).
    """
    board = boards.load_board(case.get("board"))
    options = read_options(kind.laws, case.get("options", {}), board)
    seats = read_seats(options["seats"], board) if "seats" in options else board.order
    if "position" not in case and board.name is None:
        raise Fault("an inline board needs a position")
    table = kind(
        ground=board.key,
        seats=seats,
        turn=seats[0],
        pieces={},
        partners=_read_partners(options, seats),
        **kind.laws.settings.read_settings(options),
    )
    if "position" in case:
        return _read_position(case["position"], table)
    return replace(table, pieces=_set_up_pieces(table))


def _read_partners(options: Mapping[str, Any], seats: tuple[Seat, ...]) -> bool:
    partners = read_flag(options.get("partners", False), "the option partners")
    if partners and len(seats) != 4:
        raise Fault(Phrase("Partners are two against two: four must play."))
    return partners


def _set_up_pieces(table: State) -> dict[str, Piece]:
    army = table.laws.army
    return {
        field: Piece(seat, army.get(letter, letter))
        for field, (seat, letter) in sorted(table.board.setup.items())
        if seat in table.seats
    }


def write_settings(state: State) -> Json:
    """Write the options of a state that differ from the defaults, without the seats."""
    return state.laws.settings.write_settings(state) | (
        {"partners": True} if state.partners else {}
    )


def read_options(laws: AnyLaws, options: object, board: Board) -> Mapping[str, Any]:
    """Check a table's options (A2, CR26).

    :raises Fault: for an unknown option or value.
    """
    # On an inline board exactly the seats with a castle on it play.
    known = {*laws.settings.names, "partners"} | ({"seats"} if board.name else set())
    if not isinstance(options, Mapping) or not set(options) <= known:
        raise Fault("the options are unknown")
    laws.settings.read_settings(options)
    return options


def read_seats(names: object, board: Board) -> tuple[Seat, ...]:
    """Read which seats of a named board play, in order of play (A2).

    :raises Fault: if there are fewer than two, or one is not of this board.
    """
    if not isinstance(names, (list, tuple)):
        raise Fault("the option seats is a list")
    asked = [read_seat(name, board.order) for name in names]
    if len(asked) < 2 or len(set(asked)) != len(asked):
        raise Fault("at least two different seats must play")
    return tuple(seat for seat in board.order if seat in asked)


def read_seat(name: object, seats: tuple[Seat, ...]) -> Seat:
    """Read the name of a seat that plays, in upper or lower case.

    :raises Fault: if it is not one of ``seats``.
    """
    if not isinstance(name, str) or name.lower() not in seats:
        raise Fault(f"no seat {str(name)[:20]!r} plays here")
    return name.lower()


def _read_position(given: object, table: State) -> State:
    position = read_object(given, "position")
    _check_keys(position, position_keys(table.laws))
    found = _read_pieces(position, table)
    state = replace(
        table,
        turn=read_seat(position["turn"], table.seats),
        number=read_count(position["number"], "number", least=1),
        used=read_count(position.get("used", 0), "used"),
        pieces=found.pieces,
        captured=_read_captured(position.get("captured", {}), table.seats),
        since_capture=read_count(position.get("since_capture", 0), "since_capture", least=-1),
        risked=read_flag(position.get("risked", False), "risked"),
    )
    extras = table.laws.extras
    return _read_window(position, extras.read_extras(position, found, state) if extras else state)


def position_keys(laws: AnyLaws) -> frozenset[str]:
    """Return the keys that a position of a game can have (A40)."""
    return frozenset(MARKS) | (laws.extras.keys if laws.extras else frozenset())


def _check_keys(position: Mapping[str, Any], keys: frozenset[str]) -> None:
    if missing := sorted(REQUIRED - set(position)):
        raise Fault(f"the position has no {missing[0]!r}")
    if unknown := sorted(set(position) - keys):
        raise Fault(f"the position has an unknown key {unknown[0][:40]!r}")


def _read_pieces(position: Mapping[str, Any], table: State) -> ParsedPieces:
    found = ParsedPieces({}, {}, [])
    for name, text in read_object(position["pieces"], "pieces").items():
        field = read_field(name, table.board)
        if field in found.pieces:
            raise Fault(f"the field {field} is named twice")
        found.pieces[field], owner = pieces.lend_camel(pieces.read_piece(text, table.seats))
        if owner:
            found.lent[field] = owner
        check_place(table.laws, table.board, field, found.pieces[field])
    _read_steps(position, table.board, found)
    return found


def _read_steps(position: Mapping[str, Any], board: Board, found: ParsedPieces) -> None:
    """Read the steps of pieces that were ``found``, and which catapults have fired."""
    for name, text in read_object(position.get("steps", {}), "steps").items():
        field = read_field(name, board)
        if field not in found.pieces:
            raise Fault(f"no piece on {field} can have made steps")
        found.pieces[field], fired = pieces.read_steps(text, found.pieces[field])
        found.fired.extend([field] if fired else [])


def check_place(laws: AnyLaws, board: Board, field: str, stack: Piece) -> None:
    """Check that a stack can exist and can stand on this field (A20).

    :raises Fault: if it cannot.
    """
    _check_load(laws, stack)
    kind, letter = board.kinds[field], stack.letter
    fits = {
        "land": letter in LAND,
        "castle": letter in LAND,
        "grail": letter in LAND and letter not in laws.strangers,
        "sea": letter in VESSELS,
        "harbour": letter in VESSELS,
        "wild": letter in RIDERS,
    }
    if not fits[kind]:
        raise Fault(f"{pieces.write_piece(stack)} cannot stand on {field}")


def _check_load(laws: AnyLaws, stack: Piece) -> None:
    if stack.letter not in laws.ranges:
        raise Fault(f"there is no piece {stack.letter} in {laws.title}")
    load = "".join(sorted(piece.letter for piece in stack.load))
    foreign = any(piece.seat != stack.seat for piece in stack.load)
    if foreign or (load and load not in CARRIES.get(stack.letter, ())):
        raise Fault(f"the piece {pieces.write_piece(stack)} cannot carry that")
    for piece in stack.load:
        _check_load(laws, piece)


def _read_captured(given: object, seats: tuple[Seat, ...]) -> dict[Seat, int]:
    counted = read_object(given, "captured")
    found = {read_seat(name, seats): read_count(n, "captured") for name, n in counted.items()}
    if len(found) != len(counted):
        raise Fault("a seat is named twice in captured")
    return {seat: n for seat, n in found.items() if n}


def _read_window(position: Mapping[str, Any], state: State) -> State:
    plan = position.get("plan", [])
    anyway = read_flag(position.get("anyway", False), "anyway")
    if not isinstance(plan, list) or not all(isinstance(text, str) for text in plan):
        raise Fault("the plan is a list of orders")
    if position.get("window") is None:
        if plan or anyway:
            raise Fault("there can be no plan without a window")
        return state
    window = _parse_window(read_object(position["window"], "window"), state)
    planned = _normalize_plan(plan, window.at, state)
    return replace(state, window=window, plan=planned, anyway=anyway and bool(plan))


def _parse_window(given: Mapping[str, Any], state: State) -> Window:
    if not {"seat", "at"} <= set(given) <= WINDOW:
        raise Fault("the window needs a seat and a field, and nothing unknown")
    seat, at = read_seat(given["seat"], state.seats), read_field(given["at"], state.board)
    return Window(
        seat=seat,
        at=at,
        lost=_read_lost(given.get("lost", ""), state.laws),
        waived=read_flag(given.get("waived", False), "waived"),
        exposed=read_flag(given.get("exposed", False), "exposed"),
        instead=read_seat(given["instead"], state.seats) if "instead" in given else "",
    )


def _check_window(state: State) -> None:
    window = state.window
    if window is None:
        return
    against = state.pieces.get(window.at)
    if window.seat == state.turn or against is None or against.seat != state.turn:
        raise Fault("the window is open against a piece of the seat on turn")


def _read_lost(given: object, laws: AnyLaws) -> str:
    letters = given.upper().replace(" ", "") if isinstance(given, str) else "?"
    if letters and not all(letter and letter in laws.ranges for letter in letters.split(",")):
        raise Fault("what was lost is written as letters: 'E,S'")
    return letters


def _normalize_plan(plan: list[str], captured: str, state: State) -> tuple[str, ...]:
    try:
        return write_plan(read_plan(state, tuple(plan), captured))
    except Refused as refused:
        raise Fault(f"the plan cannot be read: {refused}") from refused


def read_field(name: object, board: Board) -> str:
    """Read the name of a field, in upper or lower case.

    :raises Fault: if the board has no such field.
    """
    field = board.spell_field(name) if isinstance(name, str) else None
    if field is None:
        raise Fault(f"there is no field {str(name)[:20]!r} on this board")
    return field


def read_flag(given: object, name: str) -> bool:
    """Read a yes or no that a case calls ``name``.

    :raises Fault: if it is neither true nor false.
    """
    if not isinstance(given, bool):
        raise Fault(f"{name} is true or false")
    return given


def write_position(state: State) -> Json:
    """Write the position so that it can be fed back in a case (A22, A27, A32, A39, A40)."""
    stacks = sorted(state.pieces)
    written: Json = {
        "turn": state.turn,
        "number": state.number,
        "used": state.used,
        "pieces": {field: pieces.write_piece(_written_stack(state, field)) for field in stacks},
        "captured": {seat: n for seat, n in sorted(state.captured.items()) if n},
        "since_capture": state.since_capture,
    }
    extra: Json = {
        "steps": {field: steps for field in stacks if (steps := _written_steps(state, field))},
        "window": _write_window(state.window),
        "plan": list(state.plan),
        "anyway": state.anyway,
        "risked": state.risked,
    }
    if extras := state.laws.extras:
        extra |= extras.write_extras(state)
    # In the notation, an absent key means none.
    return written | {key: value for key, value in extra.items() if value}


def _written_stack(state: State, field: str) -> Piece:
    stack, owner = state.pieces[field], state.lent.get(field)
    return pieces.give_back_camel(stack, owner) if owner else stack


def _written_steps(state: State, field: str) -> str:
    return pieces.write_steps(state.pieces[field], fired=field in state.fired)


def _write_window(window: Window | None) -> Json:
    if window is None:
        return {}
    written = {
        "seat": window.seat,
        "at": window.at,
        "lost": window.lost,
        "waived": window.waived,
        "exposed": window.exposed,
    }
    return written | ({"instead": window.instead} if window.instead else {})

"""What can follow a turn so far, as a page offers it: longer ways, and the stones of the tray."""

from __future__ import annotations

from collections.abc import Iterator

from conquest.core import Choice, Phrase, Tool
from conquest.rulesets.bollwerk.chains import CHAINED
from conquest.rulesets.bollwerk.model import State
from conquest.rulesets.bollwerk.orders import BollwerkTurn, read_turn
from conquest.rulesets.bollwerk.placements import REMOVAL
from conquest.rulesets.bollwerk.rules import most_acts
from conquest.rulesets.bollwerk.sides import KINDS
from conquest.rulesets.bollwerk.stages import NextLink, NextStone, TurnStage, turn_stage
from conquest.rulesets.bollwerk.telling import describe_capture, describe_path
from conquest.rulesets.bollwerk.words import LAID, THE, THROWN, figure_name, piece_name, stone_name

TOOLS = (*KINDS, REMOVAL)


def first_choices(state: State) -> tuple[Choice, ...]:
    """Return how the turn can begin: every move, and each piece that can stay and place."""
    return tuple(
        _link_choice(state, link, state.cells[state.board.index[link.piece]])
        for link in turn_stage(state, state.turn, "").links
    )


def next_choices(state: State, found: TurnStage) -> tuple[Choice, ...]:
    """Return how the turn can go on; each choice is the whole of it, grown.

    ``state`` is the position in which it began.
    """
    return tuple(_list_next_choices(state, found))


def _list_next_choices(state: State, found: TurnStage) -> Iterator[Choice]:
    turn = read_turn(found.text, state.board)
    there = state.cells[state.board.index[turn.path[0]]]
    for link in found.links:
        yield _link_choice(state, link, there, replaces=True)
    for stone in found.stones:
        yield _stone_choice(state, stone, there, turn)


def _link_choice(state: State, link: NextLink, there: str, *, replaces: bool = False) -> Choice:
    name = figure_name(there, link.piece)
    return Choice(
        text=link.text,
        piece=link.piece,
        origin=link.piece,
        target=link.end,
        cost=0,
        captures=bool(link.caught),
        label=_link_phrase(state, link, there),
        way=(link.piece, link.end),
        name=name,
        kind=piece_name(there),
        then="" if _is_winning_link(state, link, there) else link.end,
        replaces=replaces,
    )


def _link_phrase(state: State, link: NextLink, there: str) -> Phrase:
    """Tell what a way does, as it is told once it is done."""
    if link.text == link.piece:
        the = THE[there.upper()]
        return Phrase("%(piece)s on %(at)s stays and places a stone", piece=the, at=link.piece)
    gone = (link.piece, link.end)
    if not link.caught:
        return describe_path(there, gone)
    cells, index = state.cells, state.board.index
    return describe_capture(there, gone, {square: cells[index[square]] for square in link.caught})


def _is_winning_link(state: State, link: NextLink, there: str) -> bool:
    """Return whether a way is over because it ends on the end field; a chain may go on (G4)."""
    goal = state.board.fields.get(state.side.other)
    return state.board.index[link.end] == goal and there not in CHAINED


def _stone_choice(state: State, stone: NextStone, there: str, turn: BollwerkTurn) -> Choice:
    at = turn.path[-1]
    is_last = len(turn.acts) + 1 >= most_acts(there)
    return Choice(
        text=stone.text,
        piece=at,
        origin=at,
        target=stone.square,
        cost=0,
        captures=stone.does == "catch",
        label=_stone_label(stone),
        way=(at, stone.square),
        name=figure_name(there, at),
        kind=piece_name(there),
        then="" if is_last else at,
        tool=stone.kind,
        replaces=True,
    )


def _stone_label(stone: NextStone) -> Phrase:
    if stone.does == "remove":
        return Phrase("Remove the stone on %(square)s", square=stone.square)
    if stone.does == "blast":
        return Phrase("Blast the stone on %(square)s", square=stone.square)
    if stone.does == "catch":
        thrown = THROWN[stone.kind]
        return Phrase("Take the spy on %(square)s %(stone)s", square=stone.square, stone=thrown)
    return Phrase("Lay %(stone)s on %(square)s", stone=LAID[stone.kind], square=stone.square)


def tray_tools(state: State, found: TurnStage) -> tuple[Tool, ...]:
    """Return the stones that can be placed now, with how many are left, and the removal.

    ``state`` is the position to which the turn has led so far.
    """
    kinds = {stone.kind for stone in found.stones}
    stock = dict(zip(KINDS, state.stock[state.turn], strict=True))
    return tuple(_stone_tool(kind, stock.get(kind)) for kind in TOOLS if kind in kinds)


def _stone_tool(kind: str, left: int | None) -> Tool:
    if kind == REMOVAL:
        return Tool(kind, Phrase("remove a stone"))
    return Tool(kind, stone_name(kind), kind, left)


def continuation_hint(found: TurnStage) -> Phrase | None:
    """Return what more a turn could do that lacks nothing."""
    if found.links and found.stones:
        return Phrase("The piece can jump on, or place a stone.")
    if found.links:
        return Phrase("The piece can jump on.")
    return Phrase("A stone can still be placed.") if found.stones else None

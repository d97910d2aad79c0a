"""What can follow the beginning of a turn, as a page offers it: longer paths, and stones."""

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
from conquest.rulesets.bollwerk.words import LAID, STONE_NAMES, THE, THROWN, figure_name, piece_name

TOOLS = (*KINDS, REMOVAL)


def first_choices(state: State) -> tuple[Choice, ...]:
    """Return the beginnings of a turn: every move, and each piece that can place without moving."""
    return tuple(
        _link_choice(state, link, state.cells[state.board.index[link.piece]])
        for link in turn_stage(state, state.turn, "").links
    )


def next_choices(state: State, stage: TurnStage) -> tuple[Choice, ...]:
    """Return the continuations of a turn; the text of each choice is the whole turn so far.

    ``state`` is the position in which the turn began.
    """
    return tuple(_list_next_choices(state, stage))


def _list_next_choices(state: State, stage: TurnStage) -> Iterator[Choice]:
    turn = read_turn(stage.text, state.board)
    sign = state.cells[state.board.index[turn.path[0]]]
    for link in stage.links:
        yield _link_choice(state, link, sign, replaces=True)
    for stone in stage.stones:
        yield _stone_choice(state, stone, sign, turn)


def _link_choice(state: State, link: NextLink, sign: str, *, replaces: bool = False) -> Choice:
    name = figure_name(sign, link.piece)
    return Choice(
        text=link.text,
        piece=link.piece,
        origin=link.piece,
        target=link.end,
        cost=0,
        captures=bool(link.caught),
        label=_link_phrase(state, link, sign),
        way=(link.piece, link.end),
        name=name,
        kind=piece_name(sign),
        then="" if _is_winning_link(state, link, sign) else link.end,
        replaces=replaces,
    )


def _link_phrase(state: State, link: NextLink, sign: str) -> Phrase:
    """Return the sentence for a link, worded as for the event that it leads to."""
    if link.text == link.piece:
        piece = THE[sign.upper()]
        return Phrase("%(piece)s on %(at)s stays and places a stone", piece=piece, at=link.piece)
    path = (link.piece, link.end)
    if not link.caught:
        return describe_path(sign, path)
    cells, index = state.cells, state.board.index
    return describe_capture(sign, path, {square: cells[index[square]] for square in link.caught})


def _is_winning_link(state: State, link: NextLink, sign: str) -> bool:
    """Return whether a link wins and ends the turn; a chain may go on from the end field (G4)."""
    goal = state.board.fields.get(state.side.other)
    return state.board.index[link.end] == goal and sign not in CHAINED


def _stone_choice(state: State, stone: NextStone, sign: str, turn: BollwerkTurn) -> Choice:
    at = turn.path[-1]
    is_last = len(turn.acts) + 1 >= most_acts(sign)
    return Choice(
        text=stone.text,
        piece=at,
        origin=at,
        target=stone.square,
        cost=0,
        captures=stone.does == "catch",
        label=_stone_label(stone),
        way=(at, stone.square),
        name=figure_name(sign, at),
        kind=piece_name(sign),
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


def tray_tools(state: State, stage: TurnStage) -> tuple[Tool, ...]:
    """Return the tools for the stones that can be placed now, with their counts, and for removal.

    ``state`` is the position to which the turn has led so far.
    """
    kinds = {stone.kind for stone in stage.stones}
    stock = dict(zip(KINDS, state.stock[state.turn], strict=True))
    return tuple(_stone_tool(kind, stock.get(kind)) for kind in TOOLS if kind in kinds)


def _stone_tool(kind: str, left: int | None) -> Tool:
    if kind == REMOVAL:
        return Tool(kind, Phrase("remove a stone"))
    return Tool(kind, STONE_NAMES[kind], kind, left)


def continuation_hint(stage: TurnStage) -> Phrase | None:
    """Return a sentence on what a turn that is complete could still do, None if nothing."""
    if stage.links and stage.stones:
        return Phrase("The piece can jump on, or place a stone.")
    if stage.links:
        return Phrase("The piece can jump on.")
    return Phrase("A stone can still be placed.") if stage.stones else None

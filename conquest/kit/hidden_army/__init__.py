"""Games on squares whose armies are set up in secret and stay hidden: what they share."""

from __future__ import annotations

from conquest.kit.hidden_army.draft import sketch_setup
from conquest.kit.hidden_army.drawing import army_tokens
from conquest.kit.hidden_army.model import (
    RANKS_DECIDE,
    UNKNOWN,
    Mustered,
    Places,
    Rank,
    require_known,
)
from conquest.kit.hidden_army.orders import (
    GERMAN_SETUP,
    SETUP_WORD,
    SetupGrammar,
    SetupOrder,
    read_ordered_square,
    setup_order,
    write_setup,
)
from conquest.kit.hidden_army.reading import ArmyReader, read_by_square, read_square
from conquest.kit.hidden_army.setup import ArmySetup, Camps, is_draft
from conquest.kit.hidden_army.squares import (
    STRAIGHT,
    Direction,
    Square,
    board_squares,
    sort_squares,
    square_coordinates,
    square_name,
    square_order,
    squares_around,
)
from conquest.kit.hidden_army.words import ArmyWords, count_ranks, setup_status

__all__ = [
    "GERMAN_SETUP",
    "RANKS_DECIDE",
    "SETUP_WORD",
    "STRAIGHT",
    "UNKNOWN",
    "ArmyReader",
    "ArmySetup",
    "ArmyWords",
    "Camps",
    "Direction",
    "Mustered",
    "Places",
    "Rank",
    "SetupGrammar",
    "SetupOrder",
    "Square",
    "army_tokens",
    "board_squares",
    "count_ranks",
    "is_draft",
    "read_by_square",
    "read_ordered_square",
    "read_square",
    "require_known",
    "setup_order",
    "setup_status",
    "sketch_setup",
    "sort_squares",
    "square_coordinates",
    "square_name",
    "square_order",
    "squares_around",
    "write_setup",
]

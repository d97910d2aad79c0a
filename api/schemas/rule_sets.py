"""Rule sets: what is needed to open a table and to understand a game."""

from __future__ import annotations

from typing import Any

from ninja import Schema

from api.documentation import about


class RuleSetOut(Schema):
    """A game that is played here."""

    slug: str = about("How programs call it.", "conquest")
    title: str = about("What it is called.", "Conquest")
    seats: list[str] = about("All its seats, in the order of play.", ["south", "west"])
    has_hidden_pieces: bool = about("Whether some things are not shown to all.", False)
    levels: list[str] = about("The strengths of its house players, the weakest first.", ["easy"])
    url: str = about("The address of its rules.", "https://example.org/rules/conquest/")


class DecisionKindOut(Schema):
    """A kind of decision that a seat can owe."""

    name: str = about("How programs call it.", "turn")
    named: str = about("What it is called.", "turn")
    how: str = about("Whether orders are composed, or one of a few is chosen.", "compose")
    pace: str = about("On which clock it runs: turn or answer.", "turn")
    is_parallel: bool = about("Whether several seats owe it at once.", False)
    silence: str = about("What happens when the time is up.", "The turn ends.")


class ColumnOut(Schema):
    """A public number of every seat."""

    name: str = about("How programs call it.", "pieces")
    title: str = about("What it is called.", "Pieces")


class RuleSetDetailsOut(RuleSetOut):
    """A game with all that a table of it can choose."""

    options_schema: dict[str, Any] = about(
        "The options of a table, as JSON Schema.", {"type": "object", "properties": {}}
    )
    decisions: list[DecisionKindOut] = about("What seats can owe.", [])
    columns: list[ColumnOut] = about("The public numbers of seats.", [])
    colours: list[str] = about("The colours of pieces.", ["white", "black"])
    paces: list[str] = about("The presets of clocks.", ["normal", "fast"])
    has_standing_orders: bool = about("Whether answers can be given ahead.", True)
    rules: str = about("The rules as Markdown, in your language.", "# Conquest")

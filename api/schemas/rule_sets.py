"""Rule sets: what is needed to open a table and to understand a game."""

from __future__ import annotations

from typing import Any

from ninja import Schema

from api.documentation import describe_field


class RuleSetOut(Schema):
    """A game that is played here."""

    slug: str = describe_field("How programs call it.", "conquest")
    title: str = describe_field("What it is called.", "Conquest")
    seats: list[str] = describe_field("All its seats, in the order of play.", ["south", "west"])
    has_hidden_pieces: bool = describe_field("Whether some things are not shown to all.", False)
    levels: list[str] = describe_field(
        "The strengths of its house players, the weakest first.", ["easy"]
    )
    url: str = describe_field("The address of its rules.", "https://example.org/rules/conquest/")


class DecisionKindOut(Schema):
    """A kind of decision that a seat can owe."""

    name: str = describe_field("How programs call it.", "turn")
    named: str = describe_field("What it is called.", "turn")
    how: str = describe_field("Whether orders are composed, or one of a few is chosen.", "compose")
    pace: str = describe_field("On which clock it runs: turn or answer.", "turn")
    is_parallel: bool = describe_field("Whether several seats owe it at once.", False)
    silence: str = describe_field("What happens when the time is up.", "The turn ends.")


class ColumnOut(Schema):
    """A public number of every seat."""

    name: str = describe_field("How programs call it.", "pieces")
    title: str = describe_field("What it is called.", "Pieces")


class RuleSetDetailsOut(RuleSetOut):
    """A game with all that a table of it can choose."""

    options_schema: dict[str, Any] = describe_field(
        "The options of a table, as JSON Schema.", {"type": "object", "properties": {}}
    )
    decisions: list[DecisionKindOut] = describe_field("What seats can owe.", [])
    columns: list[ColumnOut] = describe_field("The public numbers of seats.", [])
    colours: list[str] = describe_field("The colours of pieces.", ["white", "black"])
    paces: list[str] = describe_field("The presets of clocks.", ["normal", "fast"])
    has_standing_orders: bool = describe_field("Whether answers can be given ahead.", True)
    rules: str = describe_field("The rules as Markdown, in your language.", "# Conquest")

"""Another game beside the real ones, so that the site is tested with more than one.

It is Conquest under another name, with two sides of its own, options of every kind, seats by
lot, two levels of house players, and turns as all that is asked.
"""

from __future__ import annotations

from dataclasses import replace

from conquest.core import BotLevel, Column, Fault, Option, Options, Phrase, Seating, TableLayout
from conquest.registry import AnyRules
from conquest.rulesets.conquest import RULES

SEATS = ("south", "west")
COLUMNS = (
    Column("kings", Phrase("Kings"), Phrase("%(n)s king"), Phrase("%(n)s kings"), lasting=True),
    Column("pieces", Phrase("Men"), Phrase("%(n)s man"), Phrase("%(n)s men"), is_main=True),
)
OPTIONS = (
    Option(
        "flying",
        Phrase("How kings move"),
        ((False, Phrase("one field")), (True, Phrase("as far as they like"))),
        about=Phrase("Flying kings make short games."),
    ),
    Option(
        "leap", Phrase("How far kings fly"), between=(2, 9), start=4, only_if={"flying": (True,)}
    ),
    Option(
        "draw",
        Phrase("Draws"),
        (("agreed", Phrase("as agreed")), ("never", Phrase("never")), ("quiet", Phrase("quiet"))),
    ),
    Option(
        "turns", Phrase("Quiet turns"), between=(10, 99), start=40, only_if={"draw": ("quiet",)}
    ),
    Option("must", Phrase("Captures"), ((True, Phrase("must be made")), (False, Phrase("may be")))),
    Option("lots", Phrase("Sides"), ((False, Phrase("chosen")), (True, Phrase("drawn by lot")))),
)


def table(options: Options) -> TableLayout:
    """Return the two sides, drawn by lot where an option wants it.

    :raises Fault: for far flights where draws are never.
    """
    if options.get("leap", 0) > 6 and options.get("draw") == "never":
        raise Fault(Phrase("Kings that fly %(n)s fields need draws.", n=options["leap"]))
    sides = tuple((seat,) for seat in SEATS)
    return TableLayout("four-islands", SEATS, sides, lots=bool(options.get("lots")))


def rules() -> AnyRules:
    """Return the rules of the other game."""
    level = RULES.composing.levels[0]
    strong = BotLevel("strong", Phrase("strong"), level.propose_orders)
    judgement = replace(
        RULES.judgement,
        decision_kinds={"turn": RULES.judgement.decision_kinds["turn"]},
        start_game=lambda _options, numbers: RULES.judgement.start_game(
            {"seats": list(SEATS)}, numbers
        ),
    )
    return replace(
        RULES,
        slug="checkers",
        title=Phrase("Checkers"),
        seating=Seating(
            seats=SEATS,
            names={"south": Phrase("Light"), "west": Phrase("Dark")},
            colours={"white": Phrase("white"), "black": Phrase("black")},
            options=OPTIONS,
            table_layout=table,
        ),
        judgement=judgement,
        standing=None,
        composing=replace(
            RULES.composing, levels=(replace(level, name="weak", title=Phrase("weak")), strong)
        ),
        telling=replace(
            RULES.telling,
            columns=COLUMNS,
            rules_text=lambda _language: (
                "# Checkers\n\nA game for two on dark fields.\n\n## Moves\n\nForward."
            ),
            lessons_text=lambda _language: "",
            sample_game=lambda: None,
        ),
    )

"""Grand Conquest, the second game of the family: camels, building, catapults, siege engines."""

from __future__ import annotations

from typing import ClassVar

from conquest.core import Option, Phrase
from conquest.islands import family
from conquest.islands.laws import Laws
from conquest.rulesets.grand_conquest.events import EVENTS
from conquest.rulesets.grand_conquest.laws import LAWS
from conquest.rulesets.grand_conquest.model import GrandState


class GrandConquestState(GrandState, frozen=True, kw_only=True):
    """A game of Grand Conquest at one moment."""

    laws: ClassVar[Laws[GrandState]] = LAWS


BUILDING = Option(
    "building",
    Phrase("Whether pieces are built"),
    (
        (True, Phrase("chariots, catapults and siege engines are built")),
        (False, Phrase("nothing is built, for a first game")),
    ),
)

RULES = family.build_ruleset(
    "grand-conquest", GrandConquestState, (BUILDING,), __file__, events=EVENTS
)

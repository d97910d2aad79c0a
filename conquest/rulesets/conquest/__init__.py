"""Conquest, the game of Donald Benge (1972), for two to four players."""

from __future__ import annotations

from typing import ClassVar

from conquest.core import Option, Phrase
from conquest.islands import family
from conquest.islands.laws import Laws
from conquest.islands.model import State
from conquest.rulesets.conquest.laws import LAWS


class ConquestState(State, frozen=True, kw_only=True):
    """A game of Conquest at one moment."""

    laws: ClassVar[Laws[State]] = LAWS


LAST_TWO = Option(
    "last_two",
    Phrase("What counts when few pieces are left"),
    (("all", Phrase("all pieces")), ("land", Phrase("land pieces only"))),
)

RULES = family.build_ruleset("conquest", ConquestState, (LAST_TWO,), __file__, events={})

"""A rule set: one value that holds all parts of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Generic

from conquest.core.art import Artist
from conquest.core.campaign import Campaign
from conquest.core.composing import Composing
from conquest.core.judgement import Event, Json, Judgement, Order, State
from conquest.core.knowledge import Knowledge
from conquest.core.notation import Notation
from conquest.core.phrases import Phrase
from conquest.core.seating import Seating
from conquest.core.standing_orders import StandingOrders
from conquest.core.telling import Telling


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet(Generic[State, Event, Order]):
    """A game: who plays it, what its rules say, how orders are written, who may know what, how
    turns are composed, how it is described and drawn, its standing orders, and the missions that
    one person can play alone."""

    slug: str
    title: Phrase
    seating: Seating
    judgement: Judgement[State, Event, Order]
    notation: Notation[State, Order]
    knowledge: Knowledge[State, Event]
    composing: Composing[State]
    telling: Telling[State, Event]
    art: Artist
    standing: StandingOrders[State, Order] | None = None
    campaign: Campaign[State, Event] | None = None

    def table_of(self, view: Json) -> Json:
        """Return the part of a view that describes the table, as in a case of the judge."""
        keys = ("board", "options") if self.seating.is_board_named else ("options",)
        return {key: view[key] for key in keys if key in view}


def fold(
    rules: RuleSet[State, Event, Order], state: State | None, events: Iterable[Event]
) -> State:
    """Return ``state`` after ``events``; ``None`` is a game that has not started."""
    return reduce(rules.judgement.evolve, events, state)  # type: ignore[return-value]

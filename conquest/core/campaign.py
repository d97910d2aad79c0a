"""A campaign: missions for one person against bots, with special rules and stars."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic

from conquest.core.chance import Numbers
from conquest.core.judgement import Event, State
from conquest.core.phrases import Phrase
from conquest.core.seating import Seat

MOST_STARS = 3
"""The stars for a mission that is won as well as it can be."""


@dataclass(frozen=True, slots=True)
class MissionResult:
    """How a mission ended: ``why`` in a sentence, after how many ``rounds``, with how many
    ``stars``; a lost mission has 0."""

    is_won: bool
    why: Phrase
    rounds: int
    stars: int


@dataclass(frozen=True, slots=True)
class MissionStage(Generic[State]):
    """A mission at one moment: its position, the ``round`` from 1, the ``counts`` of its special
    rules by their names, and its ``result`` once it is over."""

    state: State
    round: int = 1
    counts: Mapping[str, int] = field(default_factory=dict)
    result: MissionResult | None = None


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission as a page offers it: ``seat`` is the person's; bots play all others.

    ``name`` is a word for files. ``goal`` says what the person has to achieve, ``rules`` are the
    special rules, ``stars`` says what each number of stars is given for, the fewest first.
    ``places`` are fields that matter to the goal. The mission ends after ``limit`` rounds at the
    latest.
    """

    number: int
    name: str
    board: str
    seat: Seat
    goal: Phrase
    rules: tuple[Phrase, ...]
    stars: tuple[Phrase, ...]
    places: tuple[str, ...]
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign(Generic[State, Event]):
    """The missions of a game; functions are pure and know missions by their numbers, from 1.

    ``begin_mission`` sets a mission up, with numbers of its own for what is dealt by lot.
    ``play_orders`` carries out a seat's orders and returns all events, those of special rules
    included, and the stage after them, or raises ``Refused``. ``propose_orders`` returns what a
    bot hands in, from what its seat knows; its ``numbers`` only vary the bot's choice. Events are
    applied to a state as those of a game are. ``missions_text`` returns Markdown in a language.
    """

    missions: tuple[Mission, ...]
    missions_text: Callable[[str], str]
    begin_mission: Callable[[int, Numbers], MissionStage[State]]
    play_orders: Callable[
        [int, MissionStage[State], Seat, str, Numbers],
        tuple[tuple[Event, ...], MissionStage[State]],
    ]
    propose_orders: Callable[[int, MissionStage[State], Seat, Numbers], str]

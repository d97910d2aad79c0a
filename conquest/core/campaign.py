"""A campaign: missions for one person against the house, with special rules and stars."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic

from conquest.core.chance import Numbers
from conquest.core.judgement import Event, State
from conquest.core.phrases import Phrase
from conquest.core.seating import Seat

MOST_STARS = 3


@dataclass(frozen=True, slots=True)
class MissionResult:
    """How a mission ended: ``why`` in a sentence, after how many ``rounds``, with how many
    ``stars``, which are none for who has lost."""

    is_won: bool
    why: Phrase
    rounds: int
    stars: int


@dataclass(frozen=True, slots=True)
class MissionStage(Generic[State]):
    """A mission at one moment: its position, the ``round`` from 1, what its special rules have
    counted, by names of their own, and its ``result`` once it is over."""

    state: State
    round: int = 1
    counts: Mapping[str, int] = field(default_factory=dict)
    result: MissionResult | None = None


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission as a page offers it: ``seat`` is the person's, all others are the house's.

    ``name`` is a word for files. ``goal`` says what is to be done, ``rules`` which special ones
    there are, ``stars`` what each number of stars is given for, the fewest first. ``places``
    are fields that matter to the goal. It is over after ``limit`` rounds at the latest.
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
    ``play_orders`` is its judgement: it carries a seat's orders out, gives all that happens,
    special rules included, and the stage after it, or raises ``Refused``. ``propose_orders`` is
    what a house seat hands in, from its own knowledge; ``numbers`` are its whims there. Events
    carry a state on as those of a game do. ``missions_text`` is Markdown in a language.
    """

    missions: tuple[Mission, ...]
    missions_text: Callable[[str], str]
    begin_mission: Callable[[int, Numbers], MissionStage[State]]
    play_orders: Callable[
        [int, MissionStage[State], Seat, str, Numbers],
        tuple[tuple[Event, ...], MissionStage[State]],
    ]
    propose_orders: Callable[[int, MissionStage[State], Seat, Numbers], str]

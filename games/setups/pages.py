"""The visitor's own set-ups on the page of a game: those that fit, and the one that can be
saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from accounts.models import Person
from conquest import registry
from conquest.core import Choice
from games import board, options, queries
from games.models import Game, SetUp
from games.planner.composer import PlanLinks
from games.play.knowledge import KnownGame, known_opening, mask_state
from games.setups import collection


@dataclass(frozen=True, slots=True)
class KeptSetUp:
    """A saved set-up of the visitor, as orders for their seat."""

    setup: SetUp
    text: str

    @property
    def choice(self) -> Choice:
        return collection.setup_choice(self.setup, self.text)


@dataclass(frozen=True, slots=True)
class SetUpPanel:
    """The visitor's set-ups that fit ``here``; the ``text`` of a whole set-up that they could save,
    or the ``same`` one that is saved already."""

    here: tuple[KeptSetUp, ...]
    text: str
    same: SetUp | None
    links: PlanLinks

    @property
    def setup_links(self) -> list[tuple[SetUp, str]]:
        """The set-ups that fit, each with the URL of the plan that it makes."""
        return [(kept.setup, self.links.plan_url(kept.text)) for kept in self.here]


def usable_setups(visit: queries.Visit, known: KnownGame) -> tuple[KeptSetUp, ...]:
    """Return the visitor's saved set-ups that could be set up now."""
    if visit.person is None or visit.viewer is None or known.rules.composing.patterns is None:
        return ()
    fitting = collection.fitting_setups(visit.person, known.rules, known.state)
    orders = collection.setup_orders(known.rules, known.state, visit.viewer, fitting)
    return tuple(KeptSetUp(setup, text) for setup, text in orders)


def setup_panel(
    visit: queries.Visit,
    known: KnownGame,
    text: str,
    here: tuple[KeptSetUp, ...],
    keep: Mapping[str, str] | None = None,
) -> SetUpPanel | None:
    """Return what the panel shows of set-ups beside a text of the visitor, None if nothing."""
    if visit.person is None or visit.viewer is None:
        return None
    pattern = collection.pattern_of(known.rules, known.state, visit.viewer, text)
    if not here and not pattern:
        return None
    alike = collection.fitting_setups(visit.person, known.rules, known.state).filter(
        pattern=pattern
    )
    same = alike.first() if pattern else None
    links = PlanLinks(known.rules, keep=keep or {}, author=visit.author)
    return SetUpPanel(here, "" if same else pattern and text, same, links)


@dataclass(frozen=True, slots=True)
class SetUpShelf:
    """A person's set-ups for games of one kind, each drawn if the rules still know it."""

    game: Game
    setups: tuple[tuple[SetUp, board.BoardPicture | None], ...]

    @property
    def kind(self) -> str:
        """The options that tell this kind of game from others of its rule set, in words."""
        offered = [
            option for option in self.game.rules.seating.options if option.name in self.game.options
        ]
        return ", ".join(
            answer for _title, answer in options.changed_options(offered, self.game.options)
        )


def setup_shelves(person: Person) -> list[SetUpShelf]:
    """Return all saved set-ups of a person, by rule set and kind."""
    known = (
        setup
        for setup in collection.setups_of_person(person)
        if setup.ruleset in registry.find_rulesets()
    )
    # ``groupby`` needs them sorted; the query sorts by rule set and kind.
    grouped = groupby(known, lambda setup: (setup.ruleset, setup.kind))
    return [_setup_shelf(tuple(those)) for _key, those in grouped]


def _setup_shelf(rows: tuple[SetUp, ...]) -> SetUpShelf:
    return SetUpShelf(_fitting_table(rows[0]), tuple((setup, draw_setup(setup)) for setup in rows))


def draw_setup(setup: SetUp) -> board.BoardPicture | None:
    """Draw a set-up alone on its board, as the first seat would see it."""
    game = _fitting_table(setup)
    begun, seat = known_opening(game), game.rules.seating.seats[0]
    for _setup, text in collection.setup_orders(game.rules, begun.state, seat, [setup]):
        state = game.rules.composing.sketch(begun.state, seat, text).state
        return board.board_picture(game, (), mask_state(game.rules, state, seat))
    return None


def _fitting_table(setup: SetUp) -> Game:
    """Return an unsaved table of the kind that a set-up fits."""
    rules = registry.get_ruleset(setup.ruleset)
    patterns = rules.composing.patterns
    chosen = dict(patterns.table_options(setup.kind)) if patterns else {}
    where = rules.seating.table_layout(chosen).board
    return Game(ruleset=setup.ruleset, options=chosen, board=where)

"""Cards of all games, each with a small picture and a sentence, to choose one from."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from conquest import registry
from conquest.core import BotLevel, Fault, Phrase
from conquest.registry import AnyRules
from games import board
from games.board import BoardPicture
from games.learn import examples, rulebook, samples
from games.models import Game
from games.play.knowledge import known_opening


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game that can be chosen.

    ``board`` shows the middle of its sample game, or how it begins; ``levels`` are the strengths of
    its bots. ``game`` is not saved in the database. ``players`` are the numbers of players, fewest
    first; ``turns`` is how many turns its sample game took, 0 without one.
    """

    slug: str
    title: Phrase
    introduction: str
    game: Game
    board: BoardPicture
    levels: tuple[BotLevel, ...]  # type: ignore[type-arg]
    players: tuple[int, ...]
    turns: int

    @property
    def minutes(self) -> int:
        """How long a game takes in one sitting against the house: about a minute for each own turn,
        in quarters of an hour."""
        return 15 * math.ceil(self.turns / len(self.game.rules.seating.table_layout({}).seats) / 15)

    @property
    def weeks(self) -> int:
        """How long a game takes by letter, at about two turns a day of all players together."""
        return math.ceil(self.turns / 2 / 7)


def game_cards(language: str) -> list[GameCard]:
    """Return a card for every game, by title."""
    cards = [game_card(slug, language) for slug, _title in registry.ruleset_choices()]
    return sorted(cards, key=lambda card: str(card.title))


def game_card(slug: str, language: str) -> GameCard:
    """Return the card of a game."""
    rules, part = registry.get_ruleset(slug), samples.sample_part(slug)
    return GameCard(
        slug=slug,
        title=rules.title,
        introduction=rulebook.introduction(slug, language),
        game=examples.unsaved_game(rules, rules.seating.table_layout({}).board)[0],
        board=samples.draw_sample(slug) or _draw_opening(slug),
        levels=rules.composing.levels,
        players=_player_counts(rules),
        turns=part.turns if part else 0,
    )


def _player_counts(rules: AnyRules) -> tuple[int, ...]:
    """Return how many can play a game, by any of its options."""
    tables = [
        {},
        *({each.name: value} for each in rules.seating.options for value, _ in each.choices),
    ]
    counts = set[int]()
    for options in tables:
        with suppress(Fault):
            counts.add(len(rules.seating.table_layout(options).seats))
    return tuple(sorted(counts))


@cache
def _draw_opening(slug: str) -> BoardPicture:
    """Draw how a game with default options begins."""
    rules = registry.get_ruleset(slug)
    game, seats = examples.unsaved_game(rules, rules.seating.table_layout({}).board)
    return board.board_picture(game, seats, known_opening(game).state)

"""Cards of all games, each with a small picture and a sentence, to choose one from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from conquest import registry
from conquest.core import BotLevel, Phrase
from games import board
from games.board import BoardPicture
from games.learn import examples, rulebook
from games.models import Game
from games.play.knowledge import known_opening


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game that can be chosen.

    ``board`` shows how a game begins, ``levels`` are the strengths of its bots. ``game`` is not
    saved in the database.
    """

    slug: str
    title: Phrase
    introduction: str
    game: Game
    board: BoardPicture
    levels: tuple[BotLevel, ...]  # type: ignore[type-arg]


def game_cards(language: str) -> list[GameCard]:
    """Return a card for every game, by title."""
    cards = [game_card(slug, language) for slug, _title in registry.ruleset_choices()]
    return sorted(cards, key=lambda card: str(card.title))


def game_card(slug: str, language: str) -> GameCard:
    """Return the card of a game."""
    rules = registry.get_ruleset(slug)
    return GameCard(
        slug=slug,
        title=rules.title,
        introduction=rulebook.introduction(slug, language),
        game=examples.unsaved_game(rules, rules.seating.table_layout({}).board)[0],
        board=_draw_opening(slug),
        levels=rules.composing.levels,
    )


@cache
def _draw_opening(slug: str) -> BoardPicture:
    """Draw how a game with default options begins."""
    rules = registry.get_ruleset(slug)
    game, seats = examples.unsaved_game(rules, rules.seating.table_layout({}).board)
    return board.board_picture(game, seats, known_opening(game).state)

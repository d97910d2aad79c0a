"""Games by the names that people write: their titles in any language, or their slugs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from conquest import registry


def split_game_name(text: str) -> tuple[str, str]:
    """Return the slug of the game that a text begins with, "" for none, and the rest of the
    text."""
    plain = " ".join(text.split())
    for name, slug in _games_by_name():
        begin, rest = plain[: len(name)], plain[len(name) :]
        if begin.casefold() == name and rest[:1] in ("", " "):
            return slug, rest.strip()
    return "", plain


def list_games() -> list[tuple[str, str]]:
    """Return slug and title of each game, in the active language."""
    return [(slug, title.translate_with(_)) for slug, title in registry.ruleset_choices()]


@cache
def _games_by_name() -> tuple[tuple[str, str], ...]:
    """Return the names of all games, the longest first: one may begin like another."""
    return tuple(sorted(_list_names(), key=lambda pair: -len(pair[0])))


def _list_names() -> Iterator[tuple[str, str]]:
    for language, _name in settings.LANGUAGES:
        with override(language):
            for slug, title in list_games():
                yield title.casefold(), slug
                yield slug.replace("-", " "), slug
                yield slug, slug

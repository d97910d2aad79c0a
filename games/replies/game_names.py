"""Games and paces by the names that people write, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from conquest import registry
from games import labels
from games.play.clock import PRESETS

Names = tuple[tuple[str, str], ...]

NUMBERS = {"two": 2, "zwei": 2, "zweit": 2, "three": 3, "drei": 3, "dritt": 3, "four": 4,
           "vier": 4, "viert": 4, "2": 2, "3": 3, "4": 4}  # fmt: skip
PLAYERS = re.compile(
    r"(?:(?:for|with|für|mit|zu) )?(?P<number>[a-z]+|\d)"
    r"(?: (?:players|people|spielern?|personen|leuten?))?(?: |$)",
    re.IGNORECASE,
)


def split_game_name(text: str) -> tuple[str, str]:
    """Return the slug of the game that a text begins with, "" for none, and the rest of the
    text."""
    return _split_name(text, _game_names())


def split_pace_name(text: str) -> tuple[str, str]:
    """Return the preset of the pace that a text begins with, "" for none, and the rest."""
    return _split_name(text, _pace_names())


def split_players(text: str) -> tuple[int | None, str]:
    """Return how many play, as a text that follows the name of a game begins with it, ``None`` if
    it does not, and the rest of the text."""
    match = PLAYERS.match(text)
    count = match and NUMBERS.get(match["number"].casefold())
    return (count, text[match.end() :]) if match and count else (None, text)


def list_games() -> list[tuple[str, str]]:
    """Return slug and title of each game, in the active language."""
    return [(slug, title.translate_with(_)) for slug, title in registry.ruleset_choices()]


def list_paces() -> list[tuple[str, str]]:
    """Return each preset pace with its name in the active language: "Leisurely"."""
    named = ((preset, labels.pace_label(preset, ())) for preset in PRESETS)
    return [(preset, label.partition(":")[0]) for preset, label in named]


def _split_name(text: str, names: Names) -> tuple[str, str]:
    plain = " ".join(text.split())
    for name, key in names:
        begin, rest = plain[: len(name)], plain[len(name) :]
        if begin.casefold() == name and rest[:1] in ("", " "):
            return key, rest.strip()
    return "", plain


@cache
def _game_names() -> Names:
    return _longest_first(_list_game_names())


@cache
def _pace_names() -> Names:
    return _longest_first(_list_pace_names())


def _longest_first(names: Iterable[tuple[str, str]]) -> Names:
    """Return names so that of two that begin alike the longer one is found."""
    return tuple(sorted(set(names), key=lambda pair: (-len(pair[0]), pair)))


def _list_game_names() -> Iterator[tuple[str, str]]:
    for language, _name in settings.LANGUAGES:
        with override(language):
            for slug, title in list_games():
                yield from ((title.casefold(), slug), (slug.replace("-", " "), slug), (slug, slug))


def _list_pace_names() -> Iterator[tuple[str, str]]:
    for language, _name in settings.LANGUAGES:
        with override(language):
            for preset, name in list_paces():
                yield from ((name.casefold(), preset), (preset, preset))

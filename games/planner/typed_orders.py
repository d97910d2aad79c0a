"""Orders as people type them, normalised before they are read.

The grammar of a game is strict, since records are written in it. Phones make long dashes, curly
quotes and full stops of their own accord; people draw arrows. Comments stay as they are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.utils.translation import get_language

from conquest import registry
from conquest.core import Notation

COMMENT = "#"
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\uff0d"
ARROWS = "\u2190\u2192\u21d2\u27a1\u2794\u279c"
QUOTES = "\"'`\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a"
BLANKS = "\u00a0\u2002\u2003\u2009\u202f\u3000\t"
HIDDEN = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff"
SIGNS = str.maketrans(
    {
        **dict.fromkeys(DASHES + ARROWS, "-"),
        **dict.fromkeys(QUOTES + HIDDEN, ""),
        **dict.fromkeys(BLANKS, " "),
        "\u00d7": "x",
        "\u2026": "",
    }
)
# Possessive: a long run of blanks or signs is scanned once, so that no text takes quadratic time.
ARROW = re.compile(r"(?:(?<!\s)\s++)?(?:-++>|(?<!=)=++>|-{2,}+)\s*+")
STOP = re.compile(r"\.\s*$")
WORD = re.compile(r"(?<![^\W_])[^\W\d_]{2,}+(?!\d)")
GERMAN = "de"


def normalize_orders(text: str) -> str:
    """Return orders with look-alike signs and German words replaced by those of the grammar."""
    return "\n".join(_normalize_line(line) for line in text.splitlines())


def localize_orders(text: str, notation: Notation[Any, Any]) -> str:
    """Return orders in the words that the reader may type, German ones for Germans."""
    is_german = (get_language() or "").startswith(GERMAN)
    return _replace_words(text, _german_by_word(notation)) if is_german else text


def changed_text(text: str, typed: str) -> str:
    """Return a text that differs from what was typed, "" if it does not."""
    return "" if text.split() == typed.split() else text


def german_words(notation: Notation[Any, Any]) -> tuple[str, ...]:
    """Return the German words that Germans read in orders, one for each of the grammar."""
    return tuple(reversed(_german_by_word(notation).values()))


def _german_by_word(notation: Notation[Any, Any]) -> dict[str, str]:
    # The first German word for each of the grammar counts.
    return {word: german for german, word in reversed(list(notation.german.items()))}


# Of all games: forms are read before it is known which game they are for.
@cache
def _german_words() -> Mapping[str, str]:
    words: dict[str, str] = {}
    for slug, _title in registry.ruleset_choices():
        words |= registry.get_ruleset(slug).notation.german
    return words


def _replace_words(text: str, words: Mapping[str, str]) -> str:
    return WORD.sub(lambda found: words.get(found[0].casefold(), found[0]), text)


def _normalize_line(line: str) -> str:
    orders, mark, comment = line.partition(COMMENT)
    # NFKC makes plain signs of full-width ones, and a semicolon of the Greek question mark.
    plain = ARROW.sub("-", unicodedata.normalize("NFKC", orders.translate(SIGNS)))
    # The comment is the author's own prose; only the orders before it are notation.
    return STOP.sub("", _replace_words(plain, _german_words())) + mark + comment

"""Lines that say who has written what is quoted: "On Monday, … wrote:", "Am Montag … schrieb:"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

MAX_LINES = 4  # over which programs wrap one
MAX_CHARS = 250  # of a line

BEGINNINGS = ("On ", "Am ", "Quoting ", "Zitat von ", "Le ", "Il ", "El ", "Op ", "Den ")
VERB = re.compile(
    "wrote|writes|Quoting |schrieb|schreibt|geschrieben|Zitat von "
    "|a écrit|ha scritto|escribió|schreef|skrev"
)
DATE = re.compile(r"\d[.:/-]\d\d|\d{4}")


class _Signs(NamedTuple):
    """What of an attribution is in some lines; ``marks`` are their ">" without a "<"."""

    has_verb: bool = False
    has_address: bool = False
    has_date: bool = False
    marks: int = 0

    def is_whole(self, *, is_above_quote: bool) -> bool:
        """Whether these are all lines of an attribution."""
        if self.marks > 0:
            return False
        if self.has_verb:
            return is_above_quote or self.has_address or self.has_date
        return is_above_quote and self.has_address


def count_attribution_lines(lines: Sequence[str], last: int, *, is_above_quote: bool) -> int:
    """Return how many lines say who wrote what is quoted below the line ``last``; 0 if it ends
    nothing of that kind."""
    if lines[last][-1:] != ":" or (lines[last][0] == ">" and not _is_cut_address(lines, last)):
        return 0
    signs, found = _Signs(), 0
    for count in range(1, min(MAX_LINES, last + 1) + 1):
        line = lines[last + 1 - count]
        if not line or len(line) > MAX_CHARS or (line[0] == ">" and count > 1):
            break
        signs = _add_signs(signs, _read_signs(line))
        if signs.is_whole(is_above_quote=is_above_quote):
            if line.startswith(BEGINNINGS):
                return count
            found = found or count
    return found


def has_words_behind(line: str) -> bool:
    """Whether an attribution is followed by what it quotes in the same line, as Yahoo of phones
    writes it."""
    start = line[:MAX_CHARS]
    if not start.startswith(BEGINNINGS):
        return False
    return "> wrote: " in start or (">: " in start and VERB.search(start) is not None)


def _is_cut_address(lines: Sequence[str], number: int) -> bool:
    """Whether a line begins with the ">" of an address above it, where Gmail has cut it off."""
    return number > 0 and lines[number - 1].count("<") > lines[number - 1].count(">")


# Asked for again with each of the next lines.
@lru_cache(maxsize=MAX_LINES)
def _read_signs(line: str) -> _Signs:
    return _Signs(
        VERB.search(line) is not None,
        "@" in line,
        DATE.search(line) is not None,
        line.count(">") - line.count("<"),
    )


def _add_signs(one: _Signs, other: _Signs) -> _Signs:
    return _Signs(
        one.has_verb or other.has_verb,
        one.has_address or other.has_address,
        one.has_date or other.has_date,
        one.marks + other.marks,
    )

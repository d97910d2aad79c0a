"""What each line of a mail is: its author's, or a quote, or made by a program."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from inbox.reading import attributions, bars, footers

MIN_UNDERLINE = 5
UNSEEN_CHARS = 4  # of a headline with two names, which are underlined, too
MIN_RULE = 20  # underscores above what Outlook quotes, and above the footers of mailing lists


class LineKind(Enum):
    """``ATTRIBUTION`` tells who wrote what is quoted below, ``BAR`` is Outlook's way of it.
    ``SIGNATURE`` begins a signature, ``FOOTER`` is a sentence of a program. ``HEADLINE`` begins a
    letter of ours that is copied without any mark."""

    EMPTY = auto()
    TEXT = auto()
    QUOTE = auto()
    ATTRIBUTION = auto()
    BAR = auto()
    SIGNATURE = auto()
    FOOTER = auto()
    HEADLINE = auto()


def classify_lines(lines: Sequence[str]) -> list[LineKind]:
    """Return the kind of each line; the lines have no blanks around them."""
    kinds = [_kind_alone(line) for line in lines]
    for head in bars.find_heads(lines):
        kinds[head.start : head.stop] = [LineKind.BAR] * len(head)
    below = LineKind.EMPTY
    for number in range(len(lines) - 1, -1, -1):
        if kinds[number] in (LineKind.TEXT, LineKind.QUOTE):
            _mark_lines(lines, kinds, number, below)
        if kinds[number] is not LineKind.EMPTY:
            below = kinds[number]
    return kinds


def _kind_alone(line: str) -> LineKind:
    """Return the kind of a line as far as it does not depend on the lines around it."""
    if not line:
        return LineKind.EMPTY
    if line[0] == ">":
        return LineKind.QUOTE
    if line == "--" or (line[0] == "_" and len(line) >= MIN_RULE and not line.strip("_")):
        return LineKind.SIGNATURE
    if bars.is_title(line):
        return LineKind.BAR
    return LineKind.FOOTER if footers.is_footer(line) else LineKind.TEXT


def _mark_lines(lines: Sequence[str], kinds: list[LineKind], number: int, below: LineKind) -> None:
    """Set the kind of a line that ends an attribution, a footer or a headline, and of the lines
    above it that belong to it. ``below`` is the kind of the next line that is not empty."""
    line, above = lines[number], lines[number - 1] if number else ""
    if count := attributions.count_attribution_lines(
        lines, number, is_above_quote=below is LineKind.QUOTE
    ):
        kinds[number + 1 - count : number + 1] = [LineKind.ATTRIBUTION] * count
    elif attributions.has_words_behind(line):
        kinds[number] = LineKind.ATTRIBUTION
    elif kinds[number] is LineKind.QUOTE:
        return
    elif below is LineKind.FOOTER and not line.strip("-"):
        kinds[number] = LineKind.SIGNATURE
    elif footers.is_wrapped_footer(above, line):
        kinds[number - 1 : number + 1] = [LineKind.FOOTER] * 2
    elif _is_underline(line, above):
        kinds[number - 1 : number + 1] = [LineKind.HEADLINE] * 2


def _is_underline(line: str, above: str) -> bool:
    """Whether a line underlines the headline of a letter, see ``mail/layout.py``."""
    if line[0] != "=" or line.strip("=") or len(line) < MIN_UNDERLINE:
        return False
    return len(line) <= len(above) + UNSEEN_CHARS

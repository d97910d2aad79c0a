"""What the author of a mail has written, and nothing that they answer."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage

from inbox.reading.line_kinds import LineKind, classify_lines
from inbox.reading.text_parts import read_text

LINK = "://"


def read_new_text(message: EmailMessage) -> str:
    """Return what the author has written, above, below and between what they quote, with "\\n" as
    line ends and at most one empty line in a row.

    :raises UnreadableMailError: if there are too many lines, or tags of HTML.
    """
    lines = [line.strip() for line in read_text(message).split("\n")]
    return "\n".join(_select_lines(lines)).strip("\n")


def _select_lines(lines: Sequence[str]) -> list[str]:
    kinds = classify_lines(lines)
    selected, is_signature = [""], False
    for number in range(_find_copy(lines, kinds)):
        kind = kinds[number]
        if kind is LineKind.SIGNATURE:
            is_signature = True
        elif kind in (LineKind.QUOTE, LineKind.ATTRIBUTION, LineKind.BAR):
            is_signature = False
        line = lines[number] if kind is LineKind.TEXT and not is_signature else ""
        if line or selected[-1]:
            selected.append(line)
    return selected


def _find_copy(lines: Sequence[str], kinds: Sequence[LineKind]) -> int:
    """Return the number of the line where a copy of our letter begins that is not marked line by
    line; the number of all lines if there is none.

    What stands unmarked below an attribution is a copy if it has a link, as each of our letters
    has; else somebody has taken the quote away, and written below what was left.
    """
    start, below, has_link = len(lines), LineKind.EMPTY, False
    for number in range(len(lines) - 1, -1, -1):
        match kinds[number]:
            case LineKind.HEADLINE:
                start = number
            case LineKind.BAR if below is not LineKind.QUOTE:
                start = number
            case LineKind.ATTRIBUTION if below is not LineKind.QUOTE and has_link:
                start = number
            case LineKind.TEXT:
                below, has_link = LineKind.TEXT, has_link or LINK in lines[number]
            case LineKind.SIGNATURE:
                below, has_link = LineKind.SIGNATURE, False
            case LineKind.QUOTE:
                below = LineKind.QUOTE
    return start

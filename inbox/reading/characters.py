"""Characters as a person sees them: one kind of blank, one kind of line end, nothing unseen."""

from __future__ import annotations

import re

LINE_ENDS = "\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
# Blanks of a width of their own, and the one where no line is broken.
BLANKS = "\t\xa0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
# Soft hyphens, blanks without width, marks of direction.
UNSEEN = "\xad\u180e\u200b\u200e\u200f\u2060\ufeff" + "".join(
    map(chr, [*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
)
CONTROLS = "".join(map(chr, [*range(10), *range(14, 28), 31, *range(127, 160)]))
PLAIN = {
    **dict.fromkeys(map(ord, CONTROLS + UNSEEN)),
    **dict.fromkeys(map(ord, BLANKS), " "),
    **dict.fromkeys(map(ord, LINE_ENDS), "\n"),
}
EMPTY_LINES = re.compile(r"\n(?: *\n){2,}+")


def plain_text(text: str) -> str:
    """Return a text in plain characters, with at most one empty line in a row."""
    plain = text.replace("\r\n", "\n").translate(PLAIN)
    return EMPTY_LINES.sub("\n\n", plain)

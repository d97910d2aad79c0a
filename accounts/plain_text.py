"""What somebody has typed as the others read it: nothing in it that hides, covers or turns what
stands beside it. Pure."""

from __future__ import annotations

import re
import unicodedata

from accounts.names import JOINERS, is_visible_sign

LINE_ENDS = re.compile("\r\n|[\r\v\f\x1c\x1d\x1e\x85\u2028\u2029]")
MANY_LINES = re.compile("\n{3,}")
MOST_MARKS = 2  # on one letter, of those that any script uses
MOST_MARKS_OF_A_SCRIPT = 4  # Burmese and Tibetan have as many
# Marks that go on letters of any script: with these texts are made to run over other lines.
COMMON_MARKS = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
)
# Mail programs make links of what looks like an address, with full-width signs, too.
DOT = r"[.．。｡․﹒]"
ADDRESS = re.compile(
    rf"\S*(:[/／]|www{DOT}|[@＠﹫]|\w{DOT}[^\W\d_]{{2}}|\d{DOT}\d+{DOT}\d)\S*", re.IGNORECASE
)


def clean_words(typed: str) -> str:
    """Return a text in the normal form of Unicode (NFC), with plain spaces and line ends, without
    control and invisible signs, and with few marks on one letter.

    Signs that join letters stay where their script needs them. At most one line is left empty.
    """
    text = LINE_ENDS.sub("\n", typed).replace("\t", " ")
    text = "".join(_plain_sign(text, place) for place in range(len(text)))
    text = thin_marks(unicodedata.normalize("NFC", text))
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return MANY_LINES.sub("\n\n", "\n".join(lines)).strip("\n")


def _plain_sign(text: str, place: int) -> str:
    """Return a sign as it is, a plain space for any space, or nothing for what cannot be seen."""
    sign = text[place]
    if sign == "\n":
        return sign
    if unicodedata.category(sign) == "Zs":
        return " "
    return sign if is_visible_sign(text, place) else ""


def thin_marks(text: str) -> str:
    """Return a text without the marks that are too many on one letter, or on none."""
    thinned: list[str] = []
    common = of_a_script = 0
    has_letter = False
    for sign in text:
        if sign in JOINERS:
            thinned.append(sign)  # the letter goes on after it
            continue
        if not unicodedata.category(sign).startswith("M"):
            common = of_a_script = 0
            has_letter = not sign.isspace()
        elif COMMON_MARKS.match(sign):
            common += 1
        else:
            of_a_script += 1
        is_mark = bool(common or of_a_script)
        is_heap = common > MOST_MARKS or of_a_script > MOST_MARKS_OF_A_SCRIPT
        if not (is_mark and (is_heap or not has_letter)):
            thinned.append(sign)
    return "".join(thinned)

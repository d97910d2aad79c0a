"""Numbers and letters on a board: what stands in a list has the same sign on the picture."""

from __future__ import annotations

import itertools
import string
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from conquest.core import Choice, Mark

NO_LETTER = "–"
NUMBERED = ("arrow", "path")


def number_marks(steps: Iterable[tuple[int, Iterable[Mark]]]) -> tuple[Mark, ...]:
    """Return the marks of some steps, each arrow and path with the number of its step."""
    return tuple(
        replace(mark, label=str(number)) if mark.kind in NUMBERED else mark
        for number, marks in steps
        for mark in marks
    )


def label_choices(choices: Iterable[Choice]) -> tuple[tuple[str, Choice], ...]:
    """Return each choice with its letter; what moves nothing on the board has a dash."""
    letters = itertools.cycle(string.ascii_uppercase)
    return tuple((next(letters) if one.origin else NO_LETTER, one) for one in choices)


def choice_rings(choices: Iterable[tuple[str, Choice]]) -> tuple[Mark, ...]:
    """Return a ring round each field from which a lettered choice begins, with its letters."""
    letters = defaultdict[str, list[str]](list)
    for letter, choice in choices:
        if choice.origin:
            letters[choice.origin].append(letter)
    return tuple(Mark("ring", (field,), label=" ".join(said)) for field, said in letters.items())

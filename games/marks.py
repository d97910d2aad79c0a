"""Numbers and letters on a board: an item of a list has the same label in the picture."""

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
    """Return the marks of steps, each arrow and path labelled with the number of its step."""
    return tuple(
        replace(mark, label=str(number)) if mark.kind in NUMBERED else mark
        for number, marks in steps
        for mark in marks
    )


def label_choices(choices: Iterable[Choice]) -> tuple[tuple[str, Choice], ...]:
    """Return each choice with its letter; one that moves nothing on the board has a dash."""
    letters = itertools.cycle(string.ascii_uppercase)
    return tuple((next(letters) if choice.origin else NO_LETTER, choice) for choice in choices)


def choice_rings(choices: Iterable[tuple[str, Choice]]) -> tuple[Mark, ...]:
    """Return a ring round each field where lettered choices begin, with their letters."""
    letters = defaultdict[str, list[str]](list)
    for letter, choice in choices:
        if choice.origin:
            letters[choice.origin].append(letter)
    return tuple(Mark("ring", (field,), label=" ".join(each)) for field, each in letters.items())

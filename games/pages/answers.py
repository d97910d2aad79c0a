"""The possible answers to a question, with their letters and their ways on the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from conquest.core import Choice, Mark
from games.board import BoardPicture
from games.marks import choice_rings, label_choices


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the possible answers, with the letter it has on the board, its way there, and
    perhaps a picture of its own."""

    letter: str
    choice: Choice
    way: tuple[str, ...]
    picture: BoardPicture | None = None


def candidates_of(
    choices: Iterable[Choice],
) -> list[Candidate]:
    """Return those of the choices that move something, each with a letter."""
    return [
        Candidate(letter, choice, choice.way or (choice.origin,))
        for letter, choice in label_choices(choices)
        if choice.origin
    ]


def candidate_marks(candidates: Sequence[Candidate]) -> tuple[Mark, ...]:
    """Return the ways of the answers, and rings round the pieces with their letters."""
    paths = (Mark("path", one.way) for one in candidates)
    return (*paths, *choice_rings((one.letter, one.choice) for one in candidates))

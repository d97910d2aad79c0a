"""The possible answers to a question, with their letters and their paths on the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from conquest.core import Choice, Mark
from games.board import BoardPicture
from games.marks import choice_rings, label_choices


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible answer, with its letter and path on the board, and perhaps a picture of its
    own."""

    letter: str
    choice: Choice
    way: tuple[str, ...]
    picture: BoardPicture | None = None


def candidates_of(
    choices: Iterable[Choice],
) -> list[Candidate]:
    """Return the choices that move a piece, each with a letter."""
    return [
        Candidate(letter, choice, choice.way or (choice.origin,))
        for letter, choice in label_choices(choices)
        if choice.origin
    ]


def candidate_marks(candidates: Sequence[Candidate]) -> tuple[Mark, ...]:
    """Return the paths of the answers, and rings with their letters round the pieces."""
    paths = (Mark("path", candidate.way) for candidate in candidates)
    return (*paths, *choice_rings((candidate.letter, candidate.choice) for candidate in candidates))

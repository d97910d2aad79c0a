"""What the letters of a game tell, in plain values said in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from mail.layout import Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Who reads: the zone of his clock, and where he changes or stops his letters."""

    zone: ZoneInfo
    preferences: str
    unsubscribe: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTopic:
    """The game a letter is about, as its reader knows it: ``side`` is "White (South)"."""

    rules: str
    number: int
    title: str
    side: str
    url: str

    @property
    def thread(self) -> str:
        return f"game-{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTopic:
    """The table a letter is about, before its game begins."""

    rules: str
    number: int
    title: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRequest:
    """What is wanted of the reader: ``brief`` for the subject, ``headline`` and ``reason`` for
    the letter, ``action`` for the button that leads to ``url``, the ``answers`` he may give,
    each with its letter, what is said while it ``waits``, and what comes of his ``silence``."""

    brief: str
    headline: str
    action: str
    url: str
    due_at: datetime
    waits: str
    silence: str
    reason: str = ""
    answers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedCommitment:
    """What was fixed before the game began: the ``commitment`` to the seed of its chance, "" in
    games of before there were any; and where it is told how to check it."""

    commitment: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterStep:
    """One thing that happened, with its number in the list and on the picture."""

    number: int
    sentence: str
    cost: int = 0
    notation: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterNews:
    """What happened since the reader last had a turn: what was lost in a ``summary``, every
    capture and the last steps, and where to see them all; ``is_first`` if he had none yet."""

    summary: tuple[str, ...]
    steps: tuple[LetterStep, ...]
    total: int
    url: str
    is_first: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """One row of the table of players, with what else is worth saying of the seat."""

    seat: str
    name: str
    numbers: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LetterNotice:
    """What a letter says that was done or has become so: ``brief`` in its subject, the rest
    inside; ``due_at`` is the deadline that has come of it, ``action`` what its button says, if
    there is something to do."""

    brief: str
    paragraphs: tuple[str, ...] = ()
    due_at: datetime | None = None
    action: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """How the game stands: ``points`` with their ``reasons`` and ``notes`` in sentences,
    ``columns`` head the numbers of the players, ``board`` is the position in words,
    ``pictures`` the same drawn."""

    points: str
    reasons: tuple[str, ...]
    columns: tuple[str, ...]
    players: tuple[PlayerLine, ...]
    notes: tuple[str, ...]
    board: tuple[str, ...]
    pictures: tuple[Picture, ...]

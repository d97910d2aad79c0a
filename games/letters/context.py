"""What the letters of a game say, as plain values in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from mail.layout import Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """The reader of a letter: their time zone, and the URLs where they change or stop their
    letters."""

    zone: ZoneInfo
    preferences: str
    unsubscribe: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTopic:
    """The game that a letter is about, as its reader knows it: ``side`` is "White (South)".

    ``reply_to`` is where an answer goes, "" if letters cannot be answered.
    """

    rules: str
    number: int
    title: str
    side: str
    url: str
    reply_to: str = ""

    @property
    def thread(self) -> str:
        return f"game-{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTopic:
    """The table that a letter is about, before its game begins."""

    rules: str
    number: int
    title: str
    url: str
    reply_to: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRequest:
    """What is asked of the reader: ``brief`` for the subject, ``headline`` and ``reason`` for the
    letter, ``action`` for the button that leads to ``url``, the possible ``answers``, each with its
    letter, the sentence for while it ``waits``, and what the reader's ``silence`` does; ``offered``
    says what is offered to them beside it, ``by_letter`` how to answer by letter."""

    brief: str
    headline: str
    action: str
    url: str
    due_at: datetime
    waits: str
    silence: str
    reason: str = ""
    answers: tuple[tuple[str, str], ...] = ()
    offered: tuple[str, ...] = ()
    by_letter: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedCommitment:
    """The ``commitment`` to the seed of a game's chance, "" in games older than commitments; and
    the URL of the page that says how to check it."""

    commitment: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterStep:
    """One event, with its number in the list and on the picture."""

    number: int
    sentence: str
    cost: int = 0
    notation: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterNews:
    """What happened since the reader's last turn: a ``summary`` of the losses, every capture and
    the last steps, and the URL that shows all of them; ``is_first`` if the reader has had no turn
    yet, ``is_cut`` if the ``total`` lacks others before."""

    summary: tuple[str, ...]
    steps: tuple[LetterStep, ...]
    total: int
    url: str
    is_first: bool = False
    is_cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """One row of the table of players, with further facts about the seat."""

    seat: str
    name: str
    numbers: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LetterNotice:
    """What a letter says has happened: ``brief`` in its subject, the paragraphs inside; ``due_at``
    is the deadline that follows from it, ``action`` the label of its button, if there is something
    to do, ``by_letter`` how that is done by letter."""

    brief: str
    paragraphs: tuple[str, ...] = ()
    due_at: datetime | None = None
    action: str = ""
    by_letter: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """How the game stands: ``points`` with their ``reasons`` and ``notes`` in sentences,
    ``columns`` as the heads of the players' numbers, ``board`` is the position in words,
    ``pictures`` the same drawn."""

    points: str
    reasons: tuple[str, ...]
    columns: tuple[str, ...]
    players: tuple[PlayerLine, ...]
    notes: tuple[str, ...]
    board: tuple[str, ...]
    pictures: tuple[Picture, ...]

"""What a reply says: one command by its first word, in English or German, or else orders."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MARKS = ".,:;!?"
GREETINGS = ("hi", "hello", "hey", "dear", "hallo", "liebe", "lieber", "moin", "servus", "guten")
CLOSINGS = (
    "best", "cheers", "greetings", "regards", "thanks", "thank", "kind", "yours", "sincerely",
    "gruß", "gruss", "grüße", "grüsse", "viele", "liebe", "beste", "schöne", "lg", "vg", "mfg",
    "danke", "mit",
)  # fmt: skip


class Word(StrEnum):
    """A command, by its English word."""

    YES = "yes"
    NO = "no"
    AHEAD = "ahead"
    STANDING = "standing"
    BOARD = "board"
    STATUS = "status"
    RULES = "rules"
    HELP = "help"
    DRAFT = "draft"
    NOTE = "note"
    AWAY = "away"
    BACK = "back"
    RESIGN = "resign"
    DRAW = "draw"
    JOIN = "join"
    NEW = "new"
    INVITE = "invite"


GERMAN = {
    "ja": Word.YES,
    "nein": Word.NO,
    "voraus": Word.AHEAD,
    "vorab": Word.AHEAD,
    "stehend": Word.STANDING,
    "stehende": Word.STANDING,
    "brett": Word.BOARD,
    "regeln": Word.RULES,
    "hilfe": Word.HELP,
    "entwurf": Word.DRAFT,
    "notiz": Word.NOTE,
    "abwesend": Word.AWAY,
    "weg": Word.AWAY,
    "verreist": Word.AWAY,
    "zurück": Word.BACK,
    "zurueck": Word.BACK,
    "aufgeben": Word.RESIGN,
    "remis": Word.DRAW,
    "mitspielen": Word.JOIN,
    "neu": Word.NEW,
    "einladen": Word.INVITE,
}
WORDS = {word.value: word for word in Word} | GERMAN
# What follows these is no more than courtesy; to all others it is what they are about.
ALONE = {Word.YES, Word.NO, Word.BOARD, Word.STATUS, Word.HELP, Word.BACK, Word.RESIGN, Word.DRAW}


@dataclass(frozen=True, slots=True)
class Command:
    """What a reply says: a ``word`` with its ``argument``, or orders, with no word."""

    word: Word | None
    argument: str


def read_command(text: str) -> Command | None:
    """Return what a text says, None if it says nothing."""
    lines = _without_courtesies(text)
    if not lines:
        return None
    first, _blank, rest = lines[0].partition(" ")
    word = WORDS.get(first.strip(MARKS).casefold())
    if word is None:
        return Command(None, "\n".join(lines))
    if word in ALONE:
        return Command(word, rest.strip())
    return Command(word, "\n".join([rest.strip(), *lines[1:]]).strip())


def _without_courtesies(text: str) -> list[str]:
    """Return the lines of a text without the greeting at its head and the closing at its end."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and _begins_with(lines[0], GREETINGS) and lines[0].endswith((",", "!")):
        lines = lines[1:]
    end = next((at for at, line in enumerate(lines) if at and _is_closing(line)), len(lines))
    return lines[:end]


def _is_closing(line: str) -> bool:
    return _begins_with(line, CLOSINGS) and not any(sign.isdecimal() for sign in line)


def _begins_with(line: str, words: tuple[str, ...]) -> bool:
    return line.split()[0].strip(MARKS).casefold() in words

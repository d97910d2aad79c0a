"""What a reply says: one command by its first word, in English or German, or else orders."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

MARKS = ".,:;!?\"'“”„‘’‚«»…-–—"
GREETINGS = ("hi", "hello", "hey", "dear", "hallo", "liebe", "lieber", "moin", "servus", "guten")
CLOSINGS = (
    "best", "cheers", "greetings", "regards", "thanks", "thank", "kind", "yours", "sincerely",
    "gruß", "gruss", "grüße", "grüsse", "viele", "liebe", "beste", "schöne", "lg", "vg", "mfg",
    "danke", "mit", "many", "thx", "warm", "bye", "bitte", "please", "vielen", "herzliche",
    "herzlichen", "herzlichst", "freundliche", "schönen", "schoenen", "bis", "tschüss", "ciao",
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
    EXTEND = "extend"
    JOIN = "join"
    NEW = "new"
    INVITE = "invite"
    SETUP = "setup"


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
    "verlängern": Word.EXTEND,
    "verlaengern": Word.EXTEND,
    "mitspielen": Word.JOIN,
    "neu": Word.NEW,
    "einladen": Word.INVITE,
    "aufstellung": Word.SETUP,
}
WORDS = {word.value: word for word in Word} | GERMAN
# Phones add these, some in a colour of skin.
APPROVAL = "👍👌✅🙂😊\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff\ufe0f"
# These act by themselves: nothing but courtesy may stand beside them.
ACTS = {Word.YES, Word.NO, Word.BACK, Word.RESIGN, Word.DRAW, Word.EXTEND}
# These say yes to what a preview has shown, where nothing is said beside them but thanks.
AGREEMENTS = {"ok", "o.k", "okay", "agreed", "passt", "einverstanden"}
# These may stand behind an order, in the same line.
LAST_WORDS = {"please", "thanks", "thank", "you", "bitte", "danke"}
COURTESIES = AGREEMENTS | LAST_WORDS | {
    "sure", "of", "course", "fine", "yep", "yeah", "gern", "gerne", "klar", "natürlich", "vielen",
    "dank", "jo", "much", "very", "sehr", "schön",
}  # fmt: skip
NOTHING = {"no", "none", "nothing", "nein", "keine", "nichts"}
CAREFUL = {"careful", "carefully", "vorsichtig"}
# Who writes such a word below an answer may not mean it.
DOUBTS = {
    "not", "no", "don't", "never", "wait", "but", "hold", "stop", "if", "unless", "instead",
    "actually", "later", "cancel", "nicht", "doch", "warte", "aber", "halt", "stopp", "wenn",
    "falls", "sondern", "lieber", "moment",
}  # fmt: skip
# These take lines; of all others the first line says everything.
WITH_LINES = {Word.AHEAD, Word.STANDING, Word.DRAFT, Word.SETUP}
ANSWERS = {None, Word.YES, Word.NO}
# Words that are orders, too, where rules know them.
ORDERS = {Word.DRAW, Word.RESIGN, Word.SETUP}


@dataclass(frozen=True, slots=True)
class Command:
    """What a reply says: a ``word`` with its ``argument``, or orders, with no word.

    ``ahead`` are the lines that an answer gives for what may be asked next, None without any.
    ``stray`` is the first line that does not go with the command, "" where all do. ``cut`` are the
    lines from a closing on, which are courtesies unless the rules of the game can read them. The
    ``line`` with the word is kept as it was written: rules may read it otherwise.
    """

    word: Word | None
    argument: str
    ahead: str | None = None
    stray: str = ""
    cut: tuple[str, ...] = ()
    line: str = field(default="", compare=False)


def read_command(text: str) -> Command | None:
    """Return what a text says, None if it says nothing."""
    # Some mail programs send ä as a with two dots after it.
    body, cut = _without_courtesies(unicodedata.normalize("NFC", text))
    lines = [line for line in body if line]
    if not lines:
        return None
    word, rest = _split_word(lines[0])
    more, ahead = _split_ahead(word, lines[1:])
    stray = _find_stray(word, more) or next(filter(_is_command, cut), "")
    if word in ACTS or (word is None and _is_answer(lines[0], more)):
        stray = stray or _find_doubt(body[1:], cut, more)
    if word is None:
        rest, *more = map(_without_last_courtesies, (rest, *more))
    if word is None or word in WITH_LINES:
        return Command(word, "\n".join([rest, *more]).strip(), ahead, stray, cut)
    argument = _plain_argument(word, rest)
    is_puzzling = word in ACTS and argument and not (word == Word.YES and argument in CAREFUL)
    return Command(word, argument, ahead, lines[0] if is_puzzling else stray, cut, lines[0])


def _is_answer(line: str, more: Sequence[str]) -> bool:
    return is_label(line, more) or is_agreement(line)


def is_label(line: str, more: Iterable[str]) -> bool:
    """Whether a line is the letter of an answer; with figures below it, it is part of an order."""
    return len(line.strip(MARKS + "() ")) == 1 and not any(map(has_figure, more))


def is_nothing(argument: str) -> bool:
    """Whether an argument asks for what there is to be removed: "none"."""
    return argument.strip(MARKS).casefold() in NOTHING


def is_courtesy(text: str) -> bool:
    """Whether a text says nothing but courtesies, such as "ok, thanks"."""
    return _plain_words(text) <= COURTESIES


def is_agreement(text: str) -> bool:
    """Whether a text says that its author agrees, such as "ok, thanks", and nothing else."""
    said = _plain_words(text)
    is_alone = said <= AGREEMENTS | LAST_WORDS | {"vielen", "dank"}
    return bool(said & AGREEMENTS) and is_alone and "?" not in text


def _plain_words(text: str) -> set[str]:
    words = {part.strip(MARKS + APPROVAL).casefold() for part in text.split()}
    return words - {""}


def has_figure(line: str) -> bool:
    """Whether a figure from 0 to 9 stands in a line, as in most orders."""
    return any(sign.isdecimal() for sign in line)


def _split_word(line: str) -> tuple[Word | None, str]:
    """Return the command that a line begins with and the rest, or None and the line."""
    first, *rest = line.split(maxsplit=1)
    word = WORDS.get(first.strip(MARKS).casefold())
    return (None, line) if word is None else (word, "".join(rest))


def _split_ahead(word: Word | None, lines: Sequence[str]) -> tuple[list[str], str | None]:
    """Return the lines of a command, and what its lines from the first AHEAD on say."""
    pairs = [_split_word(line) for line in lines]
    if word == Word.AHEAD:
        return [_without_ahead(line) for line in lines], None
    start = next((n for n, (found, _rest) in enumerate(pairs) if found == Word.AHEAD), None)
    if word not in ANSWERS or start is None:
        return list(lines), None
    return list(lines[:start]), "\n".join(map(_without_ahead, lines[start:])).strip()


def _without_ahead(line: str) -> str:
    word, rest = _split_word(line)
    return rest if word == Word.AHEAD else line


def _plain_argument(word: Word, rest: str) -> str:
    """Return what stands after a word; after one that acts, without courtesies."""
    if word not in ACTS:
        return rest
    words = (part.strip(MARKS).casefold() for part in rest.split())
    return " ".join(part for part in words if part and part not in COURTESIES)


def _find_stray(word: Word | None, lines: Sequence[str]) -> str:
    """Return the first line that is another command or, after a command of one line, could be an
    order."""
    if word is None or word in WITH_LINES:
        others = (line for line in lines if _is_command(line, ORDERS))
    else:
        others = (line for line in lines if _is_command(line) or has_figure(line))
    return next(others, "")


def _find_doubt(body: Sequence[str], cut: Sequence[str], more: Sequence[str]) -> str:
    """Return the first line below an answer that may take it back, "" if none may.

    ``more`` are the lines of the ``body`` that belong to the answer: none of what it says ahead. A
    remark stands below an empty line; a closing may follow at once.
    """
    stands_apart = False
    for line in body:
        stands_apart = stands_apart or not line
        if line in more and line and (not stands_apart or _has_doubt(line)):
            return line
    return next(filter(_has_doubt, cut[:1]), "")


def _has_doubt(line: str) -> bool:
    words = [word.strip(MARKS).casefold().replace("’", "'") for word in line.split()]
    return any(len(word) == 1 or word in DOUBTS for word in words)


def _is_command(line: str, but: Collection[Word] = ()) -> bool:
    word, _rest = _split_word(line)
    return word is not None and word not in but


def _without_courtesies(text: str) -> tuple[list[str], tuple[str, ...]]:
    """Return the lines of a text after the greeting at its head, empty ones too, and those from
    its closing on, without empty ones."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if any(lines[1:]) and _is_greeting(lines[0]):
        lines = "\n".join(lines[1:]).strip().splitlines()
    end = next((at for at, line in enumerate(lines) if at and _is_closing(line)), len(lines))
    return lines[:end], tuple(filter(None, lines[end:]))


def _without_last_courtesies(line: str) -> str:
    """Return a line with an order without the "please" or "thanks" behind it."""
    words = line.split() if has_figure(line) else []
    is_polite = False
    while words and words[-1].strip(MARKS).casefold() in LAST_WORDS:
        words.pop()
        is_polite = True
    return " ".join(words).rstrip(",") if is_polite else line


def _is_greeting(line: str) -> bool:
    is_short = line.endswith((",", "!")) and not has_figure(line)
    return is_short and _begins_with(line, GREETINGS)


def _is_closing(line: str) -> bool:
    is_polite = bool(line) and is_courtesy(line)
    return (is_polite or _begins_with(line, CLOSINGS)) and not has_figure(line)


def _begins_with(line: str, words: tuple[str, ...]) -> bool:
    first = line.split(maxsplit=1)[:1]
    return bool(first) and first[0].strip(MARKS).casefold() in words

"""Sentences that programs add below a mail: "Sent from my iPhone", "Von meinem iPhone gesendet"."""

from __future__ import annotations

MAX_CHARS = 160

BEGINNINGS = (
    "sent from ",
    "sent with ",
    "sent via ",
    "sent using ",
    "get outlook for ",
    "get bluemail for ",
    "yahoo mail: ",
    "virus-free.",
    "this email has been checked for viruses",
    "this e-mail has been checked for viruses",
    "gesendet von ",
    "gesendet mit ",
    "gesendet über ",
    "gesendet aus ",
    "holen sie sich outlook für ",
    "hol dir outlook für ",
    "virenfrei.",
    "www.avast.com",
    "https://www.avast.com",
    "<https://www.avast.com",
    "<#dab4fad8-2dd7-40bb-a1b8-4e2aa1f9fdf2>",  # where a link of Avast leads
)
# How a sentence begins and how it ends.
FRAMES = (
    ("sent from my ", " excuse my brevity"),
    ("von ", " gesendet"),
    ("mit ", " gesendet"),
    ("diese nachricht wurde von ", " gesendet"),
    ("diese e-mail wurde von ", " gesendet"),
    ("diese e-mail wurde von ", " auf viren geprüft"),
    ("outlook für ", " beziehen"),
    ("outlook für ", " herunterladen"),
)
FRAME_BEGINNINGS = tuple({beginning for beginning, _ending in FRAMES})


def is_footer(line: str) -> bool:
    """Whether a line is a sentence of a program."""
    sentence = _sentence(line)
    return sentence.startswith(BEGINNINGS) or _is_framed(sentence)


def is_wrapped_footer(line: str, next_line: str) -> bool:
    """Whether two lines are a sentence of a program."""
    return _is_framed(f"{_sentence(line)} {_sentence(next_line)}")


def _is_framed(sentence: str) -> bool:
    return sentence.startswith(FRAME_BEGINNINGS) and any(
        sentence.startswith(first) and sentence.endswith(last) for first, last in FRAMES
    )


def _sentence(line: str) -> str:
    """Return a line as it is compared; "" of one that is too long for a sentence."""
    return line.strip("*_.!([ ").lower() if len(line) <= MAX_CHARS else ""

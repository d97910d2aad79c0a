"""The bars above what is answered or forwarded: "-----Original Message-----", "From: … Sent: …"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

TITLES = frozenset(
    {
        "original message",
        "original email",
        "original e-mail",
        "reply message",
        "forwarded message",
        "begin forwarded message",
        "ursprüngliche nachricht",
        "ursprüngliche mail",
        "ursprüngliche e-mail",
        "original-nachricht",
        "originalnachricht",
        "original-mail",
        "weitergeleitete nachricht",
        "weitergeleitete mail",
        "anfang der weitergeleiteten nachricht",
        "anfang der weitergeleiteten e-mail",
    }
)
LABELS = frozenset(
    {
        "from", "sent", "date", "to", "cc", "subject", "reply-to", "importance", "priority",
        "von", "gesendet", "datum", "an", "kopie", "betreff", "antwort an", "antwort-an",
        "priorität", "wichtigkeit",
    }
)  # fmt: skip
MAX_LABEL_CHARS = 16
MAX_HEAD_LINES = 12  # some of them the rest of long ones
MIN_LABELS = 3


def is_title(line: str) -> bool:
    """Whether a line is a bar with the name of what stands below it."""
    if len(line) > 80 or not (line[0] in "-_*" or line[-1] == ":"):
        return False
    return line.strip("-_*: ").lower() in TITLES


def find_heads(lines: Sequence[str]) -> Iterator[range]:
    """Yield the numbers of the lines that repeat the head of a mail."""
    labels = [_label(line) for line in lines]
    after = 0
    for first, label in enumerate(labels):
        if label and first >= after and _has_labels(labels[first : first + MAX_HEAD_LINES]):
            head = list(takewhile(_is_head_line, lines[first : first + MAX_HEAD_LINES]))
            after = first + len(head)
            if _has_labels(labels[first:after]):
                yield range(first, after)


def _has_labels(labels: Sequence[str]) -> bool:
    return len(set(labels) - {""}) >= MIN_LABELS


def _is_head_line(line: str) -> bool:
    return bool(line) and line[0] != ">"


def _label(line: str) -> str:
    """Return the name of a line of a head, such as "from" of "*From:* Alice"; "" of others."""
    name, colon, _value = line[:MAX_LABEL_CHARS].partition(":")
    label = name.strip("* ").lower()
    return label if colon and label in LABELS else ""

"""What words refer to: steps of the game by "#12", fields of the board by name, and addresses of
pages. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

# Of plain ASCII, so that no letter looks like another one, and without a name before the host.
HOST = r"[a-z0-9](?:[a-z0-9-]|\.(?=[a-z0-9]))*+(?::\d++)?+(?=[/\s.,;!?)\"']|$)"
URL = rf"https?://{HOST}(?:/(?:[!-;=?-~]*[a-z0-9/=&#_~+-])?)?"
PIECES = re.compile(
    rf"(?P<url>(?<![\w@]){URL})|(?P<step>(?<![\w#&/])\#(?P<number>[1-9]\d{{0,5}})\b)|(?P<field>\b[a-z]{{1,3}}\d{{1,3}}\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A piece of what was said: plain ``text``, or one that refers to a ``step`` of the game, a
    ``field`` of the board, or a page at a ``url``."""

    text: str
    step: int = 0
    field: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """What words can refer to: the ``fields`` of the board, by their names in small letters, and
    steps up to the ``last``; pages only where there are ``links``."""

    fields: Mapping[str, str]
    last: int
    links: bool


def split_words(text: str, table: Table) -> list[TextPiece]:
    """Return the pieces of a text, which together are the text."""
    return [piece for piece in _find_pieces(text, table) if piece.text]


def _find_pieces(text: str, table: Table) -> Iterator[TextPiece]:
    end = 0
    for match in PIECES.finditer(text):
        piece = _refer(match, table)
        if piece is not None:
            yield TextPiece(text[end : match.start()])
            yield piece
            end = match.end()
    yield TextPiece(text[end:])


def _refer(match: re.Match[str], table: Table) -> TextPiece | None:
    """Return what a match refers to, None if there is no such thing at the table."""
    text = match[0]
    if match["url"]:
        return TextPiece(text, url=text) if table.links else None
    if match["number"]:
        step = int(match["number"])
        return TextPiece(text, step=step) if step <= table.last else None
    return TextPiece(text, field=table.fields.get(text.lower(), ""))

"""What words refer to: steps of the game by "#12", fields of the board by name, and addresses of
pages. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

# Of plain ASCII, so that no letter looks like another one, and without a name before the host.
URL = r"https?://[a-z0-9.-]+(?::\d+)?(?:/[!-;=?-~]*)?(?<![.,;:!?)\"'])"
PIECES = re.compile(
    rf"(?P<url>(?<![\w@]){URL}(?!@))|(?P<step>(?<![\w#&/])\#(?P<number>[1-9]\d{{0,5}})\b)|(?P<field>\b[a-z]\d{{1,2}}\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of what was said: plain ``text``, or one that refers to a ``step`` of the game, a
    ``field`` of the board, or a page at a ``url``."""

    text: str
    step: int = 0
    field: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """What words can refer to: the ``fields`` of the board, and steps up to the ``last``; pages
    only where there are ``links``."""

    fields: Collection[str]
    last: int
    links: bool


def split_words(text: str, table: Table) -> list[Piece]:
    """Return the pieces of a text, which together are the text."""
    return [piece for piece in _find_pieces(text, table) if piece.text]


def _find_pieces(text: str, table: Table) -> Iterator[Piece]:
    end = 0
    for match in PIECES.finditer(text):
        piece = _refer(match, table)
        if piece is not None:
            yield Piece(text[end : match.start()])
            yield piece
            end = match.end()
    yield Piece(text[end:])


def _refer(match: re.Match[str], table: Table) -> Piece | None:
    """Return what a match refers to, None if there is no such thing at the table."""
    text = match[0]
    if match["url"]:
        return Piece(text, url=text) if table.links else None
    if match["number"]:
        step = int(match["number"])
        return Piece(text, step=step) if step <= table.last else None
    return Piece(text, field=text.lower()) if text.lower() in table.fields else None

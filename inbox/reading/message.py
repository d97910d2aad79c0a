"""A raw mail taken apart, within limits: whatever arrives costs little time and memory.

The library takes headers apart. It is not asked to find the parts of a mail: it goes into nested
parts by recursion, and compares each line with the boundary of each part that is open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage, Message
from email.parser import BytesParser
from email.policy import EmailPolicy, default
from functools import lru_cache
from typing import Any

MAX_BYTES = 512 * 1024
MAX_HEAD_BYTES = 64 * 1024
MAX_HEAD_LINES = 2_000
MAX_PART_HEADS_BYTES = 8 * 1024  # of all parts together
MAX_HEADER_CHARS = 4_000
MAX_PARTS = 50
MAX_DEPTH = 10


class UnreadableMailError(Exception):
    """A mail is larger or more entangled than anything a person writes; ``reason`` says where, in
    one word: "size", "head", "parts", "depth", "tags" or "lines"."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the mail cannot be read: {reason}")
        self.reason = reason


class _TolerantPolicy(EmailPolicy):
    """Reads headers as the library does, and one that it cannot read as an empty one."""

    def header_fetch_parse(self, name: str, value: str) -> Any:
        return _parse_header(name, value if len(value) <= MAX_HEADER_CHARS else "")


# The library takes up to ten milliseconds for a thousand characters, each time it is asked.
@lru_cache(maxsize=64)
def _parse_header(name: str, value: str) -> Any:
    try:
        return default.header_fetch_parse(name, value)
    except Exception:  # it promises to raise nothing, and raises a dozen different errors
        return default.header_fetch_parse(name, "")


TOLERANT = _TolerantPolicy()
HEADS = BytesParser(policy=TOLERANT)


def parse_message(raw: bytes) -> EmailMessage:
    """Return a mail with its parts; what is attached as a mail stays a text.

    :raises UnreadableMailError: beyond the limits above.
    """
    message, body = _parse_whole(raw)
    _read_parts(message, body)
    return message


def parse_head(raw: bytes) -> EmailMessage:
    """Return a mail without its parts, which costs a stranger's mail as little as it can.

    :raises UnreadableMailError: beyond the limits above.
    """
    return _parse_whole(raw)[0]


def _parse_whole(raw: bytes) -> tuple[EmailMessage, bytes]:
    """Return the head of a mail, and its body as it came."""
    if len(raw) > MAX_BYTES:
        raise UnreadableMailError("size")
    head, body = _split_head(raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    if len(head) > MAX_HEAD_BYTES or head.count(b"\n") > MAX_HEAD_LINES:
        raise UnreadableMailError("head")
    return _parse_head(head), body


def _read_parts(message: EmailMessage, body: bytes) -> None:
    """Give a message its parts, and these theirs, level by level."""
    heads_bytes = 0
    waiting = [(message, body, 1)]
    for parent, content, depth in waiting:
        children: list[Message | str] = []
        for head, child_body in map(_split_head, _split_body(parent, content)):
            heads_bytes += len(head)
            _check_limits(heads_bytes, len(waiting), depth)
            child = _parse_head(head)
            children.append(child)
            waiting.append((child, child_body, depth + 1))
        parent.set_payload(children or content.decode("ascii", "surrogateescape"))


def _check_limits(heads_bytes: int, parts: int, depth: int) -> None:
    if heads_bytes > MAX_PART_HEADS_BYTES:
        raise UnreadableMailError("head")
    if parts > MAX_PARTS:
        raise UnreadableMailError("parts")
    if depth >= MAX_DEPTH:
        raise UnreadableMailError("depth")


def _split_head(piece: bytes) -> tuple[bytes, bytes]:
    if piece.startswith(b"\n"):
        return b"", piece[1:]
    head, _blank, body = piece.partition(b"\n\n")
    return head, body


def _parse_head(head: bytes) -> EmailMessage:
    message = HEADS.parsebytes(head + b"\n\n", headersonly=True)
    assert isinstance(message, EmailMessage)
    return message


def _split_body(message: EmailMessage, body: bytes) -> Iterator[bytes]:
    """Yield the parts of a multipart; none of one that has no boundary."""
    content_type = message["Content-Type"]
    if content_type is None or content_type.maintype != "multipart":
        return
    boundary = content_type.params.get("boundary", "").rstrip().encode("utf-8", "replace")
    if not boundary:
        return
    start = -1
    for line in re.finditer(rb"^--" + re.escape(boundary) + rb"(--)?[ \t]*+$", body, re.MULTILINE):
        if start >= 0:
            yield body[start : max(start, line.start() - 1)]
        if line[1]:
            return
        start = line.end() + 1
    if start >= 0:
        yield body[start:]

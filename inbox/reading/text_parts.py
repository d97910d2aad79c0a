"""Which parts of a mail are its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from email.message import EmailMessage

from inbox.reading.characters import plain_text
from inbox.reading.charsets import decode_bytes
from inbox.reading.flowed import unwrap_flowed
from inbox.reading.html_text import html_to_text
from inbox.reading.message import UnreadableMailError

MAX_LINES = 10_000
MORE_QUOTES = re.compile(r"(^ *+>[^\n]*+\n)(?: *+>[^\n]*+\n)++", re.MULTILINE)


def read_text(message: EmailMessage) -> str:
    """Return the text of a mail, in plain characters; of several versions the plain one. The first
    line of each quote stands for all its lines.

    :raises UnreadableMailError: if there are too many lines, or tags of HTML.
    """
    text = ""
    for part_text in _read_texts(message):
        text = f"{text}\n{part_text}" if text else part_text
        _check_lines(text)
    return text


def _check_lines(text: str) -> None:
    if text.count("\n") > MAX_LINES:
        raise UnreadableMailError("lines")


def _read_texts(part: EmailMessage) -> Iterator[str]:
    """Yield the texts of a part, from first to last."""
    if part.is_multipart():
        children = [child for child in part.iter_parts() if isinstance(child, EmailMessage)]
        if part.get_content_subtype() == "alternative":
            yield _read_alternative(children)
        else:
            for child in children:
                yield from _read_texts(child)
    elif not _is_attached(part):
        yield _read_leaf(part)


def _read_alternative(parts: list[EmailMessage]) -> str:
    """Return the plain text of several versions, or else the first that is not empty."""
    parts.sort(key=lambda part: part.get_content_type() != "text/plain")
    texts = ("\n".join(_read_texts(part)) for part in parts)
    return next((text for text in texts if text.strip()), "")


def _is_attached(part: EmailMessage) -> bool:
    disposition = part["Content-Disposition"]
    return disposition is not None and (
        disposition.content_disposition == "attachment" or "filename" in disposition.params
    )


def _read_leaf(part: EmailMessage) -> str:
    """Return the text of a part without parts, "" of what is none."""
    kind = part.get_content_type()
    if kind not in ("text/plain", "text/html"):
        return ""
    params = part["Content-Type"].params if "Content-Type" in part else {}
    text = _decode_content(part, params)
    if kind == "text/html":
        text = html_to_text(text)
    text = MORE_QUOTES.sub(r"\1", plain_text(text))
    _check_lines(text)
    return _unwrap_text(text, params) if kind == "text/plain" else text


def _decode_content(part: EmailMessage, params: Mapping[str, str]) -> str:
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    return decode_bytes(content, params.get("charset", ""))


def _unwrap_text(text: str, params: Mapping[str, str]) -> str:
    if params.get("format", "").lower() != "flowed":
        return text
    return unwrap_flowed(text, delete_space=params.get("delsp", "").lower() == "yes")

"""Mails read: those of real programs, and those that are as large and as evil as can be."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable

from conquest.bench import Measurements
from inbox.reading.message import MAX_BYTES, UnreadableMailError, parse_message
from inbox.reading.new_text import read_new_text
from inbox.reading.subject import read_subject_answer
from tests import database

MAX_HOSTILE_MS = 200
LINES = 9_990  # few enough to be read
TAGS = 19_990
PLAIN = b"Content-Type: text/plain; charset=utf-8\n\n"
FLOWED = b"Content-Type: text/plain; format=flowed\n\n"
HTML = b"Content-Type: text/html; charset=utf-8\n\n"
SHAPES = [
    (PLAIN, b"\n", MAX_BYTES),
    (PLAIN, b" \r\n", MAX_BYTES),
    (PLAIN, b"x", MAX_BYTES),
    (PLAIN, b"\xc2\xa0", MAX_BYTES),
    (PLAIN, b"\xff", MAX_BYTES),
    (PLAIN, b"> x\n", MAX_BYTES),
    (PLAIN, b"> x\nA\n", LINES // 2),
    (PLAIN, b"On 2 Mar 2026 at 1:00 PM Zugpost <letters@a.io>\n", LINES),
    (PLAIN, b"On 1.1.1.1.1.1.1.1.1.1.1.1 wrote 2:2:2:\n", LINES),
    (PLAIN, b"<letters@play.example.org> schrieb > < @ :\n", LINES),
    (PLAIN, b"From: x\nSent: y\nFrom: x\nSent: y\n", LINES // 4),
    (PLAIN, b"Diese Nachricht wurde von wem auch immer\n", LINES),
    (FLOWED, b"> a \n>> b \na \n", LINES // 3),
    (HTML, b"<blockquote>", TAGS),
    (HTML, b"<div class='a'>x", TAGS),
    (HTML, b"<a title='" + b"x" * 10, TAGS),
    (HTML, b"<!--" + b"-" * 20, TAGS),
    (HTML, b"&nosuch;", TAGS),
    (b"Content-Type: text/plain", b";a=b", 900),
    (b"Content-Type: multipart/mixed; boundary=x\n\n", b"--x\n\nA\n", MAX_BYTES),
    (b"Content-Transfer-Encoding: base64\n\n", b"PiA+\n", MAX_BYTES),
    (b"Content-Transfer-Encoding: quoted-printable\n\n", b"=0A", MAX_BYTES),
]


def measure(figures: Measurements) -> None:
    """Read the mails of the corpus, then hostile ones of half a megabyte."""
    folder = database.ROOT / "tests/inbox/corpus"
    mails = [path.read_bytes() for path in folder.glob("*.eml")]
    figures.print_figure("a mail of the corpus read", statistics.median(_spans(mails)), "ms")
    hostile = [(head + unit * times)[:MAX_BYTES] for head, unit, times in SHAPES]
    figures.print_figure(
        f"512 KB of hostile mail read or refused, slowest of {len(hostile)}",
        max(_spans(hostile)),
        "ms",
        MAX_HOSTILE_MS,
    )


def _spans(mails: Iterable[bytes]) -> list[float]:
    return [_span(mail) for mail in mails]


def _span(raw: bytes) -> float:
    """Return the milliseconds of a core that a mail takes."""
    began = time.process_time()
    try:
        mail = parse_message(raw)
        read_new_text(mail)
        read_subject_answer(mail)
    except UnreadableMailError:
        pass
    return 1000 * (time.process_time() - began)

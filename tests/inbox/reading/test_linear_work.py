"""The work of reading grows with the size of a mail, and no faster."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from inbox.reading.message import parse_message
from inbox.reading.new_text import read_new_text
from inbox.reading.subject import read_subject_answer

FEW, MANY = 300, 1_200
PLAIN = b"Content-Type: text/plain; charset=utf-8\n\n"
FLOWED = b"Content-Type: text/plain; format=flowed\n\n"
HTML = b"Content-Type: text/html\n\n"
SHAPES = {
    "line ends": (PLAIN, b"\n"),
    "lines": (PLAIN, b"S12-S13\n"),
    "quotes and answers": (PLAIN, b"> x\nA\n"),
    "beginnings of attributions": (PLAIN, b"On 2 Mar 2026 Zugpost <a@example.org>\n"),
    "attributions": (PLAIN, b"Am 2.3.2026 schrieb Zugpost:\n"),
    "ends of attributions": (PLAIN, b"letters@play.example.org> :\n"),
    "bars": (PLAIN, b"-----Original Message-----\n"),
    "labels": (PLAIN, b"From: x\nSent: x\nFrom: x\n\n"),
    "heads": (PLAIN, b"From: x\nSent: x\nTo: x\n"),
    "headlines": (PLAIN, b"Your turn\n=========\n"),
    "signatures": (PLAIN, b"--\n> x\n"),
    "beginnings of footers": (PLAIN, b"Diese Nachricht wurde von\n"),
    "flowed": (FLOWED, b"S12-S13 \n"),
    "flowed quotes": (FLOWED, b"> a \n>> b \nc \n"),
    "nested quotes of HTML": (HTML, b"<blockquote>"),
    "quotes of HTML": (HTML, b"<blockquote>x</blockquote>A"),
    "nested boxes": (HTML, b"<div class=x>"),
    "formats": (HTML, b"<b><i></b>"),
    "tags without an end": (HTML, b"<a ='"),
    "comments without an end": (HTML, b"<!--"),
    "entities": (HTML, b"&nosuch;"),
    "prefixes of a subject": (b"Subject: ", b"Re: "),
}


def count_steps(work: Callable[[], object]) -> int:
    """Return how many lines of Python are run, and functions called."""
    steps = 0

    def count(_frame: FrameType, _event: str, _argument: Any) -> Any:
        nonlocal steps
        steps += 1
        return count

    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(None)
    return steps


def read(raw: bytes) -> None:
    mail = parse_message(raw)
    read_new_text(mail)
    read_subject_answer(mail)


def growth(head: bytes, unit: bytes) -> float:
    """Return how many times as many steps a mail takes that is four times as long."""
    few = count_steps(lambda: read(head + unit * FEW))
    return count_steps(lambda: read(head + unit * MANY)) / few


@pytest.mark.parametrize("shape", SHAPES)
def test_four_times_the_size_is_four_times_the_work_at_most(shape: str) -> None:
    assert growth(*SHAPES[shape]) <= MANY / FEW


def test_work_that_is_quadratic_would_be_seen() -> None:
    def work(size: int) -> int:
        return count_steps(lambda: [one for one in range(size) for _ in map(str, range(one))])

    assert work(MANY) > 2 * (MANY / FEW) * work(FEW)

"""Mails in the shape of real programs, each with what its author has written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from inbox.reading.message import parse_message
from inbox.reading.new_text import read_new_text
from tests import database

CORPUS = Path(__file__).parent.parent / "corpus"
MAILS = sorted(CORPUS.glob("*.eml"))
PAGE = (database.ROOT / "docs/mail-corpus.md").read_text()
ROWS = re.findall(r"^\| (`.+?) \|", PAGE, re.MULTILINE)
PROGRAMS = [f"{name}-" for row in ROWS for name in re.findall(r"`([\w-]+)`", row)]


@pytest.mark.parametrize("mail", MAILS, ids=lambda mail: mail.stem)
def test_what_the_author_has_written_is_read(mail: Path) -> None:
    text = read_new_text(parse_message(mail.read_bytes()))
    assert text == mail.with_suffix(".txt").read_text().removesuffix("\n")


def test_there_are_a_hundred_mails_half_of_them_german() -> None:
    german = [mail for mail in MAILS if mail.stem.endswith("-de")]
    assert len(MAILS) >= 100
    assert len(german) >= len(MAILS) / 2


def test_each_mail_is_small_and_has_line_ends_as_mails_have() -> None:
    raws = {mail.stem: mail.read_bytes() for mail in MAILS}
    assert [name for name, raw in raws.items() if len(raw) > 5_000] == []
    assert [name for name, raw in raws.items() if raw.count(b"\n") != raw.count(b"\r\n")] == []


def test_the_page_of_the_corpus_names_each_program() -> None:
    names = [mail.stem for mail in MAILS]
    assert [name for name in names if not name.startswith(tuple(PROGRAMS))] == []


def test_the_page_of_the_corpus_names_no_program_without_a_mail() -> None:
    names = [mail.stem for mail in MAILS]
    assert [one for one in PROGRAMS if not any(name.startswith(one) for name in names)] == []

"""Letters on their paper: the same in both parts, with nothing from elsewhere."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from mail import letters
from mail.layout import Layout, LetterLink, Picture, Section
from mail.letters import Letter
from tests.letters import PNG, Read

SITE = "https://zugpost.example"
LAYOUT = Layout(
    top=("Zugpost", "Autumn"),
    headline="Something new",
    paragraphs=("Here is what there is to say.",),
    deadline=("Until Tuesday", "1 day left"),
    code="4FK9TZ",
    button=LetterLink("Go there", f"{SITE}/there/"),
    links=(LetterLink("Or there", f"{SITE}/elsewhere/"),),
    pictures=(Picture("plan", PNG, "How it looks."),),
    sections=(
        Section(
            "The list",
            lines=(("3.", "The third thing"), ("14.", "The last thing"), ("", "And no more")),
            head=("Who", "Where", "How much"),
            rows=(("Alice", "Rome", "26"), ("Bob", "New\n York", "5")),
        ),
    ),
    foot=("You asked for it.",),
    foot_links=(LetterLink("Stop this", f"{SITE}/stop/"),),
)


@pytest.fixture
def letter() -> Letter:
    return letters.build_letter("News", LAYOUT)


def plain(text: str) -> str:
    return " ".join(text.split())


def test_both_parts_of_a_letter_say_the_same(letter: Letter) -> None:
    told = [
        *LAYOUT.top, LAYOUT.headline, *LAYOUT.paragraphs, *(LAYOUT.deadline or ()), LAYOUT.code,
        "Go there", "Or there", "The list", "The third thing", "And no more", "How much", "26",
        "New York", *LAYOUT.foot, "Stop this",
    ]  # fmt: skip
    text, html = plain(letter.text), Read(letter.html).said
    assert [words for words in told if words not in text] == []
    assert [words for words in told if words not in html] == []


def test_both_parts_of_a_letter_have_the_same_links(letter: Letter) -> None:
    in_text = re.findall(r"^https\S+$", letter.text, re.MULTILINE)
    assert in_text == Read(letter.html).links


def test_line_marks_of_a_letter_hang_before_the_lines(letter: Letter) -> None:
    assert "\n 3. The third thing\n14. The last thing\nAnd no more\n" in letter.text


def test_a_table_in_a_letter_is_set_in_columns(letter: Letter) -> None:
    lines = letter.text.splitlines()
    head = next(place for place, line in enumerate(lines) if line.startswith("Who "))
    assert lines[head : head + 3] == [
        "Who    Where     How much",
        "Alice  Rome            26",
        "Bob    New York         5",
    ]


def test_a_letter_asks_for_nothing_from_elsewhere(letter: Letter) -> None:
    read = Read(letter.html)
    assert read.sources == ["cid:plan"]
    assert not read.tags & {"script", "link", "iframe", "object", "form", "video"}
    assert "url(" not in letter.html
    assert "@import" not in letter.html


def test_every_picture_in_a_letter_is_described(letter: Letter) -> None:
    assert Read(letter.html).alts == ["How it looks."]


def test_a_bare_letter_has_no_empty_parts() -> None:
    bare = letters.build_letter("News", Layout(top=("Zugpost",), headline="Nothing new"))
    read = Read(bare.html)
    assert bare.text == "Nothing new\n===========\n\n-- \nZugpost\n"
    assert (read.links, read.sources, read.tags & {"h2", "a", "img"}) == ([], [], set())


def test_a_letter_takes_no_markup_from_words() -> None:
    evil = '<script>alert(1)</script><a href="https://evil.example">'
    section = Section(evil, lines=(("1.", evil),), head=(evil,), rows=((evil,),))
    letter = letters.build_letter(
        evil, Layout(top=(evil,), headline=evil, paragraphs=(evil,), sections=(section,))
    )
    assert "script" not in Read(letter.html).tags
    assert Read(letter.html).links == []


def test_a_letter_is_in_the_active_language() -> None:
    with translation.override("de"):
        letter = letters.build_letter("News", LAYOUT)
    assert letter.language == "de"
    assert '<html lang="de">' in letter.html

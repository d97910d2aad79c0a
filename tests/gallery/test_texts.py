"""All pages, letters and feeds of the gallery say what they said when they were kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.gallery import plain, texts
from tests.gallery.texts import Texts

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[Texts]:
    """Make the gallery once for all tests."""
    with django_db_blocker.unblock():
        yield texts.made()


def test_every_page_letter_and_feed_says_what_was_kept(made: Texts) -> None:
    """One test for a thousand texts: they are made at once, and a test of each takes longer than
    to compare it."""
    if changed := texts.differences(texts.kept(), made):
        pytest.fail(f"If it is wanted so: make texts\n{changed}", pytrace=False)


def test_what_is_new_gone_or_different_would_be_told() -> None:
    """The control: each text by its name, with the lines that have changed."""
    before = {"home en": ["a", "b"], "help en": ["c"], "gone en": ["d"]}
    told = texts.differences(before, {"home en": ["a", "B"], "help en": ["c"], "new en": ["e"]})
    assert "home en" in told
    assert {"-b", "+B", "-d", "+e"} <= set(told.splitlines())
    assert "gone en" in told
    assert "new en" in told
    assert "help en" not in told
    assert texts.differences(before, before) == ""


def test_a_page_is_told_by_its_words_and_by_what_its_tags_tell() -> None:
    page = """<main><p>Go on <b>now</b>, <a href="/games/3/" class="x">to the game</a>.</p>
    <form action="/go/" method="post"><input type="hidden" name="csrfmiddlewaretoken" value="a">
    <button name="do" value="1" aria-label="Away">Go</button></form>
    <script>let it = "be";</script><script type="application/json">{"b": [1], "a": "<i>2</i>"}
    </script></main>"""
    assert plain.of_html(page) == [
        *("Go on now,", '<a href="/games/3/">', "to the game."),
        *('<form action="/go/" method="post">', '<input name="csrfmiddlewaretoken" value="TOKEN">'),
        *('<button aria-label="Away" name="do" value="1">', "Go"),
        *("{", '"a": [', '"2"', "],", '"b": [', "1", "]", "}"),
    ]


@pytest.mark.parametrize(
    ("words", "lasting"),
    [
        ("/invite/a3Rmzoj5jN7mL9TM0abdBw/", "/invite/KEY/"),
        ("WzEsMl0:1vVx3P:" + "x" * 43, "SIGNED"),
        ("?next=/never/ab12%3A" + "x" * 43 + "/", "?next=/never/SIGNED/"),
        (f"begins with {'8f' * 8}: so", "begins with HASH: so"),
        ("2026-03-02T12:00:01.003Z", "2026-03-02T12:00Z"),
        ("S12-S13xS14; 12:00:01", "S12-S13xS14; 12:00:01"),
    ],
)
def test_what_changes_every_day_is_replaced(words: str, lasting: str) -> None:
    assert plain.lasting(words) == lasting

"""Steps, fields and pages that words refer to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from talk.references import Table, TextPiece, split_words

TABLE = Table(fields={"e4": "e4", "s40": "S40"}, last=30, links=True)


def refer(text: str, table: Table = TABLE) -> list[TextPiece]:
    """Return the pieces of a text that refer to something."""
    return [one for one in split_words(text, table) if one != TextPiece(one.text)]


@pytest.mark.parametrize("text", ["#12", "see #12.", "(#12)", "#12, #12"])
def test_a_step_is_referred_to_by_its_number(text: str) -> None:
    assert TextPiece("#12", step=12) in refer(text)


@pytest.mark.parametrize("text", ["#31", "#0", "#012", "##12", "a#12", "#12a", "/#12", "#9999999"])
def test_what_is_no_step_of_the_game_is_left_as_it_is(text: str) -> None:
    assert refer(text) == []


@pytest.mark.parametrize("text", ["E4", "e4", "S40", "to e4!", "e4-s40"])
def test_a_field_lights_up_by_its_name(text: str) -> None:
    assert {one.field for one in refer(text)} <= {"e4", "S40"}
    assert refer(text)


@pytest.mark.parametrize("text", ["e5", "se4", "e40", "e4x"])
def test_a_name_of_no_field_is_left_as_it_is(text: str) -> None:
    assert refer(text) == []


def test_a_page_is_linked_where_links_are_alive() -> None:
    url = "https://example.org/a?b=c"
    assert refer(f"See {url}.") == [TextPiece(url, url=url)]
    assert refer(f"See {url}.", Table({}, 0, links=False)) == []


@pytest.mark.parametrize(
    "text",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "https://bank.example@evil.example/",
        "https://ex\u0430mple.org/",  # a Cyrillic letter
        "ftp://example.org",
        "//example.org",
        "x@https://example.org",
    ],
)
def test_what_lures_is_no_link(text: str) -> None:
    assert [one.url for one in refer(text) if one.url and len(one.url) > 12] == []


@given(st.text(st.sampled_from("#12e4s0 .:/@htpx\n")))
def test_the_pieces_are_the_text(text: str) -> None:
    assert "".join(one.text for one in split_words(text, TABLE)) == text

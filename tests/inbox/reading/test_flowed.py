"""Texts of format=flowed."""

from __future__ import annotations

from inbox.reading.flowed import unwrap_flowed


def test_a_line_that_ends_with_a_blank_goes_on() -> None:
    assert unwrap_flowed("S12 \nto S13\nend", delete_space=False) == "S12 to S13\nend"


def test_the_blank_can_be_no_part_of_the_text() -> None:
    assert unwrap_flowed("S12-S \n13\nend", delete_space=True) == "S12-S13\nend"


def test_a_quote_does_not_go_on_in_another_one() -> None:
    lines = "> a \n> b \n>> c \nd \ne"
    assert unwrap_flowed(lines, delete_space=False) == "> a b \n>> c \nd e"


def test_the_line_above_a_signature_does_not_go_on_in_it() -> None:
    assert unwrap_flowed("S12 \n-- \nAlice", delete_space=False) == "S12 \n-- \nAlice"


def test_a_stuffed_blank_is_taken_away() -> None:
    assert unwrap_flowed(" From S12\n  indented", delete_space=False) == "From S12\n indented"

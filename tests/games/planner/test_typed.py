"""Orders as people and their phones type them."""

from __future__ import annotations

import pytest

from games.planner.typed import put_right


@pytest.mark.parametrize(
    "text",
    ["S40–S29", "S40—S29", "S40−S29", "S40→S29", "S40->S29", "S40 => S29", "S40--S29", "“S40-S29”",
     "S40-S29.", "S40-S29. ", "„S40-S29“"],
)  # fmt: skip
def test_it_puts_the_sign_of_the_grammar_where_one_looks_like_it(text: str) -> None:
    assert put_right(text) == "S40-S29"


def test_it_reads_a_cross_as_a_capture() -> None:
    assert put_right("S12×S13;\u00a0end") == "S12xS13; end"


def test_it_leaves_comments_and_quoted_lines_alone() -> None:
    text = "S40-S29 # “quietly” – and slowly.\n> S10→S39"
    assert put_right(text).splitlines()[0] == "S40-S29 # “quietly” – and slowly."
    assert put_right(text).splitlines()[1].startswith(">")


@pytest.mark.parametrize(
    "text", ["S40-S29; S10-S39; end", "i6-g5 +B a1 ~b2", "muster b1 scout, d1 guard"]
)
def test_it_changes_nothing_that_is_right(text: str) -> None:
    assert put_right(text) == text

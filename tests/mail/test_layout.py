"""Letters as text: what runs from right to left stays in one line, and in its column."""

from __future__ import annotations

from mail.layout import Layout, Section, render_text

NAME = "\u2068דניאל בן שמעון\u2069"


def lines_of(layout: Layout) -> list[str]:
    return render_text(layout).splitlines()


def test_a_name_from_right_to_left_is_not_broken_between_lines() -> None:
    words = " ".join(["word"] * 13)
    told = lines_of(Layout(top=("x",), headline="x", paragraphs=(f"{words} {NAME} has moved.",)))
    assert sum(NAME in line for line in told) == 1


def test_a_name_from_right_to_left_keeps_its_column() -> None:
    rows = (("S", NAME, "12"), ("W", "Bob", "7"))
    section = Section("x", head=("", "Name", "Points"), rows=rows)
    table = [line for line in lines_of(Layout(top=("x",), headline="x", sections=(section,)))]
    (hers,) = [line for line in table if NAME in line]
    (his,) = [line for line in table if "Bob" in line]
    assert len(hers) - 2 == len(his)

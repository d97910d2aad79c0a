"""Paging: for every number in the URL there is a page to show."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Person
from games.paging import paginate
from tests.conftest import person


@pytest.fixture
def people(db: None) -> None:
    for number in range(7):
        person(f"P{number}")


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(
    ("asked", "number", "names"),
    [
        ("", 1, ["P0", "P1", "P2"]),
        ("2", 2, ["P3", "P4", "P5"]),
        ("3", 3, ["P6"]),
        ("4", 3, ["P6"]),
        ("999999", 3, ["P6"]),
        ("0", 1, ["P0", "P1", "P2"]),
        ("-1", 1, ["P0", "P1", "P2"]),
        ("²", 1, ["P0", "P1", "P2"]),
        ("9" * 5000, 1, ["P0", "P1", "P2"]),
    ],
)
def test_paginate_returns_the_page_or_the_nearest(
    asked: str, number: int, names: list[str]
) -> None:
    page = paginate(Person.objects.order_by("name"), asked, 3)
    assert (page.number, page.total, page.last) == (number, 7, 3)
    assert [one.name for one in page.rows] == names


@pytest.mark.usefixtures("people")
def test_a_page_knows_the_pages_before_and_after() -> None:
    first, second, last = (paginate(Person.objects.order_by("name"), n, 3) for n in "123")
    assert (first.previous, first.next) == (None, 2)
    assert (second.previous, second.next, second.start) == (1, 3, 3)
    assert (last.previous, last.next) == (2, None)


@pytest.mark.usefixtures("people")
def test_paginate_does_not_count_rows_of_a_single_page(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        assert paginate(Person.objects.order_by("name"), "", 7).total == 7


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(
    ("asked", "number", "total"), [("", 1, 4), ("1", 1, 4), ("2", 2, 7), ("3", 3, 7), ("9", 3, 7)]
)
def test_paginate_counts_a_long_list_no_further_than_it_is_asked_for(
    asked: str, number: int, total: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.paging.MOST", 3)
    page = paginate(Person.objects.order_by("name"), asked, 3)
    assert (page.number, page.total, page.is_long) == (number, total, total == 4 or number == 2)
    assert page.next == (number + 1 if number < 3 else None)


@pytest.mark.django_db
@pytest.mark.parametrize("asked", ["", "1", "5"])
def test_paginate_shows_an_empty_list_as_one_page(asked: str) -> None:
    page = paginate(Person.objects.order_by("name"), asked, 3)
    assert (list(page.rows), page.number, page.last) == ([], 1, 1)

"""Pages of long lists.

Not Django's Paginator, which counts every list before it reads it: most lists here fit on a page,
and need no count. Others are counted as far as ``MOST`` or as the page that is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet

T = TypeVar("T")
MAX_DIGITS = 6
MOST = 1_000
DEEPEST = 100_000  # rows: nobody turns more pages


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A page of a list: its ``rows``, its ``number`` from 1, and how many rows there are in
    ``total`` on pages of one ``size``; of a list that ``is_long`` there are more."""

    rows: Sequence[T]
    number: int
    total: int
    size: int
    is_long: bool = False

    @property
    def start(self) -> int:
        """The number of rows on the pages before."""
        return (self.number - 1) * self.size

    @property
    def last(self) -> int:
        """The number of the last page."""
        return max(1, -(-self.total // self.size))

    @property
    def previous(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def next(self) -> int | None:
        return self.number + 1 if self.number < self.last else None

    def with_rows(self, rows: Iterable[Any]) -> Page[Any]:
        """Return the same page with other rows, one for each of its own."""
        return Page(tuple(rows), self.number, self.total, self.size, self.is_long)


def paginate(rows: QuerySet[Any, Any], asked: str, size: int) -> Page[Any]:
    """Return the page with the number ``asked``, or else the nearest one that exists."""
    is_number = asked.isascii() and asked.isdigit() and len(asked) <= MAX_DIGITS
    number = max(1, int(asked)) if is_number else 1
    if number == 1:
        # One row more than fits tells whether there is another page: most lists need no count.
        fetched = list(rows[: size + 1])
        total = len(fetched) if len(fetched) <= size else count_rows(rows, MOST)
        return Page(fetched[:size], 1, total, size, total > MOST)
    # Counted first: a page far behind the last one would be looked for through the whole list.
    most = min(max(MOST, number * size), DEEPEST)
    total = count_rows(rows, most)
    number = min(number, max(1, -(-total // size)))
    return Page(list(rows[(number - 1) * size : number * size]), number, total, size, total > most)


def count_rows(rows: QuerySet[Any, Any], most: int) -> int:
    """Return how many rows there are, or ``most`` and one if there are more."""
    return rows[: most + 1].count()

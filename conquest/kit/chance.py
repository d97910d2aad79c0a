"""A game's numbers: drawn from its key, one after the other, by anybody who knows it."""

from __future__ import annotations

import hashlib
import hmac

from conquest.core import Numbers


def numbers(key: bytes, drawn: int = 0) -> Numbers:
    """Return the numbers of a game from which ``drawn`` have been used.

    The n-th number is HMAC-SHA256 under the key over n in decimal, as a big-endian integer; a
    draw below ``m`` is its remainder. A message such as "lot 1" gives its whole number and
    leaves the count alone (corner-cases-others, 5.1).
    """
    count = drawn

    def draw(asked: int | str) -> int:
        nonlocal count
        if isinstance(asked, str):
            return _number(key, asked)
        count += 1
        return _number(key, str(count)) % asked

    return draw


def lots(given: Numbers, people: int) -> list[int]:
    """Return who takes which place, drawn by lot: for each place the number of a person, from 0.

    For each person from the last to the second, he changes places with one of those up to him.
    """
    places = list(range(people))
    for count, last in enumerate(range(people - 1, 0, -1), start=1):
        other = given(f"lot {count}") % (last + 1)
        places[last], places[other] = places[other], places[last]
    return places


def _number(key: bytes, message: str) -> int:
    return int.from_bytes(hmac.new(key, message.encode(), hashlib.sha256).digest(), "big")

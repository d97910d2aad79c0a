"""A game's numbers: drawn from its key, one after the other, by anybody who knows it."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Sequence
from typing import TypeAlias

from conquest.core import Numbers

SALT_BYTES = 16

Note: TypeAlias = Callable[[str, int | None], None]
"""What is told of a draw: its message, and below what it is, ``None`` for a whole number."""


def derive_key(seed: bytes, words: Sequence[str]) -> bytes:
    """Return the key of a game's numbers: its seed, with the words that its players have added.

    ``words`` are those of all seats in their order, as people sat before lots were drawn; "" is
    none. Where nobody has added one the key is the seed itself. Else it is SHA-256 over the
    seed, and for each seat the length of its word in UTF-8 as two bytes, big-endian, and the
    word.
    """
    if not any(words):
        return seed
    parts = [word.encode() for word in words]
    return hashlib.sha256(seed + b"".join(_with_length(part) for part in parts)).digest()


def _with_length(part: bytes) -> bytes:
    return len(part).to_bytes(2, "big") + part


def derive_salt(seed: bytes, seq: int) -> bytes:
    """Return the salt of what was handed in secretly as event ``seq``: the first 16 bytes of
    HMAC-SHA256 under the seed over "salt" and the number."""
    return hmac.new(seed, f"salt {seq}".encode(), hashlib.sha256).digest()[:SALT_BYTES]


def keyed_numbers(key: bytes, drawn: int = 0, note: Note | None = None) -> Numbers:
    """Return the numbers of a game from which ``drawn`` have been used.

    The n-th number is HMAC-SHA256 under the key over n in decimal, as a big-endian integer; a
    draw below ``m`` is its remainder. A message such as "lot 1" gives its whole number and
    leaves the count alone (corner-cases-others, 5.1). Each draw is told to ``note``.
    """
    count = drawn

    def draw(asked: int | str) -> int:
        nonlocal count
        count += not isinstance(asked, str)
        message, below = (asked, None) if isinstance(asked, str) else (str(count), asked)
        if note:
            note(message, below)
        number = whole_number(key, message)
        return number if below is None else number % below

    return draw


def draw_lots(given: Numbers, people: int) -> list[int]:
    """Return who takes which place, drawn by lot: for each place the number of a person, from 0.

    For each person from the last to the second, he changes places with one of those up to him.
    """
    places = list(range(people))
    for count, last in enumerate(range(people - 1, 0, -1), start=1):
        other = given(f"lot {count}") % (last + 1)
        places[last], places[other] = places[other], places[last]
    return places


def whole_number(key: bytes, message: str) -> int:
    """Return the whole number of a message, from which a draw takes the remainder."""
    return int.from_bytes(hmac.new(key, message.encode(), hashlib.sha256).digest(), "big")

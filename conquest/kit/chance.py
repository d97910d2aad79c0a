"""A game's numbers, drawn from its key: anybody who knows the key can draw them again."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Sequence
from typing import TypeAlias

from conquest.core import Numbers

SALT_BYTES = 16

Note: TypeAlias = Callable[[str, int | None], None]
"""A callback for each draw: its message and its upper bound, ``None`` for a whole number."""


def derive_key(seed: bytes, words: Sequence[str]) -> bytes:
    """Return the key of a game's numbers: its seed and the words that its players have added.

    ``words`` are those of all seats in their order, as people sat before lots were drawn, with ""
    for no word. Without any word the key is the seed itself. Otherwise it is SHA-256 over the
    seed, and for each seat the length of its word in UTF-8 as two bytes, big-endian, and the
    word.
    """
    # games from before there were words keep their numbers (decision 30)
    if not any(words):
        return seed
    parts = [word.encode() for word in words]
    return hashlib.sha256(seed + b"".join(_with_length(part) for part in parts)).digest()


def _with_length(part: bytes) -> bytes:
    # without lengths the words "ab" and "c" would make the key of "a" and "bc"
    return len(part).to_bytes(2, "big") + part


def derive_salt(seed: bytes, seq: int) -> bytes:
    """Return the salt of a secret submission, event ``seq``: the first 16 bytes of HMAC-SHA256
    under the seed over "salt" and the number."""
    # derived, not stored: no row exists that could leak before the game is over (decision 30)
    return hmac.new(seed, f"salt {seq}".encode(), hashlib.sha256).digest()[:SALT_BYTES]


def derive_orders_salt(seed: bytes, seq: int, seat: str) -> bytes:
    """Return the salt of a seat's standing orders after event ``seq``: the first 16 bytes of
    HMAC-SHA256 under the seed over "orders", the number and the seat."""
    # another one each time, so that nobody sees whether the orders are still the same
    return hmac.new(seed, f"orders {seq} {seat}".encode(), hashlib.sha256).digest()[:SALT_BYTES]


def keyed_numbers(key: bytes, drawn: int = 0, note: Note | None = None) -> Numbers:
    """Return the numbers of a game after ``drawn`` of them have been used.

    The n-th number is HMAC-SHA256 under the key over n in decimal, as a big-endian integer; a
    draw below ``m`` is its remainder. A message such as "lot 1" gives its whole number and
    is not counted (corner-cases-others, 5.1). ``note`` is called for each draw.
    """
    count = drawn

    def draw(asked: int | str) -> int:
        nonlocal count
        count += not isinstance(asked, str)
        message, below = (asked, None) if isinstance(asked, str) else (str(count), asked)
        if note:
            note(message, below)
        number = whole_number(key, message)
        # of 256 bits, so that the remainder favours no number by more than can be measured
        return number if below is None else number % below

    return draw


def draw_lots(numbers: Numbers, people: int) -> list[int]:
    """Return who takes which place, drawn by lot: for each place the number of a person, from 0.

    Each person from the last to the second changes places with a person up to and including them.
    """
    # the shuffle of Fisher and Yates: every order is equally likely
    places = list(range(people))
    for count, last in enumerate(range(people - 1, 0, -1), start=1):
        other = numbers(f"lot {count}") % (last + 1)
        places[last], places[other] = places[other], places[last]
    return places


def whole_number(key: bytes, message: str) -> int:
    """Return the whole number of a message, from which a draw takes the remainder."""
    return int.from_bytes(hmac.new(key, message.encode(), hashlib.sha256).digest(), "big")

"""Plans as they stand in addresses.

Where pieces are hidden, nobody but their author may read them there: addresses are written into
the logs of servers and the histories of browsers.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Iterator
from functools import cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from django.conf import settings
from django.utils.crypto import salted_hmac

from conquest.registry import AnyRules

MARK = "~~"  # no orders begin so


def encrypt_plan(words: str, rules: AnyRules, person: int | None) -> str:
    """Return a person's words as they stand in an address, the same ones always alike."""
    if not words or person is None or not rules.knowledge.has_hidden_pieces:
        return words
    closed = _plan_cipher(settings.SECRET_KEY).encrypt(words.encode(), [_owner_data(person)])
    return MARK + urlsafe_b64encode(closed).decode().rstrip("=")


def decrypt_plan(words: str, person: int | None) -> str:
    """Return what was sealed for a person; "" where another one's is, and what was not as it is."""
    if not words.startswith(MARK):
        return words
    return next(_try_keys(words.removeprefix(MARK), person or 0), "")


def _try_keys(words: str, person: int) -> Iterator[str]:
    """Yield what a key of ours opens."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        try:
            closed = urlsafe_b64decode(words + "=" * (-len(words) % 4))
            yield _plan_cipher(secret).decrypt(closed, [_owner_data(person)]).decode()
        except (Error, InvalidTag, ValueError):
            continue


def _owner_data(person: int) -> bytes:
    return f"person {person}".encode()


@cache
def _plan_cipher(secret: str) -> AESSIV:
    return AESSIV(salted_hmac("games.plan", b"", secret=secret, algorithm="sha512").digest())

"""Plans as they are written in URLs.

Where pieces are hidden, only their author may read them there: URLs are written into the logs of
servers and the histories of browsers.
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

MARK = "~~"  # no orders of any game begin with it


def encrypt_plan(words: str, rules: AnyRules, person: int | None) -> str:
    """Return a person's words as they are written in a URL; the same words always look the same."""
    if not words or person is None or not rules.knowledge.has_hidden_pieces:
        return words
    # AES-SIV needs no nonce and encrypts alike, so that pages that show the same stay the same
    # (decision 31). The owner is authenticated with it: in somebody else's hands the plan cannot be
    # decrypted.
    encrypted = _plan_cipher(settings.SECRET_KEY).encrypt(words.encode(), [_owner_data(person)])
    return MARK + urlsafe_b64encode(encrypted).decode().rstrip("=")


def decrypt_plan(words: str, person: int | None) -> str:
    """Return the words that were encrypted for a person, "" if for another; plain words as they
    are."""
    if not words.startswith(MARK):
        return words
    return next(_try_keys(words.removeprefix(MARK), person or 0), "")


def _try_keys(words: str, person: int) -> Iterator[str]:
    """Yield the words for each of the site's keys that decrypts them."""
    # Old keys still decrypt, so that links outlive a change of ``SECRET_KEY``.
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        try:
            encrypted = urlsafe_b64decode(words + "=" * (-len(words) % 4))
            yield _plan_cipher(secret).decrypt(encrypted, [_owner_data(person)]).decode()
        except (Error, InvalidTag, ValueError):
            continue


def _owner_data(person: int) -> bytes:
    return f"person {person}".encode()


# A page has a link for every field that can be reached, all with the same key.
@cache
def _plan_cipher(secret: str) -> AESSIV:
    return AESSIV(salted_hmac("games.plan", b"", secret=secret, algorithm="sha512").digest())

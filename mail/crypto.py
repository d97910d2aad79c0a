"""What stands in the database so that the database alone does not tell it."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from functools import cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac


def encrypt(words: bytes) -> bytes:
    """Return what is to be stored, readable with SECRET_KEY only."""
    return _current_fernet().encrypt(words)


def decrypt(stored: bytes) -> bytes | None:
    """Return what was stored; ``None`` where no key of ours has closed it."""
    try:
        return _current_fernet().decrypt(stored)
    except InvalidToken:
        return None


def fingerprint(kind: str, words: str) -> str:
    """Return what stands for words of a kind, the same each time, and cannot be worked out without
    SECRET_KEY."""
    return salted_hmac(f"mail.fingerprint.{kind}", words, algorithm="sha256").hexdigest()[:40]


def _current_fernet() -> MultiFernet:
    return _build_fernet((settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))


@cache
def _build_fernet(secrets: Sequence[str]) -> MultiFernet:
    return MultiFernet([Fernet(_derive_key(secret)) for secret in secrets])


def _derive_key(secret: str) -> bytes:
    digest = salted_hmac("mail.seal", b"", secret=secret, algorithm="sha256").digest()
    return urlsafe_b64encode(digest)

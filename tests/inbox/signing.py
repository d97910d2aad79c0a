"""Mails that are signed as providers do it, with keys that a name server can tell."""

from __future__ import annotations

from functools import cache

import dkim
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

SELECTOR = "mail"


def key_record() -> str:
    """Return the record that tells the key of all signatures."""
    return _key()[1]


def sign(raw: bytes, domain: str = "example.org", **terms: object) -> bytes:
    """Return a mail with the signature of a domain above it."""
    field = dkim.sign(raw, SELECTOR.encode(), domain.encode(), _key()[0], **terms)
    return bytes(field) + raw


@cache
def _key() -> tuple[bytes, str]:
    """Return a private key, and the record that tells its public one."""
    key = rsa.generate_private_key(65537, 2048)
    form = serialization.PrivateFormat.TraditionalOpenSSL
    private = key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    letters = "".join(public.decode().splitlines()[1:-1])
    return private, f"v=DKIM1; k=rsa; p={letters}"

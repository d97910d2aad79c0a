"""Signatures of what is posted to programs, as the Standard Webhooks specification wants them."""

from __future__ import annotations

import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from datetime import datetime
from hashlib import sha256

PREFIX = "whsec_"
SECRET_BYTES = 32


def draw_secret() -> str:
    """Return a new secret that signs what is posted to a program."""
    return PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def sign_message(
    message: str, at: datetime, body: bytes, signers: Iterable[str]
) -> Mapping[str, str]:
    """Return the headers of a message to a program: its id, when it was sent, and a signature by
    each of some secrets."""
    moment = str(int(at.timestamp()))
    signed = b".".join((message.encode(), moment.encode(), body))
    return {
        "webhook-id": message,
        "webhook-timestamp": moment,
        "webhook-signature": " ".join(_sign(signed, secret) for secret in signers),
    }


def _sign(signed: bytes, secret: str) -> str:
    key = b64decode(secret.removeprefix(PREFIX))
    return f"v1,{b64encode(hmac.digest(key, signed, sha256)).decode()}"

"""The keys that sign records: the one in use, made of a secret, and the history of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from itertools import zip_longest

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from conquest.signatures import KEY_BYTES, key_id
from records.models import KeyEntry


@dataclass(frozen=True, slots=True)
class SiteKey:
    """A key of the site: its ``public`` bytes, ``since`` when records are signed by it, ``until``
    when they were, and when it was ``withdrawn`` because somebody else may have it."""

    public: bytes
    since: datetime
    until: datetime | None = None
    withdrawn: datetime | None = None

    @property
    def id(self) -> str:
        return key_id(self.public)


def list_keys() -> Sequence[SiteKey]:
    """Return all keys that have ever signed here, the newest first."""
    entries = list(KeyEntry.objects.order_by("number"))
    begun = [one for one in entries if one.kind == KeyEntry.Kind.BEGUN]
    withdrawn = {
        bytes(one.public_key): one.at for one in entries if one.kind == KeyEntry.Kind.WITHDRAWN
    }
    keys = [
        SiteKey(bytes(one.public_key), one.at, following.at if following else None)
        for one, following in zip_longest(begun, begun[1:])
    ]
    return [replace(key, withdrawn=withdrawn.get(key.public)) for key in reversed(keys)]


def current_key() -> SiteKey | None:
    """Return the key that signs now; None if there is none, or if this process has another than
    the one that began last: an older one until it is started again, or a new one for a moment."""
    keys = list_keys()
    if not keys or keys[0].withdrawn or keys[0].public != _public_bytes(settings.RECORD_SECRET):
        return None
    return keys[0]


def register_key(*, now: datetime) -> bool:
    """Begin the key of this process if it has never signed here; return whether it has begun now.

    One that has ended or was withdrawn does not come back.
    """
    return _append_entry(KeyEntry.Kind.BEGUN, _public_bytes(settings.RECORD_SECRET), now)


def withdraw_key(wanted: str, *, now: datetime) -> bool:
    """Withdraw the key with an id: what it has signed proves nothing from now on. Return whether
    there is such a key that was not withdrawn before."""
    found = [key for key in list_keys() if key.id == wanted]
    return bool(found) and _append_entry(KeyEntry.Kind.WITHDRAWN, found[0].public, now)


def sign(message: bytes) -> bytes:
    """Return the signature of a message by the key of this process."""
    return _private_key(settings.RECORD_SECRET).sign(message)


def _append_entry(kind: str, public: bytes, now: datetime) -> bool:
    if KeyEntry.objects.filter(kind=kind, public_key=public).exists():
        return False
    last = KeyEntry.objects.order_by("number").last()
    entry = KeyEntry(number=last.number + 1 if last else 1, kind=kind, public_key=public, at=now)
    # Of two processes that append at once, one has its number refused and tries again later.
    KeyEntry.objects.bulk_create([entry], ignore_conflicts=True)
    return KeyEntry.objects.filter(number=entry.number, kind=kind, public_key=public).exists()


@cache
def _private_key(secret: str) -> Ed25519PrivateKey:
    """Return the private key that belongs to a secret, the same each time."""
    made = HKDF(hashes.SHA256(), KEY_BYTES, None, b"zugpost.records").derive(secret.encode())
    return Ed25519PrivateKey.from_private_bytes(made)


def _public_bytes(secret: str) -> bytes:
    return _private_key(secret).public_key().public_bytes_raw()

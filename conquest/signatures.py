"""Records with the signature of their site: how one is written, read and checked.

A signed record is the record, byte by byte, and lines after it: what became of the game, when and
by which key it was signed, and the signature (Ed25519) of all that stands before it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass

from conquest.core import Fault
from conquest.kit import codec

PREFIX = b"zugpost signed record 1\n"  # so that a signature of something else is none of a record
KEY_BYTES, ID_DIGITS = 32, 16
_FOOTER = re.compile(
    r'\n\[Status "(?P<status>[a-z]{1,20})"\]\n'
    r'\[SignedAt "(?P<at>[0-9TZ:-]{20})"\]\n'
    r'\[SignedBy "(?P<key>[0-9a-f]{16})"\]\n'
    r'\[Signature "(?P<signature>[A-Za-z0-9+/=]{88})"\]\n\Z'
)


@dataclass(frozen=True, slots=True)
class RecordSignature:
    """The lines after a record: the ``status`` of its game (over or annulled), when it was signed
    (UTC, to the second), the id of the ``key``, and the ``signature`` in base64 of ``message``."""

    status: str
    at: str
    key: str
    signature: str
    message: bytes


@dataclass(frozen=True, slots=True)
class PublishedKey:
    """A key of a site: its ``public`` bytes, since when and until when records were signed by it,
    and when the site has ``withdrawn`` it; times in UTC as text, "" for none."""

    public: bytes
    since: str = ""
    until: str = ""
    withdrawn: str = ""


def key_id(public: bytes) -> str:
    """Return the id of a public key: the first 16 hexadecimal digits of its SHA-256."""
    return hashlib.sha256(public).hexdigest()[:ID_DIGITS]


def unsigned_text(record: str, *, status: str, at: str, key: str) -> str:
    """Return a record with the lines after it but the signature, which is made of this text."""
    return f'{record}\n[Status "{status}"]\n[SignedAt "{at}"]\n[SignedBy "{key}"]\n'


def message_of(unsigned: str) -> bytes:
    """Return the bytes that are signed."""
    return PREFIX + unsigned.encode()


def add_signature(unsigned: str, signature: bytes) -> str:
    """Return the signed record: a text of ``unsigned_text`` and its signature."""
    return f'{unsigned}[Signature "{base64.b64encode(signature).decode()}"]\n'


def split_record(text: str) -> tuple[str, RecordSignature | None]:
    """Return the record in a text, and its signature if it has one."""
    found = _FOOTER.search(text)
    if found is None:
        return text, None
    signed = text[: text.rindex("[Signature ")]
    lines = found.groupdict()
    return text[: found.start()], RecordSignature(**lines, message=message_of(signed))


def read_keys(text: str) -> Mapping[str, PublishedKey]:
    """Read the keys of a site by their ids: the JSON of its page of keys, or one public key in
    base64.

    :raises Fault: if it is neither.
    """
    if not text.lstrip().startswith("{"):
        public = _decode_key(text.strip())
        return {key_id(public): PublishedKey(public)}
    listed = codec.read_json(text).get("keys")
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise Fault("the keys of the site cannot be read")
    keys = [_read_key(one) for one in listed]
    return {key_id(one.public): one for one in keys}


def _read_key(given: Mapping[str, object]) -> PublishedKey:
    times = (given.get(name) or "" for name in ("since", "until", "withdrawn"))
    return PublishedKey(_decode_key(given.get("public_key")), *map(str, times))


def _decode_key(given: object) -> bytes:
    try:
        public = base64.b64decode(str(given), validate=True)
    except (binascii.Error, ValueError) as error:
        raise Fault("a key of the site is not in base64") from error
    if len(public) != KEY_BYTES:
        raise Fault(f"a key of the site has {len(public)} bytes, not {KEY_BYTES}")
    return public


def check_signature(signed: RecordSignature, keys: Mapping[str, PublishedKey]) -> None:
    """Check a signature by the keys of its site.

    :raises Fault: if there is no such key, it was withdrawn or did not sign at that time, or the
        signature is not that of these bytes.
    """
    key = keys.get(signed.key)
    if key is None:
        raise Fault(f"the site has no key {signed.key}")
    if key.withdrawn:
        raise Fault(f"the site has withdrawn the key {signed.key}: it proves nothing any more")
    # text is compared: all times have one form, in UTC
    if signed.at < key.since or (key.until and signed.at > key.until):
        raise Fault(f"the key {signed.key} did not sign at {signed.at}")
    if not _is_signed(key.public, base64.b64decode(signed.signature), signed.message):
        raise Fault("the signature is not that of this record")


def _is_signed(public: bytes, signature: bytes, message: bytes) -> bool:
    # here, since all else works without this package
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as error:
        raise Fault("to check signatures, install the package cryptography") from error
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except InvalidSignature:
        return False
    return True

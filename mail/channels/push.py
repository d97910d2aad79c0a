"""Web push: a notice encrypted for one browser (RFC 8291), signed as this site's (RFC 8292).

Written with the parts of ``cryptography``: the library for it wants four packages more, among them
two that send by themselves, past the guard.
"""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from mail.channels.notices import Notice
from mail.channels.sender import Request

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
RECORD = 4096
PADDED = 1024  # so that how long a title is tells nothing
MOST_SIGNS = 200
KEPT = timedelta(days=1)  # by the push service, for a device that is off
TOKEN = timedelta(hours=12)
PUBLIC_BYTES, AUTH_BYTES = 65, 16


@dataclass(frozen=True, slots=True)
class Subscription:
    """What a browser gives out so that it can be sent to: an address, its public key, a secret."""

    endpoint: str
    key: bytes
    auth: bytes


def read_subscription(endpoint: str, key: str, auth: str) -> Subscription:
    """Read what a browser has given.

    :raises ValueError: where it is none of the keys it should be.
    """
    found = Subscription(endpoint, _decode(key), _decode(auth))
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, found.key)
    if len(found.key) != PUBLIC_BYTES or len(found.auth) != AUTH_BYTES:
        raise ValueError("keys of another length")
    return found


def write_subscription(subscription: Subscription) -> str:
    """Return a subscription as it is sealed."""
    told = [subscription.endpoint, _encode(subscription.key), _encode(subscription.auth)]
    return json.dumps(told)


def open_subscription(written: str) -> Subscription:
    """Read back what ``write_subscription`` has written."""
    return read_subscription(*json.loads(written))


def is_offered() -> bool:
    """Whether the operator has given this site a key for push."""
    return bool(settings.PUSH_SECRET)


def public_key() -> str:
    """Return the site's public key, as browsers want it."""
    return _encode(_encode_point(_site_key(settings.PUSH_SECRET).public_key()))


def build_push(subscription: Subscription, host: str, notice: Notice, now: datetime) -> Request:
    """Return what is posted to a push service, at a host, for a browser to show a notice."""
    told = {"title": notice.title[:MOST_SIGNS], "url": notice.url, "tag": notice.tag}
    settles = {"about": notice.about, "settled": notice.is_settled}
    plain = json.dumps({**told, **settles, "lang": notice.language}).encode()
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(KEPT.total_seconds())),
        "Urgency": "low" if notice.is_settled else "normal",
        "Authorization": f"vapid t={_sign_token(host, now)}, k={public_key()}",
    }
    # One that waits for a device that is off is replaced by the next of the same thing; but by none
    # that tells of an older one that it is settled.
    topic = {"Topic": notice.tag} if notice.tag and not notice.is_settled else {}
    private, salt = ec.generate_private_key(CURVE), os.urandom(16)
    body = encrypt(plain, subscription, private, salt, padded=PADDED)
    return Request(body, headers | topic)


def encrypt(
    plain: bytes,
    subscription: Subscription,
    private: ec.EllipticCurvePrivateKey,
    salt: bytes,
    *,
    padded: int = 0,
) -> bytes:
    """Return a message that the browser of a subscription alone can read, made by a key and a salt
    that are used once."""
    ours = _encode_point(private.public_key())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, subscription.key)
    shared = private.exchange(ec.ECDH(), theirs)
    info = b"WebPush: info\0" + subscription.key + ours
    secret = _derive(shared, subscription.auth, info, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    record = (plain + b"\2").ljust(padded, b"\0")
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, record, None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _sign_token(host: str, now: datetime) -> str:
    """Return the token that tells a push service who sends, for half a day."""
    claims = {
        "aud": f"https://{host}",
        "exp": int((now + TOKEN).timestamp()),
        "sub": settings.SECURITY_CONTACT,
    }
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    signed = ".".join(_encode(json.dumps(part).encode()) for part in parts)
    signature = _site_key(settings.PUSH_SECRET).sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
    numbers = decode_dss_signature(signature)
    return f"{signed}.{_encode(b''.join(one.to_bytes(32, 'big') for one in numbers))}"


@cache
def _site_key(secret: str) -> ec.EllipticCurvePrivateKey:
    """Return the private key that belongs to a secret, the same each time."""
    wide = HKDF(hashes.SHA256(), 48, None, b"zugpost.push").derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(wide, "big") % (ORDER - 1) + 1, CURVE)


def _encode_point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _encode(given: bytes) -> str:
    return urlsafe_b64encode(given).rstrip(b"=").decode()


def _decode(given: str) -> bytes:
    return urlsafe_b64decode(given.encode("ascii") + b"=" * (-len(given) % 4))

"""Signs the records of finished games, and says by which keys.

A record is signed when it is asked for, and no signature is stored: so it names people as they are
called then, and nothing keeps the name of somebody who has deleted their account (decision 89).
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from django.conf import settings

from conquest import signatures
from games.models import Game, Seat
from games.replay import export
from records import keys
from records.keys import SiteKey
from records.models import MonthlyDump


def sign_record(game: Game, seats: Iterable[Seat], key: SiteKey, *, now: datetime) -> str:
    """Return the record of a game that is over, signed by the key in use."""
    unsigned = signatures.unsigned_text(
        export.write_record(game, seats), status=game.status, at=format_time(now), key=key.id
    )
    return signatures.add_signature(unsigned, keys.sign(signatures.message_of(unsigned)))


def sign_checksums(dump: MonthlyDump, key: SiteKey, *, now: datetime) -> str:
    """Return the checksums of the files of a month, as ``sha256sum`` reads them, signed by the
    key in use."""
    lines = [f"{part.sha256}  {part.file_name}" for part in dump.parts.all()]
    text = "\n".join([f"# {settings.SITE_URL}", *lines, ""])
    unsigned = signatures.unsigned_text(text, status="checksums", at=format_time(now), key=key.id)
    return signatures.add_signature(unsigned, keys.sign(signatures.message_of(unsigned)))


def keys_as_json(listed: Iterable[SiteKey]) -> dict[str, Any]:
    """Return the keys of the site as values for JSON, in the form that the verifier reads."""
    return {"site": settings.SITE_URL, "keys": [_key_as_json(key) for key in listed]}


def _key_as_json(key: SiteKey) -> dict[str, Any]:
    return {
        "id": key.id,
        "public_key": base64.b64encode(key.public).decode(),
        "since": format_time(key.since),
        "until": format_time(key.until) if key.until else None,
        "withdrawn": format_time(key.withdrawn) if key.withdrawn else None,
    }


def format_time(at: datetime) -> str:
    """Return a time as signed files tell it: UTC, to the second."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"

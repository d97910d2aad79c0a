"""The addresses at which our letters are answered, by their shape alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from urllib.parse import unquote

from django.conf import settings

from mail.redaction import REPLY_TOKEN


def find_reply_token(recipients: Iterable[str]) -> str | None:
    """Return the token of the first address of ours among these; ``None`` if there is none.

    Whether the token is good is not asked here.
    """
    return next((found["token"] for found in _find_addresses(recipients)), None)


def find_reply_addresses(recipients: Iterable[str]) -> list[str]:
    """Return the addresses of ours in these texts, each once."""
    found = (match.group().replace('"', "") for match in _find_addresses(recipients))
    return list(dict.fromkeys(found))


def _find_addresses(recipients: Iterable[str]) -> Iterator[re.Match[str]]:
    """Find our addresses in upper or lower case, folded or with percent signs, as mail servers
    write them; none where no letter of ours is answered."""
    if settings.REPLY_ADDRESS:
        ours = _address_pattern(settings.REPLY_ADDRESS.lower())
        for written in recipients:
            yield from ours.finditer("".join(unquote(written).split()).lower())


def recipient_key(recipient: str) -> str:
    """Return what all spellings of an address have in common: its token if it is ours, else its
    small letters."""
    return find_reply_token([recipient]) or recipient.lower()


@cache
def _address_pattern(reply_address: str) -> re.Pattern[str]:
    local, _at, domain = reply_address.rpartition("@")
    before = re.escape(f"{local}+") if local else ""
    token = REPLY_TOKEN.pattern
    return re.compile(
        rf'(?<![\w.!#$%&*+/=?^`{{|}}~-]){before}(?P<token>{token})"?@{re.escape(domain)}(?![\w-]|\.\w)',
        re.ASCII,
    )

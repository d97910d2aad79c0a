"""The addresses at which our letters are answered, by their shape alone."""

from __future__ import annotations

import re
from functools import cache

from django.conf import settings

TOKEN = "[a-z2-7]{32,64}"


def find_token(address: str) -> str:
    """Return the token of an address of ours; nothing if it does not look like one.

    Whether the token is good is not asked here.
    """
    shape = settings.REPLY_ADDRESS.lower()
    found = _address_pattern(shape).fullmatch(address.strip().lower()) if shape else None
    return found[1] if found else ""


@cache
def _address_pattern(shape: str) -> re.Pattern[str]:
    local, _, domain = shape.rpartition("@")
    before = f"{local}+" if local else ""
    return re.compile(f"{re.escape(before)}({TOKEN})@{re.escape(domain)}")

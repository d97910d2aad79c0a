"""The addresses at which our letters are answered, by their shape alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from urllib.parse import unquote

from django.conf import settings

from mail.redaction import REPLY_TOKEN


def find_reply_token(recipients: Iterable[str]) -> str | None:
    """Return the token of the first address of ours among these, in upper or lower case, folded or
    with percent signs as mail servers write it; ``None`` where no letter of ours is answered.

    Whether the token is good is not asked here.
    """
    if not settings.REPLY_ADDRESS:
        return None
    ours = _address_pattern(settings.REPLY_ADDRESS.lower())
    written = ("".join(unquote(one).split()).lower() for one in recipients)
    return next((found.group(1) for one in written if (found := ours.search(one))), None)


@cache
def _address_pattern(reply_address: str) -> re.Pattern[str]:
    local, _at, domain = reply_address.rpartition("@")
    before = re.escape(f"{local}+") if local else ""
    token = REPLY_TOKEN.pattern
    return re.compile(
        rf'(?<![\w.+-]){before}({token})"?@{re.escape(domain)}(?![\w-]|\.\w)', re.ASCII
    )

"""DKIM (RFC 6376): whether a domain that speaks for the author has signed a mail."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from itertools import islice
from typing import TypeAlias

import dkim
from billiard.exceptions import SoftTimeLimitExceeded
from dkim.util import InvalidTagValueList, parse_tag_value

from inbox.dmarc import Alignment
from inbox.name_servers import LookUp, NameServerError

MAX_SIGNATURES = 3  # that are verified, of those that count
# The library takes time that grows with the square of these.
MAX_HEAD, MAX_FIELD, MAX_BLANKS = 64 * 1024, 4096, 128
MAX_KEY = 1200  # letters: RSA of 4,096 bits has 800

# With two of one of these programs differ about which one is shown.
SINGLE = (
    b"from", b"to", b"cc", b"subject", b"date",
    b"content-type", b"content-transfer-encoding", b"mime-version",
)  # fmt: skip
# What is read, and which of their mails it is. Gmail signs no Content-Type: if a stranger changes
# it, the mail is still the one that has acted.
READ = (b"from", b"subject", b"date")

Tags: TypeAlias = Mapping[bytes, bytes]

QUIET = logging.Logger("dkim")  # a stranger's bad signature is no error of ours
QUIET.addHandler(logging.NullHandler())


def is_signed(raw: bytes, recipient_field: str, alignment: Alignment, look_up: LookUp) -> bool:
    """Whether a domain that speaks for the author of a mail has signed all of its text, with what
    is read of its head, and with the field that names to whom it is (To or Cc).

    :raises NameServerError: if a key could not be asked for.
    """
    signer = _open(raw)
    if signer is None:
        return False
    wanted = _wanted_fields(signer, recipient_field)
    numbers = islice(_find_signatures(signer, wanted, alignment), MAX_SIGNATURES)
    return any(_verify(signer, number, look_up) for number in numbers)


def all_cover(raw: bytes, recipient_field: str, domain: str) -> bool:
    """Whether a signature that somebody else has verified for ``domain`` covers what ``is_signed``
    asks for: which one that was is not known, so that all that could be it must do so."""
    signer = _open(raw)
    if signer is None:
        return False
    wanted, alignment = _wanted_fields(signer, recipient_field), Alignment(domain, has_policy=True)
    aligned = [tags for tags in _read_signatures(signer) if _is_aligned(tags, alignment)]
    return bool(aligned) and all(_covers(tags, wanted) for tags in aligned)


def _open(raw: bytes) -> dkim.DKIM | None:
    """Return a mail whose signatures can be read, ``None`` if they prove nothing."""
    if not _is_bounded(raw):
        return None
    try:
        signer = dkim.DKIM(raw, logger=QUIET)
    except (dkim.DKIMException, IndexError):
        return None  # its head has lines that are none
    names = Counter(name.lower() for name, _value in signer.headers)
    return None if any(names[name] > 1 for name in SINGLE) else signer


def _is_bounded(raw: bytes) -> bool:
    end = re.search(rb"\n\r?\n", raw)
    blanks = max(map(len, re.findall(rb"[ \t]+", raw)), default=0)
    return (end.start() if end else len(raw)) <= MAX_HEAD and blanks <= MAX_BLANKS


def _wanted_fields(signer: dkim.DKIM, recipient_field: str) -> Set[bytes]:
    present = {name.lower() for name, _value in signer.headers}
    return present & {recipient_field.lower().encode(), *READ}


def _find_signatures(signer: dkim.DKIM, wanted: Set[bytes], alignment: Alignment) -> Iterator[int]:
    """Yield the numbers, from above, of the signatures that would prove something."""
    for number, tags in enumerate(_read_signatures(signer)):
        if _is_aligned(tags, alignment) and _covers(tags, wanted):
            yield number


def _read_signatures(signer: dkim.DKIM) -> list[Tags]:
    return [
        _read_tags(value) for name, value in signer.headers if name.lower() == b"dkim-signature"
    ]


def _is_aligned(tags: Tags, alignment: Alignment) -> bool:
    return alignment.takes_signer(tags.get(b"d", b"").decode("ascii", "replace"))


def _read_tags(value: bytes) -> Tags:
    try:
        tags: Tags = parse_tag_value(value) if len(value) <= MAX_FIELD else {}
    except InvalidTagValueList:
        return {}
    return tags


def _covers(tags: Tags, wanted: Set[bytes]) -> bool:
    """Whether a signature covers all of the text, and the wanted fields, by a good hash."""
    signed = {name.strip().lower() for name in tags.get(b"h", b"").split(b":")}
    # Behind a length anybody can append.
    return wanted <= signed and b"l" not in tags and tags.get(b"a", b"").endswith(b"-sha256")


def _verify(signer: dkim.DKIM, number: int, look_up: LookUp) -> bool:
    def find_key(name: bytes, timeout: int) -> bytes | None:
        found = look_up(name.decode("ascii").rstrip("."), "TXT")
        return found[0].encode() if len(found) == 1 and len(found[0]) <= MAX_KEY else None

    try:
        return bool(signer.verify(number, find_key))
    except (NameServerError, SoftTimeLimitExceeded):
        raise
    except Exception:  # of any kind: what strangers write there makes the library stumble
        return False

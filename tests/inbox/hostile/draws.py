"""One hostile mail in the making: whom it is after, and the random numbers that it is made with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from tests import incoming
from tests.faults import mails
from tests.inbox.hostile.targets import HostileMail, Target

STRANGER = "charlie@evil.example"
FAILED = f"{incoming.SITE}; dmarc=fail header.from=example.org; spf=fail smtp.mailfrom=example.org"
OF_STRANGER = (
    f"{incoming.SITE}; dmarc=pass header.from=evil.example; spf=pass smtp.mailfrom=evil.example"
)


@dataclass(frozen=True, slots=True)
class Draw:
    """What a kind makes a mail of: a ``target``, how many of the kind there were before, and
    random numbers of its own."""

    target: Target
    count: int
    random: Random

    def pick_goal(self) -> tuple[str, str]:
        """Return an address that is good, and what would have an effect there."""
        target = self.target
        return self.random.choice(
            [
                (target.turn, mails.ORDERS),
                (target.turn, "RESIGN"),
                (target.yes, "YES"),
                (target.account, "AWAY until 24 December"),
            ]
        )

    def pick_results(self) -> str:
        """Return what our server says of a mail that must have no effect either way."""
        return self.random.choice([incoming.PASSED, FAILED])

    def write(self, to: str, text: str, *, results: str = FAILED, **fields: str) -> bytes:
        """Return a mail in the name of the target, for which our server does not vouch unless its
        ``results`` say so."""
        name = f"<{self.random.getrandbits(64):x}@example.org>"
        return incoming.write_mail(
            to, text, **{"sender": self.target.email, "results": results, "name": name, **fields}
        )

    def send(self, raw: bytes, to: str, sender: str | None = None) -> HostileMail:
        """Return a mail on its way from the target, or from another ``sender``."""
        return HostileMail(raw, to, self.target.email if sender is None else sender)


Kind: TypeAlias = Callable[[Draw], HostileMail]


def split_mail(raw: bytes) -> tuple[bytes, bytes]:
    """Return the head of a mail with the end of its last line, and what stands below."""
    head, _blank, body = raw.partition(b"\r\n\r\n")
    return head + b"\r\n", body

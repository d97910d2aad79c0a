"""Mails that come in, raw, as the mail host of a site hands them on."""

from __future__ import annotations

import math
from datetime import datetime
from email.utils import make_msgid

from games.replies.dead_mails import tell_author
from games.replies.handling import answer_mail
from games.replies.screening import why_unwanted
from inbox.handling import handle_mails
from inbox.models import IncomingMail
from inbox.store import MailEnvelope, store_mail

SITE = "play.example.org"
REPLIES = f"reply@{SITE}"
ALICE = "alice@example.org"
PASSED = f"{SITE}; dmarc=pass header.from=example.org; spf=pass smtp.mailfrom=example.org"
LMTP = IncomingMail.Door.LMTP


def write_mail(
    to: str,
    text: str,
    *,
    sender: str = ALICE,
    results: str = PASSED,
    name: str = "",
    **fields: str,
) -> bytes:
    """Return a mail for which our mail host vouches, unless its ``results`` say something else.
    ``name`` is its Message-ID, one of its own if nothing is said; more fields go on top, or in the
    place of those that each mail has."""
    more = {key.replace("_", "-"): value for key, value in fields.items()}
    heads = {
        **more,
        "Authentication-Results": results,
        "Received": f"from mail.example.org by {SITE}",
        "From": sender,
        "To": to,
        "Subject": "Re: [Zugpost] Your turn",
        "Message-ID": name or make_msgid(domain="example.org"),
        **more,
    }
    lines = [f"{key}: {value}" for key, value in heads.items() if value]
    return "\r\n".join([*lines, "", text, ""]).encode()


def arrive(raw: bytes, to: str, now: datetime, *, sender: str = ALICE) -> IncomingMail:
    """Store a mail as the postbox does; return its row."""
    store_mail(raw, MailEnvelope(recipient=to, sender=sender), LMTP, now=now)
    return IncomingMail.objects.latest("pk")


def handle(now: datetime) -> list[str]:
    """Handle what has come in; return what came of it, the oldest first."""
    handle_mails(
        answer_mail,
        why_unwanted=why_unwanted,
        tell_author=tell_author,
        clock=lambda: now,
        seconds=math.inf,
    )
    rows = IncomingMail.objects.order_by("pk")
    return [row.outcome if row.status == "handled" else row.status for row in rows]

"""``Authentication-Results`` (RFC 8601): what a server of ours has found out about a mail.

Anybody can write such a field. One counts only if it bears the name of a server of ours, and of
those only the topmost: a server puts its own above what it has received. So a forged one counts
only where that server adds none and removes none, which RFC 8601 forbids (section 5).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from email.message import EmailMessage
from typing import Any

import authres
import authres.dmarc

from inbox.authors import domain_of
from inbox.dmarc import Alignment
from inbox.fields import MAX_LENGTH, raw_fields

FIRST_WORD = re.compile(r"[ \t\r\n]*([^\s;]+)[ \t\r\n;]")
METHODS = authres.FeatureContext(authres.dmarc)


def read_server_results(message: EmailMessage, domain: str, servers: Collection[str]) -> str:
    """Return what a server of ours has found about the author's ``domain``: "pass" if it sent the
    mail, "signed" if it passes perhaps by a signature alone, "fail"; "" if none says either."""
    results = _topmost_results(message, {name.lower() for name in servers})
    verdicts = {one.result for one in results if one.method == "dmarc" and _is_about(one, domain)}
    if verdicts != {"pass"} and verdicts & {"pass", "fail"}:
        return "fail"
    alignment = Alignment(domain)
    if any(_is_sent_by(one, alignment) for one in results):
        return "pass"
    signed = "pass" in verdicts or any(_is_signed_by(one, alignment) for one in results)
    return "signed" if signed else ""


def _topmost_results(message: EmailMessage, servers: Collection[str]) -> list[Any]:
    fields = raw_fields(message, "Authentication-Results")
    topmost = next((field for field in fields if _server_name(field) in servers), None)
    return _parse_results(topmost) if topmost else []


def _server_name(field: str) -> str:
    """Return whose results these are, "" if that is not the first word, as servers write it."""
    found = FIRST_WORD.match(field[:MAX_LENGTH])
    return found.group(1).lower() if found else ""


def _parse_results(field: str) -> list[Any]:
    if len(field) > MAX_LENGTH:
        return []
    try:
        return list(METHODS.parse_value(" ".join(field.split())).results)
    except (authres.AuthResError, ValueError, RecursionError):
        return []


def _is_about(result: Any, domain: str) -> bool:
    return domain_of(result.header_from or "") == domain


def _is_sent_by(result: Any, alignment: Alignment) -> bool:
    if (result.method, result.result) != ("spf", "pass"):
        return False
    return alignment.takes_sender(domain_of(result.smtp_mailfrom or ""))


def _is_signed_by(result: Any, alignment: Alignment) -> bool:
    if (result.method, result.result) != ("dkim", "pass"):
        return False
    return alignment.takes_signer(domain_of(result.header_d or result.header_i or ""))

"""``Authentication-Results`` (RFC 8601): what a server of ours has found out about a mail.

Anybody can write such a field. One counts only if it bears the name of a server of ours, and of
those only the topmost: a server puts its own above what it has received. So a forged one counts
only where that server adds none and removes none, which RFC 8601 forbids (section 5), and where it
does not stand so low that it must have come with the mail.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from email.message import EmailMessage
from typing import Any

import authres
import authres.dmarc
import structlog

from inbox.authors import domain_of
from inbox.dmarc import Alignment
from inbox.fields import MAX_LENGTH

FIRST_WORD = re.compile(r"[ \t\r\n]*([^\s;]+)[ \t\r\n;]")
BY = re.compile(r"\sby\s+([^\s;()]+)", re.IGNORECASE)  # in a line Received
METHODS = authres.FeatureContext(authres.dmarc)

log = structlog.get_logger()


def read_server_results(
    message: EmailMessage, domain: str, servers: Collection[str], *, are_on_top: bool = False
) -> str:
    """Return what a server of ours has found about the author's ``domain``: "pass" if it sent the
    mail, "signed" if it passes perhaps by a signature alone, "fail"; "" if none says either.

    Where our servers put their results above their lines ``Received`` (``are_on_top``), those below
    one are not ours.
    """
    results = _topmost_results(message, {name.lower() for name in servers}, are_on_top)
    verdicts = {one.result for one in results if one.method == "dmarc" and _is_about(one, domain)}
    if verdicts != {"pass"} and verdicts & {"pass", "fail"}:
        return "fail"
    alignment = Alignment(domain)
    if any(_is_sent_by(one, alignment) for one in results):
        return "pass"
    signed = "pass" in verdicts or any(_is_signed_by(one, alignment) for one in results)
    return "signed" if signed else ""


def _topmost_results(
    message: EmailMessage, servers: Collection[str], are_on_top: bool
) -> list[Any]:
    fields = [(name.lower(), str(value)) for name, value in message.raw_items()]
    for number, (name, value) in enumerate(fields):
        if name == "authentication-results" and (server := _server_name(value)) in servers:
            above, below = _received_lines(fields[:number]), _received_lines(fields[number:])
            is_ours = not (above and are_on_top) and _may_be_of(server, above, below)
            if not is_ours:
                log.warning("results came with the mail", server=server)
            return _parse_results(value) if is_ours else []
    return []


def _received_lines(fields: Sequence[tuple[str, str]]) -> list[str]:
    return [value for name, value in fields if name == "received"]


def _may_be_of(server: str, above: Sequence[str], below: Sequence[str]) -> bool:
    """Whether results between these lines can be of a server: it writes them beside its own."""
    if any(_is_written_by(server, line) for line in (*above[-1:], *below[:1])):
        return True
    if any(_is_written_by(server, line) for line in above):
        return False
    # Its lines may bear another name: then nothing tells how the results came to stand here.
    if len(above) > 1:
        log.warning("results may have come with the mail", server=server)
    return True


def _is_written_by(server: str, line: str) -> bool:
    return server in (name.lower() for name in BY.findall(line))


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

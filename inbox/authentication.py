"""Whether a mail is from the address that it says."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from email.message import EmailMessage

from inbox import authors, dmarc, recipients, sender_policy, server_results, signatures
from inbox.name_servers import LookUp, NameServerError
from inbox.store import MailEnvelope

NO_ANSWER = "no-answer"


@dataclass(frozen=True, slots=True)
class SenderVerdict:
    """Whether a mail is from ``address``, its author, "" if it does not name exactly one; ``why``
    says by what that is known, or not, in one word."""

    address: str
    is_authentic: bool
    why: str

    @property
    def is_temporary(self) -> bool:
        """Whether name servers were away, so that it may be known later."""
        return self.why == NO_ANSWER


def judge_sender(
    raw: bytes,
    message: EmailMessage,
    envelope: MailEnvelope,
    *,
    servers: Collection[str],
    are_results_on_top: bool = False,
    is_first_server: bool,
    look_up: LookUp,
) -> SenderVerdict:
    """Return whether a mail is from its author and to the address that it came to, by the first of
    these that says so: the provider that brought it, one of our own ``servers``, the mail's
    signature, its way here.

    The way counts only if we are the first server of ours that it came to (``is_first_server``).
    Our servers may put their results above their lines ``Received`` (``are_results_on_top``).
    """
    address = authors.read_author(message)
    if not address:
        return SenderVerdict("", False, "no-author")
    field = recipients.find_recipient_field(message, envelope.recipient)
    if not field:  # else a mail that they once wrote to a stranger could be brought here
        return SenderVerdict(address, False, "not-addressed")
    domain = authors.domain_of(address)
    given, by = envelope.verdict, "provider"
    if not given:
        by = "server"
        given = server_results.read_server_results(
            message, domain, servers, are_on_top=are_results_on_top
        )
    if given in ("pass", "fail"):
        return SenderVerdict(address, given == "pass", by)
    if given == "signed" and signatures.all_cover(raw, field, domain):
        return SenderVerdict(address, True, by)
    try:
        why = _find_proof(raw, field, domain, envelope if is_first_server else None, look_up)
    except NameServerError:
        return SenderVerdict(address, False, NO_ANSWER)
    return SenderVerdict(address, bool(why), why or "unproved")


def _find_proof(
    raw: bytes, field: str, domain: str, way: MailEnvelope | None, look_up: LookUp
) -> str:
    """Return what proves that a mail comes from a domain, and its signature that it is to whom a
    field says; "" if nothing does.

    :raises NameServerError: if nothing does, and something that could has not been answered.
    """
    alignment = dmarc.find_alignment(domain, look_up)
    away: NameServerError | None = None
    try:
        if signatures.is_signed(raw, field, alignment, look_up):
            return "dkim"
    except NameServerError as error:
        away = error  # its way here may prove it yet
    if way is not None and _came_from(way, alignment, look_up):
        return "spf"
    if away is not None:
        raise away
    return ""


def _came_from(way: MailEnvelope, alignment: dmarc.Alignment, look_up: LookUp) -> bool:
    if not authors.ADDRESS.fullmatch(way.sender):
        return False
    if not alignment.takes_sender(authors.domain_of(way.sender)):
        return False
    return sender_policy.may_send(way.ip, way.sender, way.helo, look_up)

"""Fetches mails from a mailbox by IMAP, for those whose host gives them no other door.

A mail is marked as seen when its row is committed: what ends between the two fetches it once more,
and finds the row. It is flagged while there is no room for it, so that it does not stand before all
others. So the mailbox is the site's alone: what somebody else has seen is not fetched.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from imaplib import IMAP4
from time import monotonic
from urllib.parse import unquote, urlsplit

import structlog
from django.conf import settings
from imap_tools import BaseMailBox, MailBox, MailBoxUnencrypted, MailMessageFlags

from inbox import heads, store, waiting_rooms
from inbox.models import IncomingMail
from inbox.reading.message import UnreadableMailError, parse_head
from inbox.store import MailEnvelope
from inbox.waiting_rooms import RoomFullError
from mail import failpoints

MAX_MAILS, MAX_PUT_OFF, SECONDS = 100, 20, 20.0
INBOX = "INBOX"

log = structlog.get_logger()


def fetch_mails(url: str, *, clock: Callable[[], datetime]) -> int:
    """Fetch the mails that nobody has seen, the oldest first, and none more after ``SECONDS``;
    return how many. One for which there is no room stays until there is.

    :raises OSError: if the host cannot be reached.
    :raises TooManyError: if there is no room for any.
    :raises ImapToolsError: if it refuses the password, or what is asked of it.
    """
    end, total = monotonic() + SECONDS, 0
    with _open_mailbox(url) as mailbox:
        for uid in _list_mails(mailbox):
            waiting_rooms.check_room()
            total += _fetch_mail(mailbox, uid, clock())
            if monotonic() > end:
                break
    return total


def _list_mails(mailbox: BaseMailBox) -> list[str]:
    """Return the numbers of some mails that nobody has seen: those that were put off come last, so
    that the flood of one person does not hold up others."""
    fresh, put_off = mailbox.uids("UNSEEN UNFLAGGED"), mailbox.uids("UNSEEN FLAGGED")
    return [*fresh[:MAX_MAILS], *put_off[:MAX_PUT_OFF]]


def _fetch_mail(mailbox: BaseMailBox, uid: str, now: datetime) -> bool:
    """Store a mail, or flag it if there is no room for it; return whether it is done with."""
    try:
        _store_mail(_fetch_raw(mailbox, uid), now)
    except RoomFullError:
        log.warning("mail not stored, too many wait", door="imap")
        mailbox.flag(uid, MailMessageFlags.FLAGGED, True)
        return False
    failpoints.hit("before_mail_seen")
    mailbox.flag(uid, MailMessageFlags.SEEN, True)
    return True


@contextmanager
def _open_mailbox(url: str) -> Iterator[BaseMailBox]:
    mailbox, address = _connect(url), urlsplit(url)
    try:
        folder = unquote(address.path.strip("/")) or INBOX
        mailbox.login(unquote(address.username or ""), unquote(address.password or ""), folder)
        yield mailbox
    finally:
        with suppress(OSError, IMAP4.error):
            mailbox.client.logout()
        with suppress(OSError):  # if it was lost, or has ended by that
            mailbox.client.shutdown()


def _connect(url: str) -> BaseMailBox:
    address, patience = urlsplit(url), settings.EMAIL_TIMEOUT
    host = address.hostname or ""
    if address.scheme == "imap":
        return MailBoxUnencrypted(host, address.port or 143, timeout=patience)
    # Without a context of ours any certificate would do.
    context = ssl.create_default_context()
    return MailBox(host, address.port or 993, timeout=patience, ssl_context=context)


def _fetch_raw(mailbox: BaseMailBox, uid: str) -> bytes:
    """Return a mail as it came; of one that is too large only so much that this can be seen."""
    part = f"(BODY.PEEK[]<0.{store.MAX_BYTES + 1}>)"
    _kind, answer = mailbox.client.uid("FETCH", uid, part)
    return next((piece[1] for piece in answer if isinstance(piece, tuple)), b"")


def _store_mail(raw: bytes, now: datetime) -> None:
    """Store a mail for each of our addresses that it goes to; one beyond measure for none.

    :raises RoomFullError: if there is no room for it at one of them.
    """
    try:
        head = parse_head(raw)
    except UnreadableMailError as error:  # which it will be the next time, too
        log.warning("mail refused", door="imap", reason=error.reason)
        return
    sender, recipients, full = heads.find_sender(head), heads.find_recipients(head), None
    for recipient in recipients:
        envelope = MailEnvelope(recipient=recipient, sender=sender)
        try:
            is_new = store.store_mail(raw, envelope, IncomingMail.Door.IMAP, now=now)
        except RoomFullError as error:  # at the next address there may be room
            full = error
        else:
            log.info("mail stored", door="imap", size=len(raw), is_new=is_new)
    if not recipients:
        log.info("mail to none of our addresses", door="imap", size=len(raw))
    if full is not None:
        raise full

"""What we answer to a mail, kept in the outbox until it is sent."""

from __future__ import annotations

from datetime import datetime

import msgspec

from accounts import own_channels
from accounts.email_normalize import mailbox
from accounts.models import Person
from inbox.received import ReceivedMail
from mail import crypto, outbox
from mail.channels import carrier
from mail.models import Delivery

KIND = "answer"


class Part(msgspec.Struct, frozen=True):
    """A titled part of an answer: lines, each with a mark ("3." or "") and perhaps a note, then
    links: what each says and where it leads."""

    title: str
    lines: tuple[tuple[str, ...], ...]
    links: tuple[tuple[str, str], ...] = ()


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer in its reader's language: ``brief`` for the subject, ``headline``, paragraphs,
    parts, and links beside its button. ``outcome`` says to the staff, in one word, what came of
    the mail.

    ``seat`` is the seat it is about, or ``table`` the table. It shows the position with
    ``shows_board``, closely the fields ``around`` if they are named, and with a ``plan`` the board
    after that. A ``preview`` counts once its reader
    answers yes. It may list the answers to a ``decision``, each with its letter. What it says holds
    for the game at ``version``; 0 is the one at which it is sent. It ``reaches_closed`` accounts
    where it is about their being closed.
    """

    outcome: str
    brief: str
    headline: str
    paragraphs: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    seat: int | None = None
    table: int | None = None
    preview: int | None = None
    plan: str = ""
    shows_board: bool = False
    around: tuple[str, ...] = ()
    decision: int | None = None
    version: int = 0
    reaches_closed: bool = False


def post_answer(mail: ReceivedMail, person: Person, answer: Answer, *, now: datetime) -> None:
    """Put the one answer to a mail into the outbox, in the caller's transaction."""
    key = f"answer-{mail.number}"
    post_answer_letter(key, person, answer, now=now, message_id=mail.message_id, author=mail.sender)


def post_answer_letter(
    key: str, person: Person, answer: Answer, *, now: datetime, message_id: str, author: str = ""
) -> None:
    """Put an answer into the outbox, in the caller's transaction; none if one of this key is
    there. It goes to the second address of a person if that is its ``author``'s."""
    # Encrypted, and forgotten once it is sent: it may repeat a hidden plan.
    secret = crypto.encrypt(msgspec.json.encode(answer)).decode()
    delivery = outbox.build_delivery(
        key=key,
        kind=KIND,
        address=person.email,
        now=now,
        person_id=person.pk,
        about={"secret": secret, "message_id": message_id},
        tells_channels=False,
    )
    channel = None
    if author and mailbox(author) != person.mailbox:
        channel = own_channels.find_second_address(person.pk, author)
    # One that is switched off or fails takes nothing: then the first address hears of it.
    if channel is None or channel.switched_off_at is not None or channel.failures:
        outbox.post_letters([delivery])
    else:
        carrier.post_to_channel(delivery, channel)


def read_answer(delivery: Delivery) -> Answer | None:
    """Return the answer of a row of the outbox, None if no key of ours opens it."""
    words = crypto.decrypt(str(delivery.about.get("secret", "")).encode())
    return msgspec.json.decode(words, type=Answer) if words is not None else None

"""People get the mails that they have sent us."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Person
from inbox import personal_data
from inbox.models import IncomingMail
from inbox.store import MailEnvelope, store_mail


def test_a_mail_that_no_key_opens_keeps_no_other_back(alice: Person, now: datetime) -> None:
    for text in (b"A", b"B"):
        store_mail(text, MailEnvelope(recipient=""), IncomingMail.Door.LMTP, now=now)
    IncomingMail.objects.update(person=alice)
    IncomingMail.objects.filter(pk=IncomingMail.objects.earliest("pk").pk).update(raw=b"lost")
    [(name, (lost, kept))] = personal_data.export(alice)
    assert name == "incoming-mails"
    assert ("mail" in lost, lost["arrived_at"], kept["mail"]) == (False, now, "B")

"""People get the mails that they have sent us, each as a file."""

from __future__ import annotations

import io
import tracemalloc
import zipfile
from datetime import datetime

import pytest

from accounts.models import Person
from inbox import personal_data, store
from inbox.models import IncomingMail
from inbox.store import MailEnvelope, store_mail
from web import data_export

MANY, MAIL = 16, 400 * 1024  # bytes


def send(person: Person, now: datetime, *texts: bytes) -> None:
    for text in texts:
        store_mail(text, MailEnvelope(recipient=""), IncomingMail.Door.LMTP, now=now)
    IncomingMail.objects.update(person=person)


def test_each_mail_is_exported_as_it_came(alice: Person, now: datetime) -> None:
    send(alice, now, b"Subject: A\r\n\r\n\xff\0\r\n", b"B")
    (name, mails), *files = personal_data.export(alice)
    assert name == "incoming-mails"
    assert [(mail["number"], mail["arrived_at"]) for mail in mails] == [(1, now), (2, now)]
    assert dict(files) == {
        "incoming-mails/1.eml": b"Subject: A\r\n\r\n\xff\0\r\n",
        "incoming-mails/2.eml": b"B",
    }


def test_exported_mails_lie_in_the_archive_as_files(alice: Person, now: datetime) -> None:
    send(alice, now, b"\xff")
    archive = zipfile.ZipFile(io.BytesIO(b"".join(data_export.zip_archive(alice))))
    assert archive.read("incoming-mails/1.eml") == b"\xff"
    assert {"incoming-mails.json", "incoming-mails.txt"} <= set(archive.namelist())


def test_exported_mails_are_those_of_their_person_alone(
    alice: Person, bob: Person, now: datetime
) -> None:
    send(bob, now, b"B")
    assert list(personal_data.export(alice)) == [("incoming-mails", [])]


def test_a_mail_that_no_key_opens_keeps_no_other_back(alice: Person, now: datetime) -> None:
    send(alice, now, b"A", b"B")
    IncomingMail.objects.filter(pk=IncomingMail.objects.earliest("pk").pk).update(raw=b"lost")
    (_name, mails), *files = personal_data.export(alice)
    assert len(mails) == 2
    assert files == [("incoming-mails/2.eml", b"B")]


def test_a_mail_that_is_deleted_meanwhile_keeps_no_other_back(alice: Person, now: datetime) -> None:
    send(alice, now, b"A", b"B")
    parts = personal_data.export(alice)
    next(parts)
    IncomingMail.objects.earliest("pk").delete()
    assert list(parts) == [("incoming-mails/2.eml", b"B")]


def exported_memory(person: Person) -> int:
    """Return how many bytes an export takes at most at one time."""
    tracemalloc.start()
    try:
        for _piece in data_export.zip_archive(person):
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_of_exported_mails_one_is_held_at_a_time(alice: Person, now: datetime) -> None:
    send(alice, now, *(bytes([number]) * MAIL for number in range(MANY)))
    assert exported_memory(alice) < MANY / 2 * MAIL


def test_exported_mails_would_all_be_held_if_they_were_read_at_once(
    alice: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(alice, now, *(bytes([number]) * MAIL for number in range(MANY)))
    monkeypatch.setattr(personal_data, "_read_raw", lambda pk: _read_all()[pk])
    assert exported_memory(alice) > MANY / 2 * MAIL


def _read_all() -> dict[int, bytes]:
    return {row.pk: store.read_raw(row) for row in IncomingMail.objects.all()}

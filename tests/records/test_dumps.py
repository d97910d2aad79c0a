"""Files of months: whole, the same each time, and without names."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from conquest import signatures
from conquest.replay import replay_record
from games.models import Game
from games.play import account_deletion, turns
from mail.failpoints import PlantedError
from records import archiving, dumps, keys, signing
from records.models import ChangedMonth, DumpChunk, DumpPart, MonthlyDump
from tests.records.games import finished

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
MARCH, LATER = date(2026, 3, 1), datetime(2026, 4, 1, 2, tzinfo=UTC)


@pytest.fixture
def month(alice: Person, bob: Person, now: datetime) -> list[Game]:
    """Three games of March, one of them private, and one of April."""
    games = [
        finished([alice, bob], now=now + days * DAY, is_private=days == 1) for days in (0, 1, 2, 31)
    ]
    list(archiving.archive_changed_games())
    return games


def make(at: datetime = LATER) -> int:
    """Let a worker make what is due; return how many games it has written."""
    return sum(dumps.make_dumps(lambda: at))


def contents(number: int = 1) -> bytes:
    part = DumpPart.objects.get(number=number, dump__month=MARCH)
    return b"".join(dumps.read_chunks(part))


def records(packed: bytes) -> list[str]:
    """Take a file apart, as docs/archive.md says."""
    return re.split(r"(?m)^(?=\[Ruleset )", gzip.decompress(packed).decode())[1:]


def test_a_month_that_is_over_is_written(month: Sequence[Game]) -> None:
    assert make() == 2
    found = records(contents())
    assert [f'[Game "{game.pk}"]' in text for game, text in zip(month[::2], found, strict=False)]
    assert len(found) == 2
    for text in found:
        assert '"winners": ["white"]' in replay_record(text)[0]  # each is a whole record
    part = DumpPart.objects.get()
    assert (part.games, part.size) == (2, len(contents()))
    assert part.sha256 == hashlib.sha256(contents()).hexdigest()


def test_a_month_is_not_written_before_its_end(month: Sequence[Game]) -> None:
    assert make(LATER - 2 * timedelta(hours=1)) == 0
    assert not MonthlyDump.objects.exists()


def test_what_is_written_again_is_the_same(month: Sequence[Game]) -> None:
    make()
    before = contents()
    ChangedMonth.objects.create(ruleset="bollwerk", month=MARCH)
    assert make() == 2
    assert contents() == before


def test_no_names_are_in_a_file(month: Sequence[Game], alice: Person) -> None:
    make()
    (first, _second) = records(contents())
    assert f'[White "player {alice.pk}"]' in first
    assert not [word for word in ("Alice", "Bob", "Autumn") if word in first]


def test_a_deleted_account_changes_no_file(
    month: Sequence[Game], bob: Person, now: datetime
) -> None:
    make()
    before = contents()
    account_deletion.start_deletion(bob, now=now + 40 * DAY)
    list(archiving.archive_changed_games())
    assert make() == 0
    ChangedMonth.objects.create(ruleset="bollwerk", month=MARCH)
    assert make() == 2
    assert contents() == before


def test_other_games_are_in_no_file(
    month: Sequence[Game], alice: Person, bob: Person, now: datetime
) -> None:
    """Also where they are still in the archive: planted before a worker has looked at them."""
    annulled = month[2]
    Game.objects.filter(pk=annulled.pk).update(status=Game.Status.ANNULLED)
    assert make() == 1
    assert [f'[Game "{month[0].pk}"]' in text for text in records(contents())] == [True]


def test_a_month_is_written_again_when_a_game_leaves_it(
    month: Sequence[Game], now: datetime
) -> None:
    make()
    turns.annul_game(month[0].pk, now=now + 40 * DAY)
    list(archiving.archive_changed_games())
    assert make() == 1
    assert f'[Game "{month[2].pk}"]' in records(contents())[0]
    turns.annul_game(month[2].pk, now=now + 40 * DAY)
    list(archiving.archive_changed_games())
    make()
    assert not MonthlyDump.objects.filter(month=MARCH).exists()
    assert not DumpChunk.objects.exists()


def test_a_month_is_cut_into_parts(month: Sequence[Game], monkeypatch: Any) -> None:
    make()
    whole = gzip.decompress(contents())
    ChangedMonth.objects.create(ruleset="bollwerk", month=MARCH)
    monkeypatch.setattr(dumps, "MOST_BYTES", 1)
    monkeypatch.setattr(dumps, "CHUNK", 100)
    assert make() == 2
    assert DumpPart.objects.count() == 2
    assert DumpChunk.objects.count() > 2
    assert max(len(one.data) for one in DumpChunk.objects.all()) <= 100
    assert gzip.decompress(contents(1) + contents(2)) == whole


def test_what_is_half_made_is_not_given_out(
    month: Sequence[Game], client: Client, monkeypatch: Any, settings: Any
) -> None:
    monkeypatch.setattr(dumps, "MOST_GAMES", 1)
    steps = dumps.make_dumps(lambda: LATER)
    while not DumpPart.objects.exists():
        next(steps)
    file = reverse("dump_file", args=["bollwerk", MARCH, 1])
    assert client.get(reverse("dumps_json")).json()["months"] == []
    assert client.get(file).status_code == 404
    settings.FAULT = "dump_part_written:raise"
    with pytest.raises(PlantedError):
        next(steps)
    assert DumpPart.objects.count() == 1  # nothing of the second
    settings.FAULT = ""
    assert make() == 1
    assert DumpPart.objects.count() == 2
    assert client.get(file).status_code == 200


def test_files_are_downloaded(month: Sequence[Game], client: Client) -> None:
    make()
    (told,) = client.get(reverse("dumps_json")).json()["months"]
    assert (told["ruleset"], told["month"]) == ("bollwerk", "2026-03")
    (file,) = told["files"]
    answer = client.get(file["url"].removeprefix("http://localhost:8000"))
    body = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert hashlib.sha256(body).hexdigest() == file["sha256"]
    assert int(answer["Content-Length"]) == file["bytes"] == len(body)
    assert file["name"] in client.get(reverse("dumps")).content.decode()
    for args in (["bollwerk", "2026-02", 1], ["bollwerk", "2026-03", 2], ["armada", "2026-03", 1]):
        assert client.get(reverse("dump_file", args=args)).status_code == 404
    assert client.get("/archive/files/bollwerk/2026-13/1.txt.gz").status_code == 404


def test_checksums_are_signed(month: Sequence[Game], client: Client, now: datetime) -> None:
    make()
    keys.register_key(now=now)
    text = client.get(reverse("dump_checksums", args=["bollwerk", MARCH])).content.decode()
    sums, signed = signatures.split_record(text)
    assert f"{DumpPart.objects.get().sha256}  bollwerk-2026-03-1.txt.gz" in sums
    assert signed is not None
    published = json.dumps(signing.keys_as_json(keys.list_keys()))
    signatures.check_signature(signed, signatures.read_keys(published))

"""Signed records: the verifier proves where they come from, whatever has become of their key."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from conquest.__main__ import main
from games.models import Game
from games.play import account_deletion, turns
from games.replay import export
from records import keys, signing
from records.models import KeyEntry

pytestmark = pytest.mark.django_db

OTHER = "another secret of thirty-two signs"
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _key(now: datetime) -> None:
    keys.register_key(now=now)


def signed(game: Game, *, now: datetime) -> str:
    key = keys.current_key()
    assert key is not None
    return signing.sign_record(game, list(game.seats.all()), key, now=now)


def published() -> str:
    return json.dumps(signing.keys_as_json(keys.list_keys()))


def replay(folder: Path, record: str, known: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what the verifier says: the line of its outcome, or of what does not fit."""
    (folder / "record.txt").write_text(record)
    (folder / "keys.json").write_text(known)
    status = main(
        ["replay", str(folder / "record.txt"), "--key", str(folder / "keys.json")],
    )
    out, err = capsys.readouterr()
    return out if status == 0 else err


def test_a_signed_record_is_verified(
    over: Game, now: datetime, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = json.loads(replay(tmp_path, signed(over, now=now), published(), capsys))
    assert told["outcome"]["winners"] == ["white"]
    assert told["signature"]["checked"]
    assert told["signature"]["status"] == "over"


def test_one_key_in_base64_is_enough(
    over: Game, now: datetime, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    public = signing.keys_as_json(keys.list_keys())["keys"][0]["public_key"]
    assert "signature" in json.loads(replay(tmp_path, signed(over, now=now), public, capsys))


def test_the_record_itself_stays_as_it_was(over: Game, now: datetime) -> None:
    """Programs that know no signatures read the record as ever."""
    record = export.write_record(over, list(over.seats.all()))
    assert signed(over, now=now).startswith(record)
    assert "Signature" not in record


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Alice", "Charlie"),
        ("Autumn", "autumn"),
        ('[Status "over"]', '[Status "annulled"]'),
        ("e5-e7", "d5-d7"),
        ("white (", "black ("),
    ],
)
def test_a_changed_byte_is_found(
    over: Game,
    now: datetime,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    old: str,
    new: str,
) -> None:
    record = signed(over, now=now)
    assert old in record
    forged = record.replace(old, new, 1)
    assert "not that of this record" in replay(tmp_path, forged, published(), capsys)


def test_an_unsigned_record_does_not_pass_for_a_signed_one(
    over: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = export.write_record(over, list(over.seats.all()))
    assert "has no signature" in replay(tmp_path, record, published(), capsys)


def test_a_signature_by_another_site_is_refused(
    over: Game,
    now: datetime,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    settings: Any,
) -> None:
    known = published()
    settings.RECORD_SECRET = OTHER
    assert keys.register_key(now=now + HOUR)
    record = signed(over, now=now + HOUR)
    assert "has no key" in replay(tmp_path, record, known, capsys)


def test_old_signatures_stay_good_when_the_key_is_changed(
    over: Game,
    now: datetime,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    settings: Any,
) -> None:
    before = signed(over, now=now)
    settings.RECORD_SECRET = OTHER
    assert keys.register_key(now=now + HOUR)
    after = signed(over, now=now + HOUR)
    for record in (before, after):
        assert "outcome" in replay(tmp_path, record, published(), capsys)
    new, old = keys.list_keys()
    assert (old.until, new.until) == (new.since, None)


def test_a_key_signs_nothing_after_its_end(
    over: Game,
    now: datetime,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    settings: Any,
) -> None:
    late = signed(over, now=now + 2 * HOUR)
    settings.RECORD_SECRET = OTHER
    keys.register_key(now=now + HOUR)
    assert "did not sign" in replay(tmp_path, late, published(), capsys)


def test_a_withdrawn_key_proves_nothing(
    over: Game, now: datetime, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, wanted = signed(over, now=now), keys.list_keys()[0].id
    call_command("record_keys", withdraw=wanted)
    assert wanted in capsys.readouterr().out
    assert "withdrawn" in replay(tmp_path, record, published(), capsys)
    assert keys.current_key() is None
    assert not keys.register_key(now=now + HOUR)  # it does not come back
    with pytest.raises(CommandError):
        call_command("record_keys", withdraw=wanted)


def test_a_process_with_the_secret_of_before_signs_no_more(
    over: Game, now: datetime, settings: Any
) -> None:
    first = settings.RECORD_SECRET
    settings.RECORD_SECRET = OTHER
    keys.register_key(now=now + HOUR)
    settings.RECORD_SECRET = first
    assert not keys.register_key(now=now + 2 * HOUR)
    assert keys.current_key() is None


@pytest.mark.parametrize("statement", ["DELETE FROM", "UPDATE"])
def test_the_history_of_keys_cannot_be_changed(statement: str) -> None:
    rest = " SET number = 2" if statement == "UPDATE" else ""
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"{statement} records_keyentry{rest}")


def test_no_signature_keeps_a_deleted_name(over: Game, bob: Person, now: datetime) -> None:
    """What is signed later names them no more, and nothing that was signed is stored."""
    assert "Bob" in signed(over, now=now)
    assert account_deletion.start_deletion(bob, now=now + HOUR)
    over = Game.objects.get(pk=over.pk)
    assert "Bob" not in signed(over, now=now + HOUR)


def test_a_record_can_be_downloaded_signed(over: Game, client: Client) -> None:
    response = client.get(reverse("record_signed", args=[over.pk]))
    assert response.status_code == 200
    assert b"[Signature " in response.content
    assert "no-store" in response["Cache-Control"]
    history = client.get(reverse("game_history", args=[over.pk]))
    assert reverse("record_signed", args=[over.pk]) in history.content.decode()


def test_an_annulled_game_is_signed_as_annulled(over: Game, client: Client, now: datetime) -> None:
    turns.annul_game(over.pk, now=now)
    response = client.get(reverse("record_signed", args=[over.pk]))
    assert b'[Status "annulled"]' in response.content


def test_a_private_game_is_not_signed_for_strangers(over: Game, client: Client) -> None:
    Game.objects.filter(pk=over.pk).update(is_private=True)
    assert client.get(reverse("record_signed", args=[over.pk])).status_code == 404


def test_a_key_that_has_not_begun_signs_nothing(over: Game, client: Client, settings: Any) -> None:
    settings.RECORD_SECRET = OTHER
    assert client.get(reverse("record_signed", args=[over.pk])).status_code == 503


def test_the_keys_are_published(over: Game, client: Client) -> None:
    told = client.get(reverse("record_keys_json")).json()
    assert [one["id"] for one in told["keys"]] == [keys.list_keys()[0].id]
    assert keys.list_keys()[0].id in client.get(reverse("record_keys")).content.decode()


def test_a_key_begins_once(now: datetime) -> None:
    assert not keys.register_key(now=now)
    assert KeyEntry.objects.count() == 1

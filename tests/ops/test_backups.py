"""Backups: whole or not there, and as old as may be. tests/faults/test_restore.py is the drill."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from ops import backups

NOW = datetime(2026, 11, 28, 3, tzinfo=UTC)


def _fill(folder: Path, *ages: int, ending: str = ".dump") -> list[Path]:
    """Put backups into a folder that are some days old; return them."""
    made = [folder / f"{NOW - timedelta(days=age, hours=1):{backups.NAME}}{ending}" for age in ages]
    for path in made:
        path.touch()
    return made


@pytest.fixture
def failing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for backups, where each pg_dump writes a little and fails."""
    tools, folder = tmp_path / "tools", tmp_path / "backups"
    tools.mkdir()
    folder.mkdir()
    tool = tools / "pg_dump"
    tool.write_text('#!/bin/sh\necho half > "${2#--file=}"\necho "disk full" >&2\nexit 1\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tools))
    return folder


def test_backups_go_when_they_are_older_than_they_may_be(tmp_path: Path) -> None:
    fresh, at_the_limit, old, older = _fill(tmp_path, 0, 6, 7, 400)
    assert set(backups.remove_backups(tmp_path, days=7, now=NOW)) == {old, older}
    assert set(tmp_path.iterdir()) == {fresh, at_the_limit}


def test_the_newest_backup_stays_however_old(tmp_path: Path) -> None:
    newest, _older = _fill(tmp_path, 100, 200)
    backups.remove_backups(tmp_path, days=7, now=NOW)
    assert list(tmp_path.iterdir()) == [newest]


def test_files_of_other_names_stay(tmp_path: Path) -> None:
    _fill(tmp_path, 0)
    others = {tmp_path / name for name in ("zugpost-old.dump", "notes.txt", "site.dump")}
    for path in others:
        path.touch()
    assert backups.remove_backups(tmp_path, days=1, now=NOW) == []
    assert others <= set(tmp_path.iterdir())


def test_what_an_ended_process_left_goes_after_a_day(tmp_path: Path) -> None:
    under_way, _left = _fill(tmp_path, 0, 2, ending=".half")
    backups.remove_backups(tmp_path, days=7, now=NOW)
    assert list(tmp_path.iterdir()) == [under_way]


def test_a_backup_that_fails_leaves_nothing_and_costs_no_other(failing: Path) -> None:
    (old,) = _fill(failing, 400)
    with pytest.raises(CommandError, match=r"^disk full$"):
        call_command("backup", str(failing), days=7)
    assert list(failing.iterdir()) == [old]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(backups.BackupError, match=r"backups: No such file or directory\.$"):
        backups.make_backup(tmp_path / "backups", now=NOW)


def test_the_missing_client_of_postgresql_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(backups.BackupError, match=r"^pg_dump is missing: install the client"):
        backups.make_backup(tmp_path, now=NOW)


@pytest.mark.django_db
def test_a_database_with_tables_is_not_restored_into(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^The database is not empty"):
        call_command("restore", str(tmp_path / "backup.dump"))

"""Migrations hold up no running site, and the last release goes on working after them."""

from __future__ import annotations

import io
import json
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tests.database import ROOT

SQUAWK = Path(sysconfig.get_path("scripts")) / "squawk"
# The last migrations that nobody has looked through like this: every site has long run them.
LAST_UNCHECKED = {
    "accounts": "0016", "games": "0048", "inbox": "0003", "leagues": "0005", "mail": "0007",
    "ops": "0001", "training": "0001",
}  # fmt: skip
# How columns are written is Django's; each connection waits as long as settings say, and no longer.
MATTERS_OF_STYLE = (
    "prefer-bigint-over-int", "prefer-bigint-over-smallint", "prefer-identity",
    "prefer-robust-stmts", "prefer-text-field", "require-lock-timeout",
    "require-statement-timeout", "transaction-nesting",
)  # fmt: skip


def _new_migrations() -> list[tuple[str, str]]:
    loader = MigrationLoader(None)
    return [
        (app, name)
        for app, name in sorted(loader.disk_migrations)
        if (ROOT / app).is_dir() and name[:4] > LAST_UNCHECKED.get(app, "")
    ]


@pytest.mark.parametrize(("app", "name"), _new_migrations())
def test_a_new_migration_holds_up_no_running_site(
    app: str, name: str, django_db_setup: None, django_db_blocker: Any
) -> None:
    written = io.StringIO()
    # Without a transaction, in which no index could be built beside the work; nothing is written.
    with django_db_blocker.unblock():
        call_command("sqlmigrate", app, name, stdout=written)
        migration = MigrationLoader(connection).get_migration(app, name)
    assert _find_faults(written.getvalue(), is_atomic=migration.atomic) == []


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ('CREATE INDEX slow ON "games_game" ("title");', "require-concurrent-index-creation"),
        ('ALTER TABLE "games_game" ADD COLUMN x int NOT NULL;', "adding-required-field"),
        ('ALTER TABLE "games_game" DROP COLUMN "title";', "ban-drop-column"),
        ('ALTER TABLE "games_game" RENAME COLUMN "title" TO "name";', "renaming-column"),
        ('ALTER TABLE "games_game" RENAME TO "match";', "renaming-table"),
        ('ALTER TABLE "games_game" ALTER "title" TYPE char(9);', "changing-column-type"),
    ],
)
def test_what_holds_up_a_site_or_its_last_release_is_found(statement: str, fault: str) -> None:
    assert fault in _find_faults(statement, is_atomic=True)


def test_what_holds_up_nothing_is_not_found() -> None:
    statement = 'ALTER TABLE "games_game" ADD COLUMN x int DEFAULT 0 NOT NULL;'
    assert _find_faults(statement, is_atomic=True) == []


def _find_faults(statements: str, *, is_atomic: bool) -> list[str]:
    """Return the names of the rules that statements break."""
    command = [str(SQUAWK), "--reporter", "json", "--pg-version", "15.0"]
    command += ["--assume-in-transaction"] if is_atomic else ["--no-assume-in-transaction"]
    command += [f"--exclude={','.join(MATTERS_OF_STYLE)}"]
    done = subprocess.run(
        command, input=statements, capture_output=True, text=True, timeout=60, check=False
    )
    return [fault["rule_name"] for fault in json.loads(done.stdout)]

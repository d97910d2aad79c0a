"""The embedded server is a real PostgreSQL that starts, keeps its data and stops."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from tests import servers
from trial import embedded_postgres


def test_the_embedded_server_keeps_its_data_over_a_stop(data: Path) -> None:
    with psycopg.connect(embedded_postgres.database_url(data)) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 1 AS number")
    embedded_postgres.stop_server(data)
    with psycopg.connect(embedded_postgres.database_url(data)) as connection:
        assert connection.execute("SELECT number FROM kept").fetchone() == (1,)
    embedded_postgres.stop_server(data)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(f"postgresql://postgres@/postgres?host={data}")


def test_data_of_another_version_are_told_of_in_one_line(tmp_path: Path) -> None:
    data = tmp_path / "postgres"
    data.mkdir()
    (data / "PG_VERSION").write_text("9\n")
    ended = subprocess.run(
        [sys.executable, "manage.py", "play", "--port", str(servers.free_port())],
        cwd=servers.ROOT,
        env={**servers.environment("", tmp_path, PLAY="1"), "DATABASE_URL": ""},
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"Settings: VAR: {data} is of PostgreSQL 9, and the embedded one is ")
    assert "Move that folder away" in line
    assert ended.returncode == 1


def test_the_library_would_answer_another_version_with_an_error_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "PG_VERSION").write_text("9\n")
    with pytest.raises(RuntimeError, match="Version mismatch"):
        embedded_postgres.import_library().get_server(tmp_path)


def test_stopping_a_server_that_does_not_run_changes_nothing(tmp_path: Path) -> None:
    embedded_postgres.stop_server(tmp_path)
    assert list(tmp_path.iterdir()) == []

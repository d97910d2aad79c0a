"""The embedded server is a real PostgreSQL that starts, keeps its data and stops."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from trial import embedded_postgres


def test_it_keeps_its_data_over_a_stop(data: Path) -> None:
    with psycopg.connect(embedded_postgres.database_url(data)) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 1 AS number")
    embedded_postgres.stop_server(data)
    with psycopg.connect(embedded_postgres.database_url(data)) as connection:
        assert connection.execute("SELECT number FROM kept").fetchone() == (1,)
    embedded_postgres.stop_server(data)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(f"postgresql://postgres@/postgres?host={data}")


def test_it_has_nothing_to_stop_where_nothing_runs(tmp_path: Path) -> None:
    embedded_postgres.stop_server(tmp_path)
    assert list(tmp_path.iterdir()) == []

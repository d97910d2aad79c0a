"""Tables that change much have settings of autovacuum, and a month of rows can be played."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from conquest.bench import Measurements
from tests.bench import bloat

OPTIONS = "SELECT reloptions FROM pg_class WHERE relname = %s"


@pytest.mark.django_db
@pytest.mark.parametrize("table", [load.table for load in bloat.LOADS])
def test_a_table_that_changes_much_is_vacuumed_sooner(table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(OPTIONS, [table])
        [[option]] = cursor.fetchone()
    name, _, share = option.partition("=")
    assert (name, float(share) < bloat.SCALE) == ("autovacuum_vacuum_scale_factor", True)


def test_the_same_rows_are_there_after_a_month_with_settings_and_without(
    django_db_blocker: Any,
) -> None:
    with django_db_blocker.unblock():
        without, with_them = bloat.measure(Measurements(), count=1, hours=2 * bloat.STEP)
    assert [one.live for one in without.values()] == [one.live for one in with_them.values()]
    assert all(one.most_dead for one in without.values())

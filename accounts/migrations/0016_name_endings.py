"""An index of the endings of names, built while people sign in."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.operations import AddIndexConcurrently
from django.contrib.postgres.search import SearchVectorField
from django.db import migrations
from django.db.models import Func

# The cost is said to be high, and truly is: without that, PostgreSQL would rather work out the
# endings of all names than look into the index.
FUNCTIONS = r"""
    CREATE OR REPLACE FUNCTION accounts_name_endings(name text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
        SELECT array_to_tsvector(ARRAY(
            SELECT substr(lower(name), first) FROM generate_series(1, length(name)) AS first
        ))
    $$;
    CREATE OR REPLACE FUNCTION accounts_name_query(part text) RETURNS tsquery
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT (
            '''' || replace(replace(lower(part), '\', '\\'), '''', '''''') || ''':*'
        )::tsquery
    $$;
"""
NO_FUNCTIONS = """
    DROP FUNCTION accounts_name_query(text);
    DROP FUNCTION accounts_name_endings(text);
"""
# One whose building was interrupted is there, and good for nothing.
NO_INDEX = "DROP INDEX CONCURRENTLY IF EXISTS person_name_endings"


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("accounts", "0015_user_sessions_end")]

    operations: ClassVar = [
        migrations.RunSQL(FUNCTIONS, NO_FUNCTIONS),
        migrations.RunSQL(NO_INDEX, migrations.RunSQL.noop),
        AddIndexConcurrently(
            "person",
            GinIndex(
                Func("name", function="accounts_name_endings", output_field=SearchVectorField()),
                name="person_name_endings",
            ),
        ),
    ]

"""The table in which the rate limits count, shared by all web processes (Django's DatabaseCache)."""

from __future__ import annotations

from django.db import migrations

CREATE = """
    CREATE TABLE counters (
        cache_key varchar(255) PRIMARY KEY,
        value text NOT NULL,
        expires timestamp with time zone NOT NULL
    );
    CREATE INDEX counters_expires ON counters (expires);
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]
    operations = [migrations.RunSQL(CREATE, "DROP TABLE counters")]

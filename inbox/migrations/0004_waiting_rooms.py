"""Where a mail waits, and the indexes of that, built while mails come in."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q

# One whose building was interrupted is there, and good for nothing.
NO_INDEXES = [
    f"DROP INDEX CONCURRENTLY IF EXISTS {name}"
    for name in ("mail_waiting_address", "mail_waiting_person")
]
# Without a transaction, what was interrupted is begun once more: the columns may be there.
COLUMNS = [
    f"ALTER TABLE inbox_incomingmail ADD COLUMN IF NOT EXISTS {name}"
    " varchar(40) DEFAULT '' NOT NULL"
    for name in ("address_key", "person_key")
]
NO_COLUMNS = [
    f"ALTER TABLE inbox_incomingmail DROP COLUMN {name}" for name in ("address_key", "person_key")
]


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("inbox", "0003_person_answered")]
    operations: ClassVar = [
        migrations.RunSQL(
            COLUMNS,
            NO_COLUMNS,
            state_operations=[
                migrations.AddField(
                    "incomingmail",
                    name,
                    models.CharField(blank=True, db_default="", default="", max_length=40),
                )
                for name in ("address_key", "person_key")
            ],
        ),
        migrations.RunSQL(NO_INDEXES, migrations.RunSQL.noop),
        AddIndexConcurrently(
            "incomingmail",
            models.Index(
                condition=Q(status="waiting"), fields=["address_key"], name="mail_waiting_address"
            ),
        ),
        AddIndexConcurrently(
            "incomingmail",
            models.Index(
                condition=Q(status="waiting"), fields=["person_key", "id"], name="mail_waiting_person"
            ),
        ),
    ]

"""Owners are checked, and the indexes of program accounts built, while people come and go."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddIndexConcurrently, ValidateConstraint
from django.db import migrations, models

DROP = "DROP INDEX CONCURRENTLY IF EXISTS {}"
VALIDATE = 'ALTER TABLE "accounts_person" VALIDATE CONSTRAINT "accounts_person_owner_id_fk"'


class Migration(migrations.Migration):
    atomic = False
    dependencies: ClassVar = [("accounts", "0035_program_accounts")]

    operations: ClassVar = [
        migrations.RunSQL(VALIDATE, migrations.RunSQL.noop),
        ValidateConstraint(model_name="person", name="person_program_account"),
        # One whose building was interrupted is there, and good for nothing.
        migrations.RunSQL(DROP.format("person_program"), migrations.RunSQL.noop),
        AddIndexConcurrently(
            "person",
            models.Index(
                fields=["id"], name="person_program", condition=models.Q(is_program=True)
            ),
        ),
        migrations.RunSQL(DROP.format("person_owner"), migrations.RunSQL.noop),
        AddIndexConcurrently(
            "person",
            models.Index(
                fields=["owner"], name="person_owner", condition=models.Q(owner__isnull=False)
            ),
        ),
    ]

"""Program accounts, each owned by a person."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models
from django.db.models import Q

# Without looking at the rows that are there: none of them has an owner.
ADD = """
ALTER TABLE "accounts_person" ADD COLUMN "owner_id" bigint NULL;
ALTER TABLE "accounts_person" ADD CONSTRAINT "accounts_person_owner_id_fk"
    FOREIGN KEY ("owner_id") REFERENCES "accounts_person" ("id")
    DEFERRABLE INITIALLY DEFERRED NOT VALID
"""
REMOVE = 'ALTER TABLE "accounts_person" DROP COLUMN "owner_id"'


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0034_index_of_house_players")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="person",
            name="is_program",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddField(
            model_name="person",
            name="stopped_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(ADD, REMOVE)],
            state_operations=[
                migrations.AddField(
                    model_name="person",
                    name="owner",
                    field=models.ForeignKey(
                        blank=True,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="program_accounts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                )
            ],
        ),
        AddConstraintNotValid(
            model_name="person",
            constraint=models.CheckConstraint(
                condition=Q(is_program=False, owner=None, stopped_at=None)
                | Q(
                    is_program=True,
                    is_staff=False,
                    is_superuser=False,
                    is_house=False,
                    is_guest=False,
                ),
                name="person_program_account",
            ),
        ),
    ]

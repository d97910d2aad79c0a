"""Words among partners name the seats of their side."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models
from django.db.models import Q

AUDIENCES = [
    ("all", "to all"),
    ("players", "to the players"),
    ("partners", "among partners"),
    ("watchers", "among spectators"),
]
# A wider one takes its place in the same transaction; what the last release writes fits both.
DROP = """-- squawk-ignore ban-drop-constraint
ALTER TABLE "talk_remark" DROP CONSTRAINT "remark_to_somebody"
"""
ADD_AGAIN = """
ALTER TABLE "talk_remark" ADD CONSTRAINT "remark_to_somebody" CHECK (
    "audience" IN ('all', 'players', 'watchers')
) NOT VALID
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("talk", "0002_told")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="remark",
            name="side",
            field=models.CharField(blank=True, db_default="", default="", max_length=60),
        ),
        migrations.AlterField(
            model_name="remark",
            name="audience",
            field=models.CharField(choices=AUDIENCES, max_length=10),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL([DROP], [ADD_AGAIN])],
            state_operations=[
                migrations.RemoveConstraint(model_name="remark", name="remark_to_somebody")
            ],
        ),
        AddConstraintNotValid(
            model_name="remark",
            constraint=models.CheckConstraint(
                condition=Q(audience__in=["all", "players", "watchers"], side="")
                | Q(audience="partners", side__gt=""),
                name="remark_to_somebody",
            ),
        ),
    ]

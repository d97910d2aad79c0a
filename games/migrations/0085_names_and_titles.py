"""Interventions about names and titles."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models
from django.db.models import Q

WHAT = [
    ("retry", "try again"),
    ("extend", "extend the deadline"),
    ("pause", "pause"),
    ("resume", "go on"),
    ("vacate", "vacate the seat"),
    ("replace", "put somebody else on the seat"),
    ("annul", "annul"),
    ("retitle", "reset the title"),
    ("close", "close the account"),
    ("reopen", "open the account again"),
    ("warn", "warn"),
    ("unwarn", "take the warning back"),
    ("silence", "switch words off"),
    ("speak", "switch words on again"),
    ("no_tables", "no new tables"),
    ("tables", "new tables again"),
    ("unrated", "no games that count"),
    ("rated", "games that count again"),
    ("rename", "reset the name"),
]
PERMISSIONS = [
    ("retry", "Can have a decision tried again"),
    ("extend", "Can extend a deadline"),
    ("pause", "Can pause a game"),
    ("resume", "Can let a paused game go on"),
    ("vacate", "Can vacate a seat"),
    ("replace", "Can put somebody else on a seat"),
    ("annul", "Can annul a game"),
    ("retitle", "Can reset the title of a table"),
    ("close", "Can close an account"),
    ("reopen", "Can open a closed account"),
    ("warn", "Can warn a person"),
    ("unwarn", "Can take a warning back"),
    ("silence", "Can switch somebody's words off"),
    ("speak", "Can switch somebody's words on again"),
    ("no_tables", "Can keep somebody from new tables"),
    ("tables", "Can let somebody open tables again"),
    ("unrated", "Can keep somebody from games that count"),
    ("rated", "Can let somebody play games that count again"),
    ("rename", "Can reset somebody's name"),
    ("see_health", "Can see how the site does"),
]
ABOUT_PEOPLE = [
    "close", "no_tables", "rated", "rename", "reopen", "silence", "speak", "tables", "unrated",
    "unwarn", "warn",
]  # fmt: skip
# A wider one takes its place in the same transaction; what the last release writes fits both.
DROP = """-- squawk-ignore ban-drop-constraint
ALTER TABLE "games_intervention" DROP CONSTRAINT "intervention_is_about"
"""
ADD_AGAIN = """
ALTER TABLE "games_intervention" ADD CONSTRAINT "intervention_is_about" CHECK (
    "game_id" IS NULL AND "person_id" IS NOT NULL OR "game_id" IS NOT NULL
) NOT VALID
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0084_pool_of_substitutes")]

    operations: ClassVar = [
        migrations.AlterModelOptions(
            name="intervention",
            options={
                "default_permissions": ("view",),
                "permissions": PERMISSIONS,
                "verbose_name": "intervention",
                "verbose_name_plural": "interventions",
            },
        ),
        migrations.AlterField(
            model_name="intervention",
            name="what",
            field=models.CharField(choices=WHAT, max_length=10),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL([DROP], [ADD_AGAIN])],
            state_operations=[
                migrations.RemoveConstraint(model_name="intervention", name="intervention_is_about")
            ],
        ),
        AddConstraintNotValid(
            model_name="intervention",
            constraint=models.CheckConstraint(
                condition=Q(what__in=ABOUT_PEOPLE, person__isnull=False, game=None)
                | ~Q(what__in=ABOUT_PEOPLE) & Q(game__isnull=False),
                name="intervention_is_about",
            ),
        ),
    ]

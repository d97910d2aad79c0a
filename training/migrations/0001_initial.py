"""Lessons and mission scores come here from the application "games": the tables with their rows are
renamed, and so are their sequences, constraints, content types and permissions."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

ID = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def person(related_name):
    return models.ForeignKey(
        db_index=False,
        on_delete=django.db.models.deletion.CASCADE,
        related_name=related_name,
        to=settings.AUTH_USER_MODEL,
    )


MODELS = [
    migrations.CreateModel(
        name="CompletedLesson",
        fields=[
            ("id", ID),
            ("ruleset", models.CharField(max_length=30)),
            ("number", models.PositiveSmallIntegerField()),
            ("person", person("completed_lessons")),
        ],
        options={
            "db_table": "games_learned",
            "verbose_name": "learned",
            "verbose_name_plural": "learned",
            "constraints": [
                models.UniqueConstraint(
                    fields=("person", "ruleset", "number"), name="lesson_completed_once"
                )
            ],
        },
    ),
    migrations.CreateModel(
        name="MissionScore",
        fields=[
            ("id", ID.clone()),
            ("ruleset", models.CharField(max_length=30)),
            ("mission", models.CharField(max_length=30)),
            ("stars", models.PositiveSmallIntegerField()),
            ("rounds", models.PositiveSmallIntegerField()),
            ("person", person("mission_scores")),
        ],
        options={
            "db_table": "games_laurel",
            "constraints": [
                models.UniqueConstraint(
                    fields=("person", "ruleset", "mission"), name="mission_score_once"
                ),
                models.CheckConstraint(
                    condition=models.Q(("stars__range", (1, 3))), name="mission_score_stars"
                ),
            ],
        },
    ),
]
# Renamed, not made again: nothing is rewritten, and the tables are locked for a moment only.
NAMES = [
    ("CONSTRAINT", "training_completedlesson", "learned_once", "lesson_completed_once"),
    ("CONSTRAINT", "training_completedlesson", "games_learned_pkey", "training_completedlesson_pkey"),
    ("CONSTRAINT", "training_missionscore", "laurel_once", "mission_score_once"),
    ("CONSTRAINT", "training_missionscore", "laurel_stars", "mission_score_stars"),
    ("CONSTRAINT", "training_missionscore", "games_laurel_pkey", "training_missionscore_pkey"),
]
SEQUENCES = [
    ("games_learned_id_seq", "training_completedlesson_id_seq"),
    ("games_laurel_id_seq", "training_missionscore_id_seq"),
]
# A new site has none of these rows yet; they are made after its last migration.
CONTENT_TYPES = """
    UPDATE django_content_type SET app_label = 'training', model = 'completedlesson'
    WHERE app_label = 'games' AND model = 'learned';
    UPDATE django_content_type SET app_label = 'training'
    WHERE app_label = 'games' AND model = 'missionscore';
    UPDATE auth_permission SET codename = replace(codename, '_learned', '_completedlesson')
    WHERE content_type_id = (
        SELECT id FROM django_content_type WHERE app_label = 'training' AND model = 'completedlesson'
    )
"""
CONTENT_TYPES_BACK = """
    UPDATE auth_permission SET codename = replace(codename, '_completedlesson', '_learned')
    WHERE content_type_id = (
        SELECT id FROM django_content_type WHERE app_label = 'training' AND model = 'completedlesson'
    );
    UPDATE django_content_type SET app_label = 'games', model = 'learned'
    WHERE app_label = 'training' AND model = 'completedlesson';
    UPDATE django_content_type SET app_label = 'games'
    WHERE app_label = 'training' AND model = 'missionscore'
"""


def rename_sql(kind, table, old, new):
    return f"ALTER TABLE {table} RENAME {kind} {old} TO {new}"


class Migration(migrations.Migration):
    initial = True
    dependencies = [
        ("games", "0037_training_leaves"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.SeparateDatabaseAndState(state_operations=MODELS),
        migrations.AlterModelTable("completedlesson", None),
        migrations.AlterModelTable("missionscore", None),
        *(
            migrations.RunSQL(
                rename_sql(kind, table, old, new), rename_sql(kind, table, new, old)
            )
            for kind, table, old, new in NAMES
        ),
        *(
            migrations.RunSQL(
                f"ALTER SEQUENCE {old} RENAME TO {new}", f"ALTER SEQUENCE {new} RENAME TO {old}"
            )
            for old, new in SEQUENCES
        ),
        migrations.RunSQL(CONTENT_TYPES, CONTENT_TYPES_BACK),
    ]

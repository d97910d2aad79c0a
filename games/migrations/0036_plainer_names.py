"""Names of the code alone: tables and columns keep theirs."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0035_names_for_the_staff")]
    operations = [
        migrations.AlterModelTable("laurel", "games_laurel"),
        migrations.RenameModel("Laurel", "MissionScore"),
        migrations.AlterField(
            "missionscore",
            "person",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="mission_scores",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            "submission", "is_beside", models.BooleanField(default=False, db_column="is_beside")
        ),
        migrations.RenameField("submission", "is_beside", "is_side_action"),
    ]

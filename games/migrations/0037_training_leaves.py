"""Lessons and mission scores move to the application "training", which renames their tables."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0036_plainer_names")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel("Learned"),
                migrations.DeleteModel("MissionScore"),
            ],
        ),
    ]

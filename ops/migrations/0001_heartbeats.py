"""Heartbeats move here from the application "config", which made their table."""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = [("config", "0001_pulses")]
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Heartbeat",
                    fields=[
                        (
                            "kind",
                            models.CharField(max_length=20, primary_key=True, serialize=False),
                        ),
                        ("ran_at", models.DateTimeField()),
                        ("ahead", models.FloatField()),
                    ],
                    options={"db_table": "config_pulse"},
                ),
            ],
        ),
    ]

"""Heartbeats belong to the application "ops" now; their table stays as it is."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("config", "0001_pulses"), ("ops", "0001_heartbeats")]
    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel("Pulse")])
    ]

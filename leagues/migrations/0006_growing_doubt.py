"""From when on the doubt of standings grows."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("leagues", "0005_fill_standings")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="leaguestanding",
            name="grows_from",
            field=models.DateTimeField(null=True),
        ),
    ]

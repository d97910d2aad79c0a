"""What programs hand in is kept as such from now on."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0094_welcomes_programs")]

    operations: ClassVar = [
        migrations.AlterField(
            model_name="submission",
            name="via",
            field=models.CharField(
                choices=[
                    ("web", "Web"),
                    ("letter", "Letter"),
                    ("api", "Api"),
                    ("house", "House"),
                    ("standing", "Standing"),
                    ("premove", "Premove"),
                    ("foreseen", "Foreseen"),
                    ("silence", "Silence"),
                    ("absence", "Absence"),
                    ("away", "Away"),
                ],
                max_length=10,
            ),
        ),
    ]

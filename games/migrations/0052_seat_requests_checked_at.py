from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0051_games_to_archive")]

    operations: ClassVar = [
        migrations.AddField("seatrequest", "checked_at", models.DateTimeField(null=True)),
    ]

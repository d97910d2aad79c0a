from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0047_search")]

    operations: ClassVar = [
        migrations.AddField("preview", "closed_at", models.DateTimeField(null=True)),
    ]

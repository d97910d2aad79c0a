from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import migrations, models
from django.db.models import deletion


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("inbox", "0002_proved_key"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations: ClassVar = [
        migrations.AlterField(
            "incomingmail",
            "person",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            "incomingmail", models.Index(fields=["person", "-handled_at"], name="mail_person")
        ),
    ]

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies: ClassVar = [("inbox", "0003_person_answered")]
    operations: ClassVar = [
        migrations.AddField(
            "incomingmail",
            "address_key",
            models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
        migrations.AddField(
            "incomingmail",
            "person_key",
            models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
        migrations.AddIndex(
            "incomingmail",
            models.Index(
                condition=Q(status="waiting"), fields=["address_key"], name="mail_waiting_address"
            ),
        ),
        migrations.AddIndex(
            "incomingmail",
            models.Index(
                condition=Q(status="waiting"), fields=["person_key", "id"], name="mail_waiting_person"
            ),
        ),
    ]

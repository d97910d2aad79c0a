"""Whether somebody's standing orders answer after a while, as they would."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0031_lookalikes")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="person",
            name="orders_wait",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="standing orders wait"
            ),
        ),
    ]

"""Words of before are checked beside the work."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies: ClassVar = [("talk", "0003_side")]

    operations: ClassVar = [ValidateConstraint(model_name="remark", name="remark_to_somebody")]

"""What tables of before ask is checked beside the work."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0073_asks_reliability")]

    operations: ClassVar = [ValidateConstraint(model_name="game", name="game_asks_reliability")]

"""Interventions of before are checked beside the work."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0085_names_and_titles")]

    operations: ClassVar = [ValidateConstraint(model_name="intervention", name="intervention_is_about")]

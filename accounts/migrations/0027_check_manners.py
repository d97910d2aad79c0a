"""The manners of people who were there before are checked beside the work."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations

CONSTRAINTS = (
    "person_manners", "person_digest_hours", "person_letters_an_hour", "person_reminder_hours",
)  # fmt: skip


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0026_manners'),
    ]

    operations = [
        ValidateConstraint(model_name='person', name=name) for name in CONSTRAINTS
    ]

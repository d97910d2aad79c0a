"""Quiet hours of those who were there before are checked beside the work."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0023_quiet_hours'),
    ]

    operations = [
        ValidateConstraint(model_name='person', name='person_quiet_hours'),
    ]

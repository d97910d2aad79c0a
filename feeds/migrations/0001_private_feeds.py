"""Who has private addresses for a calendar and a feed."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import feeds.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="PrivateFeed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=feeds.models.new_key, max_length=20)),
                (
                    "alarm_hours",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Your calendar reminds you then. Empty: not at all.",
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(72)],
                        verbose_name="reminder, hours before a deadline",
                    ),
                ),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="private_feed",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "private feed",
                "verbose_name_plural": "private feed",
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("alarm_hours__lte", 72)), name="feed_alarm_in_days")
                ],
            },
        ),
    ]

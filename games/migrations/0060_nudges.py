"""Nudges: those who wait remind the one who is asked."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ('games', '0059_pauses'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name='Nudge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('on', models.DateField()),
                ('at', models.DateTimeField()),
                ('decision', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='nudges', to='games.decision')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='nudges_sent', to=settings.AUTH_USER_MODEL)),
                ('seat', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.seat')),
            ],
            options={
                'verbose_name': 'nudge',
                'verbose_name_plural': 'nudges',
                'constraints': [models.UniqueConstraint(fields=('game', 'person', 'on'), name='nudge_once_a_day'), models.UniqueConstraint(fields=('game', 'seat', 'on'), name='nudged_once_a_day')],
            },
        ),
    ]

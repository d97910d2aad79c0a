"""Extensions: the time that players have taken beyond what the pace gives."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ('games', '0056_vacuum_often'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name='Extension',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('allowed', models.PositiveSmallIntegerField()),
                ('hours', models.PositiveSmallIntegerField()),
                ('until', models.DateTimeField()),
                ('at', models.DateTimeField()),
                ('form_key', models.CharField(blank=True, default='', max_length=64)),
                ('decision', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='extensions', to='games.decision')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='extensions', to='games.game')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='extensions', to=settings.AUTH_USER_MODEL)),
                ('seat', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.seat')),
            ],
            options={
                'verbose_name': 'extension',
                'verbose_name_plural': 'extensions',
                'constraints': [models.UniqueConstraint(fields=('game', 'seat', 'number'), name='extension_numbered'), models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', models.F('allowed'))), name='extension_allowed')],
            },
        ),
    ]

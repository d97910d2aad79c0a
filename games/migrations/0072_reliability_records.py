"""Reliability records: what people have done, or failed to do, while others waited for them."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ('games', '0071_diaries'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name='ReliabilityRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('turn', 'turn'), ('answer', 'answer'), ('game', 'game')], max_length=10)),
                ('at', models.DateTimeField()),
                ('is_kept', models.BooleanField()),
                ('seconds', models.PositiveIntegerField(null=True)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'reliability record',
                'verbose_name_plural': 'reliability records',
                'indexes': [models.Index(fields=['person', 'kind', '-at'], name='reliability_latest')],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('kind', 'game'), ('seconds', None)), models.Q(('kind__in', ['turn', 'answer']), ('seconds__isnull', False)), _connector='OR'), name='reliability_kind'),
                    models.UniqueConstraint(condition=models.Q(('kind', 'game')), fields=('person', 'game'), name='reliability_game_once'),
                ],
            },
        ),
    ]

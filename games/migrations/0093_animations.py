"""Animations of public games."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies: ClassVar = [
        ('games', '0092_index_of_orders_by_turn'),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name='Animation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('form', models.CharField(choices=[('gif', 'GIF'), ('webp', 'WebP')], max_length=4)),
                ('language', models.CharField(max_length=10)),
                ('theme', models.CharField(max_length=5)),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('ready', 'ready'), ('failed', 'failed')], default='waiting', max_length=7)),
                ('asked_at', models.DateTimeField()),
                ('wanted_on', models.DateField()),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('made_at', models.DateTimeField(null=True)),
                ('shows', models.CharField(blank=True, max_length=64)),
                ('file', models.BinaryField(default=b'')),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='animations', to='games.game')),
            ],
            options={
                'verbose_name': 'animation',
                'verbose_name_plural': 'animations',
                'indexes': [models.Index(condition=models.Q(('state', 'waiting')), fields=['asked_at'], name='animation_waiting'), models.Index(fields=['-wanted_on', '-id'], name='animation_wanted')],
                'constraints': [models.UniqueConstraint(fields=('game', 'form', 'language', 'theme'), name='animation_once'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'ready'), _negated=True), models.Q(('made_at__isnull', False), models.Q(('digest', ''), _negated=True)), _connector='OR'), name='animation_ready_is_made')],
            },
        ),
    ]

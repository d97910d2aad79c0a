"""Turns that players ask to take back, and who has agreed."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ('games', '0060_nudges'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name='TakeBack',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_at', models.DateTimeField()),
                ('lapses_at', models.DateTimeField()),
                ('version', models.PositiveIntegerField()),
                ('to', models.PositiveIntegerField()),
                ('outcome', models.CharField(blank=True, choices=[('', 'open'), ('agreed', 'agreed'), ('refused', 'refused'), ('withdrawn', 'withdrawn'), ('lapsed', 'lapsed')], default='', max_length=10)),
                ('closed_at', models.DateTimeField(null=True)),
                ('happened', models.PositiveIntegerField(null=True)),
                ('form_key', models.CharField(blank=True, default='', max_length=64)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='take_backs', to='games.game')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='take_backs', to=settings.AUTH_USER_MODEL)),
                ('seat', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.seat')),
            ],
            options={
                'verbose_name': 'take-back',
                'verbose_name_plural': 'take-backs',
            },
        ),
        migrations.CreateModel(
            name='TakeBackConsent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('take_back', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='consents', to='games.takeback')),
            ],
            options={
                'verbose_name': 'consent to a take-back',
                'verbose_name_plural': 'consents to take-backs',
            },
        ),
        migrations.AddConstraint(
            model_name='takeback',
            constraint=models.UniqueConstraint(fields=('game', 'person', 'version'), name='take_back_asked_once'),
        ),
        migrations.AddConstraint(
            model_name='takeback',
            constraint=models.UniqueConstraint(condition=models.Q(('outcome', '')), fields=('game',), name='take_back_one_open'),
        ),
        migrations.AddConstraint(
            model_name='takeback',
            constraint=models.CheckConstraint(condition=models.Q(('to__gte', 1), ('to__lt', models.F('version'))), name='take_back_goes_back'),
        ),
        migrations.AddConstraint(
            model_name='takeback',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('happened__gt', models.F('version')), ('outcome', 'agreed')), models.Q(models.Q(('outcome', 'agreed'), _negated=True), ('happened', None)), _connector='OR'), name='take_back_happened'),
        ),
        migrations.AddConstraint(
            model_name='takeback',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('closed_at', None), ('outcome', '')), models.Q(models.Q(('outcome', ''), _negated=True), models.Q(('closed_at', None), _negated=True)), _connector='OR'), name='take_back_closed'),
        ),
        migrations.AddConstraint(
            model_name='takeback',
            constraint=models.CheckConstraint(condition=models.Q(('outcome__in', ['', 'agreed', 'refused', 'withdrawn', 'lapsed'])), name='take_back_outcome'),
        ),
        migrations.AddConstraint(
            model_name='takebackconsent',
            constraint=models.UniqueConstraint(fields=('game', 'take_back', 'person'), name='take_back_consent_once'),
        ),
    ]

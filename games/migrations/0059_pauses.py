"""Pauses by consent: what players propose, and who has agreed."""

from __future__ import annotations

from typing import ClassVar

import datetime
import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ('games', "0058_days_off"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name='PlayersPause',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('proposed_at', models.DateTimeField()),
                ('until', models.DateTimeField()),
                ('silent_at', models.DateTimeField(null=True)),
                ('outcome', models.CharField(blank=True, choices=[('', 'open'), ('agreed', 'agreed'), ('declined', 'declined'), ('withdrawn', 'withdrawn')], default='', max_length=10)),
                ('started_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('form_key', models.CharField(blank=True, default='', max_length=64)),
                ('checked_at', models.DateTimeField(null=True)),
                ('ended_by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pauses', to='games.game')),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='pauses', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'pause',
                'verbose_name_plural': 'pauses',
            },
        ),
        migrations.CreateModel(
            name='PauseConsent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('pause', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='consents', to='games.playerspause')),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'consent to a pause',
                'verbose_name_plural': 'consents to pauses',
            },
        ),
        migrations.AddIndex(
            model_name='playerspause',
            index=models.Index(fields=['person', '-proposed_at'], name='pause_proposed'),
        ),
        migrations.AddIndex(
            model_name='playerspause',
            index=models.Index(models.OrderBy(models.F('checked_at'), nulls_first=True), condition=models.Q(('outcome', '')), name='pause_to_check'),
        ),
        migrations.AddIndex(
            model_name='playerspause',
            index=models.Index(condition=models.Q(('ended_at__isnull', True), ('started_at__isnull', False)), fields=['until'], name='pause_to_end'),
        ),
        migrations.AddConstraint(
            model_name='playerspause',
            constraint=models.UniqueConstraint(condition=models.Q(('outcome', '')), fields=('game',), name='pause_one_open'),
        ),
        migrations.AddConstraint(
            model_name='playerspause',
            constraint=models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True), ('started_at__isnull', False)), fields=('game',), name='pause_one_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='playerspause',
            constraint=models.UniqueConstraint(condition=models.Q(('form_key', ''), _negated=True), fields=('game', 'person', 'form_key'), name='pause_one_of_a_form'),
        ),
        migrations.AddConstraint(
            model_name='playerspause',
            constraint=models.CheckConstraint(condition=models.Q(('until__gt', models.F('proposed_at')), ('until__lte', django.db.models.expressions.CombinedExpression(models.F('proposed_at'), '+', models.Value(datetime.timedelta(days=31))))), name='pause_is_bounded'),
        ),
        migrations.AddConstraint(
            model_name='playerspause',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'agreed'), ('started_at__isnull', False)), models.Q(models.Q(('outcome', 'agreed'), _negated=True), ('ended_at__isnull', True), ('started_at__isnull', True)), _connector='OR'), name='pause_agreed'),
        ),
        migrations.AddConstraint(
            model_name='playerspause',
            constraint=models.CheckConstraint(condition=models.Q(('outcome__in', ['', 'agreed', 'declined', 'withdrawn'])), name='pause_outcome'),
        ),
        migrations.AddConstraint(
            model_name='pauseconsent',
            constraint=models.UniqueConstraint(fields=('game', 'pause', 'person'), name='pause_consent_once'),
        ),
    ]

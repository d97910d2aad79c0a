"""Conditional turns: what a player does if the other side does this or that."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ('games', '0061_take_backs'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.AlterField(
            model_name='submission',
            name='via',
            field=models.CharField(choices=[('web', 'Web'), ('letter', 'Letter'), ('house', 'House'), ('standing', 'Standing'), ('premove', 'Premove'), ('foreseen', 'Foreseen'), ('silence', 'Silence'), ('absence', 'Absence'), ('away', 'Away')], max_length=10),
        ),
        migrations.CreateModel(
            name='ConditionalTurns',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField()),
                ('foreseen', models.JSONField()),
                ('delay', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('version', models.PositiveIntegerField()),
                ('filed_at', models.DateTimeField()),
                ('plays_at', models.DateTimeField(blank=True, null=True)),
                ('stopped', models.CharField(blank=True, choices=[('uncovered', 'Uncovered'), ('refused', 'Refused')], max_length=10)),
                ('stopped_in', models.PositiveIntegerField(blank=True, null=True)),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='conditional_turns', to='games.seat')),
            ],
            options={
                'verbose_name': 'conditional turns',
                'verbose_name_plural': 'conditional turns',
                'indexes': [models.Index(condition=models.Q(('plays_at__isnull', False)), fields=['plays_at'], name='conditional_due')],
                'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='conditional_says'), models.CheckConstraint(condition=models.Q(('delay__lte', 1440)), name='conditional_delay_of_a_day'), models.CheckConstraint(condition=models.Q(models.Q(('stopped', ''), ('stopped_in', None)), models.Q(models.Q(('stopped', ''), _negated=True), ('plays_at', None), ('stopped_in__isnull', False)), _connector='OR'), name='conditional_stopped_in')],
            },
        ),
    ]

"""Appeals against measures, each with one answer."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ('games', '0081_check_measures'),
        ('reports', '0001_reports'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=1000)),
                ('made_at', models.DateTimeField()),
                ('outcome', models.CharField(choices=[('open', 'open'), ('granted', 'taken back'), ('declined', 'it stands')], default='open', max_length=10)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('answer', models.CharField(blank=True, max_length=500)),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('intervention', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.intervention')),
                ('taken_back', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.intervention')),
            ],
            options={
                'verbose_name': 'appeal',
                'verbose_name_plural': 'appeals',
                'permissions': [('answer_appeal', 'Can answer appeals')],
                'default_permissions': ('view',),
                'indexes': [models.Index(models.OrderBy(models.F('answered_at'), descending=True, nulls_first=True), models.F('made_at'), name='appeal_queue')],
                'constraints': [models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='appeal_says_something'), models.CheckConstraint(condition=models.Q(models.Q(('answer', ''), ('answered_at', None), ('outcome', 'open'), ('taken_back', None)), models.Q(('answered_at__isnull', False), ('outcome', 'granted'), ('taken_back__isnull', False)), models.Q(('answer__gt', ''), ('answered_at__isnull', False), ('outcome', 'declined'), ('taken_back', None)), _connector='OR'), name='appeal_answered_or_open')],
            },
        ),
    ]

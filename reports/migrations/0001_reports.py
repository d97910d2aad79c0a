"""What people have reported."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies: ClassVar = [
        ('games', '0075_fill_reliability_records'),
        ('talk', '0001_words'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('words', 'words at a table'), ('name', 'a name'), ('title', 'a title')], max_length=10)),
                ('matter', models.CharField(max_length=120)),
                ('evidence', models.CharField(max_length=2000)),
                ('stored', models.CharField(blank=True, max_length=2000)),
                ('was_shown', models.BooleanField(default=True)),
                ('reason', models.CharField(choices=[('insult', 'it insults or threatens somebody'), ('hatred', 'it is hatred against a group'), ('lure', 'it advertises, or lures to other sites'), ('flood', 'it floods the table, or goes on though it was asked to stop'), ('unfair', 'it is about cheating, or agrees on an outcome'), ('private', 'it tells what somebody wants to keep private'), ('other', 'something else')], max_length=10, verbose_name='reason')),
                ('sentence', models.CharField(blank=True, max_length=300)),
                ('reported_at', models.DateTimeField()),
                ('outcome', models.CharField(choices=[('open', 'open'), ('acted', 'something was done'), ('dismissed', 'nothing to be done')], default='open', max_length=10)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('note', models.CharField(blank=True, max_length=500)),
                ('about', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('intervention', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.intervention')),
                ('person', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('remark', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='talk.remark')),
                ('settled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
                'permissions': [('settle_report', 'Can answer reports')],
                'default_permissions': ('view',),
                'indexes': [models.Index(fields=['about', '-reported_at'], name='report_about'), models.Index(fields=['matter'], name='report_matter'), models.Index(models.OrderBy(models.F('settled_at'), descending=True, nulls_first=True), models.F('reported_at'), name='report_queue')],
                'constraints': [models.UniqueConstraint(fields=('person', 'matter'), name='report_once_a_matter'), models.CheckConstraint(condition=models.Q(models.Q(('game__isnull', False), ('kind__in', ['words', 'title'])), models.Q(('game', None), ('kind', 'name')), _connector='OR'), name='report_of_something'), models.CheckConstraint(condition=models.Q(models.Q(('evidence', ''), _negated=True), models.Q(('person', models.F('about')), _negated=True)), name='report_of_another'), models.CheckConstraint(condition=models.Q(models.Q(('intervention', None), ('outcome', 'open'), ('settled_at', None)), models.Q(('intervention__isnull', False), ('outcome', 'acted'), ('settled_at__isnull', False)), models.Q(('intervention', None), ('outcome', 'dismissed'), ('settled_at__isnull', False)), _connector='OR'), name='report_settled_or_open')],
            },
        ),
    ]

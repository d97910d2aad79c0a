"""What sign-ins leave, and accounts that look like one person."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies: ClassVar = [
        ('accounts', '0030_words_manner'),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name='LookalikePair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('found_at', models.DateTimeField(verbose_name='found')),
                ('seen_at', models.DateTimeField(verbose_name='seen last')),
                ('set_aside_at', models.DateTimeField(blank=True, null=True, verbose_name='set aside')),
                ('note', models.CharField(blank=True, max_length=500, verbose_name='note')),
                ('first', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('set_aside_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'pair of accounts that look alike',
                'verbose_name_plural': 'accounts that look alike',
                'permissions': [('set_aside_pair', 'Can set pairs of accounts aside')],
                'default_permissions': ('view',),
                'indexes': [models.Index(fields=['-found_at'], name='lookalike_pair_found'), models.Index(fields=['seen_at'], name='lookalike_pair_seen')],
                'constraints': [models.UniqueConstraint(fields=('first', 'second'), name='lookalike_pair_once'), models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='lookalike_pair_in_order'), models.CheckConstraint(condition=models.Q(models.Q(('note', ''), ('set_aside_at', None)), models.Q(('set_aside_at__isnull', False), models.Q(('note', ''), _negated=True)), _connector='OR'), name='lookalike_pair_set_aside_with_note')],
            },
        ),
        migrations.CreateModel(
            name='SignInTrace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('device', 'device'), ('passkey', 'passkey'), ('mailbox', 'mailbox'), ('network', 'network of a week')], max_length=10)),
                ('mark', models.CharField(max_length=64)),
                ('seen_at', models.DateTimeField()),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'sign-in traces',
                'indexes': [models.Index(fields=['mark'], name='sign_in_trace_mark'), models.Index(fields=['seen_at'], name='sign_in_trace_seen')],
                'constraints': [models.UniqueConstraint(fields=('person', 'mark'), name='sign_in_trace_once')],
            },
        ),
    ]

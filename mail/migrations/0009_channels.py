"""Channels of people, and which rows of the outbox are theirs.

Rows that are there already are looked at by the next migration, while letters are sent.
"""

import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

# Django would add the foreign key as one that holds for all rows, and read them all meanwhile.
ADD_COLUMN = """
    ALTER TABLE mail_delivery ADD COLUMN channel_id bigint NULL;
    ALTER TABLE mail_delivery ADD CONSTRAINT delivery_channel_key FOREIGN KEY (channel_id)
        REFERENCES mail_channel (id) DEFERRABLE INITIALLY DEFERRED NOT VALID;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('mail', '0008_vacuum_often'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='breaker',
            name='queue',
            field=models.CharField(choices=[('codes', 'Codes'), ('letters', 'Letters'), ('channels', 'Channels')], max_length=10, primary_key=True, serialize=False),
        ),
        migrations.AlterField(
            model_name='delivery',
            name='queue',
            field=models.CharField(choices=[('codes', 'Codes'), ('letters', 'Letters'), ('channels', 'Channels')], db_default='letters', max_length=10),
        ),
        migrations.CreateModel(
            name='Channel',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(choices=[('webhook', 'Webhook'), ('push', 'Push')], max_length=10)),
                ('form', models.CharField(choices=[('discord', 'Discord'), ('slack', 'Slack'), ('matrix', 'Matrix (Hookshot)'), ('ntfy', 'ntfy'), ('json', 'JSON'), ('push', 'this device')], max_length=10)),
                ('host', models.CharField(max_length=253)),
                ('sealed', models.BinaryField()),
                ('mark', models.CharField(max_length=40)),
                ('says_little', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField()),
                ('works_since', models.DateTimeField(null=True)),
                ('failing_since', models.DateTimeField(null=True)),
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('error', models.CharField(blank=True, max_length=20)),
                ('next_at', models.DateTimeField()),
                ('switched_off_at', models.DateTimeField(null=True)),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='channels', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'channel',
                'verbose_name_plural': 'channels',
            },
        ),
        migrations.RunSQL(
            ADD_COLUMN,
            "ALTER TABLE mail_delivery DROP COLUMN channel_id",
            state_operations=[
                migrations.AddField(
                    model_name='delivery',
                    name='channel',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='mail.channel'),
                ),
            ],
        ),
        AddConstraintNotValid(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('channel__isnull', False), ('queue', 'channels')), models.Q(models.Q(('queue', 'channels'), _negated=True), ('channel', None)), _connector='OR'), name='delivery_queue_of_channel'),
        ),
        migrations.AddConstraint(
            model_name='channel',
            constraint=models.UniqueConstraint(fields=('person', 'place'), name='channel_place_unique'),
        ),
        migrations.AddConstraint(
            model_name='channel',
            constraint=models.UniqueConstraint(fields=('person', 'mark'), name='channel_once'),
        ),
        migrations.AddConstraint(
            model_name='channel',
            constraint=models.CheckConstraint(condition=models.Q(('place__gte', 1), ('place__lte', 10)), name='channel_ten_at_most'),
        ),
        migrations.AddConstraint(
            model_name='channel',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('failing_since', None), ('failures', 0)), models.Q(('failing_since__isnull', False), ('failures__gt', 0)), _connector='OR'), name='channel_failing_since'),
        ),
    ]

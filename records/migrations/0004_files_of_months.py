"""The records of each month, as compressed files in pieces."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('records', '0003_changed_games'),
    ]

    operations = [
        migrations.CreateModel(
            name='ChangedMonth',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset', models.CharField(max_length=30)),
                ('month', models.DateField()),
            ],
            options={
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('ruleset', 'month'), name='changed_month_once')],
            },
        ),
        migrations.CreateModel(
            name='MonthlyDump',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset', models.CharField(max_length=30)),
                ('month', models.DateField()),
                ('made_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'file of a month',
                'verbose_name_plural': 'files of months',
                'indexes': [models.Index(condition=models.Q(('made_at', None)), fields=['month'], name='dump_unmade'), models.Index(fields=['-month', 'ruleset'], name='dump_newest')],
                'constraints': [models.UniqueConstraint(fields=('ruleset', 'month'), name='dump_once')],
            },
        ),
        migrations.CreateModel(
            name='DumpPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('games', models.PositiveIntegerField()),
                ('size', models.PositiveIntegerField()),
                ('sha256', models.CharField(max_length=64)),
                ('last_at', models.DateTimeField()),
                ('last_game', models.BigIntegerField()),
                ('dump', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='records.monthlydump')),
            ],
            options={
                'ordering': ['number'],
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('dump', 'number'), name='dump_part_once')],
            },
        ),
        migrations.CreateModel(
            name='DumpChunk',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('data', models.BinaryField()),
                ('part', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='chunks', to='records.dumppart')),
            ],
            options={
                'ordering': ['number'],
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('part', 'number'), name='dump_chunk_once')],
            },
        ),
    ]

"""In which manner, and when, people want to hear of what happens."""

import accounts.models
import django.contrib.postgres.fields
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0025_vacation_by_itself'),
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.AddField(
            model_name='person',
            name='answers_manner',
            field=models.CharField(choices=[('now', 'at once'), ('digest', 'together, in a digest'), ('near', 'only when the time runs out'), ('never', 'not at all')], db_default='now', default='now', max_length=10, verbose_name='answers'),
        ),
        migrations.AddField(
            model_name='person',
            name='digest_hours',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.SmallIntegerField(), db_default=[8], default=accounts.models.default_digest_hours, size=None, verbose_name='hours of digests'),
        ),
        migrations.AddField(
            model_name='person',
            name='events_manner',
            field=models.CharField(choices=[('now', 'at once'), ('digest', 'together, in a digest'), ('near', 'only when the time runs out'), ('never', 'not at all')], db_default='now', default='now', max_length=10, verbose_name='what happens'),
        ),
        migrations.AddField(
            model_name='person',
            name='letters_an_hour',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='letters an hour'),
        ),
        migrations.AddField(
            model_name='person',
            name='reminder_hours',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.SmallIntegerField(), blank=True, db_default=[], default=list, size=None, verbose_name='hours before a deadline'),
        ),
        migrations.AddField(
            model_name='person',
            name='tables_manner',
            field=models.CharField(choices=[('now', 'at once'), ('digest', 'together, in a digest'), ('near', 'only when the time runs out'), ('never', 'not at all')], db_default='now', default='now', max_length=10, verbose_name='tables and seats'),
        ),
        migrations.AddField(
            model_name='person',
            name='turns_manner',
            field=models.CharField(choices=[('now', 'at once'), ('digest', 'together, in a digest'), ('near', 'only when the time runs out'), ('never', 'not at all')], db_default='now', default='now', max_length=10, verbose_name='turns'),
        ),
        AddConstraintNotValid(
            model_name='person',
            constraint=models.CheckConstraint(condition=models.Q(('answers_manner__in', ['now', 'digest', 'near', 'never']), ('events_manner__in', ['now', 'digest', 'near', 'never']), ('tables_manner__in', ['now', 'digest', 'near', 'never']), ('turns_manner__in', ['now', 'digest', 'near', 'never'])), name='person_manners'),
        ),
        AddConstraintNotValid(
            model_name='person',
            constraint=models.CheckConstraint(condition=models.Q(('digest_hours__contained_by', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]), ('digest_hours__len__gt', 0)), name='person_digest_hours'),
        ),
        AddConstraintNotValid(
            model_name='person',
            constraint=models.CheckConstraint(condition=models.Q(('letters_an_hour', None), models.Q(('letters_an_hour__gte', 1), ('letters_an_hour__lte', 60)), _connector='OR'), name='person_letters_an_hour'),
        ),
        AddConstraintNotValid(
            model_name='person',
            constraint=models.CheckConstraint(condition=models.Q(('reminder_hours__contained_by', [168, 72, 48, 24, 12, 6, 3, 1])), name='person_reminder_hours'),
        ),
    ]

"""The order in which people want their channels, and which rows of the outbox go by it."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('mail', '0013_what_became_of_letters'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ChannelOrder',
            fields=[
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('channels', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list, size=None)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('channels__len__lte', 30)), name='channel_order_short')],
            },
        ),
        migrations.AddField(
            model_name='delivery',
            name='passed_on',
            field=models.BooleanField(null=True),
        ),
        migrations.AddField(
            model_name='delivery',
            name='failing_since',
            field=models.DateTimeField(null=True),
        ),
        AddConstraintNotValid(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('queue', 'codes'), _negated=True), ('passed_on', None), _connector='OR'), name='delivery_codes_by_letter'),
        ),
    ]

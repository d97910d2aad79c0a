"""Which notices a device may show still."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('mail', '0015_one_after_another'),
    ]

    operations = [
        migrations.AddField(
            model_name='delivery',
            name='is_shown',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]

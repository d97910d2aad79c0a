"""Letters that leave together with others of their person."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('mail', '0010_rows_of_channels'),
    ]

    operations = [
        migrations.AddField(
            model_name='delivery',
            name='is_gathered',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0040_indexes_of_lists'),
    ]

    operations = [
        # With a default of the database, so that rows stay as they are: nobody may change them.
        migrations.AddField(
            model_name='commitment',
            name='is_blind',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]

"""In which manner people want to hear of words at their tables."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0029_former_names'),
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.AddField(
            model_name='person',
            name='words_manner',
            field=models.CharField(choices=[('now', 'at once'), ('digest', 'together, in a digest'), ('near', 'only when the time runs out'), ('never', 'not at all')], db_default='now', default='now', max_length=10, verbose_name='words at tables'),
        ),
        AddConstraintNotValid(
            model_name='person',
            constraint=models.CheckConstraint(condition=models.Q(('words_manner__in', ['now', 'digest', 'near', 'never'])), name='person_words_manner'),
        ),
    ]

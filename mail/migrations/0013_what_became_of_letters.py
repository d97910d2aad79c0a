"""What became of letters after they were sent, as far as their provider tells."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('mail', '0012_gathered_letters'),
    ]

    operations = [
        migrations.AddField(
            model_name='delivery',
            name='delivered_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='delivery',
            name='returned_at',
            field=models.DateTimeField(null=True),
        ),
    ]

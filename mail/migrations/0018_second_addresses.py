"""Second addresses are channels."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('mail', '0017_shown_notices'),
    ]

    operations = [
        migrations.AlterField(
            model_name='channel',
            name='kind',
            field=models.CharField(choices=[('webhook', 'Webhook'), ('push', 'Push'), ('email', 'Email')], max_length=10),
        ),
        migrations.AlterField(
            model_name='channel',
            name='form',
            field=models.CharField(choices=[('discord', 'Discord'), ('slack', 'Slack'), ('matrix', 'Matrix (Hookshot)'), ('ntfy', 'ntfy'), ('json', 'JSON'), ('push', 'this device'), ('email', 'a second address')], max_length=10),
        ),
    ]

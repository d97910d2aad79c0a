"""By what names and addresses are told from others'."""

from __future__ import annotations

from django.db import migrations, models

from accounts.email_normalize import mailbox
from accounts.names import likeness


def fill(apps, schema_editor):
    """Where people look alike already, the later ones are told from each other by their number."""
    seen = set()
    for person in apps.get_model("accounts", "Person").objects.order_by("pk"):
        alike, box = likeness(person.name), mailbox(person.email)
        person.likeness = f"{alike} {person.pk}" if alike in seen else alike
        person.mailbox = f"{box} {person.pk}" if box in seen else box
        seen |= {alike, box}
        person.save(update_fields=["likeness", "mailbox"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_tries")]
    operations = [
        migrations.AddField(
            "person", "likeness", models.CharField(max_length=200, null=True, editable=False)
        ),
        migrations.AddField(
            "person", "mailbox", models.CharField(max_length=320, null=True, editable=False)
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", migrations.RunSQL.noop),
        migrations.AlterField(
            "person", "likeness", models.CharField(max_length=200, unique=True, editable=False)
        ),
        migrations.AlterField(
            "person", "mailbox", models.CharField(max_length=320, unique=True, editable=False)
        ),
    ]

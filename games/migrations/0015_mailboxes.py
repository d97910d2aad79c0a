"""By what the addresses of invitations are compared."""

from __future__ import annotations

from django.db import migrations, models

from accounts.email_normalize import mailbox


def fill(apps, schema_editor):
    """Of two invitations of one table that are for the same mailbox the first one stays."""
    seen = set()
    for invitation in apps.get_model("games", "Invitation").objects.order_by("pk"):
        invitation.mailbox = mailbox(invitation.address)
        same = (invitation.game_id, invitation.mailbox)
        if same in seen:
            invitation.delete()
        else:
            invitation.save(update_fields=["mailbox"])
        seen.add(same)


class Migration(migrations.Migration):
    dependencies = [("games", "0014_attempt")]
    operations = [
        migrations.AddField(
            "invitation",
            "mailbox",
            models.CharField(max_length=320, default="", editable=False),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", migrations.RunSQL.noop),
        migrations.RemoveConstraint("invitation", "invite_once"),
        migrations.AddConstraint(
            "invitation", models.UniqueConstraint(fields=["game", "mailbox"], name="invite_once")
        ),
    ]

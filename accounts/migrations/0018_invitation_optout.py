from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0017_turns_at_once")]

    # The table keeps its name: nothing is changed in the database.
    operations = [
        migrations.AlterModelTable(name="Refusal", table="accounts_refusal"),
        migrations.RenameModel(old_name="Refusal", new_name="InvitationOptOut"),
    ]

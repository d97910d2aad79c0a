"""The history of the keys that sign records, append-only."""

from django.db import migrations, models
from django.db.models import Q

GUARD = """
CREATE FUNCTION refuse_to_change_record_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the history of keys is append-only';
END $$;
CREATE TRIGGER record_keys_append_only BEFORE UPDATE OR DELETE ON records_keyentry
    FOR EACH ROW EXECUTE FUNCTION refuse_to_change_record_keys();
"""
UNGUARD = """
DROP TRIGGER record_keys_append_only ON records_keyentry;
DROP FUNCTION refuse_to_change_record_keys();
"""
KINDS = [("begun", "begun"), ("withdrawn", "withdrawn")]


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="KeyEntry",
            fields=[
                ("number", models.PositiveIntegerField(primary_key=True, serialize=False)),
                ("kind", models.CharField(choices=KINDS, max_length=10)),
                ("public_key", models.BinaryField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "entry of the keys of records",
                "verbose_name_plural": "entries of the keys of records",
                "constraints": [
                    models.CheckConstraint(condition=Q(("number__gt", 0)), name="key_entry_from_one"),
                    models.UniqueConstraint(fields=["public_key", "kind"], name="key_entry_once"),
                ],
            },
        ),
        migrations.RunSQL(GUARD, UNGUARD),
    ]

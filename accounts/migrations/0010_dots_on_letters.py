"""A dot on an i or a j makes no other name: people who have one there are compared without it."""

from __future__ import annotations

from django.db import migrations

from accounts.names import likeness


def compare_without_dots(apps, schema_editor):
    """People who look like somebody else by that keep their names, told apart by their number."""
    people = apps.get_model("accounts", "Person").objects
    for person in people.filter(likeness__contains="\u0307").order_by("pk"):
        alike = likeness(person.name)
        is_taken = people.filter(likeness=alike).exclude(pk=person.pk).exists()
        person.likeness = f"{alike} {person.pk}" if is_taken else alike
        person.save(update_fields=["likeness"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_addresses_of_ones_own")]
    operations = [
        migrations.RunPython(compare_without_dots, migrations.RunPython.noop),
        # Deferred constraints that are checked at the end would be in the way of the next migration.
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", migrations.RunSQL.noop),
    ]

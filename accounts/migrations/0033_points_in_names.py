"""Points and other punctuation make no other name: people who have some are compared without it."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import migrations

from accounts.deleted_user import is_placeholder_name, stored_name
from accounts.names import likeness


def compare_without_points(apps: Any, schema_editor: Any) -> None:
    """People who look like somebody else by that keep their names, told apart by their number."""
    people = apps.get_model("accounts", "Person").objects
    pointed = people.exclude(name__regex=r"^[[:alnum:][:space:]]*$").order_by("pk")
    for person in pointed.only("pk", "name").iterator(chunk_size=1_000):
        name = stored_name(person)
        if is_placeholder_name(name):
            continue
        alike = likeness(name)
        is_taken = people.filter(likeness=alike).exclude(pk=person.pk).exists()
        new = f"{alike} {person.pk}" if is_taken else alike
        people.filter(pk=person.pk).update(likeness=new)


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0032_standing_orders_wait")]

    operations: ClassVar = [
        migrations.RunPython(compare_without_points, migrations.RunPython.noop, elidable=True),
    ]

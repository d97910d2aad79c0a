"""The group of operators: it may repair what is broken, and see what that takes."""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission

from accounts.models import Person

GROUP = "operators"
SEEN = {
    "accounts": ("lookalikepair", "person"),
    "games": (
        "attempt",
        "decision",
        "departure",
        "game",
        "intervention",
        "restriction",
        "seat",
        "submission",
        "standinterm",
        "substituteask",
    ),
    "inbox": ("incomingmail",),
    "mail": ("delivery",),
    "reports": ("appeal", "report"),
    "seasons": ("championship", "competition", "ruling"),
}
RIGHTS = {
    "accounts": ("set_aside_pair",),
    "games": (
        "retry", "extend", "pause", "resume", "vacate", "replace", "annul", "close", "reopen",
        "warn", "unwarn", "silence", "speak", "no_tables", "tables", "unrated", "rated",
        "rename", "retitle",
        "see_health",
    ),
    "inbox": ("change_incomingmail",),  # that is: dead mails are tried again
    "mail": ("change_delivery",),  # that is: dead letters are sent again
    "reports": ("answer_appeal", "settle_report"),
    "seasons": ("add_championship", "change_championship", "direct"),
}  # fmt: skip


def operator_permissions() -> list[Permission]:
    """Return all permissions of operators."""
    wanted = [(app, f"view_{name}") for app, names in SEEN.items() for name in names]
    wanted += [(app, name) for app, names in RIGHTS.items() for name in names]
    permissions = Permission.objects.select_related("content_type")
    return [permissions.get(content_type__app_label=app, codename=name) for app, name in wanted]


def ensure_group() -> Group:
    """Return the group with exactly these permissions, creating it if there is none."""
    group, _is_new = Group.objects.get_or_create(name=GROUP)
    group.permissions.set(operator_permissions())
    return group


def make_operator(person: Person) -> None:
    """Add a person to the group and to the staff."""
    person.groups.add(ensure_group())
    person.is_staff = True
    person.save(update_fields=["is_staff"])

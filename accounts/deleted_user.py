"""What is left of a deleted account: a row that the games of others refer to, under a name that
every reader sees in their own language."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from accounts.display_text import DisplayTextField, display_text

MARK = "\ue001"  # a private letter, which nobody's name may hold


def placeholder_name(pk: int) -> str:
    """Return the name under which the row of a former player is kept: no two are the same."""
    return f"{MARK}{pk}"


def stored_name(person: Any) -> str:
    """Return the name of a person as it is stored, fetching it where it was deferred."""
    return str(person._meta.get_field("name").value_from_object(person))


def is_placeholder_name(name: str) -> bool:
    """Return whether a stored name is that of a former player."""
    return name.startswith(MARK)


def display_name(name: str) -> str:
    """Return a stored name as its reader sees it."""
    return display_text(name, _("a former player") if is_placeholder_name(name) else "")


class NameField(DisplayTextField):
    """The name of a person. A placeholder is only displayed: saving keeps what is stored."""

    def show(self, stored: str) -> str:
        """Return a stored name as its reader sees it."""
        return display_name(stored)

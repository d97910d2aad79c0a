"""What is left of a deleted account: a row that the games of others refer to, under a name that
every reader sees in their own language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models.query_utils import DeferredAttribute
from django.utils.translation import gettext as _

MARK = "\ue001"  # a private letter, which nobody's name may hold


def placeholder_name(pk: int) -> str:
    """Return the name under which the row of a former player is kept: no two are the same."""
    return f"{MARK}{pk}"


def stored_name(person: Any) -> str:
    """Return the name of a person as it is stored, fetching it where it was deferred."""
    _shown = person.name
    return str(person.__dict__["name"])


def is_placeholder_name(name: str) -> bool:
    """Return whether a stored name is that of a former player."""
    return name.startswith(MARK)


class DisplayName(str):
    """A name as its reader sees it, which knows how it is stored."""

    stored: str


def display_name(name: str) -> str:
    """Return a stored name as its reader sees it."""
    if not is_placeholder_name(name):
        return name
    told = DisplayName(_("a former player"))
    told.stored = name
    return told


class DisplayNameAttribute(DeferredAttribute):
    """A name of a row, shown in its reader's language."""

    def __get__(self, row: Any, owner: Any = None) -> Any:
        found = super().__get__(row, owner)
        return display_name(found) if isinstance(found, str) else found

    def __set__(self, row: Any, name: str) -> None:
        row.__dict__[self.field.attname] = name.stored if isinstance(name, DisplayName) else name


if TYPE_CHECKING:
    Words = models.CharField[str, str]
else:
    Words = models.CharField


class NameField(Words):
    """The name of a person. A placeholder is only displayed: saving keeps what is stored."""

    descriptor_class = DisplayNameAttribute

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        return self.value_from_object(model_instance)

    def value_from_object(self, obj: models.Model) -> Any:
        return stored_name(obj)

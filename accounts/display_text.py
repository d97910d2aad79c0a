"""Texts of people as their readers see them: one that runs from right to left turns nothing that
stands beside it.

Every sentence of the site runs from left to right, so that the other texts stay as they are.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models.query_utils import DeferredAttribute
from django.utils.html import escape

ISOLATE, POP = "\u2068", "\u2069"  # "first strong isolate", and its end


class DisplayText(str):
    """A text as its reader sees it among other words, which knows how it is ``stored``."""

    stored: str

    def __html__(self) -> str:
        """Return it for pages, where an element isolates it."""
        bare = self.removeprefix(ISOLATE).removesuffix(POP)
        return escape(bare) if bare == self else f"<bdi>{escape(bare)}</bdi>"


def display_text(stored: str, shown: str = "") -> str:
    """Return a stored text as its reader sees it, or what is ``shown`` in its place."""
    told = shown or (f"{ISOLATE}{stored}{POP}" if _runs_from_the_right(stored) else stored)
    if told == stored:
        return stored
    text = DisplayText(told)
    text.stored = stored
    return text


def stored_text(text: str) -> str:
    """Return a text as it is stored, however it came to be shown."""
    if isinstance(text, DisplayText):
        return text.stored
    return plain_text(text)


def plain_text(text: str) -> str:
    """Return a text as its reader sees it for forms and files, where nothing stands beside it."""
    return text.replace(ISOLATE, "").replace(POP, "")


def _runs_from_the_right(text: str) -> bool:
    return not text.isascii() and any(
        unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in text
    )


class DisplayTextAttribute(DeferredAttribute):
    """A text of a row, as its reader sees it."""

    field: DisplayTextField

    def __get__(self, row: Any, owner: Any = None) -> Any:
        found = super().__get__(row, owner)
        return self.field.show(found) if isinstance(found, str) else found

    def __set__(self, row: Any, text: Any) -> None:
        row.__dict__[self.field.attname] = stored_text(text) if isinstance(text, str) else text


if TYPE_CHECKING:
    Words = models.CharField[str, str]
else:
    Words = models.CharField


class DisplayTextField(Words):
    """A text of a person, which is only displayed otherwise: saving keeps what is stored."""

    descriptor_class = DisplayTextAttribute

    def show(self, stored: str) -> str:
        """Return a stored text as its reader sees it."""
        return display_text(stored)

    def deconstruct(self) -> Any:
        """Return what migrations know: a column like any other."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        return self.value_from_object(model_instance)

    def value_from_object(self, obj: models.Model) -> Any:
        shown = getattr(obj, self.attname)  # fetched where it was deferred
        return obj.__dict__.get(self.attname, shown)

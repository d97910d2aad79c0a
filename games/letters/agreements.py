"""Notices of what players agree on beside their turns: more time for one of them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games import labels
from games.letters.context import LetterNotice
from games.models import Extension


def extension_notice(extension: Extension) -> LetterNotice | None:
    """Return the notice that a player has taken more time; ``None`` if they have answered."""
    decision = extension.decision
    if not decision.is_open:
        return None
    values = {"name": extension.person.name, "time": labels.hours_in_words(extension.hours)}
    left = extension.allowed - extension.number
    words = _("%(name)s may take as much again %(times)s in this game.")
    again = words % {"name": extension.person.name, "times": labels.times_in_words(left)}
    none = _("It was the last time in this game that %(name)s can.") % values
    return LetterNotice(
        _("%(name)s has taken %(time)s more") % values,
        (again if left else none,),
        due_at=decision.due_at,
    )

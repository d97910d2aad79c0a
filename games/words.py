"""Words of the site for what it keeps as codes: kinds of decisions, and paces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

ASKED_OF_YOU: Mapping[str, str] = {
    "turn": _("It is your turn"),
    "recapture": _("Do you recapture?"),
    "setup": _("Set up your pieces"),
    "throw": _("Do you throw?"),
    "consent": _("Do you consent?"),
}
ASKED: Mapping[str, str] = {
    "turn": _("turn"),
    "recapture": _("recapture"),
    "setup": _("set-up"),
    "throw": _("throw"),
    "consent": _("consent"),
}
PACES: Mapping[str, str] = {
    "leisurely": _("Leisurely: 3 days a turn, 1 day for an answer"),
    "normal": _("Normal: 1 day a turn, 12 hours for an answer"),
    "fast": _("Fast: 8 hours a turn, 4 hours for an answer"),
    "banked": _("Saved time: 3 days at first, 1 day more each turn, up to a week"),
}


def asked_of_you(kind: str) -> str:
    """Say what is asked of the reader."""
    return gettext(ASKED_OF_YOU.get(kind, _("Something is asked of you")))


def asked(kind: str) -> str:
    """Name what is asked of somebody."""
    return gettext(ASKED.get(kind, _("answer")))


def pace_in_full(data: Mapping[str, Any]) -> str:
    """Describe the pace of a table, as it is stored, in one line."""
    parts = [
        gettext("%(what)s: %(time)s") % {"what": asked(kind), "time": _clock(*hours)}
        for kind, hours in data["clocks"].items()
    ]
    if data.get("weekend"):
        parts.append(gettext("rest at the weekend"))
    if data.get("night"):
        night = {"start": data["night"][0], "end": data["night"][1]}
        parts.append(gettext("rest from %(start)s to %(end)s o’clock") % night)
    return ", ".join(parts)


def _clock(base: int, increment: int, cap: int) -> str:
    if base == increment == cap:
        return _hours(base)
    times = {"base": _hours(base), "increment": _hours(increment), "cap": _hours(cap)}
    return gettext("%(base)s + %(increment)s each time up to %(cap)s") % times


def _hours(hours: int) -> str:
    days, rest = divmod(hours, 24)
    if days and not rest:
        return ngettext("%(n)s day", "%(n)s days", days) % {"n": days}
    return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}


def pace(preset: str) -> str:
    """Describe one of the ready-made paces."""
    return gettext(PACES[preset])

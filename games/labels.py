"""Labels for stored codes, such as clocks, paces and reasons."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from conquest.core import BotLevel, DecisionKind

CLOCK_OF_OLD = {"recapture": "answer"}  # the name that old tables have stored
PACES: Mapping[str, str] = {
    "leisurely": _("Leisurely: 3 days a turn, 1 day for an answer"),
    "normal": _("Normal: 1 day a turn, 12 hours for an answer"),
    "fast": _("Fast: 8 hours a turn, 4 hours for an answer"),
    "banked": _("Time bank: 3 days at first, 1 day more each turn, up to a week"),
}
TURN_PACES: Mapping[str, str] = {
    "leisurely": _("Leisurely: 3 days a turn"),
    "normal": _("Normal: 1 day a turn"),
    "fast": _("Fast: 8 hours a turn"),
    "banked": PACES["banked"],
}

DROPPED: Mapping[str, str] = {
    "lost": _("what stood on %(field)s does not stand there any more"),
    "reached": _("what stands on %(field)s has come into reach of others"),
    "refused": _("it cannot be carried out any more"),
    "offered": _("something has been offered to you"),
}


def explain_dropped_premove(reason: str, field: str) -> str:
    """Return a sentence that says why a premove was not played."""
    why = gettext(DROPPED[reason]) % {"field": field}
    return gettext("The turn that you had handed in ahead was not played: %(why)s.") % {"why": why}


STOPPED: Mapping[str, str] = {
    "uncovered": _(
        "The other side has played something that you had not foreseen: what you had said ahead"
        " ends here."
    ),
    "refused": _("What you had said ahead was not played: it cannot be carried out any more."),
}


def explain_stopped_turns(reason: str) -> str:
    """Return a sentence that says why conditional turns have stopped."""
    return gettext(STOPPED[reason])


def count_points(n: int) -> str:
    """Return a number of points in words: "1 point"."""
    return ngettext("%(n)s point", "%(n)s points", n) % {"n": n}


def describe_pace(data: Mapping[str, Any], kinds: Mapping[str, DecisionKind]) -> str:
    """Return a stored pace in one line, with what runs on each clock that the game's ``kinds`` of
    decisions use."""
    hours_by_clock = {CLOCK_OF_OLD.get(name, name): hours for name, hours in data["clocks"].items()}
    parts = [
        gettext("%(what)s: %(time)s") % {"what": what, "time": _clock_label(*hours_by_clock[name])}
        for name, what in (("turn", gettext("turn")), ("answer", answers_in_words(kinds)))
        if name in hours_by_clock and what
    ]
    if data.get("weekend"):
        parts.append(gettext("rest at the weekend"))
    if data.get("night"):
        night = {"start": data["night"][0], "end": data["night"][1]}
        parts.append(gettext("rest from %(start)s to %(end)s o’clock") % night)
    if data.get("days_off"):
        parts.append(gettext("rest on each one’s days off"))
    if most := data.get("most_days_off"):
        words = ngettext("absent after %(n)s day off", "absent after %(n)s days off in a row", most)
        parts.append(words % {"n": most})
    if data.get("fixed_hour"):
        parts.append(_describe_fixed_hour(data["fixed_hour"]))
    if data.get("extensions"):
        parts.append(describe_extensions(*data["extensions"]))
    if data.get("silent_pause"):
        parts.append(gettext("silence of 2 days agrees to a pause"))
    if data.get("take_backs"):
        parts.append(gettext("a turn can be taken back if all agree"))
    return ", ".join(parts)


def _describe_fixed_hour(data: Mapping[str, Any]) -> str:
    """Return when time runs out at a table: "ends Monday and Thursday 20:00 (Europe/Berlin)"."""
    when = {
        "days": join_with_and([str(WEEKDAYS[day]) for day in sorted(data["days"])]),
        "hour": f"{data['hour']:02}:00",
        "zone": data["zone"],
    }
    if len(data["days"]) == len(WEEKDAYS):
        return gettext("ends at %(hour)s (%(zone)s)") % when
    return gettext("ends %(days)s %(hour)s (%(zone)s)") % when


def describe_extensions(times: int, hours: int) -> str:
    """Return how often each player may take more time, and how much."""
    words = ngettext(
        "each may take %(time)s more once", "each may take %(time)s more %(n)s times", times
    )
    return words % {"time": hours_in_words(hours), "n": times}


def answers_in_words(kinds: Mapping[str, DecisionKind]) -> str:
    """Return what runs on the clock for answers in a game: "throw and consent", "" for nothing."""
    named = [kind.named.translate_with(gettext) for kind in kinds.values() if kind.pace == "answer"]
    return join_with_and(named) if named else ""


def join_with_or(words: Sequence[str]) -> str:
    """Return words as a choice: "knight, ship or soldier"."""
    return _join_words(gettext("%(most)s or %(last)s"), words)


def join_with_and(words: Sequence[str]) -> str:
    """Return words as a list: "Bob, Dora and Erin"."""
    return _join_words(gettext("%(most)s and %(last)s"), words)


def _join_words(template: str, words: Sequence[str]) -> str:
    *most, last = words
    return template % {"most": ", ".join(most), "last": last} if most else last


def _clock_label(base: int, increment: int, cap: int) -> str:
    if base == increment == cap:
        return hours_in_words(base)
    times = {
        "base": hours_in_words(base),
        "increment": hours_in_words(increment),
        "cap": hours_in_words(cap),
    }
    return gettext("%(base)s + %(increment)s each time up to %(cap)s") % times


def bot_label(level: str, *, is_only: bool = False) -> str:
    """Return the label of a bot of a strength: "a house player (strong)"."""
    if is_only:
        return gettext("a house player")
    return gettext("a house player (%(level)s)") % {"level": level}


def bot_choices(levels: Collection[BotLevel[Any]]) -> list[tuple[str, str]]:
    """Return the bots of a game as choices of a form."""
    is_only = len(levels) == 1
    return [
        (level.name, bot_label(level.title.translate_with(gettext), is_only=is_only))
        for level in levels
    ]


def times_in_words(times: int) -> str:
    """Return how often: "once" or "3 times"."""
    return ngettext("once", "%(n)s times", times) % {"n": times}


def hours_in_words(hours: int) -> str:
    """Return a number of hours as "12 hours" or, if it is whole days, "3 days"."""
    days, rest = divmod(hours, 24)
    if days and not rest:
        return ngettext("%(n)s day", "%(n)s days", days) % {"n": days}
    return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}


def pace_label(preset: str, clocks: Collection[str]) -> str:
    """Return the label of a preset pace, for a game that uses these ``clocks``."""
    return gettext((PACES if "answer" in clocks else TURN_PACES)[preset])

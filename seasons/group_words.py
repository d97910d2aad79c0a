"""The table of a group in words: what breaks ties, how games went, what may still come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from seasons.models import Competition, Fixture, FixtureSeat, Group, Member
from seasons.words import points_text

QUARTERS = ("", "¼", "½", "¾")
# For certain, not any more, and in some of a hundred futures.
SEASON = (
    _("is sure to go up"),
    _("cannot go up any more"),
    _("goes up in %(n)s of 100 futures"),
)
CUP = (
    _("is through"),
    _("cannot go on any more"),
    _("goes on in %(n)s of 100 futures"),
)


def tie_text(name: str, value: int | None) -> str:
    """Return the value of a tie-break as people write it, "–" for none."""
    if value is None:
        return "–"
    if name == "sonneborn_berger":  # half points times half points
        whole, quarters = divmod(value, 4)
        return f"{whole if whole or not quarters else ''}{QUARTERS[quarters]}"
    return str(value) if name in ("wins", "seeding") else points_text(value)


def say_fixture(fixture: Fixture) -> str:
    """Return who plays a game of a group, and with what result where it counts."""
    seats = list(fixture.seats.all())
    if not fixture.counts:
        return " – ".join(map(_name_of, seats))
    placed = sorted(seats, key=lambda seat: seat.place or 0)
    if len(placed) == 2:
        return _say_pair(*placed)
    return ", ".join(f"{seat.place}. {_name_of(seat)}" for seat in placed)


def _say_pair(first: FixtureSeat, second: FixtureSeat) -> str:
    names = {"first": _name_of(first), "second": _name_of(second)}
    if first.place == second.place:
        return gettext("%(first)s and %(second)s are level") % names
    return gettext("%(first)s beats %(second)s") % names


def _name_of(seat: FixtureSeat) -> str:
    return seat.member.entry.person.name


def say_outlook(group: Group, member: Member) -> Iterator[str]:
    """Yield what can still come of somebody in a group: what is certain, and in how many of a
    hundred futures it ends how."""
    competition = group.stage.competition
    if competition.kind == Competition.Kind.SWISS:
        return
    if _can_only_lead(group):
        if member.leads is not None:
            yield gettext("first in %(n)s of 100 futures") % {"n": member.leads}
    elif competition.is_season:
        yield from _say_rise(member, SEASON)
    else:
        yield from _say_rise(member, CUP)
    is_last = group.number == group.stage.group_count
    if competition.is_season and not is_last and member.falls is not None:
        yield gettext("goes down in %(n)s of 100 futures") % {"n": member.falls}


def _can_only_lead(group: Group) -> bool:
    """Whether nobody can go up or on from a group: there is nothing above it."""
    competition = group.stage.competition
    if competition.is_season:
        return group.number == 1
    return competition.kind == Competition.Kind.ROUND_ROBIN


def _say_rise(member: Member, sentences: Sequence[str]) -> Iterator[str]:
    certain, impossible, likely = sentences
    if member.has_risen:
        yield gettext(certain)
    elif not member.can_rise:
        yield gettext(impossible)
    elif member.rises is not None:
        yield gettext(likely) % {"n": member.rises}


def move_text(group: Group, member: Member) -> str:
    """Return what has come of somebody in a group that is settled, "" for nothing."""
    if group.settled_at is None:
        return ""
    if group.stage.competition.is_season:
        return _say_season_move(group, member)
    if is_last_group(group):
        return gettext("has won") if member.rank == 1 else ""
    is_swiss = group.stage.competition.kind == Competition.Kind.SWISS
    return gettext("goes on") if member.moved > 0 and not is_swiss else ""


def _say_season_move(group: Group, member: Member) -> str:
    if group.number == 1 and member.rank == 1:
        return gettext("champion")
    return {1: gettext("goes up"), -1: gettext("goes down")}.get(member.moved, "")


def is_last_group(group: Group) -> bool:
    """Whether the first of a group of a cup wins it."""
    stage, competition = group.stage, group.stage.competition
    if competition.kind == Competition.Kind.SWISS:
        return stage.number >= competition.rounds
    is_before_knockout = competition.kind == Competition.Kind.GROUPS and stage.number == 1
    return stage.group_count == 1 and not is_before_knockout


def points_in_words(half_points: int) -> str:
    """Return a number of points with its unit: "1½ points"."""
    words = ngettext("%(points)s point", "%(points)s points", 1 if half_points in (1, 2) else 2)
    return words % {"points": points_text(half_points)}

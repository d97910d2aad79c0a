"""Seasons and cups in words: titles, points, what became of somebody, rulings."""

from __future__ import annotations

from collections.abc import Iterator
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.deleted_user import display_name
from mail import times
from seasons import formats
from seasons.models import Competition, Group, Member, Ruling

HALF = "½"


def full_title(competition: Competition) -> str:
    """Return the title of a competition, with the number of a season."""
    if competition.is_season:
        return _("%(title)s, season %(number)s") % {
            "title": competition.title, "number": competition.number,
        }  # fmt: skip
    return competition.title


def group_title(group: Group) -> str:
    """Return what a group is called: a division, a group, a round, a table."""
    stage, competition = group.stage, group.stage.competition
    if competition.is_season:
        return _("Division %(number)s") % {"number": group.number}
    if competition.kind == Competition.Kind.SWISS:
        return _("Round %(number)s") % {"number": stage.number}
    if formats.plays_all(competition, stage.number):
        if stage.group_count == 1:
            return _("Everybody against everybody")
        return _("Group %(number)s") % {"number": group.number}
    return knockout_title(stage.group_count, group.number)


def knockout_title(tables: int, number: int) -> str:
    """Return what a table of a knock-out round is called, by how many there are."""
    if tables == 1:
        return _("Final")
    if tables == 2:
        return _("Semi-final %(number)s") % {"number": number}
    if tables <= 4:
        return _("Quarter-final %(number)s") % {"number": number}
    return _("Table %(number)s of the last %(tables)s") % {"number": number, "tables": tables}


def group_url(group: Group) -> str:
    """Return the address of the page of a group."""
    stage = group.stage
    return reverse("competition-group", args=[stage.competition_id, stage.number, group.number])


def points_text(half_points: int) -> str:
    """Return points as people write them: "3½"."""
    whole, half = divmod(half_points, 2)
    return f"{whole or ''}{HALF}" if half else str(whole)


def say_move(competition: Competition, member: Member) -> Iterator[str]:
    """Yield what has come of somebody's place in a group."""
    if competition.is_season:
        match member.moved:
            case 1:
                yield _("You go up: next season you play in a higher division.")
            case -1:
                yield _("You go down: next season you play in a lower division.")
            case _:
                yield _("You stay in your division.")
    elif member.moved > 0:
        yield _("You go on.")


def say_ruling(ruling: Ruling, zone: ZoneInfo) -> tuple[str, tuple[str, ...]]:
    """Return a ruling in brief, and in sentences with its reason."""
    reason = _("The reason: %(reason)s") % {"reason": " ".join(ruling.reason.split())}
    if ruling.what == Ruling.What.MESSAGE:
        brief = _("%(name)s writes to all") % {"name": display_name(ruling.by.name)}
        return brief, tuple(line for line in ruling.reason.split("\n") if line)
    return RULED[Ruling.What(ruling.what)](), (*_say_about(ruling, zone), reason)


def _say_about(ruling: Ruling, zone: ZoneInfo) -> Iterator[str]:
    if ruling.entry is not None:
        yield _("It concerns %(name)s.") % {"name": display_name(ruling.entry.person.name)}
    if ruling.successor is not None:
        name = display_name(ruling.successor.person.name)
        yield _("Their place has %(name)s now.") % {"name": name}
    if ruling.fixture is not None and ruling.fixture.game_id is not None:
        yield _("It concerns game %(number)s.") % {"number": ruling.fixture.game_id}
    if ruling.until is not None:
        yield _("The new end: %(until)s.") % {"until": times.full_time(ruling.until, zone)}


RULED = {
    Ruling.What.POSTPONE: lambda: _("The end was postponed"),
    Ruling.What.REPLACE: lambda: _("Somebody has taken over a place"),
    Ruling.What.ADJUDICATE: lambda: _("A game was adjudicated"),
    Ruling.What.ANNUL: lambda: _("A game was annulled"),
    Ruling.What.WARN: lambda: _("You were warned"),
    Ruling.What.DISQUALIFY: lambda: _("Somebody was disqualified"),
    Ruling.What.CALL_OFF: lambda: _("It was called off"),
}

"""A group as other programs read it: JSON, plain text, a feed of results, a calendar. Pure.

Nothing is told but what everybody may read on the page of the group: no game's position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from accounts.deleted_user import display_name
from seasons import words
from seasons.models import Competition, Fixture, Member
from seasons.tables import GroupTable

LENGTH = timedelta(minutes=30)  # an event of no length is not drawn by many programs
LATEST = 50


def group_as_json(table: GroupTable) -> dict[str, Any]:
    """Return a group with its people by their places and its games, as values for JSON."""
    group = table.group
    stage, competition = group.stage, group.stage.competition
    names = _list_names(table)
    return {
        "competition": {
            "id": competition.pk,
            "title": words.full_title(competition),
            "kind": competition.kind,
            "game": competition.ruleset,
            "status": competition.status,
            "url": settings.SITE_URL + competition.get_absolute_url(),
        },
        "stage": stage.number,
        "group": group.number,
        "title": words.group_title(group),
        "begins_at": stage.begins_at,
        "ends_at": stage.ends_at,
        "is_settled": group.settled_at is not None,
        "members": [_member_as_json(competition, one) for one in _by_rank(table)],
        "games": [_fixture_as_json(table, names, one) for one in table.fixtures],
    }


def _by_rank(table: GroupTable) -> list[Member]:
    return sorted(table.members, key=lambda one: one.rank)


def _member_as_json(competition: Competition, member: Member) -> dict[str, Any]:
    return {
        "rank": member.rank,
        "player": _name_of(member),
        "player_id": member.entry.person_id,
        "points": member.points / 2,
        "played": member.played,
        "wins": member.wins,
        "tie_breaks": dict(zip(competition.tie_breaks, member.ties, strict=False)),
        "left": member.entry.left or None,
        "moved": member.moved,
    }


def _list_names(table: GroupTable) -> Mapping[int, str]:
    """Return the names of the members by their ids: asked for once, as there can be a thousand."""
    return {member.pk: _name_of(member) for member in table.members}


def _fixture_as_json(
    table: GroupTable, names: Mapping[int, str], fixture: Fixture
) -> dict[str, Any]:
    return {
        "number": fixture.number,
        "round": fixture.round,
        "status": fixture.status,
        "game_id": fixture.game_id,
        "began_at": fixture.began_at,
        "settled_at": fixture.settled_at,
        "players": [
            {"player": names[seat.member_id], "side": seat.side, "place": seat.place}
            for seat in table.seats[fixture.pk]
        ],
    }


def group_as_text(table: GroupTable) -> str:
    """Return the table of a group as plain text, with its results."""
    group = table.group
    rows = [
        (str(one.rank), _name_of(one), words.points_text(one.points), str(one.played))
        for one in _by_rank(table)
    ]
    width = max((len(row[1]) for row in rows), default=0)
    lines = [
        f"{rank:>3}. {name:<{width}} {points:>5} {played:>4}" for rank, name, points, played in rows
    ]
    title = f"{words.full_title(group.stage.competition)}, {words.group_title(group)}"
    names = _list_names(table)
    results = [_say_result(table, names, one) for one in table.fixtures if one.counts]
    return "\n".join([title, "", *lines, "", *results]).rstrip() + "\n"


def _say_result(table: GroupTable, names: Mapping[int, str], fixture: Fixture) -> str:
    seats = sorted(table.seats[fixture.pk], key=lambda seat: (seat.place or 0, seat.order))
    placed = ", ".join(f"{seat.place}. {names[seat.member_id]}" for seat in seats)
    is_ruled = fixture.status == Fixture.Status.ADJUDICATED
    return f"{placed} ({fixture.get_status_display()})" if is_ruled else placed


def results_as_feed(table: GroupTable, *, address: str, host: str) -> bytes:
    """Return the latest results of a group as an Atom feed (RFC 4287)."""
    group = table.group
    page = settings.SITE_URL + words.group_url(group)
    feed = Atom1Feed(
        title=f"{words.full_title(group.stage.competition)}, {words.group_title(group)}",
        link=page,
        description="",
        language=get_language(),
        feed_url=address,
    )
    names = _list_names(table)
    for fixture in _list_latest(table):
        feed.add_item(
            title=_say_result(table, names, fixture),
            link=page,
            description=str(fixture.get_status_display()),
            unique_id=f"tag:{host},2026:fixture-{fixture.pk}",
            pubdate=fixture.settled_at,
            updateddate=fixture.settled_at,
        )
    return feed.writeString("utf-8").encode()


def _list_latest(table: GroupTable) -> Sequence[Fixture]:
    counted = [one for one in table.fixtures if one.counts and one.settled_at]
    return sorted(counted, key=lambda one: (one.settled_at, one.pk), reverse=True)[:LATEST]


def calendar_of(table: GroupTable, *, host: str) -> bytes:
    """Return when a stage begins and ends, as calendar programs read it (RFC 5545)."""
    stage, calendar = table.group.stage, Calendar()
    calendar.add("prodid", f"-//{host}//Zugpost//")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", words.full_title(stage.competition))
    for event in _list_events(table, host):
        calendar.add_component(event)
    written: bytes = calendar.to_ical()
    return written


def _list_events(table: GroupTable, host: str) -> Iterator[Event]:
    stage = table.group.stage
    title = f"{words.full_title(stage.competition)}, {words.group_title(table.group)}"
    for name, at, sentence in (
        ("begins", stage.begins_at, _("%(title)s begins")),
        ("ends", stage.ends_at, _("%(title)s ends: what still runs is adjudicated")),
    ):
        event = Event()
        event.add("uid", f"stage-{stage.pk}-{name}@{host}")
        event.add("dtstamp", stage.begins_at)
        event.add("summary", sentence % {"title": title})
        event.add("url", settings.SITE_URL + words.group_url(table.group))
        event.add("dtstart", at)
        event.add("dtend", at + LENGTH)
        event.add("transp", "TRANSPARENT")
        yield event


def _name_of(member: Member) -> str:
    return display_name(member.entry.person.name)

"""What somebody has won: places of honour in cups, divisions of seasons, and rises."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Person
from games.paging import Page, paginate
from seasons import words
from seasons.models import Competition, Entrant, Member
from seasons.queries import visible_to

HONOURED = 3  # places of a cup
# Else a page would be filled with titles of cups among three friends, or against house players.
LEAST_PEOPLE = 8


@dataclass(frozen=True, slots=True)
class Honour:
    """What somebody has won in a competition that is over, in a sentence."""

    competition: Competition
    sentence: str
    at: datetime | None


def page_of_honours(person: Person, viewer: Person | None, asked: str, size: int) -> Page[Honour]:
    """Return a page of what a person has won, as far as its reader may know of it, the newest
    first."""
    page = paginate(_honoured_entries(person, viewer), asked, size)
    seasons = [entry.pk for entry in page.rows if entry.competition.is_season]
    members = _members_of(seasons) if seasons else {}
    return page.with_rows(
        Honour(
            entry.competition,
            " · ".join(_say_honours(entry, members.get(entry.pk))),
            entry.competition.ended_at,
        )
        for entry in page.rows
    )


def _honoured_entries(person: Person, viewer: Person | None) -> QuerySet[Entrant]:
    entries = Entrant.objects.filter(
        visible_to(viewer, "competition__"),
        person=person,
        left_at=None,
        competition__status=Competition.Status.OVER,
    )
    won = Member.objects.filter(Q(rank=1) | Q(moved=1), entry=OuterRef("pk"))
    is_season = Q(competition__kind=Competition.Kind.SEASON)
    is_cup = Q(~is_season, _has_many_people(), rank__lte=HONOURED)
    entries = entries.filter(is_cup | (is_season & Exists(won)))
    return entries.select_related("competition").order_by("-competition__ended_at", "-pk")


def _has_many_people() -> Exists:
    """Whether as many people have stayed in a cup as make its first places an honour."""
    people = Entrant.objects.filter(
        competition=OuterRef("competition"),
        rank__isnull=False,
        left_at=None,
        person__is_house=False,
    )
    return Exists(people.order_by("rank")[LEAST_PEOPLE - 1 : LEAST_PEOPLE])


def _members_of(entries: Collection[int]) -> Mapping[int, Member]:
    members = Member.objects.filter(entry__in=entries).select_related("group")
    return {member.entry_id: member for member in members}


def _say_honours(entry: Entrant, member: Member | None) -> Iterator[str]:
    named = {"title": words.full_title(entry.competition)}
    if member is None:
        place = {1: _("First"), 2: _("Second"), 3: _("Third")}[entry.rank or HONOURED]
        yield _("%(place)s in “%(title)s”") % {**named, "place": place}
        return
    named["number"] = str(member.group.number)
    if member.rank == 1:
        yield _("Champion of Division %(number)s: %(title)s") % named
    if member.moved > 0:
        yield _("Went up from Division %(number)s: %(title)s") % named

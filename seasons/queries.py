"""What the pages of seasons and cups read: by queries whose number does not grow with what is
shown, and that read no more rows than a page has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import (
    Count,
    Exists,
    Func,
    IntegerField,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
)

from accounts.models import Person
from games.paging import MOST
from seasons.directing import may_direct
from seasons.models import (
    Assistant,
    Championship,
    Competition,
    Entrant,
    Fixture,
    FixtureSeat,
    Group,
    Member,
    Ruling,
    Stage,
)

Status: TypeAlias = Competition.Status
MOST_CHAMPIONSHIPS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionVisit:
    """Who looks at which competition: with what ``entry`` of their own, whether they direct it, and
    by which ``key`` of its invitation link."""

    competition: Competition
    person: Person | None
    entry: Entrant | None
    is_director: bool
    key: str = ""

    @property
    def takes_part(self) -> bool:
        """Whether the visitor has entered, and not left."""
        return self.entry is not None and not self.entry.has_left

    def may_watch(self, seats: Iterable[FixtureSeat]) -> bool:
        """Whether the visitor may look at the game of these seats: those of a private competition
        are for their players alone."""
        if not self.competition.is_private:
            return True
        own = self.entry.pk if self.entry else None
        return any(seat.member.entry_id == own for seat in seats)


def load_competition_visit(
    pk: int, person: Person | None, *, key: str = ""
) -> CompetitionVisit | None:
    """Return the visit of a competition, None if there is none of which the visitor may know;
    with the right ``key``, anybody may."""
    competitions = Competition.objects.select_related("championship", "directed_by")
    competition = competitions.filter(pk=pk).first()
    if competition is None:
        return None
    is_invited = key == competition.invite_key
    if not is_invited and not may_see(competition, person):
        return None
    return CompetitionVisit(
        competition=competition,
        person=person,
        entry=competition.entries.filter(person=person).first() if person else None,
        is_director=may_direct(person, competition),
        key=key if is_invited else "",
    )


def find_by_invite_key(key: str) -> int | None:
    """Return the competition that an invitation link leads to, if there is one."""
    return Competition.objects.filter(invite_key=key).values_list("pk", flat=True).first()


def may_see(competition: Competition, person: Person | None) -> bool:
    """Whether somebody may read of a competition: of a private one only who has entered or directs
    it."""
    if not competition.is_private:
        return True
    if person is None:
        return False
    return may_direct(person, competition) or competition.entries.filter(person=person).exists()


def list_competitions(status: Status, viewer: Person | None, ruleset: str) -> QuerySet[Competition]:
    """Return the competitions of a status that somebody may know of, perhaps of one rule set: those
    that take entries by their beginning, others from the newest on."""
    found = Competition.objects.filter(visible_to(viewer), status=status)
    if ruleset:
        found = found.filter(ruleset=ruleset)
    order = ("begins_at", "pk") if status == Status.ENTRY else ("-opened_at", "-pk")
    return found.order_by(*order)


def visible_to(viewer: Person | None, key: str = "") -> Q:
    """Select the competitions that somebody may know of; ``key`` is what rows call their
    competition, with two underscores, "" for competitions themselves."""
    public = Q(**{f"{key}is_private": False})
    if viewer is None:
        return public
    competition = OuterRef(f"{key}pk")
    # Asked of private ones alone, one by one.
    entered = Entrant.objects.filter(competition=competition, person=viewer)
    assists = Assistant.objects.filter(competition=competition, person=viewer)
    directs = Q(**{f"{key}directed_by": viewer})
    return public | directs | Q(Exists(entered)) | Q(Exists(assists))


def count_entrants(competitions: Collection[int]) -> Mapping[int, int]:
    """Return how many take part in some competitions, counted as far as ``MOST`` and one."""
    entrants = Entrant.objects.filter(competition=OuterRef("pk"), is_reserve=False, left_at=None)
    # A count with a limit: one of many thousands would read them all.
    number = Func(
        ArraySubquery(entrants.values("pk")[: MOST + 1]),
        function="cardinality",
        output_field=IntegerField(),
    )
    rows = Competition.objects.filter(pk__in=competitions).annotate(entrants=number)
    return dict(rows.values_list("pk", "entrants"))


def entered_among(competitions: Collection[int], person: Person | None) -> frozenset[int]:
    """Return in which of some competitions a person takes part."""
    if person is None:
        return frozenset()
    own = Entrant.objects.filter(person=person, competition__in=competitions, left_at=None)
    return frozenset(own.values_list("competition", flat=True))


def list_championships(ruleset: str) -> Sequence[Championship]:
    """Return the championships that go on, with those of their seasons that are not over."""
    going_on = Competition.objects.filter(status__in=[Status.ENTRY, Status.RUNNING])
    seasons = Prefetch("seasons", going_on.order_by("number"), to_attr="going_on")
    found = Championship.objects.filter(is_open=True).prefetch_related(seasons)
    if ruleset:
        found = found.filter(ruleset=ruleset)
    return list(found.order_by("title", "pk")[:MOST_CHAMPIONSHIPS])


def list_entrants(competition: Competition) -> QuerySet[Entrant]:
    """Return who takes part: by their strength once it is drawn, by their place once it is over."""
    entries = competition.entries.select_related("person")
    if competition.status == Status.OVER:
        return entries.filter(rank__isnull=False).order_by("rank")
    if competition.status == Status.RUNNING:
        return entries.filter(seeding__isnull=False).order_by("seeding")
    return entries.filter(is_reserve=False, left_at=None).order_by("person")


def list_reserve(competition: Competition) -> QuerySet[Entrant]:
    """Return who waits for the place of somebody who leaves, the next one first."""
    waiting = competition.entries.filter(is_reserve=True, left_at=None)
    return waiting.select_related("person").order_by("entered_at", "pk")


def list_stages(competition: Competition) -> Sequence[Stage]:
    """Return the stages of a competition so far, the first one first."""
    return list(competition.stages.order_by("number"))


def list_groups(stage: Stage) -> QuerySet[Group]:
    """Return the groups of a stage in their order."""
    return stage.groups.order_by("number").select_related("stage__competition")


def list_groups_of(stages: Iterable[Stage], more: Collection[int]) -> Sequence[Group]:
    """Return all groups of some stages, and others by their ids, in their order."""
    groups = Group.objects.filter(Q(stage__in=stages) | Q(pk__in=more))
    return list(groups.order_by("stage__number", "number").select_related("stage__competition"))


def members_by_group(groups: Iterable[Group]) -> Mapping[int, list[Member]]:
    """Return who is in some groups, the first one first, by the group."""
    rows = Member.objects.filter(group__in=groups).select_related("entry__person")
    found: defaultdict[int, list[Member]] = defaultdict(list)
    for member in rows.order_by("group", "rank"):
        found[member.group_id].append(member)
    return found


def find_own_groups(entry: Entrant) -> Sequence[Member]:
    """Return the places of an entry in its groups, the newest first."""
    rows = Member.objects.filter(entry=entry).select_related("group__stage__competition")
    return list(rows.order_by("-group__stage__number"))


def list_rulings(visit: CompetitionVisit) -> QuerySet[Ruling]:
    """Return what directors have ruled, the newest first. Warnings are between them and a person,
    and what is written to all is for those who take part."""
    hidden = [Ruling.What.WARN]
    if not (visit.takes_part or visit.is_director):
        hidden.append(Ruling.What.MESSAGE)
    rulings = visit.competition.rulings.exclude(what__in=hidden).order_by("-at", "-pk")
    return rulings.select_related("by", "entry__person", "successor__person", "fixture")


def find_other_seasons(competition: Competition) -> Sequence[Competition]:
    """Return the seasons of the same championship before and after one."""
    if competition.championship_id is None:
        return ()
    beside = [competition.number - 1, competition.number + 1]
    seasons = Competition.objects.filter(
        championship=competition.championship_id, number__in=beside
    )
    return list(seasons.order_by("number"))


def find_group(competition: Competition, stage: int, number: int) -> Group | None:
    """Return a group of a competition by its numbers, if there is one."""
    groups = Group.objects.filter(
        stage__competition=competition, stage__number=stage, number=number
    )
    group = groups.select_related("stage").first()
    if group is not None:
        group.stage.competition = competition
    return group


def list_members(group: Group) -> QuerySet[Member]:
    """Return who is in a group, the first one first."""
    return group.members.select_related("entry__person").order_by("rank")


def list_fixtures(group: Group, *, is_open: bool) -> QuerySet[Fixture]:
    """Return the games of a group with who plays them: those still to be decided, running ones
    first, or those that are settled, the newest first."""
    seats = FixtureSeat.objects.select_related("member__entry__person").order_by("member__rank")
    fixtures = group.fixtures.filter(settled_at__isnull=is_open)
    order = ("began_at", "round", "number") if is_open else ("-settled_at", "-number")
    return fixtures.order_by(*order).prefetch_related(Prefetch("seats", seats))


def list_rounds_played(
    competition: Competition, until: int, entries: Collection[int]
) -> QuerySet[Fixture]:
    """Return the games of some entries in the rounds of a Swiss cup until one, in their order."""
    rounds = Fixture.objects.filter(
        group__stage__competition=competition, group__stage__number__lte=until
    )
    seats = FixtureSeat.objects.select_related("member__entry__person").order_by("member__rank")
    own = FixtureSeat.objects.filter(fixture=OuterRef("pk"), member__entry__in=entries)
    fixtures = rounds.filter(Exists(own)).select_related("group__stage")
    order = ("group__stage__number", "number")
    return fixtures.order_by(*order).prefetch_related(Prefetch("seats", seats))


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """An entry of somebody that is not over, and their ``place`` among others, if it has begun:
    a member with ``people`` of its group, and ``left`` games still to be decided."""

    entry: Entrant
    place: Member | None


def list_own_places(person: Person) -> Sequence[OwnPlace]:
    """Return what a person has entered that is not over: one query where there is nothing, two
    where there is something."""
    entries = list(
        Entrant.objects.filter(
            person=person, left_at=None, competition__status__in=[Status.ENTRY, Status.RUNNING]
        )
        .select_related("competition")
        .order_by("-entered_at", "-pk")[:MOST_CHAMPIONSHIPS]
    )
    running = [one.pk for one in entries if one.competition.is_running]
    places = _current_places(running) if running else {}
    return [OwnPlace(entry, places.get(entry.pk)) for entry in entries]


def _current_places(entries: Collection[int]) -> Mapping[int, Member]:
    others = Member.objects.filter(group=OuterRef("group")).order_by()
    members = (
        Member.objects.filter(entry__in=entries)
        .select_related("group__stage__competition")
        .annotate(
            left=Count("seats", filter=Q(seats__fixture__settled_at=None)),
            people=Func(
                ArraySubquery(others.values("pk")),
                function="cardinality",
                output_field=IntegerField(),
            ),
        )
    )
    # Of a cup in several stages the newest one counts.
    return {member.entry_id: member for member in members.order_by("group__stage__number")}

"""What the pages of seasons and cups show: lists, a competition with its groups, a group."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from accounts.models import Person
from games.paging import Page, paginate
from leagues import league_table
from leagues.models import Result
from seasons import entering, formats, group_words, queries, words
from seasons.cross_table import CrossCell, Encounter, list_rounds, make_cross_table
from seasons.models import (
    Championship,
    Competition,
    Entrant,
    Fixture,
    Group,
    Member,
    Stage,
)
from seasons.queries import CompetitionVisit
from seasons.rules_in_words import TIE_BREAKS
from seasons.tables import load_table

Status, Kind = Competition.Status, Competition.Kind
LISTED = 12
PEOPLE = 50
GROUPS = 24
RULINGS = 20
GAMES = 30
MOST_CROSSED = 12  # people in a group that is shown as a cross table
MOST_IN_BRACKET = 16  # tables of a round that are shown all at once
LEADERS = 3


@dataclass(frozen=True, slots=True)
class ListedCompetition:
    """A competition in a list: how many take part, and whether the reader does."""

    competition: Competition
    entrants: int
    is_entered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionLists:
    """What there is to enter, to watch and to look up."""

    open: Page[Any]
    running: Page[Any]
    over: Page[Any]
    championships: Sequence[Championship]


def list_competitions(
    viewer: Person | None, ruleset: str, asked: Mapping[str, str]
) -> CompetitionLists:
    """Return what a reader may know of, perhaps of one rule set; ``asked`` are numbers of pages."""
    pages = {
        status: paginate(
            queries.list_competitions(status, viewer, ruleset), asked.get(status, ""), LISTED
        )
        for status in (Status.ENTRY, Status.RUNNING, Status.OVER)
    }
    shown = [one.pk for page in pages.values() for one in page.rows]
    entrants = queries.count_entrants(shown)
    own = queries.entered_among(shown, viewer)
    open_page, running, over = (
        page.with_rows(
            ListedCompetition(one, entrants.get(one.pk, 0), one.pk in own) for one in page.rows
        )
        for page in pages.values()
    )
    return CompetitionLists(
        open=open_page,
        running=running,
        over=over,
        championships=queries.list_championships(ruleset),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryForm:
    """How the reader can enter, or change their wish: why not, if they cannot; whether into the
    reserve; and what they wish now."""

    refusal: str
    is_reserve: bool
    at_once: int
    is_lasting: bool
    most_at_once: int = entering.MOST_AT_ONCE


def entry_form(visit: CompetitionVisit, now: datetime) -> EntryForm | None:
    """Return the form for a person who is signed in; None where nobody can enter any more, and
    the reader takes no part."""
    competition, entry = visit.competition, visit.entry
    may_still = entering.takes_entries(competition, now) or entering.takes_reserve(competition)
    is_going_on = competition.status in (Status.ENTRY, Status.RUNNING)
    if visit.person is None or not is_going_on or not (may_still or entry):
        return None
    return EntryForm(
        refusal=entering.refuse_entry(competition, visit.person, now=now, entry=entry),
        is_reserve=entry.is_reserve if entry else not entering.takes_entries(competition, now),
        at_once=entry.at_once if entry else competition.at_once,
        is_lasting=entry.is_lasting if entry else False,
    )


@dataclass(frozen=True, slots=True)
class GroupCard:
    """A group in a list: its first people, or all of a table of a cup."""

    group: Group
    members: Sequence[Member]
    is_own: bool


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of a knock-out; of one with many tables only the reader's own is shown here."""

    stage: Stage
    title: str
    tables: Sequence[GroupCard]
    is_whole: bool


def round_title(stage: Stage) -> str:
    """Return what a round of a knock-out is called, by how many tables it has."""
    names = {1: _("Final"), 2: _("Semi-finals"), 3: _("Quarter-finals"), 4: _("Quarter-finals")}
    return names.get(stage.group_count) or _("Round %(number)s") % {"number": stage.number}


def list_bracket(
    competition: Competition, stages: Iterable[Stage], own: Sequence[Member]
) -> Sequence[BracketRound]:
    """Return the rounds of a knock-out, by two queries for all of them."""
    rounds = [one for one in stages if formats.is_knockout(competition, one.number)]
    small = [one for one in rounds if one.group_count <= MOST_IN_BRACKET]
    own_groups = {member.group_id for member in own}
    groups = queries.list_groups_of(small, own_groups)
    members = queries.members_by_group(groups)
    return [
        BracketRound(
            stage,
            round_title(stage),
            [
                GroupCard(group, members[group.pk], group.pk in own_groups)
                for group in groups
                if group.stage_id == stage.pk
            ],
            stage in small,
        )
        for stage in rounds
    ]


def page_of_groups(stage: Stage, asked: str, own: Sequence[Member], most: int) -> Page[Any]:
    """Return a page of the groups of a stage, with ``most`` people of each."""
    page = paginate(queries.list_groups(stage), asked, GROUPS)
    members = queries.members_by_group(page.rows)
    own_groups = {member.group_id for member in own}
    return page.with_rows(
        GroupCard(group, members[group.pk][:most], group.pk in own_groups) for group in page.rows
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """Somebody in the table of a group, with the values that break ties, and whom they have met: by
    opponents in a cross table, by ``rounds`` in a Swiss."""

    member: Member
    points: str
    ties: Sequence[tuple[str, str]]
    cells: Sequence[CrossCell] = ()
    rounds: Sequence[Encounter] = ()
    form: Sequence[Result] = ()
    is_me: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupTablePage:
    """The table of a group: a page of it, or as a cross table where it is small enough."""

    group: Group
    page: Page[Any]
    tie_titles: Sequence[str]
    is_crossed: bool
    is_swiss: bool


def group_table(group: Group, visit: CompetitionVisit, asked: str) -> GroupTablePage:
    """Return the table of a group for a reader."""
    competition = visit.competition
    page = paginate(queries.list_members(group), asked, PEOPLE)
    is_swiss = competition.kind == Kind.SWISS
    is_crossed = not is_swiss and 1 < page.total <= MOST_CROSSED
    people = [member.entry.person_id for member in page.rows]
    played = _PlayedGames(
        cells=make_cross_table(load_table(group), visit).rows if is_crossed else {},
        rounds=_load_rounds(group, visit, page.rows) if is_swiss else {},
        forms=league_table.forms_by_person(competition.ruleset, league_table.ALL_TIME, people),
    )
    return GroupTablePage(
        group=group,
        page=page.with_rows(_table_row(member, visit, played) for member in page.rows),
        tie_titles=[_(TIE_BREAKS[name][0]) for name in _shown_ties(competition)],
        is_crossed=is_crossed,
        is_swiss=is_swiss,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlayedGames:
    """What people of a group have played: by member, by entry and by person."""

    cells: Mapping[int, Sequence[CrossCell]]
    rounds: Mapping[int, Sequence[Encounter]]
    forms: Mapping[int, Sequence[Result]]


def _table_row(member: Member, visit: CompetitionVisit, played: _PlayedGames) -> TableRow:
    names = _shown_ties(visit.competition)
    return TableRow(
        member=member,
        points=words.points_text(member.points),
        ties=[
            (_(TIE_BREAKS[name][0]), group_words.tie_text(name, value))
            for name, value in zip_longest(names, member.ties[: len(names)])
        ],
        cells=played.cells.get(member.pk, ()),
        rounds=played.rounds.get(member.entry_id, ()),
        form=played.forms.get(member.entry.person_id, ()),
        is_me=visit.entry is not None and member.entry_id == visit.entry.pk,
    )


def _shown_ties(competition: Competition) -> Sequence[str]:
    return [name for name in competition.tie_breaks if name in TIE_BREAKS]


def _load_rounds(
    group: Group, visit: CompetitionVisit, members: Iterable[Member]
) -> Mapping[int, Sequence[Encounter]]:
    """Return what people of a Swiss cup have played until the round of a group."""
    entries = [member.entry_id for member in members]
    played = queries.list_rounds_played(visit.competition, group.stage.number, entries)
    return list_rounds(played, visit)


@dataclass(frozen=True, slots=True)
class FixtureLine:
    """A game of a group in a list: who plays, or how it went; with a ``game`` where it
    can be looked at."""

    fixture: Fixture
    sentence: str
    game: int | None


def page_of_fixtures(
    group: Group, visit: CompetitionVisit, asked: str, *, is_open: bool
) -> Page[Any]:
    """Return a page of the games of a group that are still to be decided, or that are settled."""
    page = paginate(queries.list_fixtures(group, is_open=is_open), asked, GAMES)
    return page.with_rows(
        FixtureLine(
            fixture,
            group_words.say_fixture(fixture),
            fixture.game_id if visit.may_watch(fixture.seats.all()) else None,
        )
        for fixture in page.rows
    )


@dataclass(frozen=True, slots=True)
class Outlook:
    """What can still come of somebody in a group, in sentences."""

    member: Member
    sentences: Sequence[str]


def list_outlooks(group: Group, members: Sequence[Member]) -> Sequence[Outlook]:
    """Return what can still come of those of a group who have not left, while games are open."""
    found = (
        Outlook(member, tuple(group_words.say_outlook(group, member)))
        for member in members
        if not member.entry.has_left
    )
    return [outlook for outlook in found if outlook.sentences]


def meetings_before(visit: CompetitionVisit, members: Iterable[Member]) -> Sequence[Any]:
    """Return how often the reader has met those of a group in rated games, and with what result."""
    if visit.person is None:
        return ()
    others = [one.entry.person_id for one in members]
    rows = league_table.opponent_rows(visit.person, visit.competition.ruleset, visit.person)
    names = {one.entry.person_id: one.entry.person.name for one in members}
    return [{**row, "name": names[row["person"]]} for row in rows.filter(person__in=others)]


def is_shown_as_table(competition: Competition) -> bool:
    """Whether a competition has one group at a time, whose table its page shows."""
    return competition.kind in (Kind.SWISS, Kind.ROUND_ROBIN)


def list_entrants(visit: CompetitionVisit, asked: str) -> Page[Entrant]:
    """Return a page of those who take part."""
    return paginate(queries.list_entrants(visit.competition), asked, PEOPLE)


def has_groups(stage: Stage, competition: Competition) -> bool:
    """Whether a stage is played in divisions or groups, rather than at tables of a knock-out."""
    return formats.plays_all(competition, stage.number)


@dataclass(frozen=True, slots=True)
class ShownRuling:
    """A ruling in brief, and in sentences with its reason."""

    at: datetime
    brief: str
    sentences: Sequence[str]


def list_rulings(visit: CompetitionVisit, asked: str) -> Page[Any]:
    """Return a page of what directors have ruled, as its reader may know of it."""
    page = paginate(queries.list_rulings(visit), asked, RULINGS)
    zone = visit.person.zone if visit.person else ZoneInfo("UTC")
    return page.with_rows(
        ShownRuling(ruling.at, *words.say_ruling(ruling, zone)) for ruling in page.rows
    )

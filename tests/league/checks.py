"""What must hold of every season that is over, read from the rows alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import TypeAlias

from seasons import calendar
from seasons.models import Competition, Fixture, FixtureSeat, Group, Member, Stage
from tests.league.course import Course

Status = Fixture.Status
Span: TypeAlias = tuple[datetime, datetime | None]


def find_violations(course: Course) -> list[str]:
    """Return what is wrong in the seasons of a course, a sentence each."""
    found = [f"restless: {course.unsettled} ticks did not come to an end"] * bool(course.unsettled)
    for season in course.championship.seasons.filter(status=Competition.Status.OVER):
        found += [f"season {season.number}: {one}" for one in find_faults(season)]
    return found


def find_faults(season: Competition) -> Iterator[str]:
    """Yield what is wrong in a season that is over."""
    stage = Stage.objects.get(competition=season)
    if season.ended_at != stage.ends_at or season.began_at != season.begins_at:
        yield "day: it began or ended on another day than was told"
    yield from _check_places(season)
    yield from _check_games(season)
    yield from _check_ranks(season)
    yield from _check_moves(season)
    yield from _check_at_once(season, stage)
    open_groups = Group.objects.filter(stage=stage).exclude(settled_at=stage.ends_at, due_at=None)
    if open_groups.exists():
        yield f"open: {open_groups.count()} groups were not settled on the last day"
    milestones = len(calendar.list_milestones(stage))
    if Group.objects.filter(stage=stage).exclude(told=milestones).exists():
        yield "untold: a group was not told of all that its people are to be told"


def _check_places(season: Competition) -> Iterator[str]:
    """Each place is in one division, and belongs to somebody who has no other."""
    members = Member.objects.filter(group__stage__competition=season)
    people = Counter(members.values_list("entry__person", flat=True))
    twice = [person for person, times in people.items() if times > 1]
    if twice:
        yield f"twice: {len(twice)} people have more than one place"
    seeded = set(season.entries.filter(seeding__isnull=False).values_list("pk", flat=True))
    if seeded != set(members.values_list("entry", flat=True)):
        yield "unplaced: those who were drawn are not those who have a place"
    sizes = Counter(members.values_list("group", flat=True)).values()
    if max(sizes) - min(sizes) > 1 or max(sizes) > season.group_size:
        yield f"uneven: divisions have from {min(sizes)} to {max(sizes)} people"


def _check_games(season: Competition) -> Iterator[str]:
    """Everybody has games, as many as the others within one, and each has come to something."""
    members = Member.objects.filter(group__stage__competition=season)
    games = Counter(FixtureSeat.objects.filter(member__in=members).values_list("member", flat=True))
    if any(not games[member] for member in members.values_list("pk", flat=True)):
        yield "idle: somebody has no game"
    by_group: dict[int, set[int]] = defaultdict(set)
    for member, group in members.values_list("pk", "group"):
        by_group[group].add(games[member])
    if any(max(numbers) - min(numbers) > 1 for numbers in by_group.values()):
        yield "unequal: people of one division have numbers of games that differ by more than one"
    fixtures = Fixture.objects.filter(group__stage__competition=season)
    if fixtures.filter(status__in=[Status.WAITING, Status.RUNNING]).exists():
        yield "undecided: a game has come to nothing"
    counted = fixtures.filter(status__in=[Status.PLAYED, Status.ADJUDICATED])
    if FixtureSeat.objects.filter(fixture__in=counted, place=None).exists():
        yield "placeless: a game counts, and somebody has no place in it"
    if fixtures.filter(status=Status.ADJUDICATED, game__is_rated=True).exists():
        yield "rated: an adjudicated game counts for the league"


def _check_ranks(season: Competition) -> Iterator[str]:
    """All places have a rank among all, each another one; and nobody else has one."""
    places = Member.objects.filter(group__stage__competition=season).count()
    ranks = season.entries.filter(seeding__isnull=False).values_list("rank", flat=True)
    if sorted(rank or 0 for rank in ranks) != [*range(1, places + 1)]:
        yield "ranks: they do not go from the first to the last"
    if season.entries.filter(is_reserve=True, rank__isnull=False).exists():
        yield "ranks: somebody of the reserve has one"
    behind = Member.objects.filter(group__stage__competition=season).order_by("group", "rank")
    left: dict[int, bool] = {}
    for group, left_at in behind.values_list("group", "entry__left_at"):
        if left.get(group) and left_at is None:
            yield "ranks: somebody who has left stands before others"
            return
        left[group] = left_at is not None


def _check_moves(season: Competition) -> Iterator[str]:
    """As many rise into a division as fall out of it, if both have one size."""
    moves = Counter(
        Member.objects.filter(group__stage__competition=season).values_list(
            "group__number", "moved"
        )
    )
    last = max(number for number, _moved in moves)
    for number in range(1, last):
        if abs(moves[number, -1] - moves[number + 1, 1]) > 1:
            yield f"moves: {moves[number, -1]} fall from division {number}, others rise"


def _check_at_once(season: Competition, stage: Stage) -> Iterator[str]:
    """Before half time nobody has more games begun at once than they wish to have."""
    half = calendar.half_time(stage)
    seats = FixtureSeat.objects.filter(
        fixture__group__stage=stage, fixture__began_at__lt=half
    ).values_list("member__entry", "fixture__began_at", "fixture__settled_at")
    spans: dict[int, list[Span]] = defaultdict(list)
    for entry, began, settled in seats:
        if began is not None:
            spans[entry].append((began, settled))
    # Who took over a place has its games, whatever they wish.
    first = season.entries.filter(entered_at__lt=season.entry_closes_at)
    for entry, wish in first.values_list("pk", "at_once"):
        own = spans[entry]
        if any(_count_running(own, began) > wish for began, _settled in own):
            yield "crowded: somebody had more games at once than they wish"
            return


def _count_running(spans: Iterable[Span], at: datetime) -> int:
    return sum(began <= at and (settled is None or at < settled) for began, settled in spans)

"""What has come of a season of a simulated league, in figures."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from seasons.models import Entrant, Fixture, FixtureSeat, Member
from seasons.pairing.divisions import count_moving
from tests.league.course import Course, SeasonRecord

Left = Entrant.Left


@dataclass(frozen=True, slots=True)
class SeasonFigures:
    """A season in figures: shares are those of its games, or of its places."""

    people: int
    divisions: int
    games: int
    adjudicated: float
    void: float
    absent: float  # games that counted in which somebody was absent in the end, or had left
    left: Mapping[str, int]
    away: int  # from the beginning on, in truth, as the next ones
    vanished: int
    taken_over: float  # of the places whose people left
    final_order: float
    list_at_draw: float
    list_at_end: float
    promoted: float
    promoted_by_list_at_draw: float
    promoted_by_list_at_end: float


def sum_up(course: Course, record: SeasonRecord) -> SeasonFigures:
    """Return the figures of a season that is over."""
    fixtures = Fixture.objects.filter(group__stage__competition=record.season)
    statuses = Counter(fixtures.values_list("status", flat=True))
    games = sum(statuses.values())
    left = Counter(record.season.entries.exclude(left="").values_list("left", flat=True))
    strengths = {one.person.pk: one.strength for one in course.players}
    divisions = read_divisions(record)
    people = [person for division in divisions for person in division]
    gone = FixtureSeat.objects.filter(fixture__in=fixtures, has_left=True)
    by_draw, by_end = _list_of(record.drawn_by), _list_of(record.list_at_end)
    return SeasonFigures(
        people=len(people),
        divisions=len(divisions),
        games=games,
        adjudicated=statuses[Fixture.Status.ADJUDICATED] / games,
        void=statuses[Fixture.Status.VOID] / games,
        absent=gone.values("fixture").distinct().count() / games,
        left=left,
        away=record.away,
        vanished=len(record.vanished),
        taken_over=left[Left.REPLACED] / max(1, sum(left.values())),
        final_order=correlate(people, strengths),
        list_at_draw=correlate(sorted(people, key=by_draw), strengths),
        list_at_end=correlate(sorted(people, key=by_end), strengths),
        promoted=rate_promotions(divisions, strengths, lambda order: order),
        promoted_by_list_at_draw=rate_promotions(
            divisions, strengths, lambda order: sorted(order, key=by_draw)
        ),
        promoted_by_list_at_end=rate_promotions(
            divisions, strengths, lambda order: sorted(order, key=by_end)
        ),
    )


def read_divisions(record: SeasonRecord) -> list[list[int]]:
    """Return the people of each division who have not left, in the order in which it ended."""
    members = Member.objects.filter(
        group__stage__competition=record.season, entry__left_at=None
    ).order_by("group__number", "rank")
    divisions: dict[int, list[int]] = defaultdict(list)
    for division, person in members.values_list("group__number", "entry__person"):
        divisions[division].append(person)
    return list(divisions.values())


def _list_of(ratings: Mapping[int, float]) -> Callable[[int], tuple[float, int]]:
    """Return by what a rating list sorts people: those without a rating come last."""
    return lambda person: (-ratings.get(person, -1_000.0), person)


def correlate(order: Sequence[int], strengths: Mapping[int, float]) -> float:
    """Return Spearman's rank correlation of an order with the one by strength."""
    best_first = sorted(order, key=lambda person: -strengths[person])
    truth = {person: place for place, person in enumerate(best_first)}
    apart = sum((place - truth[person]) ** 2 for place, person in enumerate(order))
    number = len(order)
    return 1 - 6 * apart / (number * (number * number - 1)) if number > 1 else 1.0


def rate_promotions(
    divisions: Iterable[Sequence[int]],
    strengths: Mapping[int, float],
    sort: Callable[[Sequence[int]], Sequence[int]],
) -> float:
    """Return which share of those who would rise by an order are the truly best of their division;
    from the highest one nobody rises."""
    right = rising = 0
    for order in list(divisions)[1:]:
        number = count_moving(len(order))
        best = sorted(order, key=lambda person: -strengths[person])[:number]
        right += len(set(best).intersection(sort(order)[:number]))
        rising += number
    return right / rising if rising else 1.0

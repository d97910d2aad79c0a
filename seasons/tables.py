"""How a group stands: its games as they count, and what is worked out of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Model, QuerySet

from leagues.plackett_luce import NEWCOMER
from seasons.models import Competition, Entrant, Fixture, FixtureSeat, Group, Member
from seasons.pairing.results import Played

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class GroupTable:
    """A group with its members in the order of their strength, its fixtures and who sits there."""

    group: Group
    members: Sequence[Member]
    fixtures: Sequence[Fixture]
    seats: Mapping[int, Sequence[FixtureSeat]]

    @property
    def players(self) -> list[int]:
        """The entries of the members."""
        return [member.entry_id for member in self.members]

    @property
    def left(self) -> set[int]:
        """The entries of those who have left, and whose place nobody has taken over."""
        return {member.entry_id for member in self.members if member.entry.has_left}

    def played(self) -> list[Played]:
        """Return the games that count."""
        return [read_played(self.seats[fixture.pk]) for fixture in self.fixtures if fixture.counts]

    def open_games(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Return the players and sides of the games that are still to be decided."""
        return [
            (self.entries_at(fixture), self._sides_of(fixture))
            for fixture in self.fixtures
            if fixture.is_open
        ]

    def entries_at(self, fixture: Fixture) -> tuple[int, ...]:
        """Return the entries that play a fixture, in the order of its seats."""
        return tuple(seat.member.entry_id for seat in self.seats[fixture.pk])

    def ratings(self) -> dict[int, tuple[float, float]]:
        """Return how strong the players were taken to be when they were drawn."""
        return {member.entry_id: rating_of(member.entry) for member in self.members}

    def _sides_of(self, fixture: Fixture) -> tuple[int, ...]:
        return tuple(seat.side for seat in self.seats[fixture.pk])


def rating_of(entry: Entrant) -> tuple[float, float]:
    """Return how strong somebody was taken to be: as a newcomer where nothing was known."""
    if entry.mu is None or entry.sigma is None:
        return tuple(NEWCOMER)  # type: ignore[return-value]
    return entry.mu, entry.sigma


def load_table(group: Group) -> GroupTable:
    """Return a group as a table, by four queries."""
    return load_tables([group])[group.pk]


def load_tables(groups: Iterable[Group]) -> Mapping[int, GroupTable]:
    """Return groups as tables, by a number of queries that does not grow with them."""
    found = {group.pk: group for group in groups}
    ordered = Fixture.objects.filter(group__in=found).order_by("round", "number")
    fixtures = _rows_by("group_id", ordered)
    seats = _load_seats(FixtureSeat.objects.filter(fixture__group__in=found))
    members = _load_members(Member.objects.filter(group__in=found))
    return {pk: GroupTable(group, members[pk], fixtures[pk], seats) for pk, group in found.items()}


def load_whole_cup(competition: Competition, group: Group) -> GroupTable:
    """Return the people of one group with all fixtures of a competition so far: in a Swiss cup each
    round is a stage, and all of them count together."""
    fixtures = Fixture.objects.filter(group__stage__competition=competition)
    seats = _load_seats(FixtureSeat.objects.filter(fixture__in=fixtures))
    members = _load_members(Member.objects.filter(group=group))
    ordered = fixtures.order_by("group__stage__number", "number")
    return GroupTable(group, members[group.pk], list(ordered), seats)


def _load_members(members: QuerySet[Member]) -> Mapping[int, list[Member]]:
    return _rows_by("group_id", members.select_related("entry__person").order_by("order"))


def _load_seats(seats: QuerySet[FixtureSeat]) -> Mapping[int, list[FixtureSeat]]:
    return _rows_by("fixture_id", seats.select_related("member").order_by("order"))


def _rows_by(name: str, rows: Iterable[Row]) -> Mapping[int, list[Row]]:
    found: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[getattr(row, name)].append(row)
    return found


def load_played(competition: Competition) -> list[Played]:
    """Return all games of a competition that count so far, in the order of its stages."""
    fixtures = Fixture.objects.filter(
        group__stage__competition=competition,
        status__in=[Fixture.Status.PLAYED, Fixture.Status.ADJUDICATED],
    ).order_by("group__stage__number", "number")
    seats = _load_seats(FixtureSeat.objects.filter(fixture__in=fixtures))
    return [read_played(seats[fixture.pk]) for fixture in fixtures]


def find_rests(competition: Competition) -> Counter[int]:
    """Return how often each entry of a Swiss cup had no game in a round that was drawn."""
    resting = Member.objects.filter(group__stage__competition=competition, seats=None)
    return Counter(resting.values_list("entry", flat=True))


def read_played(seats: Sequence[FixtureSeat]) -> Played:
    """Return a game that counts, from the rows of its seats."""
    return Played(
        tuple(seat.member.entry_id for seat in seats),
        tuple(seat.side for seat in seats),
        tuple(seat.place or 0 for seat in seats),
    )

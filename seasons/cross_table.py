"""How the people of a group have played against each other, for its page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from django.utils.translation import gettext as _

from leagues.models import Result
from seasons.models import Fixture, FixtureSeat, Member
from seasons.queries import CompetitionVisit
from seasons.tables import GroupTable

Ending: TypeAlias = Result.Ending
Status: TypeAlias = Fixture.Status
MARKS = {Status.RUNNING: "…", Status.WAITING: "·", Status.VOID: "×"}
TONES = {Ending.WON: "good", Ending.LOST: "bad"}


@dataclass(frozen=True, slots=True)
class Encounter:
    """A game of two people of a group, as one of them sees it: as a ``mark``, and in words. There
    is a ``game`` where it can be looked at; ``tone`` is how it went, where it counts."""

    mark: str
    words: str
    game: int | None
    tone: str = ""
    is_adjudicated: bool = False


@dataclass(frozen=True, slots=True)
class CrossCell:
    """What somebody has played against ``other``; ``other`` themselves have nothing there."""

    other: Member
    encounters: tuple[Encounter, ...]
    is_own: bool


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Who has played how against whom, by the row of each member."""

    rows: Mapping[int, Sequence[CrossCell]]


def make_cross_table(table: GroupTable, visit: CompetitionVisit) -> CrossTable:
    """Return the cross table of a group for a visitor, in the order of its places."""
    met = _list_encounters(table, visit)
    ranked = sorted(table.members, key=lambda member: member.rank)
    return CrossTable(
        {
            one.pk: [
                CrossCell(other, tuple(met[one.pk, other.pk]), one is other) for other in ranked
            ]
            for one in ranked
        }
    )


def list_rounds(
    fixtures: Iterable[Fixture], visit: CompetitionVisit
) -> Mapping[int, Sequence[Encounter]]:
    """Return what each entry has played, round by round, in games given with their seats."""
    found: defaultdict[int, list[Encounter]] = defaultdict(list)
    for fixture in fixtures:
        seats = list(fixture.seats.all())
        game = fixture.game_id if visit.may_watch(seats) else None
        for own, other in _opposing_seats(seats):
            counts = not (own.member.entry.has_left or other.member.entry.has_left)
            encounter = _see_encounter(fixture, game, own, other, counts=counts)
            found[own.member.entry_id].append(_name_round(encounter, fixture, other))
    return found


def _name_round(encounter: Encounter, fixture: Fixture, other: FixtureSeat) -> Encounter:
    words = _("round %(round)s against %(name)s: %(result)s") % {
        "round": fixture.group.stage.number,
        "name": other.member.entry.person.name,
        "result": encounter.words,
    }
    return replace(encounter, words=words)


def _list_encounters(
    table: GroupTable, visit: CompetitionVisit
) -> Mapping[tuple[int, int], list[Encounter]]:
    """Return what each member has played against each other one, in the order of the games."""
    found: defaultdict[tuple[int, int], list[Encounter]] = defaultdict(list)
    gone = {member.pk for member in table.members if member.entry.has_left}
    for fixture in table.fixtures:
        seats = table.seats[fixture.pk]
        game = fixture.game_id if visit.may_watch(seats) else None
        for own, other in _opposing_seats(seats):
            pair = (own.member_id, other.member_id)
            counts = gone.isdisjoint(pair)
            found[pair].append(_see_encounter(fixture, game, own, other, counts=counts))
    return found


def _opposing_seats(
    seats: Sequence[FixtureSeat],
) -> Iterator[tuple[FixtureSeat, FixtureSeat]]:
    return ((own, other) for own in seats for other in seats if own.side != other.side)


def _see_encounter(
    fixture: Fixture, game: int | None, own: FixtureSeat, other: FixtureSeat, *, counts: bool
) -> Encounter:
    status = Status(fixture.status)
    if not fixture.counts:
        mark = MARKS.get(status, "")
        return Encounter(mark, str(status.label), game)
    ending = _find_ending(own, other)
    is_adjudicated = status == Status.ADJUDICATED
    words = [str(ending.label)]
    if is_adjudicated:
        words.append(str(status.label))
    if not counts:
        words.append(_("does not count"))
    letter = str(Result(ending=ending).initial)
    mark = f"{letter}*" if is_adjudicated else letter
    tone = TONES.get(ending, "") if counts else ""
    return Encounter(mark, ", ".join(words), game, tone, is_adjudicated)


def _find_ending(own: FixtureSeat, other: FixtureSeat) -> Ending:
    one, another = own.place or 0, other.place or 0
    return Ending.WON if one < another else Ending.DRAWN if one == another else Ending.LOST

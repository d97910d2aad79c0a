"""What directors do: each ruling is one transaction with its row, its reason and its letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import Person
from games.models import Game
from games.play import turns
from mail import failpoints
from seasons import advancing, drawing, entering, game_results, notices, reserves, standings
from seasons.directing import DirectionRefused, require_director, require_uninvolved
from seasons.models import Competition, Entrant, Fixture, Group, Ruling, Stage

What = Ruling.What
MOST_MESSAGES_A_DAY = 3
MOST_POSTPONED = timedelta(days=60)  # all in all
APPEALS = timedelta(days=7)  # after the end of a stage, in which a result can be changed


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingRequest:
    """Who rules in which competition, and why, with the ``key`` of the form that was sent."""

    competition_id: int
    by: Person
    reason: str
    key: str


def postpone(request: RulingRequest, until: datetime, *, now: datetime) -> Ruling:
    """Let the stage of a cup that runs end later. A season ends on its day."""

    def do(competition: Competition) -> Ruling:
        stage = competition.stages.filter(settled_at=None).first()
        if competition.is_season or stage is None:
            raise DirectionRefused(_("A season ends on its day, and only a round that runs can"
                                     " be postponed."))  # fmt: skip
        longest = stage.begins_at + timedelta(days=competition.days) + MOST_POSTPONED
        if not stage.ends_at < until <= longest:
            raise DirectionRefused(_("The new end must be later, and by 60 days at most."))
        Stage.objects.filter(pk=stage.pk).update(ends_at=until)
        Group.objects.filter(stage=stage, settled_at=None).update(due_at=now)
        return _record(
            request, competition, What.POSTPONE, _list_playing(competition), now, until=until
        )

    return _rule_once(request, do)


def replace(request: RulingRequest, entry_id: int, name: str, *, now: datetime) -> Ruling:
    """Give the place of somebody to another person."""

    def do(competition: Competition) -> Ruling:
        entry = _find_entry(request, competition, entry_id)
        successor = _find_successor(competition, name, now)
        require_uninvolved(request.by, fixture=None, entry=successor)
        entering.lock_groups_of(entry)
        reserves.take_over(entry, successor, now=now)
        told = [entry, successor]
        return _record(
            request, competition, What.REPLACE, told, now, entry=entry, successor=successor
        )

    return _rule_once(request, do)


def adjudicate(
    request: RulingRequest, fixture_id: int, places: Mapping[int, int], *, now: datetime
) -> Ruling:
    """Say how a game counts, by the places of its seats: one that runs, or whose result is
    appealed against within a week. A game that runs goes on, if its players like, and counts for
    the league no more."""

    def do(competition: Competition) -> Ruling:
        fixture = _find_fixture(request, competition, fixture_id, now)
        _require_places(fixture, places)
        if fixture.game is not None and fixture.game.is_running:
            turns.adjudicate_game(fixture.game.pk, now=now)
        game_results.rule_places(fixture, places, now=now)
        _work_out_again(fixture, now)
        told = _entries_of(fixture)
        return _record(
            request, competition, What.ADJUDICATE, told, now, fixture=fixture,
            places={str(order): place for order, place in places.items()},
        )  # fmt: skip

    return _rule_once(request, do)


def annul(request: RulingRequest, fixture_id: int, *, now: datetime) -> Ruling:
    """Annul a game, so that it counts for nobody, neither here nor for the league."""

    def do(competition: Competition) -> Ruling:
        fixture = _find_fixture(request, competition, fixture_id, now)
        if fixture.game is not None and fixture.game.status != Game.Status.ANNULLED:
            turns.annul_game(fixture.game.pk, now=now)
        game_results.settle(fixture, Fixture.Status.VOID, now=now)
        _work_out_again(fixture, now)
        return _record(request, competition, What.ANNUL, _entries_of(fixture), now, fixture=fixture)

    return _rule_once(request, do)


def warn(request: RulingRequest, entry_id: int, *, now: datetime) -> Ruling:
    """Warn somebody who takes part."""

    def do(competition: Competition) -> Ruling:
        entry = _find_entry(request, competition, entry_id)
        return _record(request, competition, What.WARN, [entry], now, entry=entry)

    return _rule_once(request, do)


def disqualify(request: RulingRequest, entry_id: int, *, now: datetime) -> Ruling:
    """Take somebody out of a competition: they stand last, and what others have achieved against
    them counts for nobody."""

    def do(competition: Competition) -> Ruling:
        entry = _find_entry(request, competition, entry_id)
        if not competition.is_running:
            raise DirectionRefused(_("This does not run."))
        entering.mark_left(entry, Entrant.Left.DISQUALIFIED, now=now)
        told = _sharing_group(entry)
        return _record(request, competition, What.DISQUALIFY, told, now, entry=entry)

    return _rule_once(request, do)


def write_to_all(request: RulingRequest, *, now: datetime) -> Ruling:
    """Write a message to everybody who takes part."""

    def do(competition: Competition) -> Ruling:
        lately = competition.rulings.filter(what=What.MESSAGE, at__gt=now - timedelta(days=1))
        if lately.count() >= MOST_MESSAGES_A_DAY:
            raise DirectionRefused(_("Three messages a day are enough. Please go on tomorrow."))
        return _record(request, competition, What.MESSAGE, _list_playing(competition), now)

    return _rule_once(request, do)


def call_off(request: RulingRequest, *, now: datetime) -> Ruling:
    """Call a cup off before it has begun."""

    def do(competition: Competition) -> Ruling:
        if competition.status != Competition.Status.ENTRY or competition.is_season:
            raise DirectionRefused(_("Only a cup that has not begun can be called off."))
        told = list(_list_playing(competition))
        drawing.set_called_off(competition)
        return _record(request, competition, What.CALL_OFF, told, now)

    return _rule_once(request, do)


def _rule_once(request: RulingRequest, do: Callable[[Competition], Ruling]) -> Ruling:
    """Do what a form asks for, or return the ruling that the same form has led to before."""
    try:
        with transaction.atomic():
            competition = entering.lock_competition(request.competition_id)
            require_director(request.by, competition)
            ruling = _find_ruling(request) or do(competition)
            failpoints.hit("before_commit")
    except (IntegrityError, turns.Rejected) as error:
        known = _find_ruling(request)
        if known is not None:
            return known
        if isinstance(error, turns.Rejected):
            raise DirectionRefused(str(error)) from error
        raise
    return ruling


def _find_ruling(request: RulingRequest) -> Ruling | None:
    return Ruling.objects.filter(
        key=request.key, by=request.by, competition=request.competition_id
    ).first()


def _record(
    request: RulingRequest,
    competition: Competition,
    what: What,
    told: Iterable[Entrant],
    now: datetime,
    **about: Any,
) -> Ruling:
    if not request.reason.strip():
        raise DirectionRefused(_("Please give a reason."))
    ruling = Ruling.objects.create(
        key=request.key, by=request.by, reason=request.reason, competition=competition, what=what,
        at=now, **about,
    )  # fmt: skip
    notices.notify_ruling(ruling, told)
    return ruling


def _list_playing(competition: Competition) -> QuerySet[Entrant]:
    return competition.entries.filter(left_at=None).select_related("person")


def _find_entry(request: RulingRequest, competition: Competition, entry_id: int) -> Entrant:
    entry = _list_playing(competition).filter(pk=entry_id).first()
    if entry is None:
        raise DirectionRefused(_("This person does not take part."))
    require_uninvolved(request.by, fixture=None, entry=entry)
    return entry


def _find_successor(competition: Competition, name: str, now: datetime) -> Entrant:
    """Return the entry of somebody who takes over a place: of the reserve, or entered by this."""
    person = Person.objects.filter(
        name__iexact=name.strip(), is_active=True, is_house=False, is_guest=False
    ).first()
    if person is None:
        raise DirectionRefused(_("There is no player of this name."))
    entry = competition.entries.filter(person=person).first()
    if entry is not None and not (entry.is_reserve and entry.left_at is None):
        raise DirectionRefused(_("This person takes part already, or did."))
    return entry or Entrant.objects.create(
        competition=competition, person=person, entered_at=now, is_reserve=True,
        at_once=competition.at_once,
    )  # fmt: skip


def _find_fixture(
    request: RulingRequest, competition: Competition, fixture_id: int, now: datetime
) -> Fixture:
    """Return a fixture with its group locked, if something can still be ruled about it."""
    fixture = Fixture.objects.filter(pk=fixture_id, group__stage__competition=competition).first()
    if fixture is None:
        raise DirectionRefused(_("There is no such game here."))
    require_uninvolved(request.by, fixture=fixture, entry=None)
    fixture = game_results.lock_fixture(fixture_id)
    stage = fixture.group.stage
    if competition.stages.filter(number__gt=stage.number).exists():
        raise DirectionRefused(_("The next round has begun: what has come of this one stays."))
    if stage.settled_at is not None and now > stage.settled_at + APPEALS:
        raise DirectionRefused(_("More than a week has gone by since the end."))
    return fixture


def _require_places(fixture: Fixture, places: Mapping[int, int]) -> None:
    seats = list(fixture.seats.order_by("order"))
    sides: dict[int, set[int]] = {}
    for seat in seats:
        sides.setdefault(seat.side, set()).add(places.get(seat.order, 0))
    told = {place for found in sides.values() for place in found}
    if fixture.game_id is None:
        raise DirectionRefused(_("This game has not begun."))
    is_whole = all(len(found) == 1 for found in sides.values()) and min(told) == 1
    if set(places) != {seat.order for seat in seats} or not is_whole or max(told) > len(seats):
        raise DirectionRefused(_("Please give a place to everybody, from the first on, and the same"
                                 " one to partners."))  # fmt: skip


def _work_out_again(fixture: Fixture, now: datetime) -> None:
    """Work out the table of a group again, and what has come of it if all was settled."""
    group = Group.objects.select_related("stage__competition").get(pk=fixture.group_id)
    standings.work_out_table(group, now=now)
    if group.settled_at is None:
        Group.objects.filter(pk=group.pk).update(due_at=now)
        return
    standings.settle_table(group, now=now)
    if group.stage.competition.status == Competition.Status.OVER:
        advancing.store_ranks(group.stage.competition)


def _entries_of(fixture: Fixture) -> list[Entrant]:
    seats = fixture.seats.select_related("member__entry__person").order_by("order")
    return [seat.member.entry for seat in seats]


def _sharing_group(entry: Entrant) -> list[Entrant]:
    """Return everybody of the groups of an entry that are not settled, and themselves."""
    groups = Group.objects.filter(members__entry=entry, settled_at=None)
    members = Entrant.objects.filter(members__group__in=groups).distinct()
    return list(members.select_related("person").order_by("pk"))

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
from accounts.plain_text import clean_words
from games.models import Game
from games.play import restrictions, substitutes, turns
from mail import failpoints
from seasons import (
    advancing,
    drawing,
    entering,
    game_results,
    notices,
    reserves,
    standings,
    vanishing,
)
from seasons.directing import (
    DirectionRefused,
    is_staff,
    require_director,
    require_uninvolved,
    say_own,
)
from seasons.models import Competition, Entrant, Fixture, Group, Ruling, Stage
from seasons.tables import load_table

What = Ruling.What
MOST_A_DAY = 3  # of one kind about the same: each is a letter to people
MOST_REASON_CHARS = 1_000
MOST_POSTPONED = timedelta(days=60)  # all in all
APPEALS = timedelta(days=7)  # after the end, in which a result can be changed, and people told


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

    return _rule_once(request, What.POSTPONE, do)


def replace(request: RulingRequest, entry_id: int, name: str, *, now: datetime) -> Ruling:
    """Give the place of somebody to a person of the reserve, who has agreed to that by entering
    it; also of somebody who has left."""

    def do(competition: Competition) -> Ruling:
        _require_running(competition)
        entry = _find_place(request, competition, entry_id)
        successor = _find_successor(request, competition, name, now)
        entering.lock_groups_of(entry)
        reserves.take_over(entry, successor, now=now)
        told = [entry, successor]
        return _record(
            request, competition, What.REPLACE, told, now, entry=entry, successor=successor
        )

    return _rule_once(request, What.REPLACE, do)


def adjudicate(
    request: RulingRequest, fixture_id: int, places: Mapping[int, int], *, now: datetime
) -> Ruling:
    """Say how a game counts, by the places of its seats: one that runs, or whose result is
    appealed against within a week. A game that runs goes on, if its players like.

    For the league it counts as it is played, unless the staff rules: anybody can open a cup.
    """

    def do(competition: Competition) -> Ruling:
        fixture = _find_fixture(request, competition, fixture_id, now)
        _require_places(fixture, places)
        if fixture.game is not None and fixture.game.is_running and is_staff(request.by):
            turns.adjudicate_game(fixture.game.pk, now=now)
        game_results.rule_places(fixture, places, now=now)
        _work_out_again(fixture, now)
        told = _entries_of(fixture)
        return _record(
            request, competition, What.ADJUDICATE, told, now, fixture=fixture,
            places={str(order): place for order, place in places.items()},
        )  # fmt: skip

    return _rule_once(request, What.ADJUDICATE, do)


def annul(request: RulingRequest, fixture_id: int, *, now: datetime) -> Ruling:
    """Annul a game, so that it counts for nobody here, nor for the league where the staff rules."""

    def do(competition: Competition) -> Ruling:
        fixture = _find_fixture(request, competition, fixture_id, now)
        game = fixture.game
        if game is not None and game.status != Game.Status.ANNULLED and is_staff(request.by):
            turns.annul_game(game.pk, now=now)
        game_results.settle(fixture, Fixture.Status.VOID, now=now)
        _work_out_again(fixture, now)
        return _record(request, competition, What.ANNUL, _entries_of(fixture), now, fixture=fixture)

    return _rule_once(request, What.ANNUL, do)


def warn(request: RulingRequest, entry_id: int, *, now: datetime) -> Ruling:
    """Warn somebody who takes part."""

    def do(competition: Competition) -> Ruling:
        _require_recent(competition, now)
        entry = _find_entry(request, competition, entry_id)
        return _record(request, competition, What.WARN, [entry], now, entry=entry)

    return _rule_once(request, What.WARN, do)


def disqualify(request: RulingRequest, entry_id: int, *, now: datetime) -> Ruling:
    """Take somebody out of a competition: they stand last, and what others have achieved against
    them counts for nobody."""

    def do(competition: Competition) -> Ruling:
        _require_running(competition)
        entry = _find_entry(request, competition, entry_id)
        entering.mark_left(entry, Entrant.Left.DISQUALIFIED, now=now)
        told = _sharing_group(entry)
        return _record(request, competition, What.DISQUALIFY, told, now, entry=entry)

    return _rule_once(request, What.DISQUALIFY, do)


def write_to_all(request: RulingRequest, *, now: datetime) -> Ruling:
    """Write a message to everybody who takes part."""

    def do(competition: Competition) -> Ruling:
        _require_recent(competition, now)
        return _record(request, competition, What.MESSAGE, _list_playing(competition), now)

    return _rule_once(request, What.MESSAGE, do)


def call_off(request: RulingRequest, *, now: datetime) -> Ruling:
    """Call a cup off before it has begun, and with it the series of which it is."""

    def do(competition: Competition) -> Ruling:
        if competition.status != Competition.Status.ENTRY or competition.is_season:
            raise DirectionRefused(_("Only a cup that has not begun can be called off."))
        told = list(_list_playing(competition))
        drawing.set_called_off(competition)
        Competition.objects.filter(pk=competition.pk).update(recurs="")
        return _record(request, competition, What.CALL_OFF, told, now)

    return _rule_once(request, What.CALL_OFF, do)


def _rule_once(request: RulingRequest, what: What, do: Callable[[Competition], Ruling]) -> Ruling:
    """Do what a form asks for, or return the ruling that the same form has led to before."""
    try:
        with transaction.atomic():
            competition = entering.lock_competition(request.competition_id)
            require_director(request.by, competition)
            ruling = _find_ruling(request, what) or do(competition)
            failpoints.hit("before_commit")
    except (IntegrityError, turns.Rejected) as error:
        known = _find_ruling(request, what)
        if known is not None:
            return known
        if isinstance(error, turns.Rejected):
            raise DirectionRefused(str(error)) from error
        if Ruling.objects.filter(key=request.key).exists():  # of another form
            raise DirectionRefused(_("The form was not whole. Please try again.")) from error
        raise
    return ruling


def _find_ruling(request: RulingRequest, what: What) -> Ruling | None:
    return Ruling.objects.filter(
        key=request.key, by=request.by, competition=request.competition_id, what=what
    ).first()


def _record(
    request: RulingRequest,
    competition: Competition,
    what: What,
    told: Iterable[Entrant],
    now: datetime,
    **about: Any,
) -> Ruling:
    reason = clean_words(request.reason)[:MOST_REASON_CHARS].strip()
    if not reason:
        raise DirectionRefused(_("Please give a reason."))
    if refusal := restrictions.refuse_words(request.by, now):
        raise DirectionRefused(refusal)
    _require_room(competition, what, now, about)
    ruling = Ruling.objects.create(
        key=request.key, by=request.by, reason=reason, competition=competition, what=what,
        at=now, **about,
    )  # fmt: skip
    notices.notify_ruling(ruling, told)
    return ruling


def _require_room(
    competition: Competition, what: What, now: datetime, about: Mapping[str, Any]
) -> None:
    """Refuse the fourth ruling of a kind a day about the same person, game, or all."""
    same = {name: about.get(name) for name in ("entry", "fixture")}
    lately = competition.rulings.filter(what=what, at__gt=now - timedelta(days=1), **same)
    if lately.count() >= MOST_A_DAY:
        raise DirectionRefused(_("Three times a day are enough. Please go on tomorrow."))


def _require_running(competition: Competition) -> None:
    if not competition.is_running:
        raise DirectionRefused(_("This does not run."))


def _require_recent(competition: Competition, now: datetime) -> None:
    """Refuse to write to people about what has ended long ago."""
    if competition.status == Competition.Status.CALLED_OFF:
        raise DirectionRefused(_("It was called off."))
    if competition.ended_at is not None and now > competition.ended_at + APPEALS:
        raise DirectionRefused(_("More than a week has gone by since the end."))


def _list_playing(competition: Competition) -> QuerySet[Entrant]:
    return competition.entries.filter(left_at=None).select_related("person")


def _find_entry(request: RulingRequest, competition: Competition, entry_id: int) -> Entrant:
    entry = _list_playing(competition).filter(pk=entry_id).first()
    if entry is None:
        raise DirectionRefused(_("This person does not take part."))
    require_uninvolved(request.by, fixture=None, entry=entry)
    return entry


def _find_place(request: RulingRequest, competition: Competition, entry_id: int) -> Entrant:
    """Return the entry whose place it is, also of somebody who has left."""
    entries = competition.entries.filter(pk=entry_id, seeding__isnull=False)
    entry = entries.select_related("person").first()
    if entry is None:
        raise DirectionRefused(_("This person does not take part."))
    require_uninvolved(request.by, fixture=None, entry=entry)
    return entry


def _find_successor(
    request: RulingRequest, competition: Competition, name: str, now: datetime
) -> Entrant:
    """Return the entry of somebody of the reserve: nobody plays who has not agreed to."""
    waiting = competition.entries.filter(is_reserve=True, left_at=None, person__is_active=True)
    entry = waiting.filter(person__name__iexact=name.strip()).select_related("person").first()
    if entry is None:
        raise DirectionRefused(_("Nobody of this name is in the reserve."))
    require_uninvolved(request.by, fixture=None, entry=entry)
    if substitutes.is_same_person(request.by, entry.person):
        raise DirectionRefused(say_own())
    if restrictions.refuse_table(entry.person, is_rated=competition.is_rated, now=now):
        raise DirectionRefused(_("This person cannot play."))
    return entry


def _find_fixture(
    request: RulingRequest, competition: Competition, fixture_id: int, now: datetime
) -> Fixture:
    """Return a fixture with its group locked, if something can still be ruled about it."""
    fixture = Fixture.objects.filter(pk=fixture_id, group__stage__competition=competition).first()
    if fixture is None:
        raise DirectionRefused(_("There is no such game here."))
    require_uninvolved(request.by, fixture=fixture, entry=None)
    fixture = game_results.lock_fixture(fixture_id)
    last = fixture.rulings.select_related("by").order_by("-pk").first()
    if last is not None and is_staff(last.by) and not is_staff(request.by):
        raise DirectionRefused(_("What the staff has ruled about a game stays."))
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
    table = load_table(group)
    vanishing.drop_gone(table, now=now)
    standings.work_out_table(table)
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

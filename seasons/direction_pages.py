"""What the page of a director shows, and what its forms mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from accounts.deleted_user import display_name
from accounts.models import Person
from seasons import directing, rulings
from seasons.directing import DirectionRefused
from seasons.models import Assistant, Competition, Entrant, Fixture, Ruling
from seasons.rulings import RulingRequest

What = Ruling.What
MOST_ASSISTANTS = 10
MOST_CHARS = 1_000
RULINGS_SHOWN = 50


@dataclass(frozen=True, slots=True)
class RuledSeat:
    """A seat of a game about which something is ruled: who plays there, and its place so far."""

    order: int
    name: str
    place: int | None


@dataclass(frozen=True, slots=True)
class DirectionPage:
    """A competition as its directors see it; with one of its games, if they have named one."""

    competition: Competition
    fixture: Fixture | None
    seats: Sequence[RuledSeat]
    rulings: Sequence[Ruling]
    assistants: Sequence[Person]
    is_own: bool
    ends_at: datetime | None

    @property
    def places(self) -> range:
        """The places that there can be in the game."""
        return range(1, len(self.seats) + 1)


def load_page(competition: Competition, person: Person, game: str) -> DirectionPage:
    """Return the page of a competition for one of its directors."""
    fixture = _find_fixture(competition, game)
    stage = competition.stages.filter(settled_at=None).first()
    rows = competition.rulings.select_related("by", "entry__person", "successor__person", "fixture")
    return DirectionPage(
        competition,
        fixture,
        _list_seats(fixture) if fixture else (),
        list(rows.order_by("-pk")[:RULINGS_SHOWN]),
        [one.person for one in competition.assistants.select_related("person")],
        competition.directed_by_id == person.pk or directing.is_staff(person),
        stage.ends_at if stage else None,
    )


def _find_fixture(competition: Competition, game: str) -> Fixture | None:
    if not game.isdecimal() or len(game) > 9:
        return None
    fixtures = Fixture.objects.filter(group__stage__competition=competition, game=int(game))
    return fixtures.select_related("game", "group__stage").first()


def _list_seats(fixture: Fixture) -> Sequence[RuledSeat]:
    seats = fixture.seats.select_related("member__entry__person").order_by("order")
    return [
        RuledSeat(one.order, display_name(one.member.entry.person.name), one.place) for one in seats
    ]


def rule(
    what: str, competition: Competition, by: Person, form: Mapping[str, str], *, now: datetime
) -> Ruling:
    """Rule what a form asks for.

    :raises DirectionRefused: if it cannot be ruled, or the form does not say what.
    """
    request = RulingRequest(
        competition_id=competition.pk,
        by=by,
        reason=form.get("reason", "").strip()[:MOST_CHARS],
        key=form.get("key", "")[:64],
    )
    if what not in RULE or not request.key:
        raise DirectionRefused(_("The form was not whole. Please try again."))
    return RULE[what](request, competition, form, now)


Rule = Callable[[RulingRequest, Competition, Mapping[str, str], datetime], Ruling]


def _postpone(
    request: RulingRequest, _competition: Competition, form: Mapping[str, str], now: datetime
) -> Ruling:
    try:
        until = parse_datetime(form.get("until", ""))
    except ValueError:
        until = None
    if until is None:
        raise DirectionRefused(_("Please say until when."))
    aware = until if until.tzinfo else timezone.make_aware(until)
    return rulings.postpone(request, aware, now=now)


def _replace(
    request: RulingRequest, competition: Competition, form: Mapping[str, str], now: datetime
) -> Ruling:
    entry = _find_entry(competition, form)
    return rulings.replace(request, entry, form.get("successor", "")[:100], now=now)


def _adjudicate(
    request: RulingRequest, competition: Competition, form: Mapping[str, str], now: datetime
) -> Ruling:
    fixture = _require_fixture(competition, form)
    places = {
        order: int(place)
        for order in fixture.seats.values_list("order", flat=True)
        if (place := form.get(f"place-{order}", "")).isdecimal() and len(place) < 3
    }
    return rulings.adjudicate(request, fixture.pk, places, now=now)


def _annul(
    request: RulingRequest, competition: Competition, form: Mapping[str, str], now: datetime
) -> Ruling:
    return rulings.annul(request, _require_fixture(competition, form).pk, now=now)


def _warn(
    request: RulingRequest, competition: Competition, form: Mapping[str, str], now: datetime
) -> Ruling:
    return rulings.warn(request, _find_entry(competition, form), now=now)


def _disqualify(
    request: RulingRequest, competition: Competition, form: Mapping[str, str], now: datetime
) -> Ruling:
    return rulings.disqualify(request, _find_entry(competition, form), now=now)


def _write_to_all(
    request: RulingRequest, _competition: Competition, _form: Mapping[str, str], now: datetime
) -> Ruling:
    return rulings.write_to_all(request, now=now)


def _call_off(
    request: RulingRequest, _competition: Competition, _form: Mapping[str, str], now: datetime
) -> Ruling:
    return rulings.call_off(request, now=now)


def _require_fixture(competition: Competition, form: Mapping[str, str]) -> Fixture:
    fixture = _find_fixture(competition, form.get("game", ""))
    if fixture is None:
        raise DirectionRefused(_("There is no such game here."))
    return fixture


def _find_entry(competition: Competition, form: Mapping[str, str]) -> int:
    name = form.get("name", "").strip()
    entries = Entrant.objects.filter(competition=competition, person__name__iexact=name)
    entry = entries.values_list("pk", flat=True).first()
    if entry is None:
        raise DirectionRefused(_("Nobody of this name takes part."))
    return entry


RULE: Mapping[str, Rule] = {
    What.POSTPONE: _postpone,
    What.REPLACE: _replace,
    What.ADJUDICATE: _adjudicate,
    What.ANNUL: _annul,
    What.WARN: _warn,
    What.DISQUALIFY: _disqualify,
    What.MESSAGE: _write_to_all,
    What.CALL_OFF: _call_off,
}


def name_assistant(competition: Competition, by: Person, name: str) -> None:
    """Let somebody direct a cup, too, whom its director names.

    :raises DirectionRefused: if the person is not its director, or there is nobody of this name.
    """
    _require_own(competition, by)
    people = Person.objects.filter(is_active=True, is_house=False, is_guest=False, is_program=False)
    person = people.filter(name__iexact=name.strip()).first()
    if person is None:
        raise DirectionRefused(_("There is no player of this name."))
    if competition.assistants.count() >= MOST_ASSISTANTS:
        raise DirectionRefused(_("Ten assistants are enough."))
    Assistant.objects.get_or_create(competition=competition, person=person)


def dismiss_assistant(competition: Competition, by: Person, person_id: int) -> None:
    """Let somebody direct a cup no longer."""
    _require_own(competition, by)
    competition.assistants.filter(person=person_id).delete()


def _require_own(competition: Competition, by: Person) -> None:
    if competition.directed_by_id != by.pk and not directing.is_staff(by):
        raise DirectionRefused(_("Only the director of a cup names assistants."))

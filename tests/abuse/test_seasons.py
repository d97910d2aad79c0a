"""Seasons and cups as strangers would use them: private ones read, closed ones entered, forms that
ask for too much.

Charlie directs; Alice and Bob play with two more; Dora is the stranger.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from games.models import Game, ReliabilityRecord
from games.play import restrictions
from games.play.restrictions import Kind
from leagues.models import LeagueStanding
from leagues.scale import rating_estimate
from mail.models import Delivery
from seasons import cup_form, cups, entering
from seasons.letters import write_news
from seasons.models import Assistant, Competition, Entrant, Fixture, Group
from tests import stage
from tests.abuse.conftest import Browse
from tests.conftest import person
from tests.seasons.competitions import enter_all, open_championship, open_cup, people, tick
from tests.seasons.test_direction_views import CUP

DAY = timedelta(days=1)
TITLE = "Club night"
FORMS = ("json", "txt", "atom", "ics")


@pytest.fixture
def hidden_cup(charlie: Person, alice: Person, bob: Person, now: datetime) -> Competition:
    """A private cup that runs."""
    cup = open_cup(charlie, now - 10 * DAY, kind="round_robin", title=TITLE, is_private=True)
    enter_all(cup, [alice, bob, *people(2)], now - 10 * DAY)
    tick(now)
    cup.refresh_from_db()
    return cup


@pytest.fixture
def free_cup(charlie: Person, now: datetime) -> Competition:
    """A public cup that can be entered."""
    return open_cup(charlie, now)


def pages_of(cup: Competition) -> Iterator[str]:
    """Yield each address at which something of a cup that runs is told."""
    yield cup.get_absolute_url()
    for name in ("competition-group", "competition-embed"):
        yield reverse(name, args=[cup.pk, 1, 1])
    for form in FORMS:
        yield reverse("competition-results", args=[cup.pk, 1, 1, form])
    yield reverse("competition-direct", args=[cup.pk])
    yield reverse("competition-leave", args=[cup.pk])
    yield reverse("competition-enter", args=[cup.pk])


# --- Private cups --------------------------------------------------------------------------------


@pytest.mark.parametrize("query", ["", "?key=guess", "?round=1", "?people=1", "?rulings=1"])
def test_nobody_reads_a_private_cup_by_its_number(
    query: str, hidden_cup: Competition, dora: Person, browse: Browse
) -> None:
    for reader in (dora, None):
        for url in pages_of(hidden_cup):
            answer = browse(reader).client.get(url + query)
            assert answer.status_code in (302, 404), url
            assert TITLE not in answer.content.decode()
            assert "location" not in answer.headers or "login" in answer.headers["location"]


def test_files_of_a_private_cup_are_for_nobody(
    hidden_cup: Competition, alice: Person, browse: Browse
) -> None:
    """They are kept by programs between, so not even those who play get one."""
    for form in FORMS:
        url = reverse("competition-results", args=[hidden_cup.pk, 1, 1, form])
        assert browse(alice).client.get(url).status_code == 404
    Competition.objects.update(is_private=False)
    for form in FORMS:
        url = reverse("competition-results", args=[hidden_cup.pk, 1, 1, form])
        assert browse(None).client.get(url).status_code == 200  # the control


def test_no_list_tells_strangers_of_a_private_cup(
    hidden_cup: Competition, alice: Person, bob: Person, charlie: Person, dora: Person,
    browse: Browse,
) -> None:  # fmt: skip
    played = Game.objects.filter(seats__person=alice)[0]
    pages = [
        ("seasons", (), {}),
        ("seasons", (), {"game": "bollwerk", "running": "1", "entry": "1", "over": "1"}),
        ("seasons", (), {"game": TITLE, "is_private": "1"}),
        ("home", (), {}),
        ("tables", (), {}),
        ("player", (alice.pk,), {}),
        ("player", (charlie.pk,), {}),
        ("honours", (alice.pk,), {}),
        ("league", (), {}),
    ]
    for reader in (dora, None):
        for view, args, query in pages:
            answer = browse(reader).client.get(reverse(view, args=args), query, follow=True)
            assert TITLE not in answer.content.decode(), view
            assert f"/games/{played.pk}/" not in answer.content.decode(), view
        assert browse(reader).get("game", played.pk).status_code == 404
    assert TITLE in browse(alice).read("seasons")  # the control


def test_honours_of_a_private_cup_are_told_to_no_stranger(
    hidden_cup: Competition, alice: Person, dora: Person, browse: Browse, now: datetime
) -> None:
    more = [person(f"Guest {number}") for number in range(4)]
    for one in more:
        Entrant.objects.create(competition=hidden_cup, person=one, entered_at=now, rank=9)
    for rank, entry in enumerate(Entrant.objects.order_by("pk"), start=1):
        Entrant.objects.filter(pk=entry.pk).update(rank=rank)
    Competition.objects.update(status="over", ended_at=now)
    for view in ("player", "honours"):
        for reader in (dora, None):
            assert TITLE not in browse(reader).read(view, alice.pk)
        assert TITLE in browse(alice).read(view, alice.pk)  # the control


def test_nobody_enters_a_private_cup_without_its_link(
    charlie: Person, dora: Person, browse: Browse, now: datetime
) -> None:
    cup = open_cup(charlie, now, is_private=True)
    for key in ("", "guess", "0" * 22, str(cup.pk)):
        assert browse(dora).post("competition-enter", cup.pk, key=key).status_code == 404
    assert not Entrant.objects.exists()
    browse(dora).post("competition-enter", cup.pk, key=cup.invite_key)
    assert Entrant.objects.exists()  # the control


def test_files_and_pages_tell_no_address_and_no_key(
    hidden_cup: Competition, charlie: Person, alice: Person, browse: Browse
) -> None:
    secrets = [*Person.objects.values_list("email", flat=True), hidden_cup.invite_key]
    Competition.objects.update(is_private=False)
    for reader in (None, alice):
        own = {reader.email} if reader else set()
        for url in pages_of(hidden_cup):
            seen = browse(reader).client.get(url).content.decode()
            assert not [one for one in secrets if one in seen and one not in own], url


def test_link_of_a_private_cup_is_for_its_directors_to_give(
    hidden_cup: Competition, charlie: Person, alice: Person, browse: Browse
) -> None:
    url = hidden_cup.get_absolute_url()
    assert hidden_cup.invite_key not in browse(alice).client.get(url).content.decode()
    assert hidden_cup.invite_key in browse(charlie).client.get(url).content.decode()


# --- Entering and leaving ------------------------------------------------------------------------


@pytest.mark.parametrize("at_once", ["1000000000", "-5", "0", "many", "1e3", "²", "9999"])
def test_nobody_wishes_more_games_than_there_may_be(
    at_once: str, free_cup: Competition, dora: Person, browse: Browse
) -> None:
    for _twice in range(2):
        browse(dora).post("competition-enter", free_cup.pk, at_once=at_once)
    assert 1 <= Entrant.objects.get().at_once <= entering.MOST_AT_ONCE


def test_nobody_enters_or_leaves_for_somebody_else(
    free_cup: Competition, alice: Person, dora: Person, browse: Browse, now: datetime
) -> None:
    entering.enter(free_cup.pk, alice, entering.Wish(3), now=now)
    entry = Entrant.objects.get()
    for fields in ({"person": alice.pk}, {"entry": entry.pk}, {"name": "Alice"}):
        browse(dora).post("competition-leave", free_cup.pk, **fields)
        browse(dora).post("competition-enter", free_cup.pk, **fields, is_reserve="", seeding="1")
    assert {one.person for one in Entrant.objects.all()} == {alice, dora}
    assert Entrant.objects.get(person=dora).seeding is None


def test_who_was_disqualified_or_left_comes_in_by_no_door(
    hidden_cup: Competition, alice: Person, browse: Browse, now: datetime
) -> None:
    Competition.objects.update(is_private=False)
    for why in (Entrant.Left.DISQUALIFIED, Entrant.Left.WITHDREW, Entrant.Left.REPLACED):
        Entrant.objects.filter(person=alice).update(left_at=now, left=why)
        for key in ("", hidden_cup.invite_key):
            browse(alice).post("competition-enter", hidden_cup.pk, key=key)
        browse(alice).post("competition-leave", hidden_cup.pk)
        entry = Entrant.objects.get(person=alice)
        assert (entry.has_left, entry.left, entry.is_reserve) == (True, why, False)


@pytest.mark.parametrize("kind", [Kind.NO_TABLES, Kind.UNRATED])
def test_who_is_kept_from_tables_enters_nothing(
    kind: Kind, free_cup: Competition, dora: Person, browse: Browse, now: datetime
) -> None:
    """And whom the staff keeps away meanwhile is not drawn, nor followed by a series."""
    restrictions.restrict(dora, kind, now + 30 * DAY)
    browse(dora).post("competition-enter", free_cup.pk)
    assert not Entrant.objects.exists()
    enter_all(free_cup, people(5), now)
    restrictions.restrict(Person.objects.get(name="Player 3"), kind, now + 30 * DAY)
    tick(now + 10 * DAY)
    drawn = Entrant.objects.values_list("person__name", flat=True)
    assert "Player 3" not in drawn
    assert len(drawn) == 4


def test_guests_and_closed_accounts_enter_and_open_nothing(
    free_cup: Competition, dora: Person, browse: Browse
) -> None:
    guest = Person.objects.create_user("g@guest.invalid", name="Guest 1", is_guest=True)
    browse(dora).get("seasons")
    Person.objects.filter(pk=dora.pk).update(is_active=False)
    for one in (guest, dora):
        browse(one).post("competition-enter", free_cup.pk)
        browse(one).post("cup-new", **CUP)
    assert not Entrant.objects.exists()
    assert Competition.objects.count() == 1


GATES = [
    {"asks_finished": 3},
    {"asks_in_time": 9},
    {"least_rating": 1500},
    {"most_rating": 100},
    {"most_entries": 2},
    {"status": "called_off"},
]


@pytest.mark.parametrize("gate", GATES, ids=str)
def test_nobody_enters_past_a_gate_with_the_link_neither(
    gate: dict[str, int], free_cup: Competition, dora: Person, browse: Browse, now: datetime
) -> None:
    enter_all(free_cup, people(2), now)
    Competition.objects.update(**gate)
    for fields in ({}, {"key": free_cup.invite_key}, {"at_once": "3", "is_lasting": "on"}):
        browse(dora).post("competition-enter", free_cup.pk, **fields)
    assert not Entrant.objects.filter(person=dora).exists()


def test_rating_is_asked_for_in_the_game_of_the_cup(
    free_cup: Competition, dora: Person, browse: Browse
) -> None:
    standing = {"season": 0, "mu": 25, "sigma": 1, "games": 9, "wins": 9, "draws": 0, "timeouts": 0}
    LeagueStanding.objects.create(person=dora, ruleset="conquest", **standing)
    Competition.objects.update(least_rating=0)
    browse(dora).post("competition-enter", free_cup.pk)
    assert not Entrant.objects.exists()
    LeagueStanding.objects.create(person=dora, ruleset="bollwerk", **standing)
    Competition.objects.update(least_rating=rating_estimate(25))
    browse(dora).post("competition-enter", free_cup.pk)
    assert Entrant.objects.exists()  # the control


def test_newcomers_cup_is_not_for_others(
    free_cup: Competition, dora: Person, alice: Person, browse: Browse, now: datetime
) -> None:
    game = stage.sit_down([dora, alice], "bollwerk", now=now)
    for _turn in range(10):
        ReliabilityRecord.objects.create(
            person=dora, game=game, kind="turn", at=now, is_kept=True, seconds=60
        )
    Competition.objects.update(for_newcomers=True)
    for one in (dora, alice):
        browse(one).post("competition-enter", free_cup.pk)
    assert [entry.person for entry in Entrant.objects.all()] == [alice]


def test_nobody_enters_everything_there_is(
    charlie: Person, dora: Person, browse: Browse, now: datetime
) -> None:
    for number in range(entering.MOST_ENTRIES + 1):
        cup = open_cup(charlie, now, title=f"Cup {number}")
        browse(dora).post("competition-enter", cup.pk)
    assert Entrant.objects.count() == entering.MOST_ENTRIES


def test_letters_of_cups_can_be_answered_by_nothing(
    hidden_cup: Competition, alice: Person, now: datetime
) -> None:
    rows = Delivery.objects.filter(kind="competition", person=alice)
    letters = [write_news(row, now) for row in rows]
    assert letters
    assert [letter.reply_to for letter in letters if letter] == [""] * len(letters)


# --- Opening -------------------------------------------------------------------------------------


@pytest.fixture
def staff(db: None) -> Person:
    return person("Frank", is_staff=True)


ABSURD = [
    {"most_entries": 10**9},
    {"most_entries": -1},
    {"most_entries": 1_000, "kind": "round_robin"},
    {"days": 10**9},
    {"days": 0},
    {"rounds": 10**9},
    {"meetings": 10**9, "kind": "round_robin"},
    {"group_size": 10**9, "kind": "groups"},
    {"at_once": 10**9},
    {"least_rating": 10**9},
    {"recurs": "FREQ=SECONDLY", "begins_at": "2026-03-20T12:00"},
    {"recurs": "FREQ=YEARLY;BYDAY=5MO;BYMONTH=2", "begins_at": "2026-03-20T12:00"},
    {"recurs": "RRULE:FREQ=WEEKLY", "begins_at": "2026-03-20T12:00"},
    {"begins_at": "0001-01-01T00:00"},
    {"begins_at": "9999-12-31T23:59"},
    {"begins_at": "2026-03-29T02:30"},  # of the night in which there is no such time
    {"begins_at": "tomorrow"},
    {"ruleset": "../../etc/passwd"},
    {"ruleset": ""},
    {"kind": "season", "championship": 1},
    {"title": "x" * 61},
    {"title": "pay\u200bpal"},
    {"title": "\u202egnp.exe"},
    {"title": "Z" + "\u0300\u0301\u0302\u0303" * 9},
]  # fmt: skip


@pytest.mark.parametrize("form", ABSURD, ids=str)
def test_nobody_opens_an_absurd_cup(form: dict[str, object], staff: Person, browse: Browse) -> None:
    Person.objects.filter(pk=staff.pk).update(time_zone="Europe/Berlin")
    answer = browse(staff).post("cup-new", **{**CUP, **form})
    assert answer.status_code in (200, 422)
    assert not Competition.objects.exists()


def test_a_sensible_cup_is_opened(staff: Person, browse: Browse) -> None:
    """The control: with each of these fields."""
    sensible = {
        "recurs": "FREQ=WEEKLY", "begins_at": "2026-03-20T12:00", "most_entries": 24,
        "kind": "round_robin", "meetings": 2, "least_rating": 100, "title": "Grüße aus Łódź",
    }  # fmt: skip
    browse(staff).post("cup-new", **{**CUP, **sensible})
    assert Competition.objects.get().recurs == "FREQ=WEEKLY"


def test_fields_that_the_form_does_not_have_change_nothing(staff: Person, browse: Browse) -> None:
    forged = {
        "status": "over", "ended_at": "2026-01-01", "tie_breaks": "[]", "number": 1,
        "championship": 1, "table_size": 9, "directed_by": 1, "invite_key": "mine", "seed": "x",
        "opened_at": "2020-01-01", "repeats": 1, "least_entries": 1,
    }  # fmt: skip
    browse(staff).post("cup-new", **{**CUP, **forged})
    cup = Competition.objects.get()
    assert (cup.status, cup.number, cup.table_size, cup.directed_by) == ("entry", 0, 2, staff)
    assert cup.invite_key != "mine"
    assert cup.least_entries == 2


def test_nobody_opens_cups_without_end(staff: Person, browse: Browse) -> None:
    for number in range(cups.MOST_OPEN + 2):
        browse(staff).post("cup-new", **{**CUP, "key": f"k{number}"})
    assert Competition.objects.count() == cups.MOST_OPEN
    for number in range(cups.MOST_A_MONTH + 2):
        Competition.objects.update(status="called_off")
        browse(staff).post("cup-new", **{**CUP, "key": f"m{number}"})
    assert Competition.objects.count() == cups.MOST_A_MONTH


@pytest.mark.parametrize("kind", [Kind.NO_TABLES, Kind.UNRATED])
def test_who_is_kept_from_tables_opens_no_cup(
    kind: Kind, staff: Person, browse: Browse, now: datetime
) -> None:
    restrictions.restrict(staff, kind, now + DAY)
    assert browse(staff).post("cup-new", **CUP).status_code == 403
    assert not Competition.objects.exists()


def test_largest_group_of_a_cup_is_drawn_in_few_games(charlie: Person, now: datetime) -> None:
    """Each of twelve has four games at tables of four, and no number of the form asks for more."""
    cup = open_cup(
        charlie, now, kind="round_robin", ruleset="conquest", table_size=4, group_size=12,
        meetings=4,
    )  # fmt: skip
    enter_all(cup, people(12), now)
    tick(now + 10 * DAY)
    assert Fixture.objects.count() == 12
    pairs = cups.MOST_IN_ROUND_ROBIN * (cups.MOST_IN_ROUND_ROBIN - 1) // 2
    assert 4 * pairs < 1_200
    assert cup_form.CupForm.base_fields["meetings"].max_value == 4  # type: ignore[attr-defined]


# --- Addresses -----------------------------------------------------------------------------------

NUMBERS = ["0", "99999999999999999999", "²", "-1", "x", "\u202e1", "1;drop"]


@pytest.mark.parametrize("number", NUMBERS)
def test_no_number_breaks_a_page(
    number: str, hidden_cup: Competition, alice: Person, browse: Browse
) -> None:
    url = hidden_cup.get_absolute_url()
    for query in ("round", "groups", "people", "reserve", "rulings", "page", "entry", "key"):
        for address in (
            url,
            reverse("seasons"),
            reverse("competition-group", args=[hidden_cup.pk, 1, 1]),
        ):
            assert browse(alice).client.get(address, {query: number}).status_code == 200
    for path in (f"/seasons/{number}/", f"{url}{number}/1/", f"{url}1/{number}/"):
        assert browse(alice).client.get(path).status_code == 404
    assert browse(alice).client.get(f"/seasons/invited/{number}/").status_code == 404


def test_nothing_acts_when_it_is_looked_at(
    free_cup: Competition, alice: Person, staff: Person, browse: Browse, now: datetime
) -> None:
    entering.enter(free_cup.pk, alice, entering.Wish(3), now=now)
    browse(alice).get("competition-leave", free_cup.pk)
    browse(staff).get("competition-enter", free_cup.pk, at_once="1")
    browse(staff).get("cup-new", **{name: str(value) for name, value in CUP.items()})
    assert [entry.person for entry in Entrant.objects.all()] == [alice]
    assert Competition.objects.count() == 1


def test_an_assistant_reads_no_more_of_people_than_others(
    hidden_cup: Competition, dora: Person, alice: Person, browse: Browse
) -> None:
    """Neither their games of a private cup, nor their addresses."""
    Assistant.objects.create(competition=hidden_cup, person=dora)
    played = Game.objects.filter(seats__person=alice)[0]
    page = browse(dora).read("competition-direct", hidden_cup.pk, game=str(played.pk))
    assert "Alice" in page
    assert alice.email not in page
    assert browse(dora).get("game", played.pk).status_code == 404
    assert Group.objects.count() == 1


def test_season_is_entered_by_nobody_twice(dora: Person, browse: Browse, now: datetime) -> None:
    season = open_championship(now)
    for _twice in range(2):
        browse(dora).post("competition-enter", season.pk, is_lasting="on")
    Competition.objects.filter(pk=season.pk).update(entry_closes_at=now, begins_at=now + DAY)
    browse(dora).post("competition-enter", season.pk)
    entry = Entrant.objects.get()
    assert (entry.person, entry.is_reserve) == (dora, False)
    assert timezone.now() == now

"""The page of directors, tried as a browser does it: by whom, with what, and what comes of it."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from seasons.models import Assistant, Competition, Entrant, Fixture, Ruling
from tests.conftest import person
from tests.seasons.competitions import DAY, enter_all, open_cup, people, tick

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(charlie: Person, now: datetime) -> Competition:
    """A round robin of four that runs, which Charlie directs."""
    cup = open_cup(charlie, now, kind="round_robin", days=365)
    enter_all(cup, people(4), now)
    tick(now + 10 * DAY)
    cup.refresh_from_db()
    return cup


def signed_in(one: Person) -> Client:
    client = Client()
    client.force_login(one)
    return client


def rule(client: Client, cup: Competition, what: str, **form: object) -> int:
    """Send the form of a ruling; return the status of the answer."""
    path = reverse("competition-rule", args=[cup.pk, what])
    return client.post(path, {"key": "k", "reason": "why", **form}).status_code


def test_director_adjudicates_a_game_by_its_number(cup: Competition, charlie: Person) -> None:
    client, fixture = signed_in(charlie), Fixture.objects.filter(status="running")[0]
    page = client.get(reverse("competition-direct", args=[cup.pk]), {"game": str(fixture.game_id)})
    assert "place-0" in page.content.decode()
    form = {"game": fixture.game_id, "place-0": 1, "place-1": 2}
    assert rule(client, cup, "adjudicate", **form) == 302
    fixture.refresh_from_db()
    assert fixture.status == Fixture.Status.ADJUDICATED


@pytest.mark.parametrize(
    ("what", "form"),
    [
        ("adjudicate", {"game": "0"}),
        ("adjudicate", {"game": "9" * 30}),
        ("adjudicate", {"game": "²"}),
        ("annul", {}),
        ("warn", {"name": "nobody"}),
        ("warn", {"name": "Player 1", "reason": ""}),
        ("warn", {"name": "Player 1", "key": ""}),
        ("replace", {"name": "Player 1", "successor": "nobody"}),
        ("replace", {"name": "Player 1", "successor": "Player 2"}),
        ("postpone", {"until": "soon"}),
        ("postpone", {"until": "2026-13-45T99:00"}),
        ("call_off", {}),
        ("nothing", {}),
    ],
)
def test_form_that_cannot_be_ruled_is_shown_again_with_a_sentence(
    cup: Competition, charlie: Person, what: str, form: dict[str, object]
) -> None:
    assert rule(signed_in(charlie), cup, what, **form) == 422
    assert not Ruling.objects.exists()


def test_director_acts_by_name_and_writes_to_all(
    cup: Competition, charlie: Person, dora: Person
) -> None:
    client = signed_in(charlie)
    enter_all(cup, [dora], cup.opened_at)
    assert rule(client, cup, "warn", name="player 1") == 302
    assert rule(client, cup, "message", key="m") == 302
    assert rule(client, cup, "replace", name="Player 2", successor="Dora", key="r") == 302
    assert rule(client, cup, "disqualify", name="Player 3", key="d") == 302
    assert Ruling.objects.count() == 4
    assert Entrant.objects.filter(competition=cup, person=dora).exists()
    page = client.get(reverse("competition-direct", args=[cup.pk])).content.decode()
    assert "Player 3" in page


def test_strangers_and_players_find_no_page_of_directors(cup: Competition, dora: Person) -> None:
    for one in (dora, Person.objects.get(name="Player 1")):
        client = signed_in(one)
        assert client.get(reverse("competition-direct", args=[cup.pk])).status_code == 404
        assert rule(client, cup, "warn", name="Player 1") == 404
    assert not Ruling.objects.exists()


def test_director_names_assistants_who_name_none(
    cup: Competition, charlie: Person, dora: Person
) -> None:
    path = reverse("competition-assist", args=[cup.pk])
    assert signed_in(charlie).post(path, {"name": "Dora"}).status_code == 302
    assert Assistant.objects.get().person == dora
    assert rule(signed_in(dora), cup, "warn", name="Player 1") == 302
    assert signed_in(dora).post(path, {"name": "Player 1"}).status_code == 422
    dismiss = reverse("competition-dismiss", args=[cup.pk])
    assert signed_in(dora).post(dismiss, {"person": dora.pk}).status_code == 422
    assert signed_in(charlie).post(dismiss, {"person": dora.pk}).status_code == 302
    assert rule(signed_in(dora), cup, "warn", name="Player 2", key="k2") == 404


CUP = {
    "ruleset": "bollwerk", "key": "k", "title": "Winter", "kind": "swiss", "rounds": 5,
    "group_size": 4, "meetings": 1, "days": 200, "at_once": 3, "most_entries": 16, "preset": "fast",
    "absent_after": 3, "fixed_days": [0, 1, 2, 3, 4, 5, 6], "fixed_at": 20, "night_from": 22,
    "night_to": 8, "option_seats": 0, "option_cannon": 0, "option_quiet": 100, "asks_in_time": 0,
    "asks_finished": 0, "is_rated": "on",
}  # fmt: skip


def open_by_form(one: Person, **form: object) -> int:
    return signed_in(one).post(reverse("cup-new"), {**CUP, **form}).status_code


def test_cup_is_opened_by_its_form_once() -> None:
    frank = person("Frank", is_staff=True)
    assert signed_in(frank).get(reverse("cup-new")).status_code == 200
    assert signed_in(frank).get(reverse("cup-new"), {"game": "bollwerk"}).status_code == 200
    assert open_by_form(frank) == open_by_form(frank) == 302
    cup = Competition.objects.get()
    assert (cup.title, cup.kind, cup.table_size, cup.most_entries) == ("Winter", "swiss", 2, 16)
    assert cup.directed_by == frank
    assert cup.pace["clocks"]["turn"] == [8, 8, 8]


@pytest.mark.parametrize(
    "form",
    [
        {"most_entries": ""},
        {"kind": "knockout", "most_entries": 3},
        {"kind": "season"},
        {"days": 1, "preset": "leisurely"},
        {"recurs": "FREQ=WEEKLY"},
        {"recurs": "FREQ=SECONDLY"},
        {"begins_at": "2020-01-01T00:00"},
        {"title": ""},
        {"rounds": 0},
    ],
)
def test_cup_that_cannot_be_played_is_refused_with_a_sentence(form: dict[str, object]) -> None:
    assert open_by_form(person("Frank", is_staff=True), **form) == 422
    assert not Competition.objects.exists()


def test_newcomer_reads_why_they_open_no_cup(alice: Person) -> None:
    answer = signed_in(alice).get(reverse("cup-new"), {"game": "bollwerk"})
    assert answer.status_code == 403
    assert "Play some turns first" in answer.content.decode()
    assert open_by_form(alice) == 403

"""What people change about themselves, and the other sessions they end."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person

PREFERENCES = reverse("preferences")
WISHES = {"name": "Alice", "language": "de", "time_zone": "Asia/Tokyo", "letters": "on"}


@pytest.fixture
def hers(client: Client, alice: Person) -> Client:
    client.force_login(alice)
    return client


def test_preferences_save_name_language_zone_and_letters(hers: Client, alice: Person) -> None:
    answer = hers.post(PREFERENCES, WISHES | {"name": "Alice  A."})
    assert answer["Location"] == PREFERENCES
    alice.refresh_from_db()
    assert (alice.name, alice.language, alice.time_zone) == ("Alice A.", "de", "Asia/Tokyo")
    assert (alice.letters, alice.reminders) == (True, False)


def test_preferences_save_whether_the_own_side_of_boards_is_near(
    hers: Client, alice: Person
) -> None:
    assert b"Turn boards so that my side is near" in hers.get(PREFERENCES).content
    for wish, is_near in (({}, False), ({"own_side_near": "on"}, True)):
        hers.post(PREFERENCES, WISHES | wish)
        alice.refresh_from_db()
        assert alice.own_side_near is is_near


def test_preferences_save_whether_turns_by_letter_count_at_once(
    hers: Client, alice: Person, settings: Any
) -> None:
    assert not alice.turns_at_once
    assert b"Let my turns by letter count at once" not in hers.get(PREFERENCES).content
    settings.REPLY_ADDRESS = "reply@play.example.org"
    assert b"Let my turns by letter count at once" in hers.get(PREFERENCES).content
    for wish, is_at_once in (({"turns_at_once": "on"}, True), ({}, False)):
        hers.post(PREFERENCES, WISHES | wish)
        alice.refresh_from_db()
        assert alice.turns_at_once is is_at_once


def test_turns_at_once_are_kept_while_letters_are_not_answered(hers: Client, alice: Person) -> None:
    Person.objects.filter(pk=alice.pk).update(turns_at_once=True)
    hers.post(PREFERENCES, WISHES)
    alice.refresh_from_db()
    assert alice.turns_at_once


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_browser_asks_for_the_day_of_return(hers: Client, alice: Person, language: str) -> None:
    """A browser wants and sends days as ISO 8601 writes them, whatever its reader sees."""
    hers.post(PREFERENCES, WISHES | {"language": language, "back_on": "2027-02-03"})
    alice.refresh_from_db()
    assert alice.back_on == date(2027, 2, 3)
    page = hers.get(PREFERENCES).content.decode()
    assert '<input type="date" name="back_on" value="2027-02-03"' in page


def test_a_day_of_return_that_is_over_is_asked_about(hers: Client, alice: Person) -> None:
    answer = hers.post(PREFERENCES, WISHES | {"back_on": "2026-03-01"})
    assert "This day is over. Leave it empty if you are here." in answer.content.decode()
    alice.refresh_from_db()
    assert alice.back_on is None


def test_a_day_of_return_that_has_come_is_not_offered_again(hers: Client, alice: Person) -> None:
    Person.objects.filter(pk=alice.pk).update(back_on=date(2026, 3, 1))
    page = hers.get(PREFERENCES).content.decode()
    assert '<input type="date" name="back_on"' in page
    assert "2026-03-01" not in page


@pytest.mark.parametrize(
    "wrong",
    [{"name": "bob"}, {"name": ""}, {"language": "xx"}, {"time_zone": "Mars/Base"}],
    ids=lambda wrong: "-".join(wrong),
)
def test_one_wrong_preference_changes_none(
    hers: Client, alice: Person, bob: Person, wrong: dict[str, str]
) -> None:
    answer = hers.post(PREFERENCES, WISHES | wrong)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == set(wrong)
    alice.refresh_from_db()
    assert (alice.name, alice.language, alice.time_zone) == ("Alice", "en", "Europe/Berlin")


def test_every_time_zone_of_a_place_is_offered(hers: Client) -> None:
    page = hers.get(PREFERENCES).content.decode()
    assert '<option value="Europe/Berlin" selected>Berlin</option>' in page
    assert '<option value="America/Argentina/Buenos_Aires">Argentina, Buenos Aires</option>' in page


@pytest.mark.parametrize("zone", ["Etc/GMT+5", "Arctic/Longyearbyen", "CET", "US/Eastern"])
def test_preferences_keep_a_time_zone_that_is_not_of_the_list(
    hers: Client, alice: Person, zone: str
) -> None:
    Person.objects.filter(pk=alice.pk).update(time_zone=zone)
    page = hers.get(PREFERENCES).content.decode()
    assert f'<option value="{zone}" selected>{zone}</option>' in page
    assert 'value="UTC" selected' not in page


def test_time_zone_of_a_browser_is_taken_if_there_is_such_a_zone(
    hers: Client, alice: Person
) -> None:
    for zone in ("Asia/Tokyo", "Mars/Base", ""):
        assert hers.post(reverse("take_time_zone"), {"time_zone": zone})["Location"] == "/"
        alice.refresh_from_db()
        assert alice.time_zone == "Asia/Tokyo"


def test_a_new_language_shows_at_once(hers: Client) -> None:
    hers.post(PREFERENCES, WISHES)
    assert b'<html lang="de"' in hers.get(PREFERENCES).content


def test_a_button_ends_every_other_session(hers: Client, alice: Person) -> None:
    other = Client()
    other.force_login(alice)
    hers.post(reverse("sign_out_elsewhere"))
    assert other.get(PREFERENCES).status_code == 302
    assert hers.get(PREFERENCES).status_code == 200


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Programs are not signed out"), ("de", "Programme werden nicht abgemeldet")],
)
def test_programs_are_said_to_stay_where_sessions_are_ended(
    hers: Client, alice: Person, language: str, words: str
) -> None:
    Person.objects.filter(pk=alice.pk).update(language=language)
    page = hers.get(PREFERENCES).content.decode()
    said = page[page.index(reverse("sign_out_elsewhere")) :]
    assert words in said
    assert f'href="{reverse("tokens")}"' in said


def test_preferences_are_shut_for_visitors(client: Client, db: None) -> None:
    for door in (PREFERENCES, reverse("sign_out_elsewhere")):
        assert client.post(door, WISHES)["Location"].startswith(reverse("account_login"))

"""Language, colours and names of fields: chosen by a form, remembered by a cookie."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person

LANGUAGE, THEME, NAMES, HELP = map(reverse, ("set_language", "set_theme", "set_names", "help"))

pytestmark = pytest.mark.django_db


def test_pages_speak_the_chosen_language(client: Client) -> None:
    answer = client.post(LANGUAGE, {"language": "de", "next": HELP})
    assert answer["Location"] == HELP
    assert b'<html lang="de"' in client.get(HELP).content


def test_a_chosen_language_is_kept_with_the_person(client: Client, alice: Person) -> None:
    client.force_login(alice)
    client.post(LANGUAGE, {"language": "de"})
    alice.refresh_from_db()
    assert alice.language == "de"
    assert b'<html lang="de"' in client.get(HELP).content


def test_a_language_that_the_site_does_not_speak_is_not_taken(
    client: Client, alice: Person
) -> None:
    client.force_login(alice)
    client.post(LANGUAGE, {"language": "fr"})
    alice.refresh_from_db()
    assert alice.language == "en"
    assert b'<html lang="en"' in client.get(HELP).content


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_show_the_chosen_colours(client: Client, theme: str) -> None:
    client.post(THEME, {"theme": theme, "next": HELP})
    assert f'data-theme="{theme}"' in client.get(HELP).content.decode()
    client.post(THEME, {"theme": ""})
    assert "data-theme" not in client.get(HELP).content.decode()


def test_colours_that_are_not_known_are_not_shown(client: Client) -> None:
    client.cookies["theme"] = '"><script>'
    assert b"data-theme" not in client.get(HELP).content


@pytest.mark.parametrize("door", [LANGUAGE, THEME, NAMES])
def test_a_form_alone_changes_appearance_and_stays_on_the_site(client: Client, door: str) -> None:
    away = client.post(door, {"language": "de", "theme": "dark", "next": "https://example.com/"})
    assert away["Location"] == "/"
    client.cookies.clear()
    client.get(door, {"language": "de", "theme": "dark"})
    page = client.get(HELP).content
    assert b'lang="en"' in page
    assert b"data-theme" not in page

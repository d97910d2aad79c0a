"""What cannot be meant is refused with a page, at every door."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from tests import passkeys

SIGN_IN, SIGN_UP, TABLES = map(reverse, ("account_login", "account_signup", "tables"))

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("cookie", ["sessionid", "theme", "csrftoken", "django_language"])
def test_a_cookie_with_nul_is_not_read(client: Client, cookie: str) -> None:
    answer = client.get(TABLES, headers={"Cookie": f'{cookie}="\\000aaaaaaaaaaaaaaaaa"'})
    assert answer.status_code == 400
    assert b"This could not be understood" in answer.content


@pytest.mark.parametrize("asked", ["words=%00", "words=a%00b", "page=%00", "%00=1", "next=%00"])
def test_an_address_with_nul_is_not_read(client: Client, asked: str) -> None:
    for address in (TABLES, SIGN_IN, reverse("league"), reverse("home")):
        assert client.get(f"{address}?{asked}").status_code == 400
    assert client.get("/rules/%00/").status_code == 400


def test_a_form_with_nul_is_not_read(client: Client, alice: Person, game: Game) -> None:
    fields = {"name": "A\0", "email": "a@example.org", "login": "\0@example.org"}
    for address in (SIGN_IN, SIGN_UP):
        assert client.post(address, fields).status_code == 400
    client.force_login(alice)
    orders = {"text": "end\0", "seen": game.version, "key": "k\0"}
    assert client.post(reverse("game_submit", args=[game.pk]), orders).status_code == 400
    assert client.post(reverse("preferences"), fields).status_code == 400


def test_json_with_nul_is_not_read(client: Client) -> None:
    for body in (b'{"a": "\\u0000"}', b'{"a": "\0"}'):
        answer = client.post(SIGN_IN, body, content_type="application/json")
        assert answer.status_code == 400


def test_filters_of_the_administration_with_nul_are_refused(client: Client, alice: Person) -> None:
    Person.objects.update(is_staff=True, is_superuser=True)
    people = reverse("admin:accounts_person_changelist")
    assert passkeys.sign_in(client, alice).get(people, {"language__exact": "\0"}).status_code == 400


def test_a_form_with_a_file_is_refused(client: Client) -> None:
    small = SimpleUploadedFile("a.txt", b"a")
    assert client.post(SIGN_IN, {"login": "a@example.org", "file": small}).status_code == 400


class Watched(BytesIO):
    """A body that tells whether somebody has read of it."""

    was_read = False

    def read(self, *args: Any) -> bytes:
        self.was_read = True
        return super().read(*args)


@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=b", "text/plain"])
def test_nothing_is_read_of_a_request_that_is_too_large(client: Client, kind: str) -> None:
    body = Watched(b"A" * 3 * 1024 * 1024)
    told: dict[str, Any] = {"wsgi.input": body, "CONTENT_LENGTH": str(len(body.getvalue()))}
    answer = client.generic("POST", SIGN_IN, content_type=kind, **told)
    assert answer.status_code == 413
    assert not body.was_read
    assert b"This could not be understood" in answer.content


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "application/octet-stream"])
@pytest.mark.parametrize("text", [rb"a\u0000", rb"\ud800", rb"a\udfff\ud800"])
def test_programs_send_no_text_that_cannot_be_stored(
    client: Client, game: Game, kind: str, text: bytes
) -> None:
    orders = f"/api/v1/games/{game.pk}/orders"
    body = b'{"version": 1, "text": "end # ' + text + b'"}'
    assert client.post(orders, body, content_type=kind).status_code == 400


def test_pairs_of_utf_16_are_text(client: Client, game: Game) -> None:
    orders = f"/api/v1/games/{game.pk}/orders"
    body = rb'{"version": 1, "text": "end # \ud83d\ude00"}'
    answer = client.post(orders, body, content_type="application/json")
    assert answer.status_code == 401  # it was read, and a stranger plays nothing


def test_a_program_that_sends_a_form_with_parts_is_refused(client: Client) -> None:
    answer = client.post("/api/v1/tables", {"rule_set": "bollwerk"})
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")

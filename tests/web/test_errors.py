"""Pages for what goes wrong: in the reader's language, in the look of the site."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import ProgrammingError, connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver, reverse
from django.utils import translation
from psycopg.errors import SyntaxError, UndefinedTable

from accounts import unsubscribe
from accounts.models import Person
from tests.markup import squeeze
from web import errors


def test_a_page_that_is_missing_says_so_calmly(client: Client, db: None) -> None:
    answer = client.get("/nothing/")
    assert answer.status_code == 404
    assert "There is nothing here" in answer.content.decode()
    assert 'class="top"' in answer.content.decode()


def test_a_form_without_a_token_is_to_be_sent_once_more(alice: Person) -> None:
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(alice)
    answer = careful.post("/preferences/", {"name": "Alice"})
    assert answer.status_code == 403
    assert "Please send that once more" in answer.content.decode()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_of_a_failure_needs_no_database(language: str) -> None:
    assert get_resolver().resolve_error_handler(500) is errors.server_error
    with translation.override(language):
        answer = errors.server_error(RequestFactory().get("/"))
    page = answer.content.decode()
    assert answer.status_code == 500
    assert f'<html lang="{language}"' in page
    assert "<form" not in page


def test_a_view_that_breaks_shows_the_page_of_a_failure(
    client: Client, settings: Any, db: None
) -> None:
    client.raise_request_exception = False
    settings.ACCOUNT_FORMS = {"login": "accounts.sign_in_forms.Missing"}
    answer = client.get("/accounts/login/")
    assert answer.status_code == 500
    assert "Something broke" in answer.content.decode()


def test_a_request_for_another_host_is_not_understood(client: Client) -> None:
    answer = client.get("/", headers={"Host": "example.com"})
    assert answer.status_code == 400
    assert "This could not be understood" in answer.content.decode()


def test_a_form_that_is_too_large_is_refused(client: Client, settings: Any, db: None) -> None:
    form = "name=" + "A" * settings.MAX_FORM_BYTES
    answer = client.post(
        "/accounts/signup/", form, content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == 413


@pytest.mark.parametrize("address", ["/", "/theme/", "/language/", "/preferences/"])
def test_an_address_that_takes_another_method_says_so(
    client: Client, dora: Person, address: str
) -> None:
    client.force_login(dora)
    for method in ("DELETE", "OPTIONS"):
        answer = client.generic(method, address)
        assert (answer.status_code, "POST" in answer["Allow"]) == (405, address != "/")
        assert "Hier gibt es nichts zu sehen" in answer.content.decode()


def test_a_form_without_a_token_is_logged_without_its_url(db: None, caplog: Any) -> None:
    careful = Client(enforce_csrf_checks=True)
    answer = careful.post(reverse("objection", args=["a-secret-token"]))
    assert answer.status_code == 403
    assert "form refused" in caplog.text
    assert "objection" in caplog.text
    assert "a-secret-token" not in caplog.text


def test_a_failure_is_logged_without_its_url(
    client: Client, db: None, caplog: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr(unsubscribe, "_person_from_token", lambda _token: 1 / 0)
    answer = client.post(reverse("unsubscribe", args=["a-secret-token"]))
    assert answer.status_code == 500
    assert "Internal Server Error: unsubscribe" in caplog.text
    assert "a-secret-token" not in caplog.text


OWN = {"sec-fetch-site": "same-origin"}


@pytest.fixture
def careful(alice: Person) -> Client:
    """Alice's browser with a page from before her sign-in in another tab."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    return client


def test_form_of_an_old_page_is_given_back_to_be_sent_again(careful: Client) -> None:
    fields = {"text": "S40-S29; <end>", "key": "one", "csrfmiddlewaretoken": "old"}
    page = careful.post("/games/1/check/", fields, headers=OWN)
    assert (page.status_code, page["Cache-Control"]) == (403, "no-store")
    shown = page.content.decode()
    assert "S40-S29; &lt;end&gt;</textarea>" in shown
    assert '<input type="hidden" name="key" value="one">' in shown
    assert 'value="old"' not in shown
    token = shown.partition('class="again"')[2].partition('csrfmiddlewaretoken" value="')[2]
    again = {"language": "de", "csrfmiddlewaretoken": token.partition('"')[0]}
    assert careful.post("/language/", again, headers=OWN).status_code == 302


@pytest.mark.parametrize(
    "heads",
    [{}, {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "none"},
     {"origin": "https://example.com"}, {"sec-fetch-site": "same-site", "origin": "http://testserver"}],
)  # fmt: skip
def test_form_of_another_site_is_not_given_back(careful: Client, heads: dict[str, str]) -> None:
    page = careful.post("/language/", {"text": "theirs"}, headers=heads)
    assert page.status_code == 403
    assert "theirs" not in page.content.decode()
    scripted = careful.post("/language/", {}, headers=heads | {"accept": "application/json"})
    assert "token" not in scripted.json()


def test_script_of_an_old_page_gets_a_token_that_is_good(careful: Client, alice: Person) -> None:
    heads = OWN | {"accept": "application/json"}
    refused = careful.post("/language/", {"language": "de"}, headers=heads)
    told = refused.json()
    assert (refused.status_code, told["reader"]) == (403, str(alice.pk))
    good = careful.post(
        "/language/", {"language": "de"}, headers=heads | {"x-csrftoken": told["token"]}
    )
    assert good.status_code == 204


def test_script_is_told_that_a_text_is_too_long(careful: Client, settings: Any) -> None:
    body = "text=" + "A" * settings.MAX_FORM_BYTES
    kind = "application/x-www-form-urlencoded"
    refused = careful.post("/", body, content_type=kind, headers={"accept": "application/json"})
    assert (refused.status_code, refused.json()) == (413, {"trouble": "This text is too long."})


def test_a_missing_static_file_is_told_without_the_database(alice: Person) -> None:
    client = Client()
    client.force_login(alice)
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/static/img/none.svg").status_code == 404
        assert not queries
        assert client.get("/img/none.svg").status_code == 404  # the control
        assert queries


def test_a_database_without_tables_is_an_outage(client: Client, db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE games_game CASCADE")
    answer = client.get("/tables/")
    assert answer.status_code == 503
    assert "A moment, please" in answer.content.decode()


def test_a_statement_that_is_wrong_is_no_outage() -> None:
    wrong = ProgrammingError("syntax error")
    wrong.__cause__ = SyntaxError()
    assert not errors._is_outage(wrong)
    wrong.__cause__ = UndefinedTable()
    assert errors._is_outage(wrong)


def test_form_of_a_visitor_is_not_given_back(db: None) -> None:
    """It could fill the table of sessions, and a browser without cookies would never be done."""
    page = Client(enforce_csrf_checks=True).post("/language/", {"text": "long"}, headers=OWN)
    assert page.status_code == 403
    assert "long" not in page.content.decode()


def test_form_given_back_names_who_would_send_it(careful: Client) -> None:
    page = careful.post("/preferences/", {"name": "Bob"}, headers=OWN).content.decode()
    assert "<strong>Alice</strong>is signed in now" in squeeze(page)

"""Reports in the browser: the form, who finds it, and what became of a report."""

from __future__ import annotations

from datetime import datetime
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import queries
from games.models import Game
from reports.models import Report
from talk import saying
from talk.models import Remark


def get(client: Client, person: Person, url: str) -> Any:
    client.force_login(person)
    return client.get(url)


def post(client: Client, person: Person, url: str, **fields: str) -> Any:
    client.force_login(person)
    return client.post(url, fields)


def words_url(remark: Remark) -> str:
    return reverse("report_words", args=[remark.game_id, remark.pk])


def text_of(answer: Any) -> str:
    return unescape(answer.content.decode())


def test_words_are_reported_by_the_form_of_their_page(
    client: Client, insult: Remark, alice: Person
) -> None:
    page = text_of(get(client, alice, reverse("words", args=[insult.game_id])))
    assert words_url(insult) in page
    form = text_of(get(client, alice, words_url(insult)))
    assert "You are a fool." in form
    answer = post(client, alice, words_url(insult), reason="insult")
    assert answer.headers["Location"] == reverse("words", args=[insult.game_id])
    assert Report.objects.get().evidence == "You are a fool."
    assert "You have reported this already." in text_of(get(client, alice, words_url(insult)))


def test_own_words_have_no_link_to_report_them(client: Client, insult: Remark, bob: Person) -> None:
    page = text_of(get(client, bob, reverse("words", args=[insult.game_id])))
    assert words_url(insult) not in page


def test_a_refused_report_keeps_what_was_typed(
    client: Client, insult: Remark, alice: Person
) -> None:
    answer = post(client, alice, words_url(insult), reason="other", sentence="")
    assert answer.status_code == 422
    assert "Say in a sentence what it is." in text_of(answer)
    assert 'value="other" selected' in text_of(answer)


def test_titles_and_names_are_reported_by_links_of_their_pages(
    client: Client, game: Game, bob: Person, charlie: Person
) -> None:
    for page, url in (
        (game.get_absolute_url(), reverse("report_title", args=[game.pk])),
        (reverse("player", args=[bob.pk]), reverse("report_name", args=[bob.pk])),
    ):
        assert url in text_of(get(client, charlie, page))
        assert post(client, charlie, url, reason="insult").headers["Location"] == page
    found = Report.objects.order_by("pk").values_list("kind", "about__name", "evidence")
    assert list(found) == [("title", "Alice", "Autumn"), ("name", "Bob", "Bob")]


@pytest.mark.parametrize("audience", ["players", "all"])
def test_words_are_reported_by_those_alone_who_can_read_them(
    audience: str, client: Client, game: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    visit = queries.load_visit(game.pk, bob)
    assert visit is not None
    remark = saying.say_words(visit, saying.Words(audience, "Secret"), now=now)
    nothing = reverse("report_words", args=[game.pk, remark.pk + 1])
    found = 200 if audience == "all" else 404
    assert get(client, charlie, words_url(remark)).status_code == found
    assert get(client, charlie, nothing).status_code == 404
    post(client, charlie, words_url(remark), reason="insult")
    assert Report.objects.exists() == (audience == "all")


def test_withdrawn_words_can_be_reported_and_are_shown_to_nobody(
    client: Client, insult: Remark, game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    visit = queries.load_visit(game.pk, bob)
    assert visit is not None
    saying.withdraw_words(visit, insult.pk, now=now)
    form = text_of(get(client, alice, words_url(insult)))
    post(client, alice, words_url(insult), reason="insult")
    assert Report.objects.get().evidence == "You are a fool."
    pages = [form, text_of(get(client, alice, words_url(insult)))]
    pages.append(text_of(get(client, alice, reverse("reports"))))
    assert [page for page in pages if "a fool" in page] == []
    Report.objects.update(was_shown=True)
    assert "a fool" in text_of(get(client, alice, reverse("reports")))


def test_a_guest_finds_no_form(client: Client, game: Game, charlie: Person) -> None:
    url = reverse("report_title", args=[game.pk])
    assert get(client, charlie, url).status_code == 200
    Person.objects.filter(pk=charlie.pk).update(
        is_guest=True, email=f"{charlie.pk}@guest.invalid", letters=False
    )
    assert client.get(url).status_code == 403

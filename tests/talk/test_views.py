"""Words at tables in the browser: said, read, edited and withdrawn."""

from __future__ import annotations

from datetime import datetime, timedelta
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Game
from games.play import clock
from talk.models import ReadMark, Remark
from tests import stage
from tests.talk.conftest import Say


def page(client: Client, person: Person | None, game: Game, view: str = "game") -> str:
    client.logout()
    if person:
        client.force_login(person)
    return unescape(client.get(reverse(view, args=[game.pk])).content.decode())


def post(client: Client, person: Person, game: Game, view: str, *args: int, **fields: str) -> Any:
    client.force_login(person)
    return client.post(reverse(view, args=[game.pk, *args]), fields)


def test_words_said_to_all_are_read_by_the_others(
    client: Client, game: Game, alice: Person, bob: Person, charlie: Person
) -> None:
    answer = post(client, alice, game, "words_say", text="A fine opening!", audience="all")
    assert answer.status_code == 302
    for reader in (alice, bob, charlie):
        assert "A fine opening!" in page(client, reader, game)
        assert "A fine opening!" in page(client, reader, game, "words")


def test_words_are_not_for_visitors_without_an_account(
    client: Client, game: Game, alice: Person
) -> None:
    post(client, alice, game, "words_say", text="A fine opening!", audience="all")
    assert "A fine opening!" not in page(client, None, game)
    assert "A fine opening!" in page(client, alice, game)


def test_words_are_said_once_however_often_their_form_is_sent(
    client: Client, game: Game, alice: Person
) -> None:
    for _ in range(2):
        post(client, alice, game, "words_say", text="Hello", audience="all", key="k")
    assert Remark.objects.count() == 1


def test_words_are_escaped(
    client: Client, game: Game, alice: Person, bob: Person, say: Say
) -> None:
    say(game, alice, "<b>bold</b> & <script>alert(1)</script>")
    client.force_login(bob)
    text = client.get(reverse("game", args=[game.pk])).content.decode()
    assert "&lt;b&gt;bold&lt;/b&gt; &amp; &lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_refused_words_are_kept_in_their_form(client: Client, game: Game, alice: Person) -> None:
    answer = post(client, alice, game, "words_say", text="x " * 1500, audience="all")
    assert answer.status_code == 422
    text = unescape(answer.content.decode())
    assert "That is too long: at most 2000 characters" in text
    assert "x " * 1500 in text


def test_a_courtesy_is_read_by_each_in_their_language(
    client: Client, game: Game, alice: Person, bob: Person, dora: Person
) -> None:
    post(client, alice, game, "words_say", courtesy="played", text="", audience="all")
    assert "Well played</p>" in page(client, bob, game)
    assert "Gut gespielt</p>" in page(client, dora, game)


def test_withdrawn_words_are_read_by_nobody(
    client: Client, game: Game, alice: Person, bob: Person, say: Say
) -> None:
    remark = say(game, alice, "You fool")
    assert post(client, bob, game, "words_withdraw", remark.pk).status_code == 422
    assert post(client, alice, game, "words_withdraw", remark.pk).status_code == 302
    for reader in (alice, bob):
        text = page(client, reader, game)
        assert "You fool" not in text
        assert "<em>withdrawn</em>" in text


def test_edited_words_say_so(
    client: Client, game: Game, alice: Person, bob: Person, say: Say, now: datetime
) -> None:
    remark = say(game, alice, "Helo")
    Remark.objects.update(said_at=clock.now())
    form = page_of(client, alice, game, remark)
    assert form.status_code == 200
    post(client, alice, game, "words_edit", remark.pk, text="Hello")
    text = page(client, bob, game)
    assert "Hello</p>" in text
    assert "edited" in text
    Remark.objects.update(said_at=now - timedelta(days=9), edited_at=now)
    assert page_of(client, alice, game, remark).status_code == 422
    assert post(client, alice, game, "words_edit", remark.pk, text="No").status_code == 422
    assert page_of(client, bob, game, remark).status_code == 422


def page_of(client: Client, person: Person, game: Game, remark: Remark) -> Any:
    client.force_login(person)
    return client.get(reverse("words_edit", args=[game.pk, remark.pk]))


def test_new_words_are_counted_until_they_are_read(
    client: Client, game: Game, alice: Person, bob: Person, say: Say
) -> None:
    first, last = say(game, alice, "Hello"), say(game, alice, "Anybody there?")
    withdrawn = say(game, alice, "Oops")
    post(client, alice, game, "words_withdraw", withdrawn.pk)
    assert title(page(client, bob, game)).startswith("Autumn · 2 new words")
    assert "new word" not in title(page(client, alice, game))
    post(client, bob, game, "words_read", read_to=str(first.pk))
    assert "1 new word" in title(page(client, bob, game))
    post(client, bob, game, "words_read", read_to=str(last.pk))
    post(client, bob, game, "words_read", read_to=str(first.pk))  # of another window
    assert "new word" not in title(page(client, bob, game))


def title(text: str) -> str:
    return " ".join(text.partition("<title>")[2].partition("</title>")[0].split())


def test_nobody_reads_ahead_of_what_was_said(
    client: Client, game: Game, alice: Person, bob: Person, say: Say
) -> None:
    said = say(game, alice, "Hello")
    for number in (said.pk, 9 * 10**17, 10**30):
        post(client, bob, game, "words_read", read_to=str(number))
        assert ReadMark.objects.get(game=game, person=bob).read_to == said.pk


def test_links_are_dead_until_author_and_reader_have_played(
    client: Client, game: Game, alice: Person, bob: Person, charlie: Person, say: Say, now: datetime
) -> None:
    link, others = 'href="https://example.org/x"', (bob, charlie)
    say(game, alice, "See https://example.org/x")
    assert link in page(client, alice, game)  # their own
    assert not any(link in page(client, one, game) for one in others)
    stage.hand_in(game, alice, "end", now=now)
    assert not any(link in page(client, one, game) for one in others)
    stage.hand_in(game, bob, "end", now=now)
    assert [link in page(client, one, game) for one in others] == [True, False]
    assert 'rel="nofollow noopener noreferrer ugc"' in page(client, bob, game)


def test_words_refer_to_steps_and_fields(
    client: Client, game: Game, alice: Person, bob: Person, say: Say
) -> None:
    say(game, alice, "Why S40 in #1 and not #2?")
    text = page(client, bob, game)
    assert f'href="{reverse("game_history", args=[game.pk])}?upto=1#board">#1</a>' in text
    assert 'data-lights="S40"' in text
    assert "upto=2#board" not in text


def test_a_form_leads_back_to_where_it_stood_and_nowhere_else(
    client: Client, game: Game, alice: Person
) -> None:
    words = reverse("words", args=[game.pk])
    for at, leads_to in (
        (f"/games/{game.pk}/#talk", f"/games/{game.pk}/#talk"),
        ("https://evil.example/", words),
        ("//evil.example/", words),
        ("/preferences/", words),
    ):
        answer = post(client, alice, game, "words_say", text="Hi", audience="all", next=at)
        assert answer["Location"] == leads_to


def test_what_was_typed_while_signed_out_is_no_plan(client: Client, game: Game) -> None:
    answer = client.post(
        reverse("words_say", args=[game.pk]), {"text": "secret", "audience": "all"}
    )
    assert answer.status_code == 302
    assert "secret" not in answer["Location"]

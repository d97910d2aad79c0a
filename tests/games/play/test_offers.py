"""Offers of a draw: asked on the page, in the list, in the title and by a letter, with yes and
no."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import live
from games.letters import writers
from games.models import Game, PendingOffer, Seat, Submission
from games.play import substitutes, turns
from games.play.turns.advance import advance_game
from games.play.turns.locked_game import lock_and_load
from mail.models import Delivery
from tests import stage
from tests.games import armada, espionage, skirmishes
from tests.games.test_every_page import plain

QUESTION = "Do you agree to a draw?"
Begin = Callable[[Sequence[Person], datetime], Game]


def begin_bollwerk(people: Sequence[Person], now: datetime) -> Game:
    return stage.sit_down(people, "bollwerk", now=now)


def begin_espionage(people: Sequence[Person], now: datetime) -> Game:
    game = espionage.begin(people, now)
    return skirmishes.tell(game, people, now=now, upto=2, story=espionage.STORY)


def begin_skirmish(people: Sequence[Person], now: datetime) -> Game:
    return skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=2)


STORIES = {
    "bollwerk": (begin_bollwerk, "draw?", "draw!", "a4 +A a10"),
    "espionage": (begin_espionage, "draw?", "draw!", "d2-d3 e2-e3"),
    "skirmish": (begin_skirmish, "offer draw", "accept draw", "d1 to d2"),
}


@pytest.fixture(params=STORIES)
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def offered(slug: str, alice: Person, bob: Person, now: datetime) -> Game:
    """A game in which Alice, who is on turn, has offered a draw to Bob."""
    begin, offer, _accept, _turn = STORIES[slug]
    game = begin([alice, bob], now)
    stage.hand_in(game, alice, offer, now=now)
    game.refresh_from_db()
    return game


def show(client: Client, person: Person, path: str) -> str:
    client.force_login(person)
    return client.get(path).content.decode()


def written(person: Person, now: datetime, kind: str = "offer") -> list[str]:
    rows = Delivery.objects.filter(kind=kind, person=person).order_by("pk")
    letters = (writers.WRITERS[kind](row, now) for row in rows)
    return [f"{letter.subject}\n{letter.text}" for letter in letters if letter]


def decline(client: Client, person: Person, game: Game, seen: int | None = None) -> str:
    client.force_login(person)
    data = {"seen": str(game.version if seen is None else seen)}
    return plain(client.post(reverse("game_decline", args=[game.pk]), data, follow=True))


def test_offer_of_a_draw_is_asked_everywhere(
    client: Client, offered: Game, bob: Person, now: datetime
) -> None:
    game_page = show(client, bob, offered.get_absolute_url())
    assert game_page.index(QUESTION) < game_page.index('id="map"')
    assert "<title>(1) " in game_page
    assert game_page.index(QUESTION) < game_page.index("</title>")
    home = show(client, bob, reverse("home"))
    waiting = home.partition("Waiting for you")[2].partition("Tables and invitations")[0]
    assert QUESTION in waiting
    assert "<title>(1) " in home
    [letter] = written(bob, now)
    assert "] A draw is offered\n" in letter
    assert QUESTION in letter


def test_offer_of_a_draw_is_asked_of_nobody_else(
    client: Client, offered: Game, alice: Person, charlie: Person, now: datetime
) -> None:
    for person in (alice, charlie):
        for path in (offered.get_absolute_url(), reverse("home")):
            page = show(client, person, path)
            assert QUESTION not in page
            assert "Decline" not in page
        assert written(person, now) == []
    assert live.count_asked(charlie) == 0
    assert live.count_asked(alice) == 1  # her turn


def test_declined_offer_is_not_shown_any_more(
    client: Client, slug: str, offered: Game, bob: Person, now: datetime
) -> None:
    page = decline(client, bob, offered)
    assert "You have declined." in page
    assert live.count_asked(bob) == 0
    for path in (offered.get_absolute_url(), reverse("home")):
        shown = show(client, bob, path)
        assert QUESTION not in shown
        assert "Accept the draw" not in shown
    assert written(bob, now) == []
    # By the rules it stands until his turn: who thinks better of it can write the order still.
    stage.hand_in(offered, bob, STORIES[slug][2], now=now)
    assert Game.objects.get(pk=offered.pk).status == Game.Status.OVER


def test_accepted_offer_ends_the_game(
    client: Client, slug: str, offered: Game, bob: Person, now: datetime
) -> None:
    client.force_login(bob)
    path = reverse("game_act", args=[offered.pk])
    accept = STORIES[slug][2]
    assert "Accept the draw" in client.get(path, {"act": accept}).content.decode()
    data = {"text": accept, "seen": str(offered.version), "key": "k"}
    client.post(reverse("game_submit", args=[offered.pk]), data)
    assert Game.objects.get(pk=offered.pk).status == Game.Status.OVER
    assert not PendingOffer.objects.exists()
    assert live.count_asked(bob) == 0
    assert written(bob, now) == []


def test_offer_with_a_turn_is_told_in_the_letter_about_it(
    slug: str, alice: Person, bob: Person, now: datetime
) -> None:
    begin, offer, _accept, turn = STORIES[slug]
    game = begin([alice, bob], now)
    text = f"{offer} / {turn}" if slug == "skirmish" else f"{turn}; {offer}"
    stage.hand_in(game, alice, text, now=now)
    assert written(bob, now) == []
    letter = written(bob, now, "decision")[-1]
    assert "] A draw is offered · " in letter
    assert QUESTION in letter
    assert live.count_asked(bob) == 1


def test_turn_with_an_offer_is_sent_and_not_drawn(
    client: Client, slug: str, alice: Person, bob: Person, now: datetime
) -> None:
    """What was handed in reads "draw", so the page says what that is."""
    begin, offer, _accept, turn = STORIES[slug]
    game = begin([alice, bob], now)
    text = f"{offer} / {turn}" if slug == "skirmish" else f"{turn}; {offer}"
    receipt = stage.hand_in(game, alice, text, now=now)
    path = f"{game.get_absolute_url()}?sent={receipt.submission.pk}"
    page = " ".join(show(client, alice, path).split())
    assert "✓ Sent. You have offered a draw. Waiting for Bob." in page
    plain_turn = stage.hand_in(game, bob, "resign", now=now)
    over = show(client, bob, f"{game.get_absolute_url()}?sent={plain_turn.submission.pk}")
    assert "You have offered a draw." not in over


def test_next_offer_is_asked_after_one_was_declined(
    client: Client, alice: Person, bob: Person, now: datetime
) -> None:
    game = begin_bollwerk([alice, bob], now)
    stage.hand_in(game, alice, "a4 +A a10; draw?", now=now)
    game.refresh_from_db()
    decline(client, bob, game)
    assert live.count_asked(bob) == 1  # his turn
    stage.hand_in(game, bob, "a18 +A a16", now=now)
    assert not PendingOffer.objects.exists()
    stage.hand_in(game, alice, "draw?", now=now)
    assert QUESTION in show(client, bob, game.get_absolute_url())


def test_next_offer_is_asked_in_the_turn_that_lets_the_declined_one_lapse(
    client: Client, alice: Person, bob: Person, now: datetime
) -> None:
    game = begin_bollwerk([alice, bob], now)
    stage.hand_in(game, alice, "a4 +A a10; draw?", now=now)
    game.refresh_from_db()
    decline(client, bob, game)
    with transaction.atomic():
        locked = lock_and_load(game.pk, now)
        before = locked.pending_decisions()
        for person, text in ((bob, "a18 +A a16"), (alice, "draw?")):
            seat = locked.seat_of(person)
            locked.play_text(seat, text, via=Submission.Via.PREMOVE, key=seat.name)
        advance_game(locked, before, {})
    assert QUESTION in show(client, bob, game.get_absolute_url())
    assert QUESTION in written(bob, now)[-1]


def test_declined_offer_that_still_stands_is_not_asked_again(
    client: Client, slug: str, offered: Game, alice: Person, bob: Person, now: datetime
) -> None:
    decline(client, bob, offered)
    stage.hand_in(offered, alice, STORIES[slug][3], now=now)
    assert QUESTION not in show(client, bob, offered.get_absolute_url())


def test_offer_from_before_there_were_rows_is_asked_after_the_next_turn(
    client: Client, slug: str, offered: Game, alice: Person, bob: Person, now: datetime
) -> None:
    PendingOffer.objects.all().delete()
    stage.hand_in(offered, alice, STORIES[slug][3], now=now)
    assert QUESTION in show(client, bob, offered.get_absolute_url())


def test_offer_that_is_newer_than_the_page_is_not_declined(
    client: Client, offered: Game, bob: Person
) -> None:
    decline(client, bob, offered, seen=offered.version - 1)
    assert QUESTION in show(client, bob, offered.get_absolute_url())


def test_offer_is_declined_by_its_own_seat_alone(
    client: Client, offered: Game, alice: Person, charlie: Person, bob: Person
) -> None:
    for person in (alice, charlie):
        decline(client, person, offered)
    client.force_login(bob)
    client.get(reverse("game_decline", args=[offered.pk]))
    assert live.count_asked(bob) == 1


def test_declined_offer_is_asked_of_a_substitute(
    client: Client,
    offered: Game,
    bob: Person,
    charlie: Person,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Else a seat with hidden pieces is for nobody new.
    monkeypatch.setattr(substitutes, "MIN_GAMES", 0)
    decline(client, bob, offered)
    Seat.objects.filter(game=offered, person=bob).update(is_absent=True)
    seat = Seat.objects.get(game=offered, person=bob)
    turns.become_substitute(offered.pk, seat.name, charlie, now=now)
    assert QUESTION in show(client, charlie, offered.get_absolute_url())


def test_offer_of_a_paused_game_waits(
    client: Client, offered: Game, bob: Person, now: datetime
) -> None:
    turns.pause_game(offered.pk, now=now)
    assert live.count_asked(bob) == 0
    for path in (offered.get_absolute_url(), reverse("home")):
        assert QUESTION not in show(client, bob, path)


def test_live_news_count_an_offer(client: Client, offered: Game, bob: Person) -> None:
    pages = [live.OpenPage(bob.pk), live.OpenPage(bob.pk, offered.pk)]
    stamps = [live.page_stamp(page) for page in pages]
    assert [stamp.asked for stamp in stamps if stamp] == [1, 1]


def test_alliance_is_asked_everywhere(
    client: Client, alice: Person, bob: Person, dora: Person, charlie: Person, now: datetime
) -> None:
    """A proposal is a decision by the rules (I19), and so it is asked like any other."""
    people = [alice, bob, dora]
    game = armada.begin_three(people, now)
    story = [*enumerate(armada.OF_THREE), *armada.SWEARING]
    skirmishes.tell(game, people, now=now, upto=7, story=story)
    question = "Do you consent to the alliance?"
    assert question in show(client, bob, game.get_absolute_url())
    home = show(client, bob, reverse("home"))
    assert question in home.partition("Waiting for you")[2]
    assert "<title>(1) " in home
    assert "] An alliance is proposed" in written(bob, now, "decision")[-1]
    answers = show(client, bob, reverse("game_answer", args=[game.pk]))
    assert 'value="consent"' in answers
    assert 'value="refuse"' in answers
    assert question not in show(client, charlie, game.get_absolute_url())

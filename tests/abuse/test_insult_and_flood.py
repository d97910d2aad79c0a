"""Insults where nobody asked for them, and more of anything than anybody can bear."""

from __future__ import annotations

from datetime import datetime, timedelta
from threading import Thread
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.invitation_optout import optout_url
from accounts.models import Person
from games.forms import usual_values
from games.models import Game, Invitation, Nudge, SeatRequest
from games.play import tables
from games.play.clock import PRESETS
from mail.letters import Letter
from mail.models import Delivery
from reports.models import Report
from talk.models import Remark
from tests import stage
from tests.abuse.conftest import Browse, Mailboxes
from tests.abuse.visitors import Visitor
from tests.conftest import person
from tests.games.replies.mailbox import WRITERS

DAY = timedelta(days=1)
INSULT = "You are a fool."


def nothing_said() -> bool:
    return not Remark.objects.exists()


# --- To people who are none of one's business ------------------------------------------------


@pytest.mark.parametrize("audience", ["all", "players", "partners", "", "staff", "WATCHERS"])
def test_a_stranger_speaks_to_none_but_spectators(
    audience: str, game: Game, charlie: Person, browse: Browse
) -> None:
    assert browse(charlie).say(game.pk, INSULT, audience).status_code == 422
    assert nothing_said()
    # The control: spectators they may speak to.
    assert browse(charlie).say(game.pk, INSULT, "watchers").status_code == 302


@pytest.mark.parametrize("audience", ["watchers", "partners"])
def test_a_player_speaks_to_no_audience_that_is_not_theirs(
    audience: str, game: Game, bob: Person, browse: Browse
) -> None:
    assert browse(bob).say(game.pk, INSULT, audience).status_code == 422
    assert nothing_said()


def test_a_stranger_says_nothing_at_a_private_table(
    game: Game, charlie: Person, browse: Browse
) -> None:
    Game.objects.update(is_private=True)
    for audience in ("all", "watchers"):
        assert browse(charlie).say(game.pk, INSULT, audience).status_code == 404
    assert nothing_said()


def test_nobody_says_anything_at_a_table_that_is_called_off(
    table: Game, alice: Person, bob: Person, browse: Browse, now: datetime
) -> None:
    tables.join_table(table.pk, bob, now=now)
    browse(alice).post("table_leave", table.pk)
    for one in (alice, bob):
        assert browse(one).say(table.pk, INSULT).status_code == 422
    assert nothing_said()


def test_a_visitor_without_an_account_says_nothing(game: Game, browse: Browse) -> None:
    assert browse(None).say(game.pk, INSULT, "watchers").status_code == 302
    assert nothing_said()


def test_words_are_not_turned_into_an_insult_once_their_author_is_out(
    table: Game, alice: Person, bob: Person, browse: Browse, now: datetime
) -> None:
    """Bob says hello, is taken from the table, and edits what he has said."""
    tables.join_table(table.pk, bob, now=now)
    browse(bob).say(table.pk, "Hello", "players")
    remark = Remark.objects.get()
    assert browse(bob).post("words_edit", table.pk, remark.pk, text="Hello!").status_code == 302
    browse(alice).post("table_remove", table.pk, person=bob.pk)
    assert browse(bob).post("words_edit", table.pk, remark.pk, text=INSULT).status_code == 422
    assert Remark.objects.get().text == "Hello!"


@pytest.mark.parametrize("view", ["words_edit", "words_withdraw"])
def test_nobody_touches_words_of_others_by_their_number(
    view: str, game: Game, alice: Person, bob: Person, browse: Browse
) -> None:
    browse(alice).say(game.pk, "Hello")
    remark = Remark.objects.get()
    assert browse(bob).post(view, game.pk, remark.pk, text=INSULT).status_code == 422
    remark.refresh_from_db()
    assert (remark.text, remark.withdrawn_at) == ("Hello", None)


def test_a_form_is_not_replayed_at_another_table(
    game: Game, alice: Person, bob: Person, browse: Browse, now: datetime
) -> None:
    """Neither an edit: words of one table cannot be reached through another."""
    other = stage.sit_down([alice, bob], "bollwerk", now=now)
    browse(bob).say(game.pk, "Hello")
    remark = Remark.objects.get()
    assert browse(bob).post("words_edit", other.pk, remark.pk, text=INSULT).status_code == 422
    assert browse(bob).get("words_edit", other.pk, remark.pk).status_code == 422
    assert Remark.objects.get().text == "Hello"


def test_the_key_of_a_form_swallows_no_words_of_others(
    game: Game, alice: Person, bob: Person, browse: Browse
) -> None:
    """Bob has sent Alice's form before she does, field by field."""
    for one in (bob, alice):
        browse(one).say(game.pk, "Hello", key="0123")
    assert [row.person for row in Remark.objects.order_by("pk")] == [bob, alice]


@pytest.mark.parametrize("key", ["insult", "<script>", "luck ", "LUCK", "played" * 9])
def test_a_courtesy_that_is_not_offered_is_not_said(
    key: str, game: Game, bob: Person, browse: Browse
) -> None:
    assert browse(bob).say(game.pk, courtesy=key).status_code == 422
    assert nothing_said()


def test_a_courtesy_brings_no_text_along(
    game: Game, alice: Person, bob: Person, browse: Browse
) -> None:
    browse(bob).say(game.pk, INSULT, courtesy="luck")
    assert INSULT not in browse(alice).read("words", game.pk)
    assert Remark.objects.get().text == ""


def test_nobody_insults_by_the_nudge_the_thanks_or_the_request_of_a_form(
    hidden: Game, charlie: Person, alice: Person, browse: Browse
) -> None:
    """None of them carries words, whatever fields are sent with it."""
    fields = dict.fromkeys(("text", "word", "sentence", "reason", "title", "name"), INSULT)
    seat = hidden.seats.get(is_absent=True).name
    assert browse(charlie).post("game_ask", hidden.pk, seat=seat, **fields).status_code == 302
    assert INSULT not in browse(alice).read("game", hidden.pk)
    assert all(INSULT not in str(row.about) for row in Delivery.objects.all())


# --- More than anybody can bear ---------------------------------------------------------------


def test_a_hundred_thousand_signs_are_no_words(game: Game, bob: Person, browse: Browse) -> None:
    for text in ("x" * 100_000, "\n" * 100_000, "a\u0301" * 50_000, "👍\ufe0f" * 30_000):
        assert browse(bob).say(game.pk, text).status_code == 422
    assert nothing_said()


def test_a_form_of_megabytes_is_not_read(game: Game, bob: Person, browse: Browse) -> None:
    assert browse(bob).say(game.pk, "x" * 3_000_000).status_code in (400, 413)
    assert nothing_said()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028", "\v", "\x85"])
def test_a_wall_of_lines_is_refused_by_whatever_ends_them(
    end: str, game: Game, bob: Person, browse: Browse
) -> None:
    assert browse(bob).say(game.pk, end.join("x" * 61)).status_code == 422
    assert browse(bob).say(game.pk, end.join("x" * 60)).status_code == 302


def test_tables_take_turns_and_the_limit_of_all_holds(
    game: Game, alice: Person, bob: Person, browse: Browse, now: datetime, settings: Any
) -> None:
    settings.WORDS_AN_HOUR = 2
    others = [stage.sit_down([alice, bob], "bollwerk", now=now) for _ in range(5)]
    for _ in range(3):
        for one in (game, *others):
            browse(bob).say(one.pk, INSULT)
    assert Remark.objects.filter(person=bob).count() == 8
    assert browse(alice).say(game.pk, "Please stop").status_code == 302


def test_withdrawn_and_edited_words_give_no_room_for_others(
    game: Game, bob: Person, browse: Browse, settings: Any
) -> None:
    settings.WORDS_AN_HOUR = 2
    for text in ("one", "two"):
        browse(bob).say(game.pk, text)
        browse(bob).post("words_withdraw", game.pk, Remark.objects.latest("pk").pk)
    assert browse(bob).say(game.pk, "three").status_code == 422


def test_mails_and_pages_have_one_limit(
    game: Game, alice: Person, bob: Person, browse: Browse, mailbox: Mailboxes, settings: Any
) -> None:
    settings.WORDS_AN_HOUR = 2
    browse(alice).say(game.pk, "Hello")
    his = mailbox(bob)
    letter = his.letter("words")
    assert his.reply(letter, INSULT) == "said"
    assert browse(bob).say(game.pk, INSULT).status_code == 302
    assert his.reply(letter, INSULT) == "refused"
    assert browse(bob).say(game.pk, INSULT).status_code == 422


@pytest.mark.django_db(transaction=True)
def test_words_of_many_windows_at_once_have_one_limit(
    game: Game, bob: Person, settings: Any
) -> None:
    settings.WORDS_AN_HOUR = 3

    def say() -> None:
        try:
            Visitor(bob).say(game.pk, INSULT)
        finally:
            connection.close()

    threads = [Thread(target=say) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Remark.objects.filter(person=bob).count() == 3


def letters_to(one: Person, kind: str = "words") -> int:
    return Delivery.objects.filter(person=one, kind=kind, channel=None).count()


def test_edits_write_no_letters(game: Game, alice: Person, bob: Person, browse: Browse) -> None:
    browse(bob).say(game.pk, "Hello")
    remark = Remark.objects.get()
    for number in range(20):
        browse(bob).post("words_edit", game.pk, remark.pk, text=f"{INSULT} {number}")
    assert letters_to(alice) == 1


def test_words_that_are_withdrawn_again_and_again_write_one_letter(
    game: Game, alice: Person, bob: Person, browse: Browse, now: datetime
) -> None:
    """What was withdrawn before its letter left is nothing; after it, the letter has been sent."""
    for _ in range(5):
        browse(bob).say(game.pk, INSULT)
        Delivery.objects.filter(kind="words", sent_at=None).update(status="sent", sent_at=now)
        browse(bob).post("words_withdraw", game.pk, Remark.objects.latest("pk").pk)
    assert letters_to(alice) == 1


def test_one_nudge_a_day_however_many_forms(
    game: Game, alice: Person, bob: Person, browse: Browse, now: datetime
) -> None:
    decision = game.decisions.get(closed_at=None)
    game.decisions.update(told_at=now - 2 * DAY, opened_at=now - 2 * DAY)
    sent = [
        browse(bob).post("game_nudge", game.pk, decision=decision.pk, key=str(number)).status_code
        for number in range(4)
    ]
    assert sent == [302, 409, 409, 409]
    assert Nudge.objects.count() == letters_to(alice, "nudge") == 1


def test_reports_of_all_kinds_have_one_limit_and_reach_nobody(
    game: Game, alice: Person, charlie: Person, browse: Browse, settings: Any
) -> None:
    settings.REPORTS_A_DAY = 3
    people = [person(f"Victim{letter}") for letter in "abcd"]
    before = Delivery.objects.count()
    attempts: list[tuple[str, int]] = [("report_title", game.pk)]
    attempts += [("report_name", one.pk) for one in people]
    sent = [browse(charlie).post(view, pk, reason="insult").status_code for view, pk in attempts]
    assert sent == [302, 302, 302, 422, 422]
    assert Report.objects.count() == 3
    assert Delivery.objects.count() == before


def test_hosts_are_asked_for_seats_a_few_times(
    alice: Person, bob: Person, charlie: Person, browse: Browse, now: datetime
) -> None:
    for number in range(5):
        game = stage.sit_down([alice, bob], "espionage", now=now)
        game.seats.filter(person=bob).update(is_absent=True)
        seat = game.seats.get(person=bob).name
        for again in range(2):
            browse(charlie).post("game_ask", game.pk, seat=seat, key=f"{number}{again}")
    assert SeatRequest.objects.filter(person=charlie).count() == 3
    assert letters_to(alice, "seat-request") == 3


def test_one_mailbox_is_not_flooded_by_spellings_of_its_address(
    table: Game, alice: Person, browse: Browse
) -> None:
    """Frank's mailbox has very many addresses: a tag after "+", and capital letters."""
    spellings = [f"Frank+{number}@example.org" for number in range(10)]
    spellings += ["frank@example.org", "FRANK@EXAMPLE.ORG", "frank@Example.Org"]
    for spelling in spellings:
        browse(alice).post("table_invite", table.pk, addresses=spelling)
    assert Delivery.objects.filter(kind="invitation").count() == tables.MAX_TO_ONE_A_DAY


def test_a_table_is_not_filled_and_emptied_to_flood_its_host(
    alice: Person, bob: Person, browse: Browse, now: datetime
) -> None:
    terms = tables.TableTerms(ruleset="bollwerk", title="Spring", pace=PRESETS["normal"])
    table = tables.host_table(alice, terms, now=now)
    for _ in range(5):
        browse(bob).post("table_join", table.pk)
        browse(bob).post("table_leave", table.pk)
    assert Delivery.objects.filter(kind="table", person=alice).count() == 1


def test_a_game_that_is_over_is_no_way_to_reach_somebody_again_and_again(
    alice: Person, bob: Person, browse: Browse, now: datetime
) -> None:
    """Rematches that are called off and asked for again: one letter to the other for each."""
    game = stage.sit_down([alice, bob], "bollwerk", now=now)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, ended_at=now)
    for _ in range(8):
        answer = browse(bob).post("game_rematch", game.pk)
        if answer.status_code == 302:
            rematch = game.rematches.latest("pk")
            browse(bob).post("table_leave", rematch.pk)
    assert Invitation.objects.filter(person=alice).count() <= tables.MAX_TO_ONE_A_DAY


def test_who_wants_no_invitations_gets_none_by_another_spelling(
    table: Game, alice: Person, browse: Browse, now: datetime
) -> None:
    def invite(address: str) -> Letter | None:
        browse(alice).post("table_invite", table.pk, addresses=address)
        return WRITERS["invitation"](Delivery.objects.latest("pk"), now)

    assert invite("frank+a@example.org") is not None
    refused = optout_url("frank+a@example.org")
    Client().post("/" + refused.split("/", 3)[3], {"List-Unsubscribe": "One-Click"})
    assert invite("frank+b@example.org") is None
    assert invite("frank@example.org") is None
    assert invite("erin@example.org") is not None


def test_who_is_kept_away_writes_by_no_invitation_to_another_spelling(
    table: Game, alice: Person, bob: Person, browse: Browse, now: datetime
) -> None:
    """Bob keeps Alice away, who knows his address and puts a tag into it."""

    def invite(address: str) -> Letter | None:
        browse(alice).post("table_invite", table.pk, addresses=address)
        return WRITERS["invitation"](Delivery.objects.latest("pk"), now)

    assert invite("bob+0@example.org") is not None
    browse(bob).post("block", alice.pk)
    assert invite("bob+1@example.org") is None
    assert invite("bob@example.org") is None


BLOCKED = {
    "capital letters": "SCHUFT",
    "full width": "ｓｃｈｕｆｔ",
    "homoglyphs": "sсhuft",  # a Cyrillic letter
    "points between": "s.c.h.u.f.t",
    "blanks between": "s c h u f t",
    "a line through it": "s\u0336c\u0336h\u0336u\u0336f\u0336t\u0336",
    "underlined": "du s\u0332chu\u0332ft",
    "enclosed": "s\u20ddchuft",
    "within a text": "Bob, du Schuft!",
    "with an underscore": "bob_schuft",
}


@pytest.mark.parametrize("title", BLOCKED.values(), ids=BLOCKED)
def test_a_blocked_word_is_put_into_no_title_by_dressing_it(
    title: str, bob: Person, browse: Browse, settings: Any
) -> None:
    settings.BLOCKED_WORDS = ["Schuft"]
    fields = usual_values("bollwerk") | {"ruleset": "bollwerk", "preset": "normal"}
    assert browse(bob).post("table_new", title=title, **fields).status_code == 422
    # The control: words that only hold it are free.
    assert browse(bob).post("table_new", title="Schuftig", **fields).status_code == 302

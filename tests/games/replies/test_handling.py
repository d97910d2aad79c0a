"""Games played by answering letters: one effect and one answer for each mail."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Person
from games.models import Decision, Draft, Game, Preview, Submission
from games.planner import drafts
from games.play import notices, turns
from games.play.damage import DamagedError
from games.play.lock_queue import BusyError
from games.replies import correspondence, previews, submission
from inbox.received import RetryLaterError
from mail.models import Delivery
from tests import stage
from tests.games.replies.conftest import DUEL
from tests.games.replies.mailbox import Mailbox


def test_a_turn_is_shown_and_counts_after_a_yes(
    duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "S12xS14") == "preview"
    assert not Submission.objects.filter(person=alice).exists()
    assert hers.reply("answer", "YES") == "counted"
    submission = Submission.objects.get(person=alice)
    assert (submission.text, submission.via) == ("S12-S13xS14", "letter")
    assert "S12-S13xS14" in hers.letter("answer").text


def test_a_recapture_is_answered_by_its_letter(
    duel: Game, alice: Person, bob: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers, his = mailbox(alice), mailbox(bob)
    hers.reply("decision", "S12xS14")
    hers.reply("answer", "ja")
    assert his.reply("decision", "A") == "counted"
    assert Submission.objects.get(person=bob).text == "S16-S15xS14"


def test_a_refused_order_is_quoted_with_its_rule(
    duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "S12-X14") == "refused"
    text = hers.letter("answer").text
    assert "S12-X14" in text
    assert "What this piece could do" in text
    assert not Preview.objects.exists()


def test_orders_for_an_old_position_become_a_draft(
    duel: Game, alice: Person, bob: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    letter = hers.letter("decision")
    hers.reply(letter, "S12xS14")
    hers.reply("answer", "yes")
    assert hers.reply(letter, "S01-S03") in ("stale", "refused")
    assert Submission.objects.filter(person=alice).count() == 1


def test_a_mail_locks_its_person_before_its_turn_locks_anything(
    duel: Game,
    alice: Person,
    mailbox: Callable[[Person], Mailbox],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Later, the lock of the whole site would wait for whatever holds the person."""
    mailbox(alice).reply("decision", "S12xS14")
    before: list[str] = []

    def submit(*given: Any, **more: Any) -> turns.SubmissionReceipt:
        before.extend(row["sql"] for row in queries)
        return turns.submit(*given, **more)

    with CaptureQueriesContext(connection) as queries, monkeypatch.context() as watched:
        watched.setattr(submission, "turns", SimpleNamespace(**{**vars(turns), "submit": submit}))
        assert mailbox(alice).reply("answer", "YES") == "counted"
    assert any("accounts_person" in sql and "FOR KEY SHARE" in sql for sql in before)


def test_a_mail_that_cannot_be_read_is_answered(
    duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    assert mailbox(alice).reply("decision", "", unreadable="parts") == "unreadable"
    assert mailbox(alice).answer.headline == "We could not read your mail."


@pytest.mark.parametrize("error", [DamagedError(Game(), "an event"), BusyError()])
def test_a_mail_about_a_game_that_is_damaged_or_busy_waits(
    error: Exception,
    duel: Game,
    alice: Person,
    mailbox: Callable[[Person], Mailbox],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*given: Any) -> None:
        raise error

    monkeypatch.setattr(correspondence, "known_game", fail)
    with pytest.raises(RetryLaterError):
        mailbox(alice).reply("decision", "S12xS14")


@pytest.mark.parametrize(
    ("said", "came"), [("STATUS", "status"), ("AWAY until 24 December", "away")]
)
def test_a_mail_that_needs_no_game_does_not_wait_for_one_that_is_damaged(
    said: str,
    came: str,
    duel: Game,
    alice: Person,
    mailbox: Callable[[Person], Mailbox],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*given: Any) -> None:
        raise DamagedError(duel, "an event")

    monkeypatch.setattr(correspondence, "known_game", fail)
    assert mailbox(alice).reply("decision", f"{said}\n\nRegards,\nAlice") == came


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"sender": "bob@example.org"}, "other-sender"),
        ({"unreadable": "parts", "is_authentic": False}, "unreadable-parts"),
        ({"sender": ""}, "other-sender"),
        ({"automatic": "auto-submitted"}, "automatic-auto-submitted"),
        ({"recipient": "reply+aaaa@play.example.org"}, "wrong-address"),
    ],
)
def test_what_is_not_certain_has_no_effect_and_no_answer(
    fields: dict[str, Any],
    word: str,
    duel: Game,
    alice: Person,
    mailbox: Callable[[Person], Mailbox],
) -> None:
    assert mailbox(alice).reply("decision", "S12xS14", **fields) == word
    assert not Delivery.objects.filter(kind="answer").exists()
    assert not Preview.objects.exists()
    assert not Draft.objects.exists()


def test_orders_of_an_author_who_is_not_proved_become_a_draft(
    duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "S12xS14", is_authentic=False) == "unproved"
    assert Draft.objects.get().text == "S12xS14"
    assert not Preview.objects.exists()


def test_a_yes_counts_once(duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "S12xS14")
    preview = hers.letter("answer")
    assert [hers.reply(preview, "YES") for _ in range(2)] == ["counted", "counted"]
    assert Submission.objects.filter(person=alice).count() == 1


def test_orders_of_an_author_who_is_not_proved_replace_no_plan(
    duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox], now: datetime
) -> None:
    seat = duel.seats.get(person=alice)
    drafts.save_draft(seat, alice, "S01-S03", version=duel.version, seen=None, now=now)
    hers = mailbox(alice)
    assert hers.reply("decision", "S12xS14", is_authentic=False) == "unproved"
    assert Draft.objects.get().text == "S01-S03"
    assert "S12xS14" in hers.letter("answer").text


def test_previews_are_kept_while_letters_can_be_answered(
    duel: Game, alice: Person, now: datetime, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "S12xS14")
    preview = hers.letter("answer")
    assert previews.purge_previews(now + timedelta(days=119)) == 0
    assert previews.purge_previews(now + timedelta(days=121)) == 1
    assert hers.reply(preview, "YES") == "refused"
    assert "not kept any more" in " ".join(hers.letter("answer").text.split())
    assert not Submission.objects.filter(person=alice).exists()


def test_no_to_a_preview_forgets_it(
    duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "S12xS14")
    preview = hers.letter("answer")
    assert hers.reply(preview, "nein") == "discarded"
    assert hers.reply(preview, "YES") == "refused"
    assert not Submission.objects.filter(person=alice).exists()
    text = " ".join(hers.letter("answer").text.split())
    assert "answered already" in text
    assert "The position in words" in text
    assert hers.reply(preview, "S01-S31") == "preview"


def test_a_letter_that_is_too_old_is_answered_with_the_present(
    duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox], now: datetime
) -> None:
    hers = mailbox(alice)
    letter = hers.letter("decision")
    hers.now = now + timedelta(days=121)
    assert hers.reply(letter, "S12xS14", is_authentic=False) == "expired"
    assert not Delivery.objects.filter(kind="answer").exists()
    assert hers.reply(letter, "S12xS14") == "expired"
    assert not Preview.objects.exists()
    assert "The position in words" in hers.letter("answer").text


@pytest.mark.parametrize("text", ["S12xS14\nYES", "YES\nS12xS14", "STATUS\nS12xS14"])
def test_a_mail_that_says_several_things_has_no_effect(
    text: str, duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", text) == "refused"
    assert text.splitlines()[1] in hers.letter("answer").text
    assert not Preview.objects.exists()
    assert not Submission.objects.filter(person=alice).exists()


def test_an_answer_counts_at_once_only_where_its_letter_has_listed_the_answers(
    duel: Game, alice: Person, bob: Person, mailbox: Callable[[Person], Mailbox], now: datetime
) -> None:
    hers, his = mailbox(alice), mailbox(bob)
    hers.reply("decision", "S12xS14")
    hers.reply("answer", "YES")
    decision = Decision.objects.get(seat__person=bob, closed_at=None)
    notices.notify_timeout(decision, decision.seat, now=now)
    assert his.reply("missed", "A") == "stale"
    assert not Submission.objects.filter(person=bob).exists()
    assert "What you can answer" in his.letter("answer").text
    assert his.reply("answer", "A") == "counted"


def test_an_answer_to_help_counts_at_once(
    duel: Game, alice: Person, bob: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers, his = mailbox(alice), mailbox(bob)
    hers.reply("decision", "S12xS14")
    hers.reply("answer", "YES")
    assert his.reply("decision", "HELP") == "help"
    text = his.letter("answer").text
    assert "Do you recapture?\n" in text
    assert " NO No recapture" in text
    assert his.reply("answer", "A") == "counted"


def test_answers_listed_before_the_game_went_on_do_not_count(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime,
    mailbox: Callable[[Person], Mailbox],
) -> None:  # fmt: skip
    game = stage.begin([alice, bob, dora, erin], {**DUEL, "S15": "west S"}, now=now)
    his = mailbox(bob)
    stage.hand_in(game, alice, "S12-S13xS14", now=now)
    assert his.reply("decision", "HELP") == "help"
    stage.hand_in(game, bob, "pass", now=now)
    stage.hand_in(game, alice, "S14xS15", now=now)
    assert his.reply("answer", "A") == "stale"
    assert [row.text for row in Submission.objects.filter(person=bob)] == ["pass"]


@pytest.mark.parametrize("below", ["S01-S03", "end"])
def test_orders_below_a_closing_are_not_left_out_unseen(
    below: str, duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", f"S12xS14\nDanke!\n{below}") == "refused"
    assert f"“{below}”" in hers.letter("answer").text
    assert hers.reply("decision", "S12xS14\nDanke!\nAlice\nTel. 030 1234567") == "preview"


def test_an_answer_with_a_doubt_below_it_is_asked_again(
    duel: Game, alice: Person, bob: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers, his = mailbox(alice), mailbox(bob)
    hers.reply("decision", "S12xS14")
    hers.reply("answer", "YES")
    assert his.reply("decision", "A\nWait, no") == "refused"
    assert not Submission.objects.filter(person=bob).exists()
    assert "What you can answer" in his.letter("answer").text
    assert his.reply("answer", "A") == "counted"


@pytest.mark.parametrize("text", ["S01-S03", "NO", "A", "draw!"])
def test_a_late_mail_replaces_no_plan(
    text: str, duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox], now: datetime
) -> None:
    hers = mailbox(alice)
    letter = hers.letter("decision")
    stage.hand_in(duel, alice, "S01-S31", now=now)
    duel.refresh_from_db()
    seat = duel.seats.get(person=alice)
    drafts.save_draft(seat, alice, "S02-S32", version=duel.version, seen=None, now=now)
    hers.reply(letter, text)
    assert Draft.objects.get().text == "S02-S32"


@pytest.mark.parametrize("text", ["pass", "A", "draw!"])
def test_a_late_word_is_no_draft(
    text: str, duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox], now: datetime
) -> None:
    hers = mailbox(alice)
    letter = hers.letter("decision")
    stage.hand_in(duel, alice, "S01-S31", now=now)
    assert hers.reply(letter, text) in ("stale", "refused", "unknown")
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    "text", ["B" * 20_000, "B" * 900, "AWAY " + "B" * 900, "RULES " + "B" * 900, "YES " + "B" * 900]
)
def test_an_answer_repeats_the_beginning_of_a_long_mail_alone(
    text: str, duel: Game, alice: Person, bob: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers, his = mailbox(alice), mailbox(bob)
    hers.reply("decision", "S12xS14")
    hers.reply("answer", "YES")
    his.reply("decision", text)
    assert "B" * 600 not in "".join(his.letter("answer").text.split())


@pytest.mark.parametrize(
    "text",
    [
        "OK",
        "Okay, thanks!",
        "O.K.",
        "Passt.",
        "Einverstanden, danke",
        "ok\n\nAlice",
        "Ja, ok",
        "Ok 👍🏽",
    ],
)
def test_an_agreement_hands_in_what_was_shown(
    text: str, duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "S12xS14")
    preview = hers.letter("answer")
    assert hers.reply(preview, text) == "counted"
    assert Submission.objects.get().text == "S12-S13xS14"
    assert hers.reply(preview, text) == "counted"
    assert Submission.objects.count() == 1


@pytest.mark.parametrize(
    "text",
    ["ok, but wait", "ok\nbut not yet", "ok\n\nwait", "ok\nthanks, but not yet", "ok\nS01-S31",
     "ok?\nwhy", "not ok", "ok?", "ok 👎", "ok S01-S31", "ok\nBOARD"],
)  # fmt: skip
def test_an_agreement_with_anything_beside_it_hands_in_nothing(
    text: str, duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "S12xS14")
    assert hers.reply("answer", text) == "refused"
    assert not Submission.objects.exists()


def test_an_agreement_is_one_to_a_preview_alone(
    duel: Game, alice: Person, bob: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers, his = mailbox(alice), mailbox(bob)
    hers.reply("decision", "S12xS14")
    assert hers.reply("decision", "OK") == "refused"
    hers.reply("answer", "NO")
    hers.reply("decision", "S12xS14")
    hers.reply("answer", "YES")
    assert his.reply("decision", "OK") != "counted"


def test_an_agreement_to_what_was_declined_is_too_late(
    duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "S12xS14")
    preview = hers.letter("answer")
    hers.reply(preview, "NO")
    hers.reply(preview, "OK")
    assert "answered already" in hers.letter("answer").text
    assert not Submission.objects.exists()


def test_an_agreement_of_somebody_who_is_not_proved_hands_in_nothing(
    duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "S12xS14")
    hers.reply("answer", "OK", is_authentic=False)
    assert not Submission.objects.exists()


def test_a_preview_names_its_game(
    duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    assert mailbox(alice).reply("decision", "S12xS14") == "preview"
    assert Preview.objects.get().game == duel


@pytest.mark.parametrize("text", ["S12xS14\n\nAlice", "S12xS14\n\n- Alice.\n", "S12xS14\n \nALICE"])
def test_the_name_of_its_author_below_an_order_is_left_out(
    text: str, duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", text) == "preview"
    assert Preview.objects.get().text == "S12-S13xS14"
    assert hers.reply("answer", "Yes\n\nAlice") == "counted"


def test_the_first_word_of_a_name_is_a_signature(
    duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    Person.objects.filter(pk=alice.pk).update(name="Alice B. Miller")
    assert mailbox(alice).reply("decision", "S12xS14\n\nAlice B. Miller") == "preview"
    assert mailbox(alice).reply("decision", "S12xS14\n\nAlice") == "preview"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Zoe", "S12xS14\n\nAlice"),  # the name of somebody else
        ("Alice", "S12xS14\nAlice"),  # not apart
        ("S01-S31", "S12xS14\n\nS01-S31"),  # an order
        ("Ende", "S12xS14\n\nEnde"),
        ("Trotzdem", "S12xS14\n\nTrotzdem"),
        ("A", "S12xS14\n\nA"),  # an answer
        ("Nein", "S12xS14\n\nNein"),
        ("Wait", "S12xS14\n\nwait"),
    ],
)
def test_a_name_that_could_be_an_order_is_left_in(
    name: str, text: str, duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    Person.objects.filter(pk=alice.pk).update(name=name)
    word = mailbox(alice).reply("decision", text)
    last = text.splitlines()[-1].casefold()
    kept = Preview.objects.get().text if word == "preview" else ""
    assert word == "refused" or kept.endswith({"ende": "end", "s01-s31": "S01-S31"}[last])


def test_a_preview_says_that_the_turn_ends_with_its_last_point(
    duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    """C4: the first turn of four has five points."""
    hers, said = mailbox(alice), "Your turn ends with this."
    for text, is_said in (
        ("S12-S11", False),
        ("S12-S11; end", False),
        ("S12-S11-S12-S11-S12-S11", True),
    ):
        assert hers.reply("decision", text) == "preview"
        assert (said in hers.letter("answer").text) == is_said


@pytest.mark.parametrize("text", ["Sure, thanks!", "jo", "Danke", "👍"])
def test_a_mere_courtesy_is_no_yes_and_is_asked_about(
    text: str, duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "S12xS14")
    assert hers.reply("answer", text) == "refused"
    assert hers.answer.paragraphs[0].startswith("Did you mean YES?")
    assert not Submission.objects.exists()
    assert hers.reply("answer", "YES") == "counted"


def test_a_no_says_whose_turn_it_still_is(
    duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "S12xS14")
    hers.reply("answer", "NO")
    assert hers.answer.headline == "Nothing was handed in."
    assert hers.answer.paragraphs[0].startswith("It is still your turn.")


def test_a_yes_to_nothing_says_how_to_order(
    duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "YES") == "refused"
    assert hers.answer.paragraphs[0] == "No orders of yours wait for a YES or NO."
    assert "such as: " in hers.answer.paragraphs[1]


def test_an_order_that_its_refusal_quotes_stands_there_once(
    duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "hello there")
    assert hers.answer.paragraphs[0].startswith("The order “hello there” cannot be read.")


def test_no_subject_ends_with_a_question_mark(
    duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "S12xS14")
    assert hers.letter("answer").subject.endswith("Is this your turn? · Zugpost")

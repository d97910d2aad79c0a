"""Turns by a program: what counts, what is refused, and what is sent twice."""

from __future__ import annotations

from datetime import datetime
from typing import get_args

from accounts.models import Person
from api.schemas.turns import Delay
from games.ahead.conditional_turns.pages import DELAYS
from games.models import Game, Submission
from tests import stage
from tests.api.conftest import Connect


def test_a_program_sees_the_game_and_what_is_asked(
    game: Game, alice: Person, connect: Connect
) -> None:
    seen = connect(alice).get(f"/games/{game.pk}").json()
    assert (seen["seat"], seen["version"]) == ("south", game.version)
    assert [(asked["seat"], asked["how"]) for asked in seen["asked"]] == [("south", "compose")]
    assert seen["asked"][0]["seconds_left"] >= 0
    assert [seat["name"] for seat in seen["seats"]] == ["south", "west", "north", "east"]


def test_a_turn_counts(game: Game, alice: Person, connect: Connect) -> None:
    program = connect(alice)
    order = program.post(f"/games/{game.pk}/options").json()["choices"][0]["text"]
    sent = {"text": f"{order}; end", "version": game.version}
    answer = program.post(f"/games/{game.pk}/orders", sent)
    assert answer.status_code == 200, answer.content
    receipt = answer.json()
    stored = Submission.objects.get(game=game)
    assert (receipt["first_seq"], receipt["last_seq"]) == (stored.first_seq, stored.last_seq)
    assert program.get(f"/games/{game.pk}").json()["version"] >= receipt["version"]


def test_what_a_program_hands_in_is_kept_as_such(
    alice: Person, bob: Person, connect: Connect, now: datetime
) -> None:
    game = stage.sit_down([alice, bob], "bollwerk", now=now)
    sent = {"text": "e5-e7", "version": game.version}
    assert connect(alice).post(f"/games/{game.pk}/orders", sent).status_code == 200
    assert connect(bob).post(f"/games/{game.pk}/leave").status_code == 204
    handed_in = Submission.objects.filter(game=game, person__in=(alice, bob))
    assert [one.via for one in handed_in.order_by("pk")] == ["api", "api"]


def test_a_turn_that_is_sent_twice_counts_once(game: Game, alice: Person, connect: Connect) -> None:
    program = connect(alice)
    sent = {"text": "end", "version": game.version}
    first = program.post(f"/games/{game.pk}/orders", sent, Idempotency_Key="a-turn")
    again = program.post(f"/games/{game.pk}/orders", sent, Idempotency_Key="a-turn")
    assert first.status_code == 200, first.content
    assert first.json() == again.json()
    assert Submission.objects.filter(game=game).count() == 1


def test_a_key_is_good_for_one_request_alone(game: Game, alice: Person, connect: Connect) -> None:
    program = connect(alice)
    sent = {"text": "end", "version": game.version}
    program.post(f"/games/{game.pk}/orders", sent, Idempotency_Key="a-turn")
    other = program.post(
        f"/games/{game.pk}/orders", {**sent, "text": "resign"}, Idempotency_Key="a-turn"
    )
    assert other.status_code == 422
    assert other.json()["type"].endswith("#problem-key-reused")


def test_a_refusal_names_rule_and_order(game: Game, alice: Person, connect: Connect) -> None:
    sent = {"text": "s40-w3; end", "version": game.version}
    answer = connect(alice).post(f"/games/{game.pk}/orders", sent)
    problem = answer.json()
    assert answer.status_code == 422
    assert answer["Content-Type"] == "application/problem+json"
    assert problem["rule"] == "A8"
    assert problem["order"] == 0
    assert problem["detail"].endswith(".")


def test_stale_orders_tell_what_was_missed(
    game: Game, alice: Person, bob: Person, connect: Connect
) -> None:
    connect(alice).post(f"/games/{game.pk}/orders", {"text": "end", "version": game.version})
    late = connect(bob).post(f"/games/{game.pk}/orders", {"text": "end", "version": game.version})
    assert late.status_code == 409
    assert late.json()["type"].endswith("#problem-stale")
    assert late.json()["missed"]


def test_a_stranger_and_nobody_hand_in_nothing(
    game: Game, charlie: Person, connect: Connect
) -> None:
    sent = {"text": "end", "version": game.version}
    assert connect(charlie).post(f"/games/{game.pk}/orders", sent).status_code == 403
    assert connect().post(f"/games/{game.pk}/orders", sent).status_code == 401
    assert not Submission.objects.filter(game=game).exists()


def test_a_token_that_reads_does_not_play(game: Game, alice: Person, connect: Connect) -> None:
    sent = {"text": "end", "version": game.version}
    answer = connect(alice, "read").post(f"/games/{game.pk}/orders", sent)
    assert answer.status_code == 403
    assert "play" in answer.json()["detail"]
    assert not Submission.objects.filter(game=game).exists()


def test_a_check_hands_nothing_in(game: Game, alice: Person, connect: Connect) -> None:
    program = connect(alice)
    order = program.post(f"/games/{game.pk}/options").json()["choices"][0]["text"]
    checked = program.post(f"/games/{game.pk}/check", {"text": order, "ends_turn": True}).json()
    assert checked["refused"] is None
    assert checked["steps"][0]["text"] == order
    assert not Submission.objects.filter(game=game).exists()


def test_conditional_turns_answer_after_a_delay_of_the_page(
    alice: Person, bob: Person, connect: Connect, now: datetime
) -> None:
    assert get_args(Delay) == tuple(DELAYS)
    game = stage.sit_down([alice, bob], "bollwerk", now=now)
    path, program = f"/games/{game.pk}/conditional-turns", connect(bob)
    for delay in (-1, 37, 99_999, 10**12):
        sent = {"text": "", "version": game.version, "delay": delay}
        assert program.put(path, sent).status_code == 422
    assert program.put(path, {"text": "", "version": game.version, "delay": 60}).status_code == 200

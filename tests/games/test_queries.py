"""Queries: what pages may read of games, and in how few queries."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import Person
from games import queries
from games.models import Game
from games.play import history, tables, turns
from games.play.clock import PRESETS
from games.play.knowledge import known_game
from tests import stage

QUESTION = {
    "S12": "south E(S,S)",
    "S14": "south K",
    "S32": "south K",
    "W12": "west K",
    "S30": "west K",
    "W15": "west S",
    "N12": "north K",
    "N30": "north C",
    "E12": "east K",
    "E14": "east E",
}


def submit(game: Game, person: Person, text: str, now: datetime) -> turns.SubmissionReceipt:
    game.refresh_from_db()
    orders = turns.Orders(
        game_id=game.pk, person=person, text=text, seen_version=game.version, key=f"k{game.version}"
    )
    return turns.submit(orders, now=now)


def test_the_dashboard_lists_answers_before_turns_and_urgent_turns_first(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    people = [alice, bob, dora, erin]
    late = stage.begin(people, QUESTION, now=now, pace="leisurely")
    soon = stage.begin(people, QUESTION, now=now, pace="fast")
    asked = stage.begin(people, QUESTION, now=now, turn="west", pace="leisurely")
    submit(asked, bob, "S30-S11xS12", now)
    found = queries.load_dashboard(alice)
    assert [row.game for row in found.asked.rows] == [asked, soon, late]
    assert [row.game for row in queries.load_dashboard(bob).waiting.rows] == [late, soon, asked]


def test_the_dashboard_lists_tables_invitations_and_finished_games(
    table: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    tables.invite_addresses(table.pk, table.host, [charlie.email.upper()], now=now)
    assert [row.game for row in queries.load_dashboard(table.host).tables.rows] == [table]
    assert [row.game for row in queries.load_dashboard(charlie).invited.rows] == [table]
    assert not queries.load_dashboard(bob).tables.rows


def test_the_dashboard_tells_the_last_move_of_each_game(
    game: Game, bob: Person, now: datetime
) -> None:
    submit(game, game.host, "S40-S29; end", now)
    (row,) = queries.load_dashboard(bob).asked.rows
    assert str(row.last) == "South: knight from S40 to S29"


def test_the_dashboard_takes_few_queries(
    game: Game, bob: Person, now: datetime, django_assert_max_num_queries: Any
) -> None:
    for _ in range(3):
        more = tables.open_table(
            bob,
            tables.TableTerms(ruleset="conquest", title="More", pace=PRESETS["normal"]),
            now=now,
        )
        tables.join_table(more.pk, game.host, now=now)
    with django_assert_max_num_queries(9):
        found = queries.load_dashboard(game.host)
    assert (len(found.asked.rows), len(found.tables.rows)) == (1, 3)


def test_a_visit_takes_few_queries(
    game: Game, alice: Person, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(3):
        found = queries.load_visit(game.pk, alice)
    assert found is not None
    assert (found.viewer, found.decision is not None) == ("south", True)


def test_a_private_game_is_hidden_from_similar_addresses(
    table: Game, alice: Person, now: datetime
) -> None:
    Game.objects.update(is_private=True)
    tables.invite_addresses(table.pk, alice, ["bob@github.com"], now=now)
    rogue = Person.objects.create_user("bob@gıthub.com", name="Rogue")
    bob = Person.objects.create_user("bob@github.com", name="Bob")
    assert queries.load_visit(table.pk, rogue) is None
    assert queries.load_visit(table.pk, bob) is not None


def test_a_private_game_is_shown_to_its_players_and_invited_people(
    game: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    Game.objects.update(is_private=True)
    assert queries.load_visit(game.pk, None) is None
    assert queries.load_visit(game.pk, charlie) is None
    assert queries.load_visit(game.pk, charlie, key=game.invite_key) is not None
    assert queries.load_visit(game.pk, charlie, key="") is None
    assert queries.load_visit(game.pk, game.host) is not None
    turns.leave_game(game.pk, bob, now=now)
    assert queries.load_visit(game.pk, bob) is not None


def test_each_list_of_the_dashboard_has_pages(
    alice: Person, bob: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(queries.PAGES, "tables", 2)
    for number in range(3):
        tables.open_table(
            alice,
            tables.TableTerms(ruleset="conquest", title=f"Table {number}", pace=PRESETS["normal"]),
            now=now + timedelta(hours=number),
        )
    first = queries.load_dashboard(alice).tables
    assert ([row.game.title for row in first.rows], first.total) == (["Table 2", "Table 1"], 3)
    (last,) = queries.load_dashboard(alice, {"tables": "2"}).tables.rows
    assert last.game.title == "Table 0"


def test_the_dashboard_tells_nobody_the_plan_of_another_seat(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    """A21: two games that differ only in the attacker's plan look alike to everybody else."""
    games = []
    for rest in ("W12-W13; end", "W15-W14; end"):
        game = stage.begin([alice, bob, dora, erin], QUESTION, now=now, turn="west")
        submit(game, bob, f"S30-S11xS12; {rest}", now)
        game.refresh_from_db()
        games.append(game)
    one, other = games
    for seat in ("south", "north", "east", None):
        assert _told_row(one, seat) == _told_row(other, seat)
    assert _told_row(one, "west") != _told_row(other, "west")


def _told_row(game: Game, seat: str | None) -> object:
    marks = [(step.seq, str(step.phrase), step.marks) for step in history.list_steps(game, seat)]
    return marks, known_game(game, seat).view


def test_turn_so_far_has_the_moves_before_an_interruption(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    game = stage.begin([alice, bob, dora, erin], QUESTION, now=now, turn="west")
    submit(game, bob, "S30-S11xS12", now + timedelta(hours=1))
    submit(game, alice, "pass", now + timedelta(hours=2))
    game.refresh_from_db()
    number = game.rules.judgement.turn_number(known_game(game, None).state)
    told = [str(step.phrase) for step in history.turn_so_far(game, None, number)]
    assert told[0].startswith("West's knight takes South's elephant")
    assert told[-1] == "South does not recapture."


def test_known_game_returns_a_past_position(game: Game, now: datetime) -> None:
    submit(game, game.host, "S40-S29; end", now)
    game.refresh_from_db()
    first = known_game(game, None, 0).state
    assert "S40" in game.rules.judgement.write_position(first)["pieces"]
    last = known_game(game, None, 10_000).state
    assert "S40" not in game.rules.judgement.write_position(last)["pieces"]


def test_find_submission_returns_only_ones_own(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    receipt = submit(game, alice, "end", now)
    assert queries.find_submission(game, alice, receipt.submission.pk) == receipt.submission
    assert queries.find_submission(game, bob, receipt.submission.pk) is None

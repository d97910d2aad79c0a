"""The chain of commitments, and keys of chance made of words."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from accounts.models import Person
from conquest.kit import chance, commitments
from games.models import Commitment, Game, Seat
from games.play import bots, fairness, rematch, tables, turns
from games.play.clock import PRESETS
from tests import stage
from tests.games import skirmishes
from tests.games.skirmishes import OVER, READY


def open_table(host: Person, now: datetime, ruleset: str = "skirmish", **options: Any) -> Game:
    return tables.open_table(
        host,
        tables.TableTerms(ruleset=ruleset, title="Glade", pace=PRESETS["normal"], options=options),
        now=now,
    )


def chain() -> list[tuple[int, int, str, str, int]]:
    rows = Commitment.objects.order_by("number")
    return [(row.number, row.game_id, row.kind, row.seat, row.seq) for row in rows]


def seed(game: Game) -> bytes:
    return bytes(Game.objects.get(pk=game.pk).seed)


def test_a_table_commits_its_seed_when_it_opens(alice: Person, now: datetime) -> None:
    one, other = open_table(alice, now), open_table(alice, now)
    assert chain() == [(1, one.pk, "seed", "", 0), (2, other.pk, "seed", "", 0)]
    row = one.commitments.get()
    assert row.commitment == commitments.hash_secret(seed(one))
    assert row.at == now
    assert fairness.check_commitments().length == 2
    assert fairness.check_commitments().broken is None


def test_nothing_of_the_chain_can_be_changed_or_removed(alice: Person, now: datetime) -> None:
    open_table(alice, now)
    for deed in (
        lambda: Commitment.objects.update(commitment="0" * 64),
        lambda: Commitment.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            deed()


def test_no_number_of_the_chain_is_used_twice(alice: Person, now: datetime) -> None:
    row = open_table(alice, now).commitments.get()
    row.kind = "key"
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


def test_check_commitments_finds_a_row_changed_past_the_trigger(
    alice: Person, now: datetime
) -> None:
    open_table(alice, now)
    open_table(alice, now)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE games_commitment SET at = at + interval '1 s' WHERE number = 1")
        cursor.execute("SET LOCAL session_replication_role = origin")
    assert fairness.check_commitments().broken == 1


def test_without_words_the_seed_is_the_key_of_chance(
    alice: Person, bob: Person, now: datetime
) -> None:
    game = skirmishes.begin([alice, bob], now=now)
    assert game.words == []
    assert fairness.chance_key(game) == seed(game)
    assert [kind for _number, _game, kind, *_rest in chain()] == ["seed"]


def test_words_make_the_key_of_chance_in_the_order_of_seats(
    alice: Person, bob: Person, now: datetime
) -> None:
    table = open_table(alice, now)
    tables.join_table(table.pk, bob, seat_name="birch", word="tails", now=now)
    tables.join_table(table.pk, alice, seat_name="ash", word="heads", now=now)
    game = tables.start_by_host(table.pk, alice, now=now)
    game.refresh_from_db()
    assert game.words == ["heads", "tails"]
    key = chance.derive_key(seed(game), ["heads", "tails"])
    assert fairness.chance_key(game) == key
    assert game.commitments.get(kind="key").commitment == commitments.hash_secret(key)
    (started,) = game.rules.judgement.start_game(game.options, chance.keyed_numbers(key))
    assert game.events.get(seq=1).data["boulder"] == started.boulder


def test_lots_are_drawn_after_the_words_and_words_move_with_people(
    alice: Person, bob: Person, now: datetime
) -> None:
    """Words count in the order before the lots; each person has theirs at the new seat."""
    seen = set()
    for round_ in range(12):
        table = open_table(alice, now + timedelta(days=round_), "bollwerk", seats="lot")
        assert table.has_lots
        tables.join_table(table.pk, alice, word="a", now=now)
        tables.join_table(table.pk, bob, word="b", now=now)
        game = tables.start_by_host(table.pk, alice, now=now)
        game.refresh_from_db()
        assert game.words == ["a", "b"]
        places = chance.draw_lots(chance.keyed_numbers(fairness.chance_key(game)), 2)
        said = {seat.person_id: seat.word for seat in game.seats.all()}
        assert said == {alice.pk: "a", bob.pk: "b"}
        sitting = [seat.person_id for seat in game.seats.all()]
        assert sitting == [[alice.pk, bob.pk][place] for place in places]
        seen.add(tuple(places))
    assert len(seen) == 2


def test_a_word_can_be_changed_until_the_game_begins(
    alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    table = open_table(alice, now)
    tables.join_table(table.pk, alice, word="heads", now=now)
    tables.join_table(table.pk, bob, now=now)
    tables.change_word(table.pk, alice, "")
    tables.change_word(table.pk, bob, "other")
    with pytest.raises(tables.TableRejected, match="do not sit"):
        tables.change_word(table.pk, charlie, "mine")
    game = tables.start_by_host(table.pk, alice, now=now)
    with pytest.raises(tables.TableRejected, match="no longer open"):
        tables.change_word(table.pk, bob, "late")
    game.refresh_from_db()
    assert game.words == ["", "other"]


def test_a_word_leaves_the_table_with_its_person(alice: Person, bob: Person, now: datetime) -> None:
    table = open_table(alice, now, players=4)
    tables.join_table(table.pk, alice, seat_name="ash", word="mine", now=now)
    tables.choose_seat(table.pk, alice, seat_name="elm", now=now)
    assert dict(table.seats.values_list("name", "word"))["elm"] == "mine"
    tables.join_table(table.pk, bob, seat_name="ash", now=now)
    assert table.seats.get(name="ash").word == ""
    tables.change_word(table.pk, bob, "his")
    tables.stand_up(table.pk, bob, now=now)
    assert table.seats.get(name="ash").word == ""


def test_bots_and_rematches_have_no_words(alice: Person, bob: Person, now: datetime) -> None:
    table = open_table(alice, now)
    tables.join_table(table.pk, alice, word="mine", now=now)
    tables.seat_bots(table.pk, alice, bots.get_or_create_bots(), now=now)
    game = tables.start_by_host(table.pk, alice, now=now)
    game.refresh_from_db()
    assert game.words == ["mine", ""]
    turns.leave_game(game.pk, alice, now=now)
    again = rematch.join_rematch(game.pk, alice, now=now)
    assert not Seat.objects.filter(game=again).exclude(word="").exists()
    assert (
        again.commitments.get(kind="seed").commitment
        != game.commitments.get(kind="seed").commitment
    )


def test_secret_set_ups_are_committed_as_they_are_sent(
    alice: Person, bob: Person, now: datetime
) -> None:
    people = [alice, bob]
    game = skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=READY)
    assert chain()[1:] == [(2, game.pk, "set-up", "ash", 2)]
    game = skirmishes.tell(game, people, now=now, since=READY, upto=OVER)
    assert chain()[1:] == [(2, game.pk, "set-up", "ash", 2), (3, game.pk, "set-up", "birch", 3)]
    made = game.commitments.get(seq=2).commitment
    order = game.events.get(seq=2).data["order"]
    assert made == commitments.hash_order(chance.derive_salt(seed(game), 2), order)
    assert made != commitments.hash_order(b"", order)
    assert fairness.find_bad_commitment(game) is None


def test_silence_commits_its_set_up(alice: Person, bob: Person, now: datetime) -> None:
    people = [alice, bob]
    game = skirmishes.begin(people, now=now)
    late = now + timedelta(days=90)
    for decision in game.decisions.filter(closed_at=None):
        game.decisions.filter(pk=decision.pk).update(told_at=now)
        assert turns.expire_decision(decision.pk, now=late)
    assert [kind for _number, _game, kind, *_rest in chain()] == ["seed", "set-up", "set-up"]


def test_a_set_up_that_is_refused_commits_nothing(
    alice: Person, bob: Person, now: datetime
) -> None:
    game = skirmishes.begin([alice, bob], now=now)
    with pytest.raises(Exception, match="Set up a scout"):
        stage.hand_in(game, alice, "muster b1 scout", now=now)
    assert len(chain()) == 1


def test_games_that_hide_nothing_commit_their_seed_alone(game: Game, alice: Person) -> None:
    stage.hand_in(game, alice, "end", now=game.opened_at)
    assert [kind for _number, _game, kind, *_rest in chain()] == ["seed"]


@pytest.mark.parametrize("what", ["seed", "words"])
def test_find_bad_commitment_names_the_one_that_does_not_fit(
    alice: Person, bob: Person, now: datetime, what: str
) -> None:
    table = open_table(alice, now)
    tables.join_table(table.pk, alice, word="mine", now=now)
    tables.join_table(table.pk, bob, now=now)
    game = tables.start_by_host(table.pk, alice, now=now)
    assert fairness.find_bad_commitment(game) is None
    change: dict[str, Any] = {"seed": b"another"} if what == "seed" else {"words": ["m1ne", ""]}
    Game.objects.filter(pk=game.pk).update(**change)
    game.refresh_from_db()
    number = 1 if what == "seed" else 2
    assert f"commitment {number} does not fit" in (fairness.find_bad_commitment(game) or "")

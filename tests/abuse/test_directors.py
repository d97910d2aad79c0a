"""What a director could do to people: seats of others, rated games, results, letters without end.

Charlie directs a cup that runs; Alice and Bob play in it with two more, and Dora waits.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import Person
from games.models import Game, PlayerBlock, Seat, SubstituteAsk
from games.play import restrictions, substitutes
from games.play.restrictions import Kind
from mail.models import Delivery
from seasons import entering, reserves
from seasons.groups import arrange_seats
from seasons.letters import write_news
from seasons.models import Competition, Entrant, Fixture, FixtureSeat, Member, Ruling
from tests.abuse.conftest import Browse
from tests.conftest import person
from tests.seasons.competitions import enter_all, open_championship, open_cup, people, tick

DAY = timedelta(days=1)
Open = Callable[..., Competition]


@pytest.fixture
def others(db: None) -> list[Person]:
    return people(2)


@pytest.fixture
def open_running(
    charlie: Person, alice: Person, bob: Person, others: list[Person], now: datetime
) -> Open:
    """Return how a cup is opened that has just begun."""

    def begin(**fields: Any) -> Competition:
        cup = open_cup(charlie, now - 10 * DAY, kind="round_robin", **fields)
        enter_all(cup, [alice, bob, *others], now - 10 * DAY)
        tick(now)
        cup.refresh_from_db()
        return cup

    return begin


@pytest.fixture
def cup(open_running: Open) -> Competition:
    return open_running()


@pytest.fixture
def hidden_cup(open_running: Open) -> Competition:
    """A cup of a game whose pieces are hidden."""
    return open_running(ruleset="espionage", options=arrange_seats("espionage", {}))


@pytest.fixture
def dora(db: None, now: datetime) -> Person:
    dora = person("Dora")
    Person.objects.filter(pk=dora.pk).update(joined_at=now - 30 * DAY)
    dora.refresh_from_db()
    return dora


def rule(browse: Browse, by: Person, cup: Competition, what: str, **form: object) -> int:
    """Send the form of a ruling; return the status of the answer."""
    fields = {"key": f"{what}-{Ruling.objects.count()}", "reason": "why", **form}
    return int(browse(by).post("competition-rule", cup.pk, what, **fields).status_code)


def game_of(one: Person, other: Person) -> Game:
    return Game.objects.get(pk__in=games_of(one) & games_of(other))


def games_of(one: Person) -> set[int]:
    return set(Seat.objects.filter(person=one).values_list("game", flat=True))


def leave_for_good(one: Person) -> None:
    """Let somebody's seats be absent until they return."""
    Seat.objects.filter(person=one).update(is_absent=True)


def entry_of(one: Person) -> Entrant:
    return Entrant.objects.get(person=one)


# --- Into the place of somebody ------------------------------------------------------------------


def test_nobody_plays_for_others_who_has_not_agreed_to(
    cup: Competition, charlie: Person, dora: Person, browse: Browse
) -> None:
    """Charlie names a friend; Bob, who plays already; himself; and people who are not there."""
    leave_for_good(entry_of(Person.objects.get(name="Alice")).person)
    for name in ("Dora", "Bob", "Charlie", "Nobody", "", "%"):
        assert rule(browse, charlie, cup, "replace", name="Alice", successor=name) == 422
    assert not Ruling.objects.exists()
    assert not Entrant.objects.filter(person__in=[charlie, dora]).exists()


def test_a_director_is_told_alike_of_people_who_are_there_and_who_are_not(
    cup: Competition, charlie: Person, browse: Browse
) -> None:
    person("Secret", is_active=False)
    answers = []
    for name in ("Secret", "Frank", "Nobody at all"):
        fields = {"key": "k", "reason": "why", "name": "Alice", "successor": name}
        answer = browse(charlie).post("competition-rule", cup.pk, "replace", **fields)
        answers.append(answer.context["refusal"])
    assert len(set(answers)) == 1


def test_nobody_loses_a_seat_at_which_they_play(
    hidden_cup: Competition, charlie: Person, alice: Person, dora: Person, browse: Browse
) -> None:
    """The place is given away, but not what Alice's pieces are, nor her rated games."""
    enter_all(hidden_cup, [dora], hidden_cup.opened_at)
    before = games_of(alice)
    assert rule(browse, charlie, hidden_cup, "replace", name="Alice", successor="Dora") == 302
    assert games_of(alice) == before
    assert not games_of(dora)
    voided = Fixture.objects.filter(game__in=before)
    assert {fixture.status for fixture in voided} == {Fixture.Status.VOID}
    assert not Game.objects.filter(pk__in=before).exclude(status="running", is_rated=True).exists()


def test_who_agreed_has_the_seats_of_who_is_absent(
    hidden_cup: Competition, charlie: Person, alice: Person, dora: Person, browse: Browse
) -> None:
    """The control."""
    enter_all(hidden_cup, [dora], hidden_cup.opened_at)
    before = games_of(alice)
    leave_for_good(alice)
    assert rule(browse, charlie, hidden_cup, "replace", name="Alice", successor="Dora") == 302
    assert games_of(dora) == before


def second_account(now: datetime) -> Person:
    second = Person.objects.create_user("bob+2@example.org", name="Robert")
    Person.objects.filter(pk=second.pk).update(joined_at=now - 30 * DAY)
    second.refresh_from_db()
    return second


def test_a_second_account_has_no_seat_in_the_games_of_the_first(
    hidden_cup: Competition,
    charlie: Person,
    alice: Person,
    bob: Person,
    browse: Browse,
    now: datetime,
) -> None:
    second = second_account(now)
    enter_all(hidden_cup, [second], now)
    shared, all_of_hers = game_of(alice, bob), games_of(alice)
    leave_for_good(alice)
    assert rule(browse, charlie, hidden_cup, "replace", name="Alice", successor="Robert") == 302
    assert games_of(second) == all_of_hers - {shared.pk}


def test_a_young_account_has_no_seat_where_pieces_are_hidden(
    hidden_cup: Competition,
    charlie: Person,
    alice: Person,
    browse: Browse,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    young = person("Young")
    Person.objects.filter(pk=young.pk).update(joined_at=now + DAY)
    enter_all(hidden_cup, [young], now)
    leave_for_good(alice)
    before = games_of(alice)
    assert rule(browse, charlie, hidden_cup, "replace", name="Alice", successor="Young") == 302
    assert not games_of(young)
    # The control: in the same place, had they played enough.
    monkeypatch.setattr(substitutes, "MIN_GAMES", 0)
    seat = Seat.objects.filter(game__in=before, person=alice)[0]
    assert substitutes.refuse_successor(seat, Person.objects.get(pk=young.pk)) == ""


def test_who_has_seen_one_side_has_no_other(
    hidden_cup: Competition,
    charlie: Person,
    alice: Person,
    bob: Person,
    dora: Person,
    browse: Browse,
    now: datetime,
) -> None:
    """Dora was asked as a substitute for Bob, with his position, and waits for Alice's place."""
    enter_all(hidden_cup, [dora], now)
    seen = game_of(alice, bob)
    SubstituteAsk.objects.create(
        game=seen, seat=seen.seats.get(person=bob), person=dora, asked_at=now
    )
    leave_for_good(alice)
    rule(browse, charlie, hidden_cup, "replace", name="Alice", successor="Dora")
    assert seen.pk not in games_of(dora)
    assert len(games_of(dora)) == 2


def test_who_is_kept_away_has_no_seat_beside_them(
    cup: Competition,
    charlie: Person,
    alice: Person,
    bob: Person,
    dora: Person,
    browse: Browse,
    now: datetime,
) -> None:
    PlayerBlock.objects.create(person=bob, other=dora, at=now)
    enter_all(cup, [dora], now)
    beside = game_of(alice, bob)
    leave_for_good(alice)
    rule(browse, charlie, cup, "replace", name="Alice", successor="Dora")
    assert beside.pk not in games_of(dora)
    assert len(games_of(dora)) == 2


@pytest.mark.parametrize("kind", [Kind.NO_TABLES, Kind.UNRATED])
def test_who_is_kept_from_tables_takes_no_place(
    kind: Kind, cup: Competition, charlie: Person, dora: Person, browse: Browse, now: datetime
) -> None:
    enter_all(cup, [dora], now)
    restrictions.restrict(dora, kind, now + DAY)
    assert rule(browse, charlie, cup, "replace", name="Alice", successor="Dora") == 422
    assert entry_of(dora).is_reserve


def test_who_is_kept_from_tables_is_passed_over_in_the_reserve(
    alice: Person, bob: Person, dora: Person, charlie: Person, others: list[Person], now: datetime
) -> None:
    season = open_championship(now - 10 * DAY)
    enter_all(season, [alice, bob, *others], now - 10 * DAY)
    tick(now)
    enter_all(season, [dora, charlie], now)
    restrictions.restrict(dora, Kind.NO_TABLES, now + DAY)
    entering.leave(season.pk, alice, now=now)
    tick(now)
    assert Entrant.objects.get(competition=season, person=dora).is_reserve
    assert not Entrant.objects.get(competition=season, person=charlie).is_reserve


def test_director_gives_no_place_to_an_account_of_their_own(
    cup: Competition, charlie: Person, browse: Browse, now: datetime
) -> None:
    second = Person.objects.create_user("charlie+2@example.org", name="Charles")
    enter_all(cup, [charlie, second], now)
    for name in ("Charlie", "Charles"):
        assert rule(browse, charlie, cup, "replace", name="Alice", successor=name) == 422
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("status", ["entry", "over", "called_off"])
def test_a_place_changes_hands_while_it_is_played_for_alone(
    status: str, cup: Competition, charlie: Person, dora: Person, browse: Browse, now: datetime
) -> None:
    """Otherwise the title of somebody, or a way around what a cup asks for, could be given away."""
    enter_all(cup, [dora], now)
    Competition.objects.filter(pk=cup.pk).update(
        status=status,
        began_at=now if status == "over" else None,
        ended_at=now if status == "over" else None,
    )
    assert rule(browse, charlie, cup, "replace", name="Alice", successor="Dora") == 422
    assert entry_of(dora).is_reserve


def test_what_somebody_has_left_is_not_held_against_who_plays_on(
    cup: Competition, alice: Person, dora: Person, now: datetime
) -> None:
    """Or else one who vanished would take the whole reserve along, one after the other."""
    enter_all(cup, [dora], now)
    FixtureSeat.objects.filter(member__entry__person=alice).update(has_left=True)
    Entrant.objects.filter(person=alice).update(left_at=now, left=Entrant.Left.VANISHED)
    reserves.take_over(entry_of(alice), entry_of(dora), now=now)
    tick(now + DAY)
    assert not entry_of(dora).has_left


# --- Results -------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["adjudicate", "annul"])
def test_director_takes_no_game_out_of_the_league(
    what: str, cup: Competition, charlie: Person, alice: Person, bob: Person, browse: Browse
) -> None:
    """A friend who is about to lose would ask for that."""
    game = game_of(alice, bob)
    form = {"game": game.pk, "place-0": 1, "place-1": 2}
    assert rule(browse, charlie, cup, what, **form) == 302
    game.refresh_from_db()
    assert (game.status, game.is_rated) == (Game.Status.RUNNING, True)


@pytest.mark.parametrize("what", ["adjudicate", "annul"])
def test_director_overrules_the_staff_in_nothing(
    what: str,
    cup: Competition,
    charlie: Person,
    frank: Person,
    alice: Person,
    bob: Person,
    browse: Browse,
) -> None:
    game = game_of(alice, bob)
    form = {"game": game.pk, "place-0": 1, "place-1": 2}
    assert rule(browse, frank, cup, "adjudicate", **form) == 302
    assert rule(browse, charlie, cup, what, **form | {"place-0": 2, "place-1": 1}) == 422
    assert [seat.place for seat in FixtureSeat.objects.filter(fixture__game=game)] == [1, 2]
    assert rule(browse, frank, cup, what, key="again", **form) == 302  # the control


@pytest.mark.parametrize("what", ["adjudicate", "annul", "disqualify", "replace", "warn"])
def test_nobody_rules_in_a_group_in_which_they_play(
    what: str, cup: Competition, alice: Person, bob: Person, others: list[Person], browse: Browse
) -> None:
    """Alice assists, and would let her rivals lose against each other."""
    cup.assistants.create(person=alice)
    game = game_of(bob, others[0])
    form = {"game": game.pk, "place-0": 1, "place-1": 2, "name": "Bob", "successor": "Dora"}
    assert rule(browse, alice, cup, what, **form) == 422
    assert not Ruling.objects.exists()


def test_who_was_dismissed_rules_no_more(
    cup: Competition, charlie: Person, dora: Person, browse: Browse
) -> None:
    browse(charlie).post("competition-assist", cup.pk, name="Dora")
    assert rule(browse, dora, cup, "warn", name="Bob") == 302
    browse(charlie).post("competition-dismiss", cup.pk, person=dora.pk)
    assert rule(browse, dora, cup, "warn", name="Bob") == 404
    assert browse(dora).get("competition-direct", cup.pk).status_code == 404


def test_who_has_left_the_site_directs_nothing(
    cup: Competition, charlie: Person, browse: Browse
) -> None:
    browse(charlie).get("competition-direct", cup.pk)
    Person.objects.filter(pk=charlie.pk).update(is_active=False)
    rule(browse, charlie, cup, "warn", name="Bob")
    assert not Ruling.objects.exists()


# --- Letters without end -------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["warn", "message", "postpone", "adjudicate", "annul"])
def test_nobody_gets_the_same_letter_all_day(
    what: str,
    cup: Competition,
    charlie: Person,
    alice: Person,
    bob: Person,
    browse: Browse,
    now: datetime,
) -> None:
    form = {"name": "Bob", "game": game_of(alice, bob).pk, "place-0": 1, "place-1": 2}
    ends = [(now + (40 + number) * DAY).isoformat() for number in range(4)]
    answers = [rule(browse, charlie, cup, what, **form, until=end) for end in ends]
    assert answers == [302, 302, 302, 422]
    assert Ruling.objects.count() == 3


def test_who_is_silenced_writes_nothing_as_a_director(
    cup: Competition,
    charlie: Person,
    alice: Person,
    bob: Person,
    browse: Browse,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A reason is read by all, too."""
    restrictions.restrict(charlie, Kind.SILENCE, now + DAY)
    form = {"name": "Bob", "game": game_of(alice, bob).pk, "place-0": 1, "place-1": 2}
    for what in ("warn", "message", "adjudicate", "annul", "disqualify"):
        assert rule(browse, charlie, cup, what, **form) == 422
    assert not Ruling.objects.exists()
    monkeypatch.setattr(restrictions, "refuse_words", lambda one, at: "")
    assert rule(browse, charlie, cup, "message") == 302  # the control


@pytest.mark.parametrize("what", ["message", "warn"])
def test_nobody_writes_to_people_of_a_cup_that_was_over_long_ago(
    what: str, cup: Competition, charlie: Person, browse: Browse, now: datetime
) -> None:
    cups = Competition.objects.filter(pk=cup.pk)
    cups.update(status="over", ended_at=now - 8 * DAY)
    assert rule(browse, charlie, cup, what, name="Bob") == 422
    cups.update(status="called_off", ended_at=None, began_at=None)
    assert rule(browse, charlie, cup, what, name="Bob") == 422
    cups.update(status="over", ended_at=now - 6 * DAY, began_at=now - 9 * DAY)
    assert rule(browse, charlie, cup, what, name="Bob") == 302  # the control


def test_what_a_director_writes_hides_and_covers_nothing(
    cup: Competition, charlie: Person, browse: Browse
) -> None:
    dressed = "safe \u202egnp.exe pay\u200bpal Z" + "\u0300\u0301\u0302\u0303" * 9 + "\x07"
    rule(browse, charlie, cup, "message", reason=dressed)
    rule(browse, charlie, cup, "warn", name="Bob", reason="\u200b\u2060 \u202e")
    text = Ruling.objects.get().reason  # the other one said nothing
    assert not any(unicodedata.category(sign) in ("Cf", "Cc") for sign in text)
    assert (
        sum(unicodedata.category(sign) == "Mn" for sign in unicodedata.normalize("NFD", text)) < 4
    )


@pytest.mark.parametrize("what", ["message", "warn"])
def test_letters_of_directors_lead_nowhere_else(
    what: str, cup: Competition, charlie: Person, browse: Browse, now: datetime
) -> None:
    lure = "Sign in again:\n\n-- \nhttps://evil.example/x or evil.example"
    assert rule(browse, charlie, cup, what, name="Bob", reason=lure) == 302
    rows = Delivery.objects.filter(kind="competition", about__ruling=Ruling.objects.get().pk)
    letters = [write_news(row, now) for row in rows]
    assert letters
    for letter in letters:
        assert letter is not None
        assert "evil" not in letter.text
        assert "evil" not in letter.html
        assert "\n-- \nhttps" not in letter.text


def test_a_key_of_another_form_rules_nothing_and_breaks_nothing(
    cup: Competition, charlie: Person, browse: Browse
) -> None:
    """The three buttons of one form, pressed one after the other, are not taken for one."""
    assert rule(browse, charlie, cup, "warn", name="Bob", key="same") == 302
    assert rule(browse, charlie, cup, "disqualify", name="Bob", key="same") == 422
    assert not entry_of(Person.objects.get(name="Bob")).has_left


# --- Doors ---------------------------------------------------------------------------------------

NONSENSE = ["", "²", "-1", "9" * 30, "1e9", "\u202e", "' OR 1=1 --", "2026-02-30T99:00"]
FIELDS = ("name", "successor", "game", "place-0", "place-1", "until")


@pytest.mark.parametrize("nonsense", [*NONSENSE, "0001-01-01T00:00", "9999-12-31T23:59+14:00"])
def test_nonsense_in_any_field_is_refused_with_a_sentence(
    nonsense: str, cup: Competition, charlie: Person, browse: Browse
) -> None:
    form = dict.fromkeys(FIELDS, nonsense)
    for what in ("postpone", "replace", "adjudicate", "annul", "warn", "disqualify", "nothing"):
        assert rule(browse, charlie, cup, what, **form) == 422
    for view in ("competition-assist", "competition-dismiss"):
        answer = browse(charlie).post(view, cup.pk, name=nonsense, person=nonsense)
        assert answer.status_code in (302, 422)
    assert browse(charlie).get("competition-direct", cup.pk, game=nonsense).status_code == 200
    assert not Ruling.objects.exists()
    assert not cup.assistants.exists()


def test_no_page_of_directors_acts_when_it_is_looked_at(
    cup: Competition, charlie: Person, dora: Person, browse: Browse
) -> None:
    for what in Ruling.What.values:
        answer = browse(charlie).get(
            "competition-rule", cup.pk, what, key="k", reason="why", name="Bob"
        )
        assert answer.status_code == 405
    for view in ("competition-assist", "competition-dismiss"):
        assert browse(charlie).get(view, cup.pk, name="Dora").status_code == 405
    assert not Ruling.objects.exists()
    assert Member.objects.filter(entry__left_at=None).count() == 4
    assert not cup.assistants.exists()


def test_nobody_outside_of_a_cup_finds_its_directors_page(
    cup: Competition, alice: Person, dora: Person, browse: Browse
) -> None:
    for one in (alice, dora):
        for what in Ruling.What.values:
            assert rule(browse, one, cup, what, name="Bob") == 404
        for view in ("competition-assist", "competition-dismiss"):
            assert browse(one).post(view, cup.pk, name="Dora").status_code == 404
    assert rule(browse, None, cup, "warn", name="Bob") == 302  # type: ignore[arg-type]
    assert not Ruling.objects.exists()

"""Measures about people: told by letter, in force until their end, and taken back."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from accounts.models import FormerName, Person
from games import queries
from games.letters import writers
from games.models import Game, Intervention, Restriction
from games.play import measures, rematch, restrictions, tables, turns
from games.play.clock import PRESETS
from games.play.interventions import StaffRequest
from games.play.tables import TableRejected, TableTerms
from games.play.turns import Rejected
from mail import times
from mail.letters import Letter
from mail.models import Delivery
from talk import saying
from talk.models import Remark
from talk.refusals import RemarkRefused
from tests.conftest import person

What = Intervention.What
DAY = timedelta(days=1)
Impose = Callable[..., Intervention]


@pytest.fixture
def frank(db: None) -> Person:
    """A member of the staff who plays in no game."""
    return person("Frank", is_staff=True)


def wish(by: Person) -> StaffRequest:
    return StaffRequest(by=by, reason="Three insults in a day.", key=uuid.uuid4().hex)


def impose(what: What, who: Person, by: Person, now: datetime, days: int = 7) -> Intervention:
    return measures.impose(what, who.pk, wish(by), until=now + days * DAY, now=now)


def terms(*, is_rated: bool) -> TableTerms:
    return TableTerms(ruleset="conquest", title="Spring", pace=PRESETS["normal"], is_rated=is_rated)


def letter_of(done: Intervention, now: datetime) -> Letter | None:
    delivery = Delivery.objects.get(about__intervention=done.pk)
    return writers.WRITERS[delivery.kind](delivery, now)


def say(game: Game, who: Person, text: str, now: datetime) -> None:
    visit = queries.load_visit(game.pk, who)
    assert visit is not None
    saying.say_words(visit, saying.Words("all", text), now=now)


def test_a_warning_tells_its_person_and_changes_nothing(
    game: Game, alice: Person, frank: Person, now: datetime
) -> None:
    done = measures.warn(alice.pk, wish(frank), now=now)
    letter = letter_of(done, now)
    assert letter is not None
    assert letter.subject == "A word of warning"
    assert "The reason: Three insults in a day." in letter.text
    assert "/measures/" in letter.text
    say(game, alice, "Sorry", now)
    assert not Restriction.objects.exists()
    measures.unwarn(alice.pk, wish(frank), now=now)
    assert letter_of(done, now) is None
    with pytest.raises(Rejected, match="no warning"):
        measures.unwarn(alice.pk, wish(frank), now=now)


def test_words_are_off_until_their_end_and_no_longer(
    game: Game, alice: Person, bob: Person, frank: Person, now: datetime
) -> None:
    done = impose(What.SILENCE, alice, frank, now)
    letter = letter_of(done, now)
    assert letter is not None
    assert done.until is not None
    end = times.full_time(done.until, alice.zone)
    assert f"you say nothing at tables until {end}." in " ".join(letter.text.split())
    with pytest.raises(RemarkRefused, match="As the staff has decided"):
        say(game, alice, "Hello", now + 7 * DAY - timedelta(seconds=1))
    say(game, bob, "Hello", now)
    say(game, alice, "Hello", now + 7 * DAY)


def test_words_that_are_off_cannot_be_edited(
    game: Game, alice: Person, frank: Person, now: datetime
) -> None:
    say(game, alice, "Hello", now)
    visit = queries.load_visit(game.pk, alice)
    assert visit is not None
    remark = Remark.objects.get()
    impose(What.SILENCE, alice, frank, now)
    with pytest.raises(RemarkRefused, match="As the staff has decided"):
        saying.edit_words(visit, remark.pk, "Fool", now=now)
    saying.withdraw_words(visit, remark.pk, now=now)


def test_no_new_tables_are_opened_or_sat_down_at_until_the_end(
    table: Game, bob: Person, frank: Person, now: datetime
) -> None:
    impose(What.NO_TABLES, bob, frank, now)
    for attempt in (
        partial(tables.host_table, bob, terms(is_rated=False)),
        partial(tables.join_table, table.pk, bob),
    ):
        with pytest.raises(TableRejected, match="you open no table"):
            attempt(now=now)
        attempt(now=now + 7 * DAY)


def test_only_games_that_count_are_refused_until_the_end(
    table: Game, alice: Person, bob: Person, frank: Person, now: datetime
) -> None:
    impose(What.UNRATED, bob, frank, now)
    friendly = tables.host_table(alice, terms(is_rated=False), now=now)
    tables.join_table(friendly.pk, bob, now=now)
    tables.host_table(bob, terms(is_rated=False), now=now)
    for attempt in (
        partial(tables.host_table, bob, terms(is_rated=True)),
        partial(tables.join_table, table.pk, bob),
    ):
        with pytest.raises(TableRejected, match="no game that counts"):
            attempt(now=now)
        attempt(now=now + 7 * DAY)


def test_nobody_kept_from_tables_takes_over_a_seat_or_opens_a_rematch(
    game: Game, bob: Person, charlie: Person, frank: Person, now: datetime
) -> None:
    turns.leave_game(game.pk, bob, now=now)
    impose(What.NO_TABLES, charlie, frank, now)
    with pytest.raises(Rejected, match="take over no seat"):
        turns.become_substitute(game.pk, "west", charlie, now=now)
    turns.become_substitute(game.pk, "west", charlie, now=now + 7 * DAY)
    Game.objects.filter(pk=game.pk).update(status="over", ended_at=now)
    with pytest.raises(TableRejected, match="you open no table"):
        rematch.join_rematch(game.pk, charlie, now=now)


@pytest.mark.parametrize(("what", "stays"), [(What.NO_TABLES, 0), (What.UNRATED, 1)])
def test_tables_that_have_not_begun_are_left_and_games_go_on(
    what: What, stays: int, game: Game, alice: Person, bob: Person, frank: Person, now: datetime
) -> None:
    for is_rated in (True, False):
        theirs = tables.host_table(bob, terms(is_rated=is_rated), now=now)
        tables.join_table(theirs.pk, alice, now=now)
    impose(what, alice, frank, now)
    left = Game.objects.filter(status="open", seats__person=alice)
    assert left.count() == stays
    assert game.seats.filter(person=alice, is_absent=False).exists()
    impose(what, bob, frank, now)
    assert Game.objects.filter(status="called_off", host=bob).count() == 2 - stays


@pytest.mark.parametrize(
    ("what", "back"),
    [
        (What.SILENCE, What.SPEAK),
        (What.NO_TABLES, What.TABLES),
        (What.UNRATED, What.RATED),
    ],
)
def test_a_measure_is_lifted_and_its_letter_withdrawn(
    what: What, back: What, alice: Person, frank: Person, now: datetime
) -> None:
    done = impose(what, alice, frank, now)
    lifted = measures.lift(back, alice.pk, wish(frank), now=now + DAY)
    kind = measures.IMPOSED[what]
    assert restrictions.restricted_until(alice, kind, now) is None
    assert letter_of(done, now) is None
    letter = letter_of(lifted, now)
    assert letter is not None
    assert "does not hold any more" in letter.text
    with pytest.raises(Rejected, match="nothing to be lifted"):
        measures.lift(back, alice.pk, wish(frank), now=now + DAY)
    assert list(Intervention.objects.order_by("pk").values_list("what", flat=True)) == [what, back]


def test_a_second_measure_takes_the_place_of_the_first(
    alice: Person, frank: Person, now: datetime
) -> None:
    first = impose(What.SILENCE, alice, frank, now)
    second = impose(What.SILENCE, alice, frank, now, days=3)
    assert Restriction.objects.get().until == now + 3 * DAY
    assert letter_of(first, now) is None
    assert letter_of(second, now) is not None


def test_a_form_sent_twice_is_one_measure(alice: Person, frank: Person, now: datetime) -> None:
    asked = wish(frank)
    for _ in range(2):
        measures.impose(What.SILENCE, alice.pk, asked, until=now + DAY, now=now)
        measures.warn(alice.pk, StaffRequest(by=frank, reason="r", key="k"), now=now)
    assert Intervention.objects.count() == Delivery.objects.count() == 2


@pytest.mark.parametrize("days", [0, -1, 367])
def test_a_measure_ends_within_a_year(
    days: int, alice: Person, frank: Person, now: datetime
) -> None:
    with pytest.raises(Rejected, match="within a year"):
        impose(What.SILENCE, alice, frank, now, days=days)


def test_nobody_decides_about_themselves_the_staff_or_people_they_play_with(
    game: Game, alice: Person, bob: Person, charlie: Person, frank: Person, now: datetime
) -> None:
    Person.objects.filter(pk__in=[alice.pk, charlie.pk]).update(is_staff=True)
    for person_, by, refusal in (
        (frank, frank, "do not decide"),
        (charlie, frank, "do not decide"),
        (bob, alice, "You play with"),
    ):
        with pytest.raises(Rejected, match=refusal):
            measures.warn(person_.pk, wish(by), now=now)
    measures.warn(bob.pk, wish(charlie), now=now)
    charlie.is_superuser = True
    charlie.save()
    measures.warn(frank.pk, wish(charlie), now=now)
    with pytest.raises(Rejected, match="do not decide"):
        measures.warn(charlie.pk, wish(charlie), now=now)


def test_measures_need_a_person_a_kind_and_no_game(
    game: Game, alice: Person, frank: Person, now: datetime
) -> None:
    about: dict[str, Any] = {"key": "k", "at": now, "by": frank, "reason": "r", "what": "silence"}
    for fields in ({}, {"game": game}, {"game": game, "person": alice}):
        with pytest.raises(DatabaseError, match="intervention_is_about"), transaction.atomic():
            Intervention.objects.create(**about, **fields)
    for kind, name in (("x", "restriction_of_a_kind"), ("silence", "restriction_one_of_a_kind")):
        Restriction.objects.get_or_create(person=alice, kind="silence", until=now)
        with pytest.raises(IntegrityError, match=name), transaction.atomic():
            Restriction.objects.create(person=alice, kind=kind, until=now)


def test_who_sat_down_meanwhile_is_no_exception(
    table: Game, bob: Person, frank: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if Bob had sat down between the search for his tables and the lock on him."""
    tables.join_table(table.pk, bob, now=now)
    monkeypatch.setattr(measures, "_stand_up", lambda *_: None)
    with pytest.raises(Rejected, match="try it again"):
        impose(What.NO_TABLES, bob, frank, now)
    assert not Restriction.objects.exists()
    assert not Intervention.objects.exists()


def test_a_name_is_reset_and_kept_for_the_staff(
    alice: Person, frank: Person, now: datetime
) -> None:
    person(f"Player {alice.pk}")
    done = measures.rename(alice.pk, wish(frank), now=now)
    alice.refresh_from_db()
    assert alice.name == f"Player {alice.pk} 1"
    assert [row.name for row in FormerName.objects.filter(person=alice)] == ["Alice"]
    letter = letter_of(done, now)
    assert letter is not None
    assert letter.subject == "You have another name"


def test_a_title_is_reset_and_its_host_alone_reads_why(
    game: Game, alice: Person, frank: Person, now: datetime
) -> None:
    done = measures.retitle(game.pk, wish(frank), now=now)
    game.refresh_from_db()
    assert game.title == "Conquest"
    assert done.person == alice
    letter = letter_of(done, now)  # the only one
    assert letter is not None
    assert letter.subject == "A table of yours has another title"


def test_nobody_resets_the_title_of_somebody_they_play_with(
    game: Game, bob: Person, now: datetime
) -> None:
    with pytest.raises(Rejected):
        measures.retitle(game.pk, wish(bob), now=now)

"""A person's own set-ups, as the database stores them."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.models import Person
from conquest import registry
from games.models import Game, SetUp
from games.play.knowledge import known_opening
from games.setups import collection

RULES = registry.get_ruleset("skirmish")
STATE = known_opening(Game(ruleset="skirmish")).state
WIDE = known_opening(Game(ruleset="skirmish", options={"size": 6})).state


def keep(person: Person, name: str, pattern: str, now: datetime, state: Any = STATE) -> bool:
    return collection.save_setup(person, RULES, state, name=name, pattern=pattern, now=now)


def names(person: Person) -> list[str]:
    return [setup.name for setup in collection.fitting_setups(person, RULES, STATE)]


def test_setups_that_fit_are_kept_by_name(alice: Person, bob: Person, now: datetime) -> None:
    for name in ("storm", "Aim", "Tower"):
        assert keep(alice, name, "123", now) is False
    assert keep(alice, "Tower", "12-3", now, WIDE) is False
    keep(bob, "tower", "321", now)
    assert names(alice) == ["Aim", "storm", "Tower"]
    assert names(bob) == ["tower"]


def test_setup_replaces_another_of_its_name(alice: Person, now: datetime) -> None:
    keep(alice, "Tower", "123", now)
    assert keep(alice, "TOWER", "321", now + timedelta(1)) is True
    setup = SetUp.objects.get()
    assert (setup.name, setup.pattern, setup.kept_at) == ("TOWER", "321", now + timedelta(1))
    assert keep(alice, "TOWER", "321", now) is False  # the same again replaces nothing


def test_setups_of_a_kind_are_limited_in_number(alice: Person, bob: Person, now: datetime) -> None:
    for number in range(collection.MOST):
        keep(alice, f"{number}", "123", now)
    with pytest.raises(collection.SetUpError):
        keep(alice, "one more", "123", now)
    assert len(names(alice)) == collection.MOST
    assert keep(alice, "0", "321", now) is True
    keep(alice, "another kind", "12-3", now, WIDE)
    keep(bob, "somebody else", "123", now)


def test_setup_is_renamed(alice: Person, bob: Person, now: datetime) -> None:
    keep(alice, "Tower", "123", now)
    keep(alice, "Storm", "321", now)
    tower = SetUp.objects.get(name="Tower")
    assert collection.rename_setup(alice, tower.pk, "TOWER").name == "TOWER"
    with pytest.raises(collection.SetUpError):
        collection.rename_setup(alice, tower.pk, "storm")
    with pytest.raises(SetUp.DoesNotExist):
        collection.rename_setup(bob, tower.pk, "Mine")
    assert names(alice) == ["Storm", "TOWER"]


def test_setup_is_deleted_by_its_owner_only(alice: Person, bob: Person, now: datetime) -> None:
    keep(alice, "Tower", "123", now)
    setup = SetUp.objects.get()
    collection.delete_setup(bob, setup.pk)
    assert names(alice) == ["Tower"]
    for _again in range(2):
        collection.delete_setup(alice, setup.pk)
    assert names(alice) == []


def test_setup_is_offered_only_where_it_fits(alice: Person, now: datetime) -> None:
    keep(alice, "Tower", "123", now)
    SetUp.objects.create(
        person=alice, ruleset="skirmish", kind="5", name="Of old", pattern="1?3", kept_at=now
    )
    there = collection.setup_orders(
        RULES, STATE, "birch", collection.fitting_setups(alice, RULES, STATE)
    )
    assert [(setup.name, text) for setup, text in there] == [
        ("Tower", "muster d5 scout, c5 guard, b5 captain")
    ]


def test_setups_are_deleted_with_their_person(alice: Person, now: datetime) -> None:
    keep(alice, "Tower", "123", now)
    alice.delete()
    assert not SetUp.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "tower"},
        {"name": ""},
        {"name": " Storm"},
        {"name": "Storm "},
        {"name": "Storm", "pattern": ""},
    ],
)
def test_setups_are_limited_by_the_database(
    alice: Person, now: datetime, wrong: dict[str, str]
) -> None:
    about = {"person": alice, "ruleset": "skirmish", "kind": "5", "kept_at": now, "pattern": "123"}
    SetUp.objects.create(**about, name="Tower")
    with pytest.raises(IntegrityError), transaction.atomic():
        SetUp.objects.create(**about | wrong)


@pytest.mark.django_db(transaction=True)
def test_setups_saved_at_once_are_counted_one_by_one(alice: Person, now: datetime) -> None:
    """The second request waits for the first, and finds the last place taken."""
    for number in range(collection.MOST - 1):
        keep(alice, f"{number}", "123", now)
    refused: list[str] = []
    begun = threading.Barrier(4)

    def hurry(name: str) -> None:
        begun.wait()
        try:
            keep(alice, name, "123", now)
        except collection.SetUpError:
            refused.append(name)
        finally:
            connection.close()

    threads = [threading.Thread(target=hurry, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 3
    assert len(names(alice)) == collection.MOST

"""Somebody deletes their account while something of theirs is under way: nothing brings them back,
and no address of theirs stays."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections, transaction
from django.test import Client
from django.urls import reverse

from accounts import email_change
from accounts.models import FormerAddress, Person, PersonManager
from games.models import Seat
from games.play import account_deletion, clock, turns
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site

NEW, OLD = "winter@example.org", "summer@example.org"
WISHES = {"name": "Alice A.", "language": "de", "time_zone": "Asia/Tokyo"}
Action = Callable[[], object]


def _moves(person: Person) -> Action:
    return lambda: email_change.change_email(person, NEW, now=clock.now())


def _objects(person: Person) -> Action:
    left = FormerAddress.objects.create(person=person, address=OLD, left_at=clock.now())
    return lambda: email_change.restore_address(left, now=clock.now())


def _chooses(person: Person) -> Action:
    browser = Client()
    browser.force_login(person)
    return lambda: browser.post(reverse("preferences"), WISHES)


def _takes_a_seat(person: Person) -> Action:
    host, *others = [Person.objects.get(name=name) for name in ("Bob", "Dora", "Erin")]
    stranger = Person.objects.create_user("charlie@example.org", name="Charlie")
    game = sites.begin([host, *others, stranger])
    seat = turns.leave_game(game.pk, stranger, now=clock.now())
    return lambda: turns.become_substitute(game.pk, seat.name, person, now=clock.now())


@pytest.fixture
def unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks whether the account is there still."""
    monkeypatch.setattr(
        PersonManager, "lock_person", lambda people, pk: people.select_for_update().get(pk=pk)
    )


@pytest.mark.parametrize("begun", [_moves, _objects, _chooses])
def test_nothing_of_a_deleted_account_comes_back(
    site: Site, begun: Callable[[Person], Action]
) -> None:
    gone = _done_as_they_go(begun)
    assert (gone.is_deleted, gone.email) == (True, f"{gone.pk}@former.invalid")
    assert not FormerAddress.objects.exists()


def test_somebody_who_is_gone_has_no_seat(site: Site) -> None:
    gone = _done_as_they_go(_takes_a_seat)
    assert gone.is_deleted
    assert not Seat.objects.filter(person=gone).exists()


@pytest.mark.parametrize("begun", [_moves, _objects, _chooses])
@pytest.mark.usefixtures("unseen")
def test_a_deleted_account_would_come_back_in_part_if_nobody_looked(
    site: Site, begun: Callable[[Person], Action]
) -> None:
    gone = _done_as_they_go(begun)
    assert gone.email in (NEW, OLD) or not gone.is_deleted


def _done_as_they_go(begun: Callable[[Person], Action]) -> Person:
    """Let somebody delete their account, and do something just before that is at the row behind it;
    return what is left."""
    person = sites.people()[0]
    action = begun(person)
    with ThreadPoolExecutor(2) as pool:
        with transaction.atomic():  # both wait here; who came first goes first
            Person.objects.select_for_update().get(pk=person.pk)
            going = pool.submit(
                _alone, lambda: account_deletion.delete_account(person, now=clock.now())
            )
            servers.until(lambda: sites.waiting() == 1, "the deletion at the row")
            doing = pool.submit(_alone, action)
            servers.until(lambda: sites.waiting() == 2, "the action at the row")
        going.result()
        doing.exception()
    return Person.objects.get(pk=person.pk)


def _alone(action: Action) -> None:
    """Do something in a thread with a connection of its own."""
    try:
        action()
    finally:
        connections.close_all()

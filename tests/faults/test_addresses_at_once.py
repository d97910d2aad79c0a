"""Two people show at the same moment that an address is theirs: one gets it, and nothing of the
other one has changed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from allauth.account.models import EmailAddress
from django.db import connections, transaction

from accounts import email_change
from accounts.models import FormerAddress, Person
from games.play import clock
from mail.models import Delivery
from tests import servers
from tests.faults import sites
from tests.faults.sites import Site

NEW = "winter@example.org"


def test_an_address_shown_by_two_at_once_goes_to_one(site: Site) -> None:
    people = sites.people()[:2]
    before = {person.name: person.email for person in people}
    with ThreadPoolExecutor(2) as pool:
        with transaction.atomic():  # both wait here, so that they come to it together
            list(Person.objects.select_for_update().order_by("pk"))
            moved = [pool.submit(_moves, person) for person in people]
            servers.until(lambda: sites.waiting() == 2, "both at the address")
        assert sorted(one.result() for one in moved) == [False, True]
    winner = Person.objects.get(email=NEW)
    loser = Person.objects.get(pk=({one.pk for one in people} - {winner.pk}).pop())
    assert loser.email == before[loser.name]
    assert EmailAddress.objects.get(email=NEW).user_id == winner.pk
    assert FormerAddress.objects.get().person == winner
    assert Delivery.objects.get(about__what="moved").address == before[winner.name]


def test_two_addresses_at_once_move_a_person_one_after_the_other(site: Site) -> None:
    person, *_others = sites.people()
    with ThreadPoolExecutor(2) as pool:
        with transaction.atomic():
            list(Person.objects.select_for_update().order_by("pk"))
            moved = [pool.submit(_moves, person, f"{number}{NEW}") for number in range(2)]
            servers.until(lambda: sites.waiting() == 2, "both at the person")
        assert [one.result() for one in moved] == [True, True]
    person.refresh_from_db()
    left = list(FormerAddress.objects.order_by("pk").values_list("address", flat=True))
    assert left[0] == "alice@example.org"
    assert {person.email, left[1]} == {f"0{NEW}", f"1{NEW}"}
    assert [one.email for one in EmailAddress.objects.filter(user=person)] == [person.email]


def _moves(person: Person, address: str = NEW) -> bool:
    """Give a person an address in a thread with its own connection; say whether they got it."""
    try:
        email_change.change_email(person, address, now=clock.now())
    except email_change.AddressTakenError:
        return False
    finally:
        connections.close_all()
    return True

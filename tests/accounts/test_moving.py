"""Another address: a code to the new one, a notice to the old one, and no word to strangers."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import code_confirmation, email_change, letters
from accounts.models import FormerAddress, Person
from games.models import Game
from mail import clock, outbox
from mail.models import Delivery, Queue

PAGE, CODE = reverse("change_address"), reverse("address_code")
NEW = "alice@new.example.org"
CodeFor = Callable[[str], str]


@pytest.fixture
def signed(client: Client, alice: Person, code_for: CodeFor) -> Client:
    """Alice's browser, just signed in."""
    client.post(reverse("account_login"), {"login": alice.email})
    client.post(reverse("account_confirm_login_code"), {"code": code_for(alice.email)})
    return client


def move(signed: Client, code_for: CodeFor, address: str = NEW) -> Any:
    signed.post(PAGE, {"email": address})
    return signed.post(CODE, {"action": "verify", "code": code_for(address)})


def fresh(person: Person) -> Person:
    return Person.objects.get(pk=person.pk)


def test_the_code_from_the_new_address_moves_an_account(
    signed: Client, alice: Person, code_for: CodeFor
) -> None:
    asked = signed.post(PAGE, {"email": " Alice@NEW.example.org "})
    assert (asked["Location"], fresh(alice).email) == (CODE, "alice@example.org")
    address = Delivery.objects.latest("pk").address
    assert signed.post(CODE, {"code": code_for(address)})["Location"] == reverse("preferences")
    moved = fresh(alice)
    assert (moved.email, moved.mailbox) == ("Alice@new.example.org", NEW)
    assert [one.email for one in EmailAddress.objects.filter(user=alice, verified=True)] == [NEW]


def test_code_of_a_new_address_counts_with_what_mail_and_keyboards_add(
    signed: Client, code_for: CodeFor
) -> None:
    signed.post(PAGE, {"email": NEW})
    code = code_for(NEW).replace("-", "\u2011") + "\ufeff"
    assert signed.post(CODE, {"code": code})["Location"] == reverse("preferences")


def test_an_address_stays_without_the_right_code(
    signed: Client, alice: Person, code_for: CodeFor
) -> None:
    signed.post(PAGE, {"email": NEW})
    wrong = [signed.post(CODE, {"code": "WRONG"}) for _ in range(4)]
    assert [answer.status_code for answer in wrong] == [422, 422, 422, 302]
    late = signed.post(CODE, {"code": code_for(NEW)})
    assert (late["Location"], fresh(alice).email) == (PAGE, "alice@example.org")


def test_the_code_of_a_new_address_is_good_for_ten_minutes(
    signed: Client, alice: Person, code_for: CodeFor
) -> None:
    signed.post(PAGE, {"email": NEW})
    session = signed.session
    session[code_confirmation.SESSION_KEY] |= {
        "at": session[code_confirmation.SESSION_KEY]["at"] - code_confirmation.GOOD_FOR - 1
    }
    session.save()
    assert signed.post(CODE, {"code": code_for(NEW)})["Location"] == PAGE
    assert fresh(alice).email == "alice@example.org"


def test_a_new_address_wants_a_fresh_sign_in(client: Client, alice: Person) -> None:
    client.force_login(alice)
    assert client.post(PAGE, {"email": NEW}).status_code == 403
    assert not Delivery.objects.exists()


def test_five_letters_go_to_a_new_address_and_no_more(signed: Client) -> None:
    answers = [signed.post(PAGE, {"email": NEW}).status_code for _ in range(6)]
    assert answers == [302] * 5 + [429]


def test_an_address_that_has_an_account_is_answered_alike(
    signed: Client, alice: Person, bob: Person, code_for: CodeFor
) -> None:
    pages = [
        (answer.status_code, answer["Location"], said.replace(address, "?"))
        for address in (NEW, bob.email)
        for answer in [signed.post(PAGE, {"email": address})]
        for said in [re.sub(r'value="\w{64}"', "", signed.get(CODE).content.decode())]
    ]
    assert pages[0] == pages[1]
    assert code_for(bob.email) == ""
    assert signed.post(CODE, {"code": ""}).status_code == 422
    assert Delivery.objects.latest("pk").about["what"] == "address_taken"
    assert (fresh(alice).email, fresh(bob).email) == ("alice@example.org", bob.email)


def test_one_of_two_who_race_for_an_address_gets_it(
    signed: Client, alice: Person, bob: Person, code_for: CodeFor
) -> None:
    signed.post(PAGE, {"email": NEW})
    email_change.change_email(bob, NEW, now=clock.now())
    assert signed.post(CODE, {"code": code_for(NEW)})["Location"] == PAGE
    assert (fresh(alice).email, fresh(bob).email) == ("alice@example.org", NEW)
    assert EmailAddress.objects.filter(email=NEW).count() == 1


def test_nobody_holds_an_address_that_they_cannot_read(alice: Person) -> None:
    squatter = Person.objects.create_user(NEW, name="Squatter")
    EmailAddress.objects.create(user=squatter, email=NEW, primary=True, verified=False)
    assert email_change.is_address_free(NEW)
    email_change.change_email(alice, NEW, now=clock.now())
    assert not Person.objects.filter(pk=squatter.pk).exists()


def test_the_old_address_is_free_after_a_move(alice: Person, bob: Person) -> None:
    email_change.change_email(alice, NEW, now=clock.now())
    email_change.change_email(bob, "alice@example.org", now=clock.now())
    assert fresh(bob).email == "alice@example.org"


def test_letters_that_wait_go_to_the_new_address(game: Game, alice: Person) -> None:
    waiting = Delivery.objects.filter(person=alice, status="waiting")
    assert {one.address for one in waiting} == {"alice@example.org"}
    email_change.change_email(alice, NEW, now=clock.now())
    assert {one.address for one in waiting.all()} == {NEW}


def test_a_letter_posted_during_a_move_goes_to_the_new_address(
    alice: Person, now: datetime
) -> None:
    email_change.change_email(alice, NEW, now=now)
    old = outbox.build_delivery(
        key="k", kind="k", address="alice@example.org", person_id=alice.pk, now=now
    )
    outbox.post_letters([old])
    assert [one.address for one in outbox.claim_letters(now, 5)] == [NEW]


def test_a_sign_in_code_of_the_old_address_is_void_after_a_move(
    client: Client, alice: Person, code_for: CodeFor
) -> None:
    client.post(reverse("account_login"), {"login": alice.email})
    code = code_for(alice.email)
    email_change.change_email(alice, NEW, now=clock.now())
    client.post(reverse("account_confirm_login_code"), {"action": "verify", "code": code})
    assert "_auth_user_id" not in client.session
    assert [one.about["what"] for one in Delivery.objects.all()] == ["moved"]


@pytest.fixture
def door(alice: Person) -> str:
    """Where the letter to Alice's old address leads, after somebody has moved her account."""
    Authenticator.objects.create(user=alice, type="webauthn", data={})
    email_change.change_email(alice, NEW, now=timezone.now())
    notice = Delivery.objects.get(queue=Queue.CODES)
    assert notice.address == "alice@example.org"
    written = letters.write_letter(notice, timezone.now())
    assert written is not None
    assert NEW not in written.text
    (path,) = re.findall(r"/objection/\S+/", written.text)
    return str(path)


def test_the_link_of_the_notice_changes_nothing_without_its_code(alice: Person, door: str) -> None:
    scanner = Client()
    assert scanner.get(door).status_code == 200
    assert scanner.post(door).status_code == 302
    assert scanner.post(f"{door}code/", {"code": "WRONG"}).status_code == 422
    assert (fresh(alice).email, Authenticator.objects.count()) == (NEW, 1)


def test_the_reader_of_the_old_address_gets_the_account_back(
    client: Client, alice: Person, door: str, code_for: CodeFor
) -> None:
    intruder = Client()
    intruder.force_login(fresh(alice))
    client.post(door)
    client.post(f"{door}code/", {"code": code_for("alice@example.org")})
    assert (fresh(alice).email, Authenticator.objects.count()) == ("alice@example.org", 0)
    assert intruder.get(reverse("preferences")).status_code == 302
    assert client.get(door).status_code == 404
    assert not FormerAddress.objects.filter(may_object=True).exists()


def test_an_old_address_that_somebody_has_taken_is_left_to_them(
    client: Client, alice: Person, bob: Person, door: str, code_for: CodeFor
) -> None:
    email_change.change_email(bob, "alice@example.org", now=clock.now())
    client.post(door)
    told = client.post(f"{door}code/", {"code": code_for("alice@example.org")}, follow=True)
    assert "belongs to another account now" in told.content.decode()
    assert (fresh(alice).email, fresh(bob).email) == (NEW, "alice@example.org")


def test_the_old_address_may_object_for_seven_days(client: Client, door: str) -> None:
    FormerAddress.objects.update(left_at=timezone.now() - timedelta(days=6, hours=23))
    assert client.get(door).status_code == 200
    FormerAddress.objects.update(left_at=timezone.now() - timedelta(days=7))
    assert client.get(door).status_code == 404


def test_a_forged_link_of_the_notice_is_not_known(client: Client, door: str) -> None:
    assert client.get(door.replace(":", ":A", 1)).status_code == 404

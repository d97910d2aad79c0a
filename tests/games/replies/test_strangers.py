"""Mails of strangers, through the whole inbox: no effect, and no answer that tells why.

Each control takes a guard away, and then the same mail does what it says.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts import reply_address
from accounts.models import GUESTS, Person
from accounts.reply_address import ReplyTopic
from games.letters.reply_to import seat_reply_address
from games.models import Draft, Game, Preview, Submission
from games.play import account_deletion, turns
from games.replies import correspondence
from inbox import authentication, name_servers, received, waiting_rooms
from inbox.authentication import SenderVerdict
from inbox.models import IncomingMail
from mail.models import Delivery
from tests import database, incoming, servers, stage
from tests.games.replies.mailbox import Mailbox
from tests.name_server import name_server

ORDERS = "S12xS14"
BOB, CHARLIE = "bob@example.org", "charlie@example.org"
FAILED = f"{incoming.SITE}; dmarc=fail header.from=example.org"
UNKNOWN = f"{incoming.SITE}; spf=none"
OF_ANOTHER = "mx.evil.example; dmarc=pass header.from=example.org"
BITS = 272


@pytest.fixture(autouse=True)
def our_server(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let our mail host vouch for mails, and name servers know of nobody."""
    settings.MAIL_AUTHSERV_IDS = [incoming.SITE]
    monkeypatch.setattr(name_servers, "SECONDS", servers.PATIENCE)
    monkeypatch.setattr(received, "LOOK_UP_SECONDS", servers.PATIENCE)
    with name_server() as server:
        settings.MAIL_NAME_SERVERS = [server.address]
        yield


@pytest.fixture
def address(duel: Game, alice: Person, now: datetime) -> str:
    """Where answers to Alice's letter about her turn go."""
    return seat_reply_address(duel.seats.get(person=alice), now)


@pytest.fixture
def players(alice: Person, bob: Person, dora: Person, erin: Person) -> Sequence[Person]:
    return alice, bob, dora, erin


def answer(raw: bytes, to: str, now: datetime, sender: str = incoming.ALICE) -> str:
    """Bring a mail and let it be handled; return what came of it."""
    incoming.arrive(raw, to, now, sender=sender)
    return incoming.handle(now)[-1]


def has_no_effect(before: database.State) -> bool:
    return database.changed_tables(before) == {"inbox_incomingmail"}


# --- Mails for which nobody vouches

FORGED = {
    "failed": {"results": FAILED},
    "unknown": {"results": UNKNOWN},
    "of another server": {"results": OF_ANOTHER},
    "without results": {"results": ""},
    "failed, and a forged one below": {"results": f"{FAILED}\r\n{{}}"},
    "unknown, and a forged one below": {"results": f"{UNKNOWN}\r\n{{}}"},
}
BELOW = f"Authentication-Results: {incoming.PASSED}"


def forged(text: str, to: str, kind: str) -> bytes:
    """Return a mail in Alice's name that a stranger has written."""
    fields = {key: value.format(BELOW) for key, value in FORGED[kind].items()}
    return incoming.write_mail(to, text, **fields)


def test_orders_count_for_which_our_server_vouches(address: str, now: datetime) -> None:
    assert answer(incoming.write_mail(address, ORDERS), address, now) == "preview"
    assert Preview.objects.get().text == "S12-S13xS14"


@pytest.mark.parametrize("kind", FORGED)
def test_orders_in_somebodys_name_become_a_draft_and_are_told_to_them(
    kind: str, address: str, now: datetime
) -> None:
    before = database.hash_tables()
    assert answer(forged(ORDERS, address, kind), address, now, CHARLIE) == "unproved"
    changed = {"inbox_incomingmail", "games_draft", "mail_delivery"}
    assert database.changed_tables(before) == changed
    assert Delivery.objects.get(kind="answer").address == incoming.ALICE


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        *(("YES", kind) for kind in FORGED),
        ("AWAY until 24 December", "failed"),
        ("STANDING\nnone", "failed"),
    ],
)
def test_a_word_in_somebodys_name_only_tells_them_of_it(
    text: str, kind: str, duel: Game, alice: Person, mailbox: Callable[..., Mailbox], now: datetime
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", ORDERS)
    to, before = hers.letter("answer").reply_to, database.hash_tables()
    assert answer(forged(text, to, kind), to, now, CHARLIE) == "unproved"
    assert database.changed_tables(before) == {"inbox_incomingmail", "mail_delivery"}


def test_a_yes_in_somebodys_name_would_count_if_no_sender_were_judged(
    duel: Game,
    alice: Person,
    mailbox: Callable[..., Mailbox],
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    verdict = SenderVerdict(incoming.ALICE, True, "believed")
    monkeypatch.setattr(authentication, "judge_sender", lambda *given, **more: verdict)
    hers = mailbox(alice)
    hers.reply("decision", ORDERS)
    to = hers.letter("answer").reply_to
    assert answer(forged("YES", to, "failed"), to, now, CHARLIE) == "counted"
    assert Submission.objects.get(person=alice).via == "letter"


# --- Addresses that are good for somebody else, or no longer


def forwarded(address: str) -> bytes:
    """Return orders from somebody to whom a letter was forwarded, and who is who they say."""
    return incoming.write_mail(address, ORDERS, sender=BOB)


def test_an_answer_to_a_forwarded_letter_has_no_effect(address: str, now: datetime) -> None:
    before = database.hash_tables()
    assert answer(forwarded(address), address, now, BOB) == "other-sender"
    assert has_no_effect(before)
    assert IncomingMail.objects.get().person is None


def test_no_name_server_is_asked_about_a_mail_of_somebody_else(
    address: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They could name a domain whose servers are slow, and keep all workers waiting."""
    monkeypatch.setattr(authentication, "judge_sender", None)
    raw = incoming.write_mail(address, ORDERS, sender="eve@slow.example", results="")
    assert answer(raw, address, now, "eve@slow.example") == "other-sender"


def test_an_answer_to_a_forwarded_letter_would_have_one_without_a_look_at_its_sender(
    address: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(correspondence, "mailbox", lambda address: incoming.ALICE)
    assert answer(forwarded(address), address, now, BOB) == "preview"


def leave_seat(game: Game, alice: Person, now: datetime) -> None:
    turns.vacate_seat(game.pk, "south", now=now)


def renew_addresses(game: Game, alice: Person, now: datetime) -> None:
    alice.reply_round += 1
    alice.save()


def close_account(game: Game, alice: Person, now: datetime) -> None:
    Person.objects.filter(pk=alice.pk).update(is_active=False)


def begin_deletion(game: Game, alice: Person, now: datetime) -> None:
    Person.objects.filter(pk=alice.pk).update(leaving_at=now)


def delete_account(game: Game, alice: Person, now: datetime) -> None:
    account_deletion.start_deletion(alice, now=now)


def become_guest(game: Game, alice: Person, now: datetime) -> None:
    alice.is_guest, alice.email = True, f"{'0' * 40}@{GUESTS}"
    alice.save()


CLOSED: dict[Callable[[Game, Person, datetime], None], str] = {
    leave_seat: "other-seat",
    renew_addresses: "wrong-address",
    close_account: "wrong-address",
    begin_deletion: "closed-account",
    delete_account: "wrong-address",
    become_guest: "other-sender",
}


@pytest.mark.parametrize("close", CLOSED)
def test_an_address_that_is_no_longer_good_has_no_effect(
    close: Callable[[Game, Person, datetime], None],
    duel: Game,
    alice: Person,
    address: str,
    now: datetime,
) -> None:
    close(duel, alice, now)
    before = database.hash_tables()
    assert answer(incoming.write_mail(address, ORDERS), address, now) == CLOSED[close]
    assert has_no_effect(before)


def test_an_expired_address_has_no_effect_but_an_answer(address: str, now: datetime) -> None:
    late = now + timedelta(days=121)
    assert answer(incoming.write_mail(address, ORDERS), address, late) == "expired"
    assert not Preview.objects.exists()
    assert not Draft.objects.exists()


def test_an_expired_address_would_be_good_without_a_look_at_the_time(
    address: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ReplyTopic, "is_expired", lambda topic, now: False)
    late = now + timedelta(days=121)
    assert answer(incoming.write_mail(address, ORDERS), address, late) == "preview"


def test_a_renewed_address_would_be_good_without_its_round(
    duel: Game, alice: Person, address: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reply_address, "_reply_round", lambda person_id: 0)
    renew_addresses(duel, alice, now)
    assert answer(incoming.write_mail(address, ORDERS), address, now) == "preview"


# --- An address of another turn


ROUND = ("S01-S31; end", "W01-W31; end", "N01-N31; end", "E01-E31; end")


def test_a_turn_for_the_position_of_an_old_letter_becomes_a_draft(
    duel: Game, address: str, players: Sequence[Person], now: datetime
) -> None:
    stage.tell(duel, players, ROUND, now=now)
    before = database.hash_tables()
    assert answer(incoming.write_mail(address, ORDERS), address, now) == "stale"
    changed = {"inbox_incomingmail", "games_draft", "mail_delivery"}
    assert database.changed_tables(before) == changed


def test_a_turn_for_the_position_of_an_old_letter_would_be_shown_without_its_version(
    duel: Game,
    address: str,
    players: Sequence[Person],
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(correspondence.Correspondence, "is_present", True)
    stage.tell(duel, players, ROUND, now=now)
    assert answer(incoming.write_mail(address, ORDERS), address, now) == "preview"


def test_a_yes_to_what_an_old_letter_has_shown_hands_nothing_in(
    duel: Game,
    players: Sequence[Person],
    mailbox: Callable[..., Mailbox],
    now: datetime,
) -> None:
    hers = mailbox(players[0])
    hers.reply("decision", ORDERS)
    to = hers.letter("answer").reply_to
    stage.tell(duel, players, ROUND, now=now)
    assert answer(incoming.write_mail(to, "YES"), to, now) == "stale"
    assert not Submission.objects.filter(via=Submission.Via.LETTER).exists()


# --- Flipped bits


def _flipped(address: str, bit: int) -> str:
    token = address.partition("+")[2].partition("@")[0]
    raw = int.from_bytes(base64.b32decode(f"{token.upper()}=")) ^ 1 << bit
    return address.replace(token, base64.b32encode(raw.to_bytes(34)).decode().lower()[:55])


def _flip(address: str, bits: range, now: datetime) -> list[str]:
    for number, bit in enumerate(bits, 1):
        to = _flipped(address, bit)
        incoming.arrive(incoming.write_mail(to, ORDERS), to, now)
        if number % waiting_rooms.MOST_OF_ADDRESS == 0:  # or there would be no room for more
            incoming.handle(now)
    return incoming.handle(now)


def test_an_address_with_a_flipped_bit_has_no_effect(address: str, now: datetime) -> None:
    before = database.hash_tables()
    assert _flip(address, range(BITS), now) == ["wrong-address"] * BITS
    assert has_no_effect(before)


def test_an_address_with_a_flipped_bit_would_have_one_without_its_tag(
    address: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reply_address, "_has_tag", lambda *given: True)
    assert set(_flip(address, range(0, 8 * reply_address.TAG_BYTES, 16), now)) == {"preview"}

"""Whatever follows the links of letters, as mail gateways do: nothing comes of it but pages.

Every address in every kind of letter is asked for with HEAD, with GET, and by a browser that runs
all scripts and presses nothing; only the POST of RFC 8058 does what its button says.
"""

from __future__ import annotations

import email
import http.client
import re
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import default
from itertools import chain, islice
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import urlsplit

import pytest

import accounts.letters
from accounts.models import InvitationOptOut, Person
from games.letters import agreements, changes, writers
from mail import pictures
from mail.models import Delivery
from tests import chromium, database, letters, servers
from tests.database import State
from tests.faults import browsers, sites
from tests.faults.sites import Site
from tests.gallery import content, views
from tests.scheduling import choose_one

pytestmark = pytest.mark.long

ADDRESS = re.compile(r"https?://[^\s<>\"]+[^\s<>\".,]")
AT_ONCE = 6
ONE_CLICK = "List-Unsubscribe=One-Click"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@dataclass(frozen=True)
class Scanned:
    """A site that is full of games, the letters it has sent with addresses at its port, and one
    of their readers."""

    site: Site
    port: int
    letters: list[EmailMessage]
    reader: browsers.Browser

    def addresses(self) -> list[str]:
        """Return all addresses in all parts and headers of the letters, each once."""
        return sorted(set(chain.from_iterable(map(_addresses, self.letters))))

    def doors(self, person: str) -> set[str]:
        """Return the one-click doors in the letters to an address."""
        theirs = (letter for letter in self.letters if letter["To"] == person)
        return {_door(letter) for letter in theirs if letter["List-Unsubscribe"]}


@pytest.fixture(scope="module")
def scanned(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Scanned]:
    folder, port = tmp_path_factory.mktemp("scanned"), servers.free_port()
    with (
        django_db_blocker.unblock(),
        servers.post_office() as office,
        sites.founded(office, folder / "site") as site,
    ):
        content.fill()
        with mock.patch.object(pictures, "cached_picture", return_value=b"PNG"):
            content.write_letters(folder / "letters", f"http://127.0.0.1:{port}")
        sent = [_read(path) for path in folder.glob("letters/*.eml")]
        reader = browsers.signed_in(Person.objects.get(name="Bob"), "")
        yield Scanned(site, port, sent, reader)


@pytest.fixture
def untouched(scanned: Scanned) -> Iterator[State]:
    """Give how things stand, and put right what a control has done."""
    yield database.hash_tables()
    Person.objects.update(letters=True)
    InvitationOptOut.objects.all().delete()


def test_letters_of_every_kind_are_looked_at(scanned: Scanned) -> None:
    sent = Delivery.objects.filter(status=Delivery.Status.SENT)
    assert set(sent.values_list("kind", flat=True)) == set(writers.WRITERS)
    of_accounts = sent.filter(kind=accounts.letters.KIND)
    assert set(of_accounts.values_list("about__what", flat=True)) == set(accounts.letters.WORDS)
    of_requests = sent.filter(kind="seat-request")
    asked = {"seat-request", "seat-accepted", "seat-declined", "seat-lapsed"}
    assert set(of_requests.values_list("about__what", flat=True)) == asked
    of_friends = sent.filter(kind="stand-in")
    assert set(of_friends.values_list("about__what", flat=True)) == {
        "asked", "accepted", "declined", "begun",
    }  # fmt: skip
    of_competitions = sent.filter(kind="competition")
    assert "begins" in of_competitions.values_list("about__what", flat=True)
    others = sent.exclude(pk__in=of_accounts).exclude(
        kind__in=("seat-request", "stand-in", "competition")
    )
    assert set(others.values_list("about__what", flat=True)) - {None} == {
        *changes.SEATS,
        *changes.TABLES,
        *agreements.PAUSES,
        *agreements.TAKE_BACKS,
    }
    together = sent.filter(is_gathered=True).values("person", "sent_at").distinct()
    alone = sent.filter(is_gathered=False)
    assert together.exists()
    assert len(scanned.letters) == alone.count() + together.count()


@pytest.mark.parametrize("method", ["HEAD", "GET"])
def test_a_link_that_is_only_looked_at_changes_nothing(
    scanned: Scanned, untouched: State, method: str
) -> None:
    with servers.web(scanned.site.env, port=scanned.port):
        for head in ({}, scanned.reader.cookie):
            answers = _followed(scanned, method, **head)
            assert set(answers) == {http.client.OK, http.client.FOUND}
    assert database.changed_tables(untouched) == set()


@pytest.mark.browser
@pytest.mark.parametrize("extent", choose_one(["views", "all"], "views"))
def test_a_browser_that_presses_nothing_changes_nothing(
    scanned: Scanned, untouched: State, extent: str
) -> None:
    addresses = scanned.addresses()
    with servers.web(scanned.site.env, port=scanned.port):
        _browse(addresses if extent == "all" else views.pick_one_of_each(addresses))
    assert database.changed_tables(untouched) == set()


@pytest.mark.parametrize("method", ["HEAD", "GET"])
def test_a_look_at_a_link_would_stop_letters_without_its_button(
    scanned: Scanned, untouched: State, method: str
) -> None:
    with servers.web(scanned.site.env, port=scanned.port, without="buttons"):
        _followed(scanned, method)
    assert database.changed_tables(untouched) == {"accounts_person", "accounts_refusal"}


@pytest.mark.browser
def test_a_script_that_presses_the_button_would_stop_letters(
    scanned: Scanned, untouched: State
) -> None:
    with servers.web(scanned.site.env, port=scanned.port, without="hands"):
        _followed(scanned, "GET")
        assert database.changed_tables(untouched) == set()
        _browse(address for address in scanned.addresses() if "/unsubscribe/" in address)
    assert database.changed_tables(untouched) == {"accounts_person"}


def test_one_click_stops_the_letters_of_one_person_and_nothing_else(
    scanned: Scanned, untouched: State
) -> None:
    bob = Person.objects.get(name="Bob")
    (door,) = scanned.doors(bob.email)
    with servers.web(scanned.site.env, port=scanned.port):
        assert _knock("POST", door, ONE_CLICK, FORM) == http.client.OK
    assert list(Person.objects.filter(letters=False, is_program=False)) == [bob]
    Person.objects.filter(pk=bob.pk).update(letters=True)
    assert database.changed_tables(untouched) == set()


def test_one_click_refuses_invitations_and_does_nothing_else(
    scanned: Scanned, untouched: State
) -> None:
    (door,) = scanned.doors("frank@example.org")
    with servers.web(scanned.site.env, port=scanned.port):
        assert _knock("POST", door, ONE_CLICK, FORM) == http.client.OK
    assert InvitationOptOut.objects.count() == 1
    assert database.changed_tables(untouched) == {"accounts_refusal"}


def _read(path: Path) -> EmailMessage:
    return email.message_from_bytes(path.read_bytes(), policy=default)


def _addresses(letter: EmailMessage) -> Iterator[str]:
    for header in letter.values():
        yield from ADDRESS.findall(str(header))
    for part in letter.walk():
        if part.get_content_type() == "text/plain":
            yield from ADDRESS.findall(part.get_content())
        if part.get_content_type() == "text/html":
            found = letters.Read(part.get_content())
            yield from (one for one in found.links + found.sources if ADDRESS.match(one))


def _door(letter: EmailMessage) -> str:
    assert letter["List-Unsubscribe-Post"] == ONE_CLICK
    return str(letter["List-Unsubscribe"]).strip(" <>")


def _followed(scanned: Scanned, method: str, **head: str) -> list[int]:
    """Ask for every address, and give the answers."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(lambda one: _knock(method, one, "", head), scanned.addresses()))


def _knock(method: str, address: str, body: str, head: Mapping[str, str]) -> int:
    parts = urlsplit(address)
    server = http.client.HTTPConnection(parts.netloc, timeout=60)
    try:
        server.request(method, parts._replace(scheme="", netloc="").geturl(), body, dict(head))
        answer = server.getresponse()
        answer.read()
    finally:
        server.close()
    return answer.status


def _browse(addresses: Iterable[str]) -> None:
    """Show pages, some at once, and wait until nothing goes on in them any more."""
    with chromium.run() as browser:
        context = chromium.new_context(browser)
        windows = [context.new_page() for _ in range(AT_ONCE)]
        left = iter(addresses)
        while shown := list(zip(windows, islice(left, AT_ONCE), strict=False)):
            for window, address in shown:
                window.goto(address, wait_until="commit")
            for window, _ in shown:
                window.wait_for_load_state("networkidle")

"""A whole small site for journeys: web server, worker with its beat, and a mail server."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from playwright.sync_api import Browser

from accounts.models import Person
from tests import chromium, database, servers
from tests.journeys.visitor import Visitor
from tests.servers import PostOffice, until

CODE = re.compile(r"^\s*([A-Z0-9]{4}-[A-Z0-9]{4})\s*$", re.MULTILINE)
PLAYERS = {"south": "Alice", "west": "Bob", "north": "Dora", "east": "Erin"}


@dataclass
class Site:
    """The running site: its address, its mail, and the people who have signed up."""

    address: str
    office: PostOffice
    people: dict[str, Visitor]

    def code(self, address: str) -> str:
        """Read the newest code from the letters to an address."""

        def newest() -> str | None:
            found = [CODE.search(body(letter)) for letter in self.office.to(address)]
            codes = [match[1] for match in found if match]
            return codes[-1] if len(codes) > seen else None

        seen = self._codes.get(address, 0)
        code: str = until(newest, f"code for {address}")
        self._codes[address] = seen + 1
        return code

    def __post_init__(self) -> None:
        self._codes: dict[str, int] = {}
        self._door = Lock()

    def welcome(self, name: str) -> None:
        """Let somebody sign up.

        One after the other at the form: the counter of newcomers from one place is locked for a
        moment, and who waits for it longer than a second, as on a busy machine, is sent away.
        """
        with self._door:
            self.people[name].ask_for_account(mail_of(name))
        self.people[name].enter(mail_of(name), self.code)

    def letter(self, person: str, *words: str) -> EmailMessage:
        """Wait for a letter to a person whose subject has all these words."""

        def arrived() -> EmailMessage | None:
            letters = self.office.to(mail_of(person))
            fits = (one for one in letters if all(word in str(one["Subject"]) for word in words))
            return next(fits, None)

        letter: EmailMessage = until(arrived, f"letter to {person}: {words}")
        return letter


def mail_of(name: str) -> str:
    return f"{name.lower()}@example.org"


def body(letter: EmailMessage) -> str:
    """Return the text of a letter as a reader without HTML sees it."""
    part = letter.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


@pytest.fixture(scope="module")
def site(
    django_test_environment: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """Run the site, with four people who have signed up on it."""
    with django_db_blocker.unblock(), running(tmp_path_factory.mktemp("site")) as here:
        yield here


@contextlib.contextmanager
def running(var: Path, people: Iterable[str] = PLAYERS.values(), **env: str) -> Iterator[Site]:
    """Run a site in a folder, with people who have signed up on it."""
    with contextlib.ExitStack() as stack:
        name = stack.enter_context(database.copied("journey"))
        stack.enter_context(database.connected(name))
        office = stack.enter_context(servers.post_office())
        env = servers.environment(database.url(name), var, EMAIL_URL=office.url, **env)
        port = servers.free_port()  # known before, so that both start at once
        stack.enter_context(servers.worker({**env, "SITE_URL": f"http://127.0.0.1:{port}"}))
        web = stack.enter_context(servers.web(env, port=port))
        here = Site(web.address, office, {name: Visitor(web.address, name) for name in people})
        with ThreadPoolExecutor() as pool:
            list(pool.map(here.welcome, here.people))
        yield here


@pytest.fixture
def players(site: Site) -> list[Person]:
    return [Person.objects.get(name=name) for name in PLAYERS.values()]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium.run() as running:
        yield running

"""A whole small site for journeys: web server, worker with its beat, and a mail server."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from email.message import EmailMessage
from http.cookiejar import Cookie
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Browser

from accounts.models import Person
from tests import chromium, collected, database, servers
from tests.journeys import browsing
from tests.journeys.visitor import Visitor
from tests.servers import PostOffice, until

CODE = re.compile(r"^\s*([A-Z0-9]{4}-[A-Z0-9]{4})\s*$", re.MULTILINE)
PLAYERS = {"south": "Alice", "west": "Bob", "north": "Dora", "east": "Erin"}


@dataclass
class Site:
    """The running site: its address, its mail, database, the people who have signed up, and the
    environment of its processes."""

    address: str
    office: PostOffice
    people: dict[str, Visitor]
    database_name: str
    env: Mapping[str, str] = field(default_factory=dict)
    rows: database.Rows = field(default_factory=dict)
    cookies: dict[str, list[Cookie]] = field(default_factory=dict)

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

    def remember(self) -> None:
        """Remember the rows and the cookies that there are."""
        self.rows = database.read_rows()
        self.cookies = {name: list(one.cookies) for name, one in self.people.items()}

    def begin_again(self) -> None:
        """Have all as it was remembered: no game, no letter, and people as they had signed up."""
        database.restore_rows(self.rows)
        self.office.letters.clear()
        self._codes.clear()
        for name, cookies in self.cookies.items():
            self.people[name].leave()
            for cookie in cookies:
                self.people[name].cookies.set_cookie(cookie)

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


@pytest.fixture(scope="package")
def shared_site(
    django_test_environment: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """Run the site once for all journeys of a test process, with four people who have signed up."""
    people = PLAYERS.values()
    with django_db_blocker.unblock(), serving(tmp_path_factory.mktemp("site"), people) as here:
        with database.connected(here.database_name):
            here.remember()
        yield here


@pytest.fixture(scope="module")
def site(shared_site: Site, django_db_blocker: Any) -> Iterator[Site]:
    """Return the site as it was when four people had signed up on it."""
    with django_db_blocker.unblock(), database.connected(shared_site.database_name):
        shared_site.begin_again()
        yield shared_site


@contextlib.contextmanager
def running(var: Path, people: Iterable[str], **env: str) -> Iterator[Site]:
    """Run a site in a folder, with people who have signed up on it; Django reads its database."""
    with serving(var, people, **env) as here, database.connected(here.database_name):
        yield here


@contextlib.contextmanager
def serving(var: Path, people: Iterable[str], **env: str) -> Iterator[Site]:
    """Run a site in a folder, with people who have signed up on it.

    Its files are collected, as those of real sites: browsers keep them, and ask but once.
    """
    with contextlib.ExitStack() as stack:
        name = stack.enter_context(database.copied("journey"))
        office = stack.enter_context(servers.post_office())
        url = database.url(name)
        env = servers.environment(url, var, EMAIL_URL=office.url, DEBUG="0", **env)
        collected.into(env)
        port = servers.free_port()  # known before, so that both start at once
        stack.enter_context(servers.worker({**env, "SITE_URL": f"http://127.0.0.1:{port}"}))
        web = stack.enter_context(servers.web(env, port=port))
        visitors = {one: Visitor(web.address, one) for one in people}
        here = Site(web.address, office, visitors, name, env)
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


@dataclass(frozen=True, slots=True)
class Place:
    """Where people play: the language of all of them, and the size of their screens."""

    language: str
    size: dict[str, Any]

    def say(self, words: str, **parts: object) -> str:
        """Return what the site says there, as its catalogue has it."""
        with translation.override(self.language):
            said = translation.gettext(words)
        assert self.language == "en" or said != words, f"not translated: {words}"
        return said % parts if parts else said


PLACES = {"phone-de": Place("de", browsing.PHONE), "desk-en": Place("en", browsing.DESK)}


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest, site: Site) -> Place:
    """Where all who play are, with a phone in German or at a desk in English, on a site as it was
    when they had signed up."""
    site.begin_again()
    found = PLACES[request.param]
    Person.objects.filter(is_house=False).update(language=found.language)
    return found

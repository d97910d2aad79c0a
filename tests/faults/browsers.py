"""What a player's browser sends to a real web server, and what it gets back."""

from __future__ import annotations

import contextlib
import http.client
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.test import Client

from accounts.models import Person
from games.models import Game
from tests import servers

TOKEN = "t" * 32
NO_ANSWER = 0


@dataclass(frozen=True)
class Answer:
    """A status, ``NO_ANSWER`` if the connection broke, and where the browser is sent to."""

    status: int
    location: str = ""

    @property
    def is_receipt(self) -> bool:
        return self.status == http.client.FOUND and "sent=" in self.location


@dataclass(frozen=True)
class Browser:
    """A person signed in at a web server; the session lies in the database."""

    session: str
    address: str

    def submit(
        self, game: Game, text: str, *, seen: int, key: str, patience: float = servers.PATIENCE
    ) -> Answer:
        """Hand in orders as the game page's form does."""
        fields = {"text": text, "seen": seen, "key": key}
        return self.post(f"/games/{game.pk}/submit/", fields, patience)

    def post(
        self, path: str, fields: Mapping[str, object], patience: float = servers.PATIENCE
    ) -> Answer:
        """Send a form."""
        form = urlencode({**fields, "csrfmiddlewaretoken": TOKEN}, doseq=True)
        server = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=patience)
        with contextlib.closing(server):
            try:
                server.request("POST", path, form, self._head())
                answer = server.getresponse()
            except (OSError, http.client.HTTPException):
                return Answer(NO_ANSWER)
            return Answer(answer.status, answer.headers.get("Location", ""))

    def get(self, path: str, patience: float = servers.PATIENCE) -> str:
        """Return a page, which must be there."""
        server = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=patience)
        with contextlib.closing(server):
            server.request("GET", path, headers=self.cookie)
            answer = server.getresponse()
            text = answer.read().decode()
        assert answer.status == http.client.OK, (path, answer.status)
        return text

    @property
    def cookie(self) -> dict[str, str]:
        """Return the header that tells who asks, and what a form must bring along."""
        session = f"{settings.SESSION_COOKIE_NAME}={self.session}"
        return {"Cookie": f"{session}; {settings.CSRF_COOKIE_NAME}={TOKEN}"}

    def _head(self) -> dict[str, str]:
        return {"Content-Type": "application/x-www-form-urlencoded", **self.cookie}


def signed_in(person: Person, address: str) -> Browser:
    """Sign a person in, in the database of the test."""
    client = Client()
    client.force_login(person)
    return Browser(client.cookies[settings.SESSION_COOKIE_NAME].value, address)


def at_once(browser: Browser, game: Game, texts: Iterable[str], *, seen: int) -> list[Answer]:
    """Hand in several texts for the same turn at the same moment."""
    many = list(enumerate(texts))
    with ThreadPoolExecutor(len(many)) as pool:
        sent = [
            pool.submit(browser.submit, game, text, seen=seen, key=f"at-once-{number}")
            for number, text in many
        ]
        return [answer.result() for answer in sent]

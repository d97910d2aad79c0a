"""A signed-in person who sends forms."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode, urlsplit

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.serializers import JSONSerializer

from accounts.models import Person

PATIENCE = 120.0  # seconds
FOUND = (HTTPStatus.FOUND, HTTPStatus.SEE_OTHER)


class UnexpectedAnswer(Exception):
    """The site answered with a status that was not wanted."""

    def __init__(self, path: str, status: int, body: bytes) -> None:
        super().__init__(f"{path} is answered with {status}: {body[:200]!r}")
        self.status = status


@dataclass
class Browser:
    """A signed-in person with one connection that stays open."""

    address: str
    cookies: dict[str, str]
    connection: http.client.HTTPConnection | None = None

    def request(self, path: str, **fields: str) -> str:
        """Send a form; return where the answer leads to.

        :raises UnexpectedAnswer: if it leads nowhere.
        """
        answer, body = self._send(path, fields, {"Accept-Encoding": "gzip"})
        if answer.status not in FOUND:
            raise UnexpectedAnswer(path, answer.status, body)
        return answer.headers["Location"]

    def tell(self, path: str, **fields: str) -> Any:
        """Send a form as a script does; return what is answered.

        :raises UnexpectedAnswer: if that is no JSON.
        """
        answer, body = self._send(path, fields, {"Accept": "application/json"})
        if answer.status != HTTPStatus.OK:
            raise UnexpectedAnswer(path, answer.status, body)
        return json.loads(body)

    def open(self, path: str) -> bytes:
        """Open a page, and return it as it travels.

        :raises UnexpectedAnswer: if there is none.
        """
        answer, body = self._send(path, None, {"Accept-Encoding": "gzip"})
        if answer.status != HTTPStatus.OK:
            raise UnexpectedAnswer(path, answer.status, body)
        return body

    def _send(
        self, path: str, fields: Mapping[str, str] | None, more: Mapping[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """Send a form, or ask for a page where there are no fields; once more where the server has
        closed the connection meanwhile."""
        if self.connection is not None:
            try:
                return self._exchange(self.connection, path, fields, more)
            except ConnectionError:
                self.connection.close()
        netloc = urlsplit(self.address).netloc
        self.connection = http.client.HTTPConnection(netloc, timeout=PATIENCE)
        return self._exchange(self.connection, path, fields, more)

    def _exchange(
        self,
        connection: http.client.HTTPConnection,
        path: str,
        fields: Mapping[str, str] | None,
        more: Mapping[str, str],
    ) -> tuple[http.client.HTTPResponse, bytes]:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        headers |= {"X-CSRFToken": self.cookies["csrftoken"], **more}
        if fields is None:
            connection.request("GET", path, headers=headers)
        else:
            headers |= {"Content-Type": "application/x-www-form-urlencoded"}
            connection.request("POST", path, urlencode(fields), headers)
        answer = connection.getresponse()
        return answer, answer.read()


def sign_in(person: Person, address: str) -> Browser:
    """Return a browser in which somebody has signed in to the site."""
    session = SessionStore()
    browser = _begin_session(session, settings.AUTHENTICATION_BACKENDS[0], person, address)
    # Every sign-in is listed, for people to end those they do not know.
    UserSession.objects.create(session_key=session.session_key, user=person, ip="127.0.0.1")
    return browser


def sign_in_frozen(person: Person, address: str) -> Browser:
    """Return a browser in which somebody has signed in to the yardstick that stays as it is."""
    session = SessionStore()
    session.serializer = JSONSerializer
    return _begin_session(session, "tests.bench.frozen.urls.PlainBackend", person, address)


def _begin_session(session: Any, backend: str, person: Person, address: str) -> Browser:
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = backend
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    cookies = {settings.SESSION_COOKIE_NAME: str(session.session_key), "csrftoken": "b" * 32}
    return Browser(address, cookies)

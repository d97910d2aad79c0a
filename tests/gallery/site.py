"""Runs the small site as a trial site without errors on show, and lets its people in."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from accounts import reauthentication
from accounts.models import Person
from tests import collected, database, servers
from tests.gallery import answers, content
from tests.gallery.content import Content

HOUR = 60 * 60


@dataclass(frozen=True)
class Gallery:
    """The running site and what there is to see."""

    address: str
    content: Content
    letters: Mapping[str, str]

    def speak(self, language: str) -> None:
        """Let everybody read in a language."""
        Person.objects.update(language=language)

    def cookies(self, name: str, **more: str) -> list[Any]:
        """Return the cookies of a person ("" for nobody), and others by name."""
        if name:
            more["sessionid"] = self._session(name.removesuffix("!"), is_fresh=name[-1] != "!")
        return [{"name": key, "value": value, "url": self.address} for key, value in more.items()]

    def _session(self, name: str, *, is_fresh: bool) -> str:
        person, session = self.content.people[name], SessionStore()
        session[SESSION_KEY] = str(person.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = person.get_session_auth_hash()
        session.update(self.content.sessions.get(name, {}))
        since = timezone.now().timestamp() - (0 if is_fresh else HOUR)
        session[reauthentication.SESSION_KEY] = since
        session.save()
        assert session.session_key
        return session.session_key


@contextlib.contextmanager
def gallery() -> Iterator[Gallery]:
    """Run the site on a database and in a folder of its own."""
    with ExitStack() as stack:
        name = stack.enter_context(database.copied("gallery"))
        stack.enter_context(database.connected(name))
        var = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        env = servers.environment(
            database.url(name),
            var,
            PLAY="1",
            DEBUG="0",
            SECRET_KEY=settings.SECRET_KEY,
            REPLY_ADDRESS=content.REPLIES,
        )
        collected.into(env)
        shown = content.fill()
        web = stack.enter_context(servers.web(env, workers=1))
        letters = content.write_letters(var / "letters", web.address)
        answered = answers.write_answers(shown, var / "letters", web.address)
        yield Gallery(web.address, shown, letters | answered)

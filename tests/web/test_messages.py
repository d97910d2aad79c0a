"""Messages for the next page: in the cookie that the settings name."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.messages import SUCCESS
from django.http import HttpRequest, HttpResponse

from web.messages import NamedCookieStorage


def test_messages_go_into_the_cookie_that_the_settings_name() -> None:
    storage, answer = NamedCookieStorage(HttpRequest()), HttpResponse()
    storage.add(SUCCESS, "Handed in.")
    storage.update(answer)
    assert [*answer.cookies] == [settings.MESSAGES_COOKIE_NAME]


def test_the_messages_cookie_is_taken_away_as_browsers_want(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They keep a ``__Host-`` cookie that is taken away without ``Secure``."""
    monkeypatch.setattr(NamedCookieStorage, "cookie_name", "__Host-messages")
    asked, answer = HttpRequest(), HttpResponse()
    asked.COOKIES["__Host-messages"] = "read"
    storage = NamedCookieStorage(asked)
    assert list(storage) == []
    storage.update(answer)
    gone = answer.cookies["__Host-messages"]
    assert gone["secure"]
    assert gone["max-age"] == 0

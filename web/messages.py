"""Where a message waits for the next page: in a cookie of a name that settings give."""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class NamedCookieStorage(CookieStorage):
    """Django's storage in a cookie, whose name is fixed there."""

    cookie_name: str = settings.MESSAGES_COOKIE_NAME


class NamedFallbackStorage(FallbackStorage):
    """That cookie, or the session where the messages are too long for it."""

    storage_classes = (NamedCookieStorage, SessionStorage)

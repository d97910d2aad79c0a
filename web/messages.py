"""Storage of messages for the next page, in a cookie whose name the settings give."""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class NamedCookieStorage(CookieStorage):
    """Django's cookie storage under a name of ours, so that it can be a ``__Host-`` cookie."""

    cookie_name: str = settings.MESSAGES_COOKIE_NAME


class NamedFallbackStorage(FallbackStorage):
    """That cookie, or the session if the messages are too long for it."""

    storage_classes = (NamedCookieStorage, SessionStorage)

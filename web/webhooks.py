"""Where the mail provider tells what became of letters: the door of one, with a secret."""

from __future__ import annotations

from anymail.urls import urlpatterns
from django.conf import settings
from django.urls import URLPattern


def webhook_patterns() -> list[URLPattern]:
    """Return the addresses of the provider's door; none without a provider or without a secret."""
    provider = settings.ANYMAIL_PROVIDER
    if not (provider and settings.ANYMAIL_WEBHOOK_SECRET):
        return []
    names = {f"{provider}_tracking_webhook", f"{provider}_webhook"}
    return [one for one in urlpatterns if one.name in names]

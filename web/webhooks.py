"""The webhook by which the mail provider reports what became of letters, guarded by a secret."""

from __future__ import annotations

from anymail.urls import urlpatterns
from django.conf import settings
from django.urls import URLPattern


def webhook_patterns() -> list[URLPattern]:
    """Return the URL patterns of the provider's webhook; none without a provider or a secret."""
    provider = settings.ANYMAIL_PROVIDER
    if not (provider and settings.ANYMAIL_WEBHOOK_SECRET):
        return []
    names = {f"{provider}_tracking_webhook", f"{provider}_webhook"}
    # The library brings webhooks for every provider; an open one would believe anybody.
    return [pattern for pattern in urlpatterns if pattern.name in names]

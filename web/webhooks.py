"""The webhook by which the mail provider reports what became of letters, guarded by a secret."""

from __future__ import annotations

from typing import Any

from anymail.exceptions import AnymailWebhookValidationFailure
from anymail.signals import AnymailTrackingEvent
from anymail.urls import urlpatterns
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.urls import URLPattern, path


def webhook_patterns() -> list[URLPattern]:
    """Return the URL patterns of the provider's webhook; none without a provider or a secret."""
    provider = settings.ANYMAIL_PROVIDER
    if not (provider and settings.ANYMAIL_WEBHOOK_SECRET):
        return []
    names = {f"{provider}_tracking_webhook", f"{provider}_webhook"}
    # The library brings webhooks for every provider; an open one would believe anybody.
    return [_reject_nonsense(pattern) for pattern in urlpatterns if pattern.name in names]


def _reject_nonsense(pattern: URLPattern) -> URLPattern:
    """Answer 400 to a report that cannot be read; an error while it is handled stays a 500, after
    which providers report again."""

    class Webhook(pattern.callback.view_class):  # type: ignore[misc,name-defined]
        def parse_events(self, request: HttpRequest) -> list[AnymailTrackingEvent]:
            try:
                events = list(super().parse_events(request))
            except AnymailWebhookValidationFailure:
                raise
            except Exception as error:  # each provider's parser stumbles in a way of its own
                raise BadRequest from error
            if not all(map(_is_readable, events)):
                raise BadRequest
            return events

    readable: URLPattern = path(str(pattern.pattern), Webhook.as_view(), name=pattern.name)
    return readable


def _is_readable(event: AnymailTrackingEvent) -> bool:
    metadata = event.metadata or {}
    return isinstance(metadata, dict) and all(
        map(_is_text, (event.recipient or "", metadata.get("delivery", "")))
    )


def _is_text(value: Any) -> bool:
    """Whether a value is text that a database can hold: JSON may write half a surrogate pair."""
    return isinstance(value, str) and value.isprintable()

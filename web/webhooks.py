"""The webhooks by which the mail provider reports what became of letters, and brings those that are
answered; guarded by a secret."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from anymail.exceptions import (
    AnymailAPIError,
    AnymailImproperlyInstalled,
    AnymailWebhookValidationFailure,
)
from anymail.signals import AnymailEvent, AnymailInboundEvent
from anymail.urls import urlpatterns
from django.conf import settings
from django.core.exceptions import BadRequest, ImproperlyConfigured, PermissionDenied
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern
from django.utils.log import log_response

from inbox import webhook
from inbox.waiting_rooms import TooManyError
from mail.provider import missing_library


def webhook_patterns() -> list[URLPattern]:
    """Return the URL patterns of the provider's webhooks; none without a provider or a secret, and
    none for mails where no letter can be answered."""
    provider = settings.ANYMAIL_PROVIDER
    if not (provider and settings.ANYMAIL_WEBHOOK_SECRET):
        return []
    names = {f"{provider}_tracking_webhook", f"{provider}_webhook"}
    if settings.REPLY_ADDRESS:
        names.add(f"{provider}_inbound_webhook")
    # The library brings webhooks for every provider; an open one would believe anybody.
    return [_reject_nonsense(pattern) for pattern in urlpatterns if pattern.name in names]


def check_libraries() -> None:
    """Make a view of each webhook: only then some of them miss their library.

    :raises ImproperlyConfigured: if one does.
    """
    for pattern in webhook_patterns():
        with missing_library():
            _make_view(pattern)


def _make_view(pattern: URLPattern) -> None:
    view: Any = pattern.callback
    try:
        view.view_class()
    except AnymailImproperlyInstalled:
        raise
    except ImproperlyConfigured:
        return  # a key is missing, which it says when it is called


def _reject_nonsense(pattern: URLPattern) -> URLPattern:
    """Answer 403 without the secret, 400 to what cannot be read and 503 without room; an error
    while it is handled stays a 500, after which providers try again."""

    class Webhook(pattern.callback.view_class):  # type: ignore[misc,name-defined]
        def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            sender = _EachEvent(super().signal)
            self.signal: Any = sender
            answer: HttpResponse = super().post(request, *args, **kwargs)
            # The provider brings them again, and those that were stored are found.
            return _ask_again(request) if sender.is_full else answer

        def run_validators(self, request: HttpRequest) -> None:
            with _refusals():
                super().run_validators(request)

        def parse_events(self, request: HttpRequest) -> list[AnymailEvent]:
            with _refusals(retried=(OSError, AnymailAPIError)):
                events = list(super().parse_events(request))
                if not all(map(_is_readable, events)):
                    raise BadRequest
                return events

    webhook.take_heads_only(Webhook)
    return URLPattern(pattern.pattern, Webhook.as_view(), name=pattern.name)


def _ask_again(request: HttpRequest) -> HttpResponse:
    """Return that there is no room now. Only after a 5xx do all providers try again."""
    answer = HttpResponse(status=503)
    # A refusal is an answer: logged here, it is not logged again as an error of the site.
    log_response("Mails wait: %s", request.path, response=answer, request=request, level="info")
    return answer


class _EachEvent:
    """Sends the events of one call, also those after a mail for which there is no room: some
    providers bring the mails of several people together."""

    def __init__(self, signal: Signal) -> None:
        self._signal, self.is_full = signal, False

    def send(self, **sent: Any) -> None:
        """Send an event to those who handle it."""
        try:
            self._signal.send(**sent)
        except TooManyError:
            self.is_full = True


@contextmanager
def _refusals(retried: tuple[type[Exception], ...] = ()) -> Iterator[None]:
    """Turn what a provider's code raises into an answer: each stumbles in a way of its own. Some
    fetch what they were told of, and a failure that is to be ``retried`` stays one."""
    try:
        yield
    except AnymailWebhookValidationFailure as error:
        raise PermissionDenied from error
    except retried:
        raise
    except Exception as error:
        raise BadRequest from error


def _is_readable(event: AnymailEvent) -> bool:
    if isinstance(event, AnymailInboundEvent):
        return bool(webhook.read_event(event))
    metadata = event.metadata or {}
    return isinstance(metadata, dict) and all(
        map(_is_text, (event.recipient or "", metadata.get("delivery", "")))
    )


def _is_text(value: Any) -> bool:
    """Whether a value is text that a database can hold: JSON may write half a surrogate pair."""
    return isinstance(value, str) and value.isprintable()

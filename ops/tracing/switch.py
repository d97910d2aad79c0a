"""Turns tracing on where the settings name a collector.

Nothing of OpenTelemetry is imported, and nothing stands in the way of a request, where they do not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

if TYPE_CHECKING:
    from ops.tracing.web_requests import Application


def check_packages() -> None:
    """Import what tracing needs, if it is on.

    :raises ImproperlyConfigured: if it is not installed.
    """
    if not settings.TRACING_URL:
        return
    try:
        from ops.tracing import spans  # noqa: F401
    except ImportError as error:
        raise ImproperlyConfigured(
            "OTEL_EXPORTER_OTLP_ENDPOINT wants the packages of the extra 'tracing' "
            f"(docs/running.md): {error}"
        ) from error


def start() -> None:
    """Trace what this process does, if tracing is on. The thread that talks to the collector begins
    with the first span, so that it is one of the process that makes spans, whatever forks before.

    :raises ImproperlyConfigured: if the packages for it are not installed.
    """
    if not settings.TRACING_URL:
        return
    check_packages()
    from ops.tracing import wrappers

    wrappers.install()


def trace_requests(application: Application) -> Application:
    """Return the WSGI application, with a span for each request if tracing is on.

    :raises ImproperlyConfigured: if the packages for it are not installed.
    """
    if not settings.TRACING_URL:
        return application
    start()
    from ops.tracing import web_requests

    return web_requests.trace_application(application)

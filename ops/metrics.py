"""The health of the site as metrics for Prometheus; not found unless a token is set."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator
from datetime import datetime

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import GaugeMetricFamily
from prometheus_client.registry import Collector

from ops import health
from ops.health import Health, InboxHealth, MailQueueHealth, TaskHealth

BEARER = "Bearer "


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics, to a client that sends the token."""
    if not settings.METRICS_TOKEN:
        raise Http404
    if not _has_token(request):
        return HttpResponse(status=401, headers={"WWW-Authenticate": BEARER.strip()})
    registry = CollectorRegistry()
    registry.register(HealthCollector(health.current_health()))
    encode, content_type = choose_encoder(request.headers.get("Accept", ""))
    return HttpResponse(encode(registry), content_type=content_type)


def _has_token(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "").encode()
    # Comparing takes the same time however much is right, so that it tells nothing of the token.
    return hmac.compare_digest(given, f"{BEARER}{settings.METRICS_TOKEN}".encode())


class HealthCollector(Collector):
    """The figures of one moment. They come from the database, so that it does not matter which
    process is asked."""

    def __init__(self, seen: Health) -> None:
        self.seen = seen

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield each metric with its samples."""
        seen = self.seen
        yield from self._letter_gauges(seen.posts)
        yield from self._task_gauges([work for work in seen.works if work.ran_at])
        yield _single_gauge("letters_dead", "Letters that nobody will get.", seen.dead)
        yield from self._mail_gauges(seen.inbox)
        yield _single_gauge("decisions_late", "Decisions whose time is up.", seen.late)
        yield _single_gauge(
            "decisions_oldest_late_seconds",
            "For how long the time of the latest decision is up.",
            self._seconds_since(seen.oldest),
        )
        yield _single_gauge(
            "decisions_given_up", "Decisions that fail again and again.", seen.given_up
        )
        yield _single_gauge("decisions_house", "Decisions that wait for house players.", seen.house)
        yield _single_gauge("games_paused", "Games that are paused.", seen.paused)

    def _letter_gauges(self, posts: Iterable[MailQueueHealth]) -> Iterator[GaugeMetricFamily]:
        waiting = _labelled_gauge("letters_waiting", "Letters that wait, also for later.", "queue")
        due = _labelled_gauge("letters_due", "Letters that could leave now.", "queue")
        oldest = _labelled_gauge(
            "letters_oldest_due_seconds", "How long the oldest is due.", "queue"
        )
        shut = _labelled_gauge("mail_host_shut", "Whether the mail host is left in peace.", "queue")
        for post in posts:
            waiting.add_metric([post.queue], post.waiting)
            due.add_metric([post.queue], post.due)
            oldest.add_metric([post.queue], self._seconds_since(post.oldest))
            shut.add_metric([post.queue], post.shut is not None)
        yield from (waiting, due, oldest, shut)

    def _mail_gauges(self, inbox: InboxHealth) -> Iterator[GaugeMetricFamily]:
        yield _single_gauge("mails_waiting", "Mails that came in and wait.", inbox.waiting)
        yield _single_gauge("mails_dead", "Mails that nobody will answer.", inbox.dead)
        yield _single_gauge(
            "mails_oldest_due_seconds",
            "How long the oldest is due.",
            self._seconds_since(inbox.oldest),
        )

    def _task_gauges(self, works: Iterable[TaskHealth]) -> Iterator[GaugeMetricFamily]:
        idle = _labelled_gauge(
            "task_idle_seconds", "Since when a task has not come to its end.", "task"
        )
        patience = _labelled_gauge("task_patience_seconds", "How long it may stay away.", "task")
        ahead = _labelled_gauge(
            "task_clock_ahead_seconds", "How wrong its worker's clock is.", "task"
        )
        for work in works:
            idle.add_metric([work.kind], self._seconds_since(work.ran_at))
            patience.add_metric([work.kind], work.patience.total_seconds())
            ahead.add_metric([work.kind], work.ahead)
        yield from (idle, patience, ahead)

    def _seconds_since(self, moment: datetime | None) -> float:
        return (self.seen.now - moment).total_seconds() if moment else 0.0


def _labelled_gauge(name: str, words: str, label: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"zugpost_{name}", words, labels=[label])


def _single_gauge(name: str, words: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"zugpost_{name}", words, value=value)

"""A traced site: each kind of process hands spans to a collector, and none minds one that hangs."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator

import pytest

from ops.models import Heartbeat
from tests import brokers, collector, servers
from tests.collector import Collector
from tests.faults.sites import Site

PAGE, TASK = "/rules/", "games.tasks.send_letters"


@pytest.fixture
def collected(site: Site) -> Iterator[Collector]:
    with collector.running() as running:
        site.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = running.url
        site.env["OTEL_TRACES_SAMPLER_ARG"] = "1"
        site.env["OTEL_BSP_SCHEDULE_DELAY"] = "200"
        yield running


def ask_page(server: servers.Server) -> None:
    with urllib.request.urlopen(server.address + PAGE, timeout=servers.PATIENCE) as answer:
        assert answer.status == 200


@pytest.mark.parametrize("url", [brokers.NONE, *brokers.urls()])
def test_web_workers_and_beat_hand_over_spans(site: Site, collected: Collector, url: str) -> None:
    site.env["BROKER_URL"] = brokers.own(url)
    with servers.web(site.env) as web, servers.worker(site.env, beat=False):
        ask_page(web)
        if url:
            with servers.beat(site.env):
                servers.until(lambda: collected.named(f"send {TASK}"), "a span of the beat")
        servers.until(lambda: collected.named(TASK), "a span of a tick")
        servers.until(lambda: collected.named(f"GET {PAGE}"), "a span of a request")
    traces = {span.trace_id for span in collected.named(TASK)}
    statements = [span for span in collected.spans if span.trace_id in traces]
    assert any(span.name.startswith("SELECT") for span in statements)
    if url:
        sent = {span.span_id for span in collected.named(f"send {TASK}")}
        assert sent & {span.parent_span_id for span in collected.named(TASK)}


@pytest.mark.parametrize("url", [brokers.NONE, *brokers.urls()[:1]])
def test_spans_that_wait_leave_when_a_worker_ends(
    site: Site, collected: Collector, url: str
) -> None:
    site.env["BROKER_URL"] = brokers.own(url)
    site.env["OTEL_BSP_SCHEDULE_DELAY"] = "600000"  # none leaves before
    with servers.worker(site.env) as worker:
        servers.until(lambda: Heartbeat.objects.filter(kind="letters").exists(), "a tick")
        assert not collected.asked
        worker.stop()
        servers.until(lambda: collected.named(TASK), "what the worker's children still had")


def test_pages_do_not_wait_for_a_collector_that_hangs_and_no_log_is_filled(
    site: Site, collected: Collector
) -> None:
    collected.hangs = True
    site.env["OTEL_EXPORTER_OTLP_TIMEOUT"] = "3600"  # what waited for it would not be answered
    with servers.web(site.env, workers=1) as web:
        ask_page(web)
        servers.until(lambda: collected.asked, "a try to hand over spans")
        for _number in range(30):
            ask_page(web)
        log = web.log.read_text()
    assert log.count("the collector takes no spans") <= 1
    assert "opentelemetry" not in log

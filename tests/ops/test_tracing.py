"""What spans tell, and that none tells a secret; that tracing is not there while it is off."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from threading import Event, Thread
from types import ModuleType
from typing import Any, NoReturn, cast
from unittest.mock import Mock

import psycopg
import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import got_request_exception, request_finished, request_started
from django.db import DatabaseError, close_old_connections, connection, transaction
from django.http import HttpRequest, StreamingHttpResponse
from django.test import Client, RequestFactory
from django.urls import include, path, reverse
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import (
    SimpleSpanProcessor,
    SpanExporter,
    SpanExportResult,
)
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.sampling import ALWAYS_ON
from structlog.testing import capture_logs

from accounts.models import Person
from accounts.unsubscribe import unsubscribe_url
from conquest.core import Phrase, Unreadable
from games import tasks
from games.models import Game
from mail import crypto, parallel
from mail.models import Delivery
from ops import runner
from ops.tracing import spans, statements, switch, ticks, web_requests, wrappers
from tests import collector, servers

TOKEN = "q" * 32  # a cookie and a field that agree
SECRET = "Tannhaeuser-Gate-4711"  # of letters that JSON leaves as they are


@dataclass
class Traced:
    """The site as a traced process runs it, and the spans so far."""

    exporter: InMemorySpanExporter
    application: web_requests.Application
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, address: str, fields: dict[str, Any] | None = None, **headers: str) -> str:
        """Send a request as a browser does, and return the status and the body."""
        client = Client()
        client.cookies.load({"csrftoken": TOKEN, **self.cookies})
        factory = RequestFactory(headers={"X-CSRFToken": TOKEN, **headers})
        factory.cookies = client.cookies
        request = factory.get(address) if fields is None else factory.post(address, fields)
        answers: list[str] = []
        body = self.application(request.environ, lambda status, *_more: answers.append(status))
        text = b"".join(body).decode(errors="replace")
        cast("Any", body).close()
        return f"{answers[0]}\n{text}"

    @property
    def spans(self) -> tuple[ReadableSpan, ...]:
        return self.exporter.get_finished_spans()

    def names(self) -> list[str]:
        return [span.name for span in self.spans]

    def find(self, name: str) -> ReadableSpan:
        """Return the one span of a name."""
        [found] = [span for span in self.spans if span.name == name]
        return found

    def text(self) -> str:
        """Return all that the spans tell."""
        return "\n".join(span.to_json() for span in self.spans)


@pytest.fixture
def traced(monkeypatch: pytest.MonkeyPatch) -> Iterator[Traced]:
    """Trace this process, all of it, until the test is over."""
    exporter, provider = InMemorySpanExporter(), TracerProvider(sampler=ALWAYS_ON)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    tracer = provider.get_tracer("tests")
    monkeypatch.setattr(spans, "get_tracer", lambda: tracer)
    # The connection is the test's own, in a transaction that outlives requests and ticks.
    monkeypatch.setattr(runner, "close_old_connections", lambda: None)
    request_started.disconnect(close_old_connections)
    request_finished.disconnect(close_old_connections)
    with installed(monkeypatch):
        yield Traced(exporter, web_requests.trace_application(WSGIHandler()))
    request_started.connect(close_old_connections)
    request_finished.connect(close_old_connections)
    provider.shutdown()


@contextmanager
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Wrap what is traced, and put it back in the end."""
    for owner, name, _trace in wrappers.WRAPPERS:
        monkeypatch.setattr(owner, name, getattr(owner, name))
    wrappers.install()
    yield
    got_request_exception.disconnect(web_requests.note_exception)


def fail_with(error: BaseException) -> Callable[..., NoReturn]:
    def fail(*_args: Any, **_options: Any) -> NoReturn:
        raise error

    return fail


def serve_also(settings: Any, route: str, view: Callable[..., Any]) -> None:
    """Add a view to those of the site."""
    urls = ModuleType("more_urls")
    vars(urls).update(vars(import_module("config.urls")))
    urls.urlpatterns = [path(route, view), path("", include("config.urls"))]  # type: ignore[attr-defined]
    settings.ROOT_URLCONF = urls


def start_process(code: str, tmp_path: Path, **env: str) -> subprocess.CompletedProcess[str]:
    nowhere = {"DATABASE_URL": "postgres://a@127.0.0.1:1/a", "BROKER_URL": "redis://127.0.0.1:1"}
    given = {"PATH": os.environ["PATH"], "VAR": str(tmp_path), "SECRET_KEY": "k", **nowhere, **env}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=servers.ROOT, env=given, capture_output=True, text=True, timeout=servers.PATIENCE,
        check=False,
    )  # fmt: skip


OFF = """
import sys
from config import wsgi
from ops.management.commands import run_ticks
from ops.tracing import switch
switch.start()
print([name for name in sys.modules if name.startswith(("opentelemetry", "google.protobuf"))])
import celery, psycopg
from mail import compose, parallel
from ops import runner
places = [compose.send_letter, parallel.run, parallel.repeat_meanwhile, runner.run_in_slot]
places += [celery.Task.apply_async, psycopg.Connection.commit, psycopg.Cursor.execute]
print([one for one in places if "/ops/tracing/" in one.__code__.co_filename])
print(wsgi.application.__qualname__)
"""
WITHOUT = "import sys; sys.modules['opentelemetry'] = None; "
ON = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}


def test_nothing_of_tracing_is_there_while_it_is_off(tmp_path: Path) -> None:
    done = start_process(OFF, tmp_path)
    assert done.stdout.splitlines() == ["[]", "[]", "fast_path.<locals>.serve"], done.stderr


def test_workers_need_nothing_of_tracing_while_it_is_off(tmp_path: Path) -> None:
    """The library of Redis imports it where it is there, and does nothing with it."""
    done = start_process(
        WITHOUT + "from config import celery, broker; broker.trace_ticks()", tmp_path
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("code", "status"),
    [("import config.wsgi", 3), ("from config import celery, broker; broker.trace_ticks()", 1)],
    ids=["web", "worker"],
)
def test_missing_packages_are_said_in_one_line(tmp_path: Path, code: str, status: int) -> None:
    done = start_process(WITHOUT + code, tmp_path, **ON)
    assert done.returncode == status
    said = "Settings: OTEL_EXPORTER_OTLP_ENDPOINT wants the packages of the extra 'tracing' ("
    assert [line[: len(said)] for line in done.stderr.splitlines()].count(said) == 1
    assert "Traceback" not in done.stderr


def test_tracing_is_on_where_a_collector_is_named(tmp_path: Path) -> None:
    code = "from config import wsgi; print(wsgi.application.__qualname__)"
    done = start_process(code, tmp_path, **ON)
    assert done.stdout == "trace_application.<locals>.serve\n", done.stderr


# --- requests ------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_request_is_named_by_its_route(traced: Traced, game: Game) -> None:
    traced.ask(reverse("game", args=[game.pk]))
    span = traced.find("GET /games/<int:pk>/")
    assert span.attributes == {
        "http.request.method": "GET",
        "http.route": "/games/<int:pk>/",
        "http.response.status_code": 200,
    }
    assert span.status.status_code is trace.StatusCode.UNSET


@pytest.mark.django_db
def test_what_is_not_there_has_no_route(traced: Traced) -> None:
    traced.ask(f"/{SECRET}/")
    assert dict(traced.find("GET no route").attributes or {})["http.response.status_code"] == 404


@pytest.mark.django_db
def test_a_view_that_fails_is_an_error_by_its_kind_alone(traced: Traced, settings: Any) -> None:
    serve_also(settings, "broken/<str:code>/", fail_with(ValueError(SECRET)))
    assert traced.ask(f"/broken/{SECRET}/").startswith("500")
    span = traced.find("GET /broken/<str:code>/")
    assert span.status.status_code is trace.StatusCode.ERROR
    assert dict(span.attributes or {})["error.type"] == "builtins.ValueError"
    assert not span.status.description
    assert not span.events


@pytest.mark.django_db
def test_a_span_lasts_until_the_body_has_been_sent(traced: Traced, settings: Any) -> None:
    def count_people() -> Iterator[bytes]:
        yield str(Person.objects.count()).encode()

    def stream(request: HttpRequest) -> StreamingHttpResponse:
        return StreamingHttpResponse(count_people())

    serve_also(settings, "stream/", stream)
    assert traced.ask("/stream/").startswith("200")
    statement, request = traced.find("SELECT accounts_person"), traced.find("GET /stream/")
    assert statement.parent is not None
    assert statement.parent.span_id == request.get_span_context().span_id  # type: ignore[union-attr]


@pytest.mark.django_db
def test_a_stranger_has_no_say_in_what_is_recorded(
    traced: Traced, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = f"00-{'a' * 32}-{'b' * 16}-01"
    traced.ask("/rules/", traceparent=wanted)
    assert traced.find("GET /rules/").parent is None
    assert "a" * 32 not in traced.text()


def test_a_request_that_is_not_recorded_is_answered_as_without_tracing(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.TRACING_RATIO = 0.0
    exporter, body = InMemorySpanExporter(), [b"as it is"]
    provider = spans.build_provider(exporter)
    monkeypatch.setattr(spans, "get_tracer", lambda: provider.get_tracer("tests"))
    application = web_requests.trace_application(lambda environ, start: body)
    environ = RequestFactory().get("/").environ
    assert application(environ, lambda *_answer: None) is body
    provider.shutdown()
    assert exporter.get_finished_spans() == ()


# --- ticks ---------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_tick_is_named_by_its_task(traced: Traced) -> None:
    runner.run_in_slot("silence", lambda: None)
    assert "games.tasks.expire_decisions" in traced.names()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("error", "is_error"), [(Unreadable(Phrase(SECRET), "", 0), False), (ValueError(SECRET), True)]
)
def test_what_the_rules_refuse_is_no_error(
    traced: Traced, monkeypatch: pytest.MonkeyPatch, error: Exception, is_error: bool
) -> None:
    monkeypatch.setattr(tasks.play_bots, "run", fail_with(error))
    with capture_logs():
        runner.run_tick("house")
    span = traced.find("games.tasks.play_bots")
    assert (span.status.status_code is trace.StatusCode.ERROR) == is_error
    assert ("error.type" in (span.attributes or {})) == is_error
    assert SECRET not in traced.text()


def test_what_the_beat_sends_carries_the_name_of_its_span(traced: Traced) -> None:
    sent: list[dict[str, str]] = []

    def apply_async(task: Any, *args: Any, headers: dict[str, str]) -> None:
        sent.append(headers)

    ticks.trace_sending(apply_async)(tasks.play_bots)
    span = traced.find("send games.tasks.play_bots").get_span_context()
    assert span is not None
    [header] = [headers["traceparent"] for headers in sent]
    assert header.startswith(f"00-{span.trace_id:032x}-{span.span_id:016x}-")


# --- statements ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "described"),
    [
        ('SELECT "games_game"."id" FROM "games_game" WHERE 1 = 1', ("SELECT", "games_game")),
        ("\n  WITH next AS (SELECT id FROM mail_delivery) SELECT 1", ("WITH", "mail_delivery")),
        ("INSERT INTO games_event VALUES ('from secret')", ("INSERT", "games_event")),
        ('UPDATE "accounts_person" SET x = 1', ("UPDATE", "accounts_person")),
        (f"SELECT '{SECRET} from {SECRET}'", ("SELECT", "")),
        (f"{SECRET}", ("OTHER", "")),
        ("", ("OTHER", "")),
        (b"SELECT 1", ("OTHER", "")),
    ],
)
def test_a_statement_is_told_by_operation_and_table(
    query: object, described: tuple[str, str]
) -> None:
    assert statements.describe_statement(query) == described


@pytest.mark.django_db
def test_values_written_into_a_statement_are_not_told(traced: Traced) -> None:
    with spans.open_span("whole"), connection.cursor() as cursor:
        cursor.execute(f"SELECT '{SECRET}' FROM accounts_person WHERE name = %s", [SECRET])
        psycopg.Cursor(connection.connection).execute("SELECT %s", [SECRET])
    assert {"SELECT accounts_person", "SELECT"} <= {*traced.names()}
    assert SECRET not in traced.text()


@pytest.mark.django_db
def test_a_statement_that_fails_is_an_error_without_its_message(traced: Traced) -> None:
    with (
        spans.open_span("whole"),
        pytest.raises(DatabaseError),
        connection.cursor() as cursor,
    ):
        cursor.execute("SELECT %s::int FROM games_game", [SECRET])
    span = traced.find("SELECT games_game")
    assert dict(span.attributes or {})["error.type"] == "psycopg.errors.InvalidTextRepresentation"
    assert SECRET not in traced.text()


@pytest.mark.django_db(transaction=True)
def test_the_end_of_a_transaction_is_told(traced: Traced) -> None:
    with spans.open_span("whole"), transaction.atomic():
        Delivery.objects.filter(pk=0).delete()
    assert traced.names() == ["DELETE mail_delivery", "COMMIT", "whole"]


@pytest.mark.django_db
def test_statements_outside_of_a_trace_make_no_span(traced: Traced, alice: Person) -> None:
    Person.objects.count()
    assert traced.names() == []


# --- letters and secrets -------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_letter_is_told_by_its_queue_and_kind(
    traced: Traced, alice: Person, settings: Any
) -> None:
    traced.ask(reverse("account_login"), {"login": alice.email})
    runner.run_tick("codes")
    span = traced.find("send letter")
    assert span.attributes == {"zugpost.queue": "codes", "zugpost.kind": "sign_in"}
    [tick] = [one for one in traced.spans if one.name == "accounts.tasks.send_codes"]
    assert span.context is not None
    assert tick.context is not None
    assert span.context.trace_id == tick.context.trace_id


@pytest.mark.parametrize("count", [1, 3])
def test_threads_that_send_letters_belong_to_the_trace_of_their_tick(
    traced: Traced, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel, "connections", Mock())  # those of the test stay open
    begun = Event()
    with spans.open_span("tick"), parallel.repeat_meanwhile(lambda _stop: begun.set(), 0.01):
        assert begun.wait(servers.PATIENCE)
        assert parallel.run(count, lambda _stop: int(spans.is_recording())) == count
    with spans.open_span("other"):
        pass
    assert traced.find("other").parent is None


@pytest.mark.django_db
def test_no_span_tells_a_secret(traced: Traced, client: Client, game: Game, bob: Person) -> None:
    """Doors of letters, codes, sessions, addresses, orders and words of people."""
    door = unsubscribe_url(bob).removeprefix("http://localhost:8000")
    client.force_login(game.host)
    session = client.cookies["sessionid"].value
    stranger = "stranger.at.the.gate@example.org"
    traced.ask(f"{door}?utm={SECRET}")
    traced.ask(reverse("account_login"), {"login": bob.email, "next": f"/{SECRET}/"})
    [delivery] = Delivery.objects.filter(address=bob.email, kind="sign_in")
    code = (crypto.decrypt(delivery.about["secret"].encode()) or b"").decode()
    traced.ask(reverse("account_confirm_login_code"), {"action": "verify", "code": code})
    traced.ask(reverse("account_signup"), {"email": stranger, "name": SECRET})
    traced.cookies["sessionid"] = session
    form = {"seen": game.version, "key": SECRET}
    refused = traced.ask(
        reverse("game_submit", args=[game.pk]), {**form, "text": f"d3 to {SECRET}"}
    )
    counted = traced.ask(
        reverse("game_submit", args=[game.pk]), {**form, "text": "end", "key": "k"}
    )
    traced.ask(f"/search/?q={SECRET}", Authorization=f"Bearer {SECRET}")
    for kind in ("codes", "letters", "silence", "tidying"):
        runner.run_tick(kind)
    assert refused.startswith("422")
    assert counted.startswith("302")
    assert {"POST /games/<int:pk>/submit/", "send letter"} <= {*traced.names()}
    told = traced.text()
    token = door.split("/")[2]
    for secret in (token, code, session, stranger, bob.email, SECRET, "d3 to", "Tannh", bob.name):
        assert secret not in told, secret


@pytest.mark.django_db
def test_a_path_or_a_statement_that_leaks_would_be_found(
    traced: Traced, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    monkeypatch.setattr(web_requests, "_find_route", lambda environ: environ["PATH_INFO"])
    traced.ask(f"/{SECRET}/")
    assert SECRET in traced.text()
    traced.exporter.clear()
    monkeypatch.setattr(statements, "describe_statement", lambda query: (str(query), ""))
    with spans.open_span("whole"), connection.cursor() as cursor:
        cursor.execute(f"SELECT '{SECRET}'")
    assert SECRET in traced.text()


# --- the collector -------------------------------------------------------------------------------


@dataclass
class Refusing(SpanExporter):
    """Takes no span."""

    tries: int = 0

    def export(self, spans: Any) -> SpanExportResult:
        self.tries += 1
        return SpanExportResult.FAILURE

    def shutdown(self) -> None:
        """Keep nothing."""


def test_spans_that_are_not_taken_are_logged_once_an_hour() -> None:
    hours = iter([0.0, 10.0, 3599.0, 3600.0, 3700.0])
    refusing = Refusing()
    exporter = spans.QuietExporter(refusing, clock=lambda: next(hours))
    with capture_logs() as lines:
        for _try in range(5):
            exporter.export([])
    assert refusing.tries == 5
    assert [line["event"] for line in lines] == ["the collector takes no spans"] * 2


@pytest.fixture
def at_collector(settings: Any) -> Iterator[collector.Collector]:
    with collector.running() as running:
        settings.TRACING_URL, settings.TRACING_RATIO = f"{running.url}/", 1.0
        settings.TRACING_HEADERS = "authorization=Bearer%20a-token"
        yield running


def test_a_collector_gets_spans_by_http(
    at_collector: collector.Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", f"{servers.PATIENCE}")
    monkeypatch.setattr(spans, "EXIT_SECONDS", servers.PATIENCE)
    provider = spans.build_provider(spans.build_exporter())
    provider.get_tracer("tests").start_span("one").end()
    provider.shutdown()
    assert [span.name for span in at_collector.spans] == ["one"]
    assert "zugpost" in at_collector.text


@pytest.mark.parametrize("trouble", ["hangs", "refuses", "busy", "away"])
def test_a_collector_in_trouble_holds_nobody_up(
    at_collector: collector.Collector,
    settings: Any,
    trouble: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ten thousand spans wait for nothing, nor does the end of the process. What waited for a
    collector that hangs would wait for an hour."""
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "3600")
    at_collector.hangs = trouble == "hangs"
    at_collector.status = {"refuses": 400, "busy": 503}.get(trouble, 200)
    if trouble == "away":
        settings.TRACING_URL = "http://127.0.0.1:1"
    provider = spans.build_provider(spans.build_exporter())
    with capture_logs() as lines:
        work = Thread(target=end_spans_and_process, args=(provider,), daemon=True)
        work.start()
        work.join(servers.PATIENCE)
    assert not work.is_alive()
    assert len(lines) <= 1
    assert [record for record in caplog.records if record.name.startswith("opentel")] == []


def end_spans_and_process(provider: TracerProvider) -> None:
    tracer = provider.get_tracer("tests")
    for _number in range(10_000):
        tracer.start_span("one").end()
    provider.shutdown()


def test_the_thread_begins_with_the_first_span_of_a_process(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """After a fork, whatever forks: gunicorn with --preload, or a worker its children."""
    built: list[object] = []
    monkeypatch.setattr(spans, "build_provider", lambda exporter: built.append(exporter))
    settings.TRACING_URL = "http://127.0.0.1:1"
    with installed(monkeypatch):
        switch.trace_requests(lambda environ, start: [])
    assert built == []

"""Whether the site does its work, for monitoring: a sentence for each problem.

Not django-health-check: it knows no migrations, answers 500 in place of 503, and most of what is
asked here are ticks, clocks and letters that no library knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Person
from inbox.models import IncomingMail
from mail import clock
from mail.models import Breaker, Delivery, Queue
from ops.models import Heartbeat
from ops.ticks import TICKS, Tick

MISSED = 3  # runs that a task may miss
SLACK, LATE = timedelta(minutes=1), timedelta(minutes=10)
DELETED_WITHIN = timedelta(hours=1)
SKEW_SECONDS = 5
LOOKED_FOR = {
    "codes": gettext_noop("codes were looked for"),
    "letters": gettext_noop("letters were looked for"),
    "channels": gettext_noop("notices to channels were looked for"),
    "mails": gettext_noop("mails that came in were answered"),
    "mailbox": gettext_noop("the mailbox was looked into"),
    "silence": gettext_noop("deadlines were looked for"),
    "delayed": gettext_noop("turns said ahead with a delay were looked for"),
    "orders": gettext_noop("standing orders that take a while were looked for"),
    "reminders": gettext_noop("reminders were looked for"),
    "ratings": gettext_noop("games were rated"),
    "tables": gettext_noop("tables were tended"),
    "animations": gettext_noop("animations were looked for"),
    "house": gettext_noop("house players were asked"),
    "deletions": gettext_noop("accounts to be deleted were looked for"),
    "records": gettext_noop("the public archive was tended"),
    "seasons": gettext_noop("seasons and cups were tended"),
    "programs": gettext_noop("news for programs were looked for"),
    "answers": gettext_noop("what programs were answered was forgotten"),
    "guests": gettext_noop("guests who stayed away were forgotten"),
    "tidying": gettext_noop("old things were cleared away"),
}
# A channel that takes nothing is no matter of the site: its person reads so on their page.
SORTS = {Queue.CODES: gettext_noop("codes"), Queue.LETTERS: gettext_noop("letters")}
IDLE = gettext_noop("no %(work)s since %(at)s: is a worker for %(queue)s running, and the beat?")
NEVER = gettext_noop("no %(work)s yet: is a worker for %(queue)s running, and the beat?")
AHEAD = gettext_noop(
    "the clock of a worker for %(queue)s is %(seconds)s seconds ahead of the database's"
)
BEHIND = gettext_noop(
    "the clock of a worker for %(queue)s is %(seconds)s seconds behind the database's"
)


class UnmigratedError(Exception):
    """Migrations of this version are not applied to the database."""


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Say "ok", or list the problems with status 503, in English. Public."""
    with translation.override(settings.LANGUAGE_CODE):
        problems = list(find_problems())
    text = "\n".join(problems or ["ok"])
    return HttpResponse(
        f"{text}\n", content_type="text/plain; charset=utf-8", status=503 if problems else 200
    )


def find_problems() -> Iterator[str]:
    """Yield a sentence for each problem, in the active language."""
    try:
        _check_migrations()
        now = clock.now()
        yield from _idle_tasks(now)
        yield from _open_breakers()
        yield from _overdue_letters(now)
        yield from _overdue_mails(now)
        yield from _stuck_deletions(now)
    except UnmigratedError as unmigrated:
        yield str(unmigrated)
    except Error as error:
        yield _("the database does not answer: %(error)s") % {"error": type(error).__name__}


@cache
def _check_migrations() -> None:
    """Check that every migration is applied.

    :raises UnmigratedError: if not. Success is cached, since the code of a process never changes.
    """
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        words = ngettext(
            "%(n)s migration is not applied: run manage.py migrate",
            "%(n)s migrations are not applied: run manage.py migrate",
            len(plan),
        )
        raise UnmigratedError(words % {"n": len(plan)})


def _idle_tasks(now: datetime) -> Iterator[str]:
    """Yield the tasks that have not run lately, and those whose worker's clock is wrong."""
    heartbeats = {heartbeat.kind: heartbeat for heartbeat in Heartbeat.objects.all()}
    for kind, tick in TICKS.items():
        heartbeat = heartbeats.get(kind)
        if heartbeat is None and tick_patience(tick) > LATE:
            continue  # on a new site a rare task is not due yet
        if heartbeat is None or now - heartbeat.ran_at > tick_patience(tick):
            yield _describe_idle_task(kind, tick, heartbeat)
        elif abs(heartbeat.ahead) > SKEW_SECONDS:
            details = {"queue": tick.queue_name, "seconds": f"{abs(heartbeat.ahead):.0f}"}
            yield _(AHEAD if heartbeat.ahead > 0 else BEHIND) % details


def _describe_idle_task(kind: str, tick: Tick, heartbeat: Heartbeat | None) -> str:
    details = {"work": _(LOOKED_FOR[kind]), "queue": tick.queue_name}
    if heartbeat is None:
        return _(NEVER) % details
    return _(IDLE) % {**details, "at": _format_utc(heartbeat.ran_at)}


def tick_patience(tick: Tick) -> timedelta:
    """Return how long a task may go without finishing before that is a problem."""
    return SLACK + timedelta(seconds=MISSED * tick.period + tick.seconds)


def _open_breakers() -> Iterator[str]:
    for breaker in Breaker.objects.filter(opened_at__isnull=False).order_by("queue"):
        assert breaker.opened_at is not None
        words = _(
            "the mail host has taken no %(what)s since %(at)s: the log of the workers says why"
        )
        yield words % {"what": _queue_words(breaker.queue), "at": _format_utc(breaker.opened_at)}


def _overdue_letters(now: datetime) -> Iterator[str]:
    for queue in SORTS:
        waiting = Delivery.objects.filter(status="waiting", queue=queue, next_at__lt=now - LATE)
        first = waiting.order_by("next_at", "id").values_list("next_at", flat=True).first()
        if first:
            words = _("%(what)s have been waiting to be sent since %(at)s")
            yield words % {"what": _queue_words(queue), "at": _format_utc(first)}


def _overdue_mails(now: datetime) -> Iterator[str]:
    waiting = IncomingMail.objects.filter(status="waiting", next_at__lt=now - LATE)
    first = waiting.order_by("next_at", "id").values_list("next_at", flat=True).first()
    if first:
        words = _("mails that came in have been waiting to be answered since %(at)s")
        yield words % {"at": _format_utc(first)}


def _stuck_deletions(now: datetime) -> Iterator[str]:
    """Yield one sentence if accounts are not deleted; who they are only the log says."""
    begun = Person.objects.filter(leaving_at__lt=now - DELETED_WITHIN)
    first = begun.order_by("leaving_at").values_list("leaving_at", flat=True).first()
    if first:
        words = _(
            "the deletion of an account has not ended since %(at)s: the log of the workers says why"
        )
        yield words % {"at": _format_utc(first)}


def _queue_words(queue: str) -> str:
    return _(SORTS[Queue(queue)])


def _format_utc(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"

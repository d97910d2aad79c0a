"""What the workers do at every tick: look in the database for what is due, and do it."""

from __future__ import annotations

import structlog
from celery import shared_task

from games.letters import writers
from games.models import Decision
from games.play import bots, clock, decisions, notices, turns
from mail import outbox

BATCH = 100

log = structlog.get_logger()


@shared_task
def send_letters() -> int:
    """Send every letter that is due."""
    return outbox.deliver(writers.WRITERS, told=writers.told, clock=clock.now)


@shared_task
def resolve_silence() -> int:
    """Answer every decision whose time is up; one that fails does not stop the others."""
    resolved = 0
    for pk in decisions.due(clock.now()).order_by("due_at").values_list("pk", flat=True)[:BATCH]:
        try:
            with decisions.attempt(pk):
                resolved += turns.expire(pk, now=clock.now())
        except Exception:
            log.exception("a decision could not be resolved", decision=pk)
    return resolved


@shared_task
def remind() -> int:
    """Post the reminders that are due."""
    return notices.remind_due(clock.now())


@shared_task
def play_house() -> int:
    """Let house players answer what is asked of them."""
    waiting = Decision.objects.filter(
        closed_at=None, seat__person__is_house=True, attempts__lt=decisions.ATTEMPTS
    )
    played = 0
    for decision in waiting.select_related("seat__person", "game").order_by("opened_at")[:BATCH]:
        try:
            with decisions.attempt(decision.pk):
                played += bots.answer(decision, now=clock.now())
        except Exception:
            log.exception("a house player failed", decision=decision.pk)
    return played

"""The ticks of programs: they are told of news, and what is old is forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from celery import shared_task

from accounts import letters
from api import repeats, tokens
from api.hooks.payloads import WRITERS
from games.play import clock
from games.tasks import within_tick
from mail.hooks import carrier
from mail.hooks.carrier import HookOffice
from mail.models import ProgramHook

SLICE = 2_000


@shared_task
def forget_answers() -> int:
    """Forget answers that nobody will ask for again, old news and old tokens; return how many."""
    return sum(within_tick(_forget_slices(clock.now())))


def _forget_slices(now: datetime) -> Iterator[int]:
    """Forget a slice of each, again until none is full; yield how many each time."""
    counts = [SLICE]
    while max(counts) >= SLICE:
        counts = [
            repeats.forget_answers(now=now, most=SLICE),
            carrier.forget_old(now=now, most=SLICE),
            tokens.forget_tokens(now=now, most=SLICE),
        ]
        yield sum(counts)


@shared_task
def tell_programs() -> int:
    """Post the news that are due to the hooks of programs; return how many."""
    office = HookOffice(writers=WRITERS, switched_off=say_switched_off, clock=clock.now)
    return carrier.deliver_news(office)


def say_switched_off(hook: ProgramHook, now: datetime) -> None:
    """Write to a person that a hook of theirs was switched off; once a day for each of their
    places, however often they switch it on again or add another one."""
    person = hook.person
    if person.takes_letters:
        letters.post_notice(
            address=person.email,
            kind="hook_off",
            language=person.language,
            now=now,
            once=f"{person.pk}-{hook.place}-{now:%Y%m%d}",
        )

"""The tick of seasons and cups: what is due by their calendar, or since games have ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import structlog
from billiard.exceptions import SoftTimeLimitExceeded
from celery import shared_task

from games.play import clock
from games.tasks import within_tick
from seasons import advancing, championships, cups, drawing, tending, vanishing

log = structlog.get_logger()
Step = Callable[[], object]


@shared_task
def tend_competitions() -> int:
    """Do what is due for seasons and cups until the time of a tick is used up; return how many
    steps were done. One that fails does not stop the others."""
    tending.wake_groups(clock.now())
    return sum(_try_step(step) for step in within_tick(_list_steps()))


def _list_steps() -> Iterator[Step]:
    """Yield what is due, as it becomes due: a stage that ends opens the next one."""
    yield from _steps(championships.open_next_season, championships.championships_without_entry())
    yield from _steps(cups.repeat_cup, cups.cups_to_repeat())
    yield from _steps(drawing.begin_competition, drawing.due_competitions(clock.now()))
    for stage in drawing.undrawn_stages():
        yield from _steps(drawing.draw_slice, [stage] * drawing.count_slices(stage))
    yield from _steps(vanishing.drop_vanished, vanishing.vanished_entries(clock.now()))
    yield from _steps(tending.tend_group, tending.due_groups(clock.now()))
    yield from _steps(advancing.end_stage, advancing.settled_stages(clock.now()))


def _steps(do: Callable[..., object], due: Iterable[int]) -> Iterator[Step]:
    for pk in due:
        yield partial(_do_now, do, pk)


def _do_now(do: Callable[..., object], pk: int) -> None:
    # The time is asked for again for each, since a tick takes seconds.
    do(pk, now=clock.now())


def _try_step(step: Step) -> bool:
    try:
        step()
    except SoftTimeLimitExceeded:
        raise
    except Exception:
        log.exception("a season or cup cannot be tended", step=str(step))
        return False
    return True

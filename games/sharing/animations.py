"""Animations of public games: asked for by people, made by a worker, kept while they are wanted.

A file lies in the database, so that whichever host is asked has it; all of them together are
bounded (decision 88).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import structlog
from billiard.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils import translation

from accounts.display_text import stored_text
from games import queries
from games.models import Animation, Game
from games.pages.game_over import result_sentence
from games.sharing import encoding, film
from games.sharing.film import Frame
from games.sharing.pictures import load_public_visit

Form, State = Animation.Form, Animation.State
MAX_FRAMES = 240  # a quarter of a minute of a worker
MAX_BYTES = 4_000_000
MAX_SECONDS = 30.0  # of a core, for a try; the next one draws half as many frames
TRIES = 3
MOST_WAITING = 100  # on the whole site
MOST_KEPT = 500  # files, of a megabyte or two each
KEPT = timedelta(days=30)  # since somebody has looked at one
ENCODERS: Mapping[str, Callable[[Sequence[Frame]], bytes]] = {
    Form.GIF: encoding.encode_gif,
    Form.WEBP: encoding.encode_webp,
}

log = structlog.get_logger()


class TooManyWaitError(Exception):
    """More animations wait than the site makes soon."""


class TooSlowError(Exception):
    """An animation takes longer than a worker has for it."""


@dataclass(frozen=True, slots=True)
class AnimationKind:
    """Which animation of a game: its form, language and theme."""

    form: str
    language: str
    theme: str


@dataclass(frozen=True, slots=True)
class AnimationFile:
    """A file that there is or could be: its row if somebody has asked for it, whether it
    ``is_fit`` to be sent, and whether it ``is_current``."""

    kind: AnimationKind
    row: Animation | None
    is_fit: bool
    is_current: bool

    @property
    def url(self) -> str:
        """Where the file is."""
        name = f"{self.kind.language}-{self.kind.theme}"
        assert self.row is not None
        return reverse(f"game_{self.kind.form}", args=[self.row.game_id, name])

    @property
    def label(self) -> str:
        """The name of its form."""
        return str(Form(self.kind.form).label)


def list_files(visit: queries.Visit, language: str, theme: str) -> list[AnimationFile]:
    """Return the animations of a game in a language and a theme, one of each form."""
    kinds = [AnimationKind(form, language, theme) for form in Form.values]
    rows = [(kind, find_animation(visit.game, kind)) for kind in kinds]
    return [
        AnimationFile(kind, row, is_fit(row, visit), is_current(row, visit)) for kind, row in rows
    ]


def read_file(animation: Animation) -> bytes:
    """Return the file of an animation."""
    return bytes(Animation.objects.values_list("file", flat=True).get(pk=animation.pk))


def find_animation(game: Game, kind: AnimationKind) -> Animation | None:
    """Return the row of an animation without its file, None if nobody has asked for it."""
    rows = Animation.objects.filter(
        game=game, form=kind.form, language=kind.language, theme=kind.theme
    )
    return rows.defer("file").first()


def is_fit(animation: Animation | None, visit: queries.Visit) -> bool:
    """Whether there is a file that shows the game, its title and its players as they are called
    now; of a game that runs, perhaps as it was a while ago."""
    if animation is None or not animation.digest:
        return False
    return animation.shows.startswith(_mark_of_words(visit))


def is_current(animation: Animation | None, visit: queries.Visit) -> bool:
    """Whether there is a file that shows all of the game up to now."""
    return animation is not None and animation.shows == mark_of_game(visit)


def mark_of_game(visit: queries.Visit) -> str:
    """Return the mark of what an animation shows of a game."""
    return f"{_mark_of_words(visit)}-{visit.game.version}"


def _mark_of_words(visit: queries.Visit) -> str:
    """Return the mark of title, names and end: a file with names that hold no more is not sent."""
    names = [stored_text(seat.person.name) if seat.person else "" for seat in visit.seats]
    shown = [stored_text(visit.game.title), visit.game.status, *names]
    return hashlib.sha256(json.dumps(shown).encode()).hexdigest()[:40]


def ask_for_animation(visit: queries.Visit, kind: AnimationKind, *, now: datetime) -> Animation:
    """Have an animation made, unless there is one that shows all, or it waits already.

    :raises TooManyWaitError: if too many wait.
    """
    with transaction.atomic():
        found = Animation.objects.filter(
            game=visit.game, form=kind.form, language=kind.language, theme=kind.theme
        )
        # Locked, so that who asks at once does not wait for each other's file twice.
        animation = found.defer("file").select_for_update().first()
        if animation and (animation.state == State.WAITING or is_current(animation, visit)):
            return animation
        if Animation.objects.filter(state=State.WAITING)[:MOST_WAITING].count() == MOST_WAITING:
            raise TooManyWaitError
        values = {
            "state": State.WAITING, "tries": 0, "asked_at": now, "wanted_on": _day(now),
        }  # fmt: skip
        row, _is_new = Animation.objects.update_or_create(
            game=visit.game,
            form=kind.form,
            language=kind.language,
            theme=kind.theme,
            defaults=values,
        )
        return row


def note_wanted(animation: Animation, *, now: datetime) -> None:
    """Note that somebody has looked at an animation today, so that it is kept."""
    day = _day(now)
    if animation.wanted_on < day:
        Animation.objects.filter(pk=animation.pk).update(wanted_on=day)


def _day(now: datetime) -> date:
    return now.astimezone(UTC).date()


def due_animations() -> list[int]:
    """Return the ids of the animations that wait, the longest first."""
    waiting = Animation.objects.filter(state=State.WAITING).order_by("asked_at")
    return list(waiting.values_list("pk", flat=True)[:MOST_WAITING])


def make_animation(pk: int, *, now: datetime, timer: Callable[[], float]) -> bool:
    """Make an animation that waits; say whether there is a file now. ``timer`` tells the seconds of
    a core that were used.

    What fails is tried again with half as many frames, three times at most.
    """
    # Counted before, so that a try that takes its worker down with it is counted, too.
    Animation.objects.filter(pk=pk).update(tries=F("tries") + 1)
    animation = Animation.objects.defer("file").get(pk=pk)
    visit = load_public_visit(animation.game_id)
    if animation.tries > TRIES or visit is None:
        Animation.objects.filter(pk=pk).update(state=State.FAILED)
        return False
    try:
        file = _paint_file(visit, animation, timer)
    except SoftTimeLimitExceeded:
        raise
    except Exception:
        log.exception("an animation cannot be made", animation=pk, tries=animation.tries)
        return False
    _store_file(animation, visit, file, now)
    return True


def _store_file(animation: Animation, visit: queries.Visit, file: bytes, now: datetime) -> None:
    Animation.objects.filter(pk=animation.pk).update(
        state=State.READY,
        made_at=now,
        shows=mark_of_game(visit),
        file=file,
        digest=hashlib.sha256(file).hexdigest(),
    )


def _paint_file(visit: queries.Visit, animation: Animation, timer: Callable[[], float]) -> bytes:
    """Return a file that is not too large: with fewer frames, where it would be."""
    most, until = MAX_FRAMES >> (animation.tries - 1), timer() + MAX_SECONDS
    while True:
        frames = paint_frames(visit, animation.language, animation.theme, most, timer, until)
        file = ENCODERS[animation.form](frames)
        if len(file) <= MAX_BYTES:
            return file
        most = max(2, len(frames) // 2)


def paint_frames(
    visit: queries.Visit,
    language: str,
    theme: str,
    most: int,
    timer: Callable[[], float],
    until: float,
) -> list[Frame]:
    """Return the frames of a game.

    :raises TooSlowError: if it is later than ``until`` before they are painted.
    """
    frames = []
    with translation.override(language):
        for frame in film.film_frames(visit, theme, _result(visit), most):
            frames.append(frame)
            if timer() > until:
                raise TooSlowError
    return frames


def _result(visit: queries.Visit) -> str:
    """Return how a game has ended, "" while it runs."""
    if visit.game.status == Game.Status.OVER:
        return result_sentence(visit.seats)
    return str(visit.game.get_status_display()) if visit.game.has_ended else ""


def purge_animations(now: datetime) -> int:
    """Delete the animations at which nobody has looked for a month, and those beyond what is kept
    at most; return how many."""
    old = Animation.objects.filter(wanted_on__lt=_day(now - KEPT))
    newest = Animation.objects.order_by("-wanted_on", "-pk").values_list("pk", flat=True)
    beyond = Animation.objects.filter(pk__in=list(newest[MOST_KEPT : 2 * MOST_KEPT]))
    return old.delete()[0] + beyond.delete()[0]

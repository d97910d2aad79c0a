"""The replay of a game as a film: its outline, and stretches of it with a frame for each step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext

from conquest.core import BoardStyle, FilmShot, Json, Mark, Viewer
from games.models import Game, Seat
from games.play import history, news
from games.play.history import HistoryStep, Moment
from games.play.knowledge import known_game

PREFIX = "film"
MAX_FRAMES = 30  # some more than the script asks for at once
MAX_CHARS = 300_000
LENGTH = 2 * history.STRETCH  # events of an outline
KINDS = ("arrow", "ghost")
CAPTURES = "captures"


def replay_outline(
    game: Game,
    viewer: Viewer,
    *,
    after: int,
    only: str = "",
    new: bool = False,
    then: str | None = None,
) -> Json:
    """Return the event numbers of the ``steps`` of a game after the event ``after``, a stretch of
    them; of those that are ``new`` to the viewer, the last stretch.

    Beside them are the numbers of steps with ``captures``, of the last steps of ``turns``, and of
    ``stops``: steps that match the filter ``only``, all steps without one. ``earlier`` and
    ``later`` are the events after which the stretches before and after this one begin, None where
    there are none: the one before goes beyond the beginning of this one.
    """
    # The first event sets the game up: before it there is no position to draw.
    after = max(1, history.recent_start(game, after) if new else after)
    upto = game.version if new else after + LENGTH
    moments = list(history.iterate_moments(game, viewer, after=after, upto=upto, then=then))
    steps = [moment.step for moment in moments if moment.step]
    steps = news.filter_news(steps, viewer) if new else steps
    is_cut = upto < game.version
    # The last step before a cut may lack some of its events.
    steps = steps[:-1] if is_cut and len(steps) > 1 else steps
    return {
        "after": after,
        "steps": [step.seq for step in steps],
        "captures": [step.seq for step in steps if step.is_capture],
        "turns": [moment.step.seq for moment in moments if moment.step and moment.ends_turn],
        "stops": [step.seq for step in steps if matches_filter(only, step)],
        "earlier": max(1, after - history.STRETCH) if after > 1 and not new else None,
        "later": (steps[-1].seq if steps else upto) if is_cut else None,
    }


def matches_filter(only: str, step: HistoryStep) -> bool:
    """Whether a step matches a filter: captures, the steps of a seat, or all ("")."""
    if only == CAPTURES:
        return step.is_capture
    return not only or step.seat == only


def replay_style(seats: Sequence[Seat], *, turned: int = 0) -> BoardStyle:
    """Return the style of the pictures of a film."""
    colours = {seat.name: seat.colour for seat in seats}
    return BoardStyle(colours=colours, backdrop="", prefix=PREFIX, turned=turned)


def render_replay(
    game: Game, viewer: Viewer, style: BoardStyle, *, after: int, upto: int, then: str | None = None
) -> Json:
    """Return a film of ``after < seq <= upto``, with as many of its first steps as ``MAX_FRAMES``
    and ``MAX_CHARS`` allow.

    ``layer`` is the board as SVG. Each frame has its ``seq``, the sentence ``said``, the ``ways``
    of figures that moved, and the ``places`` where it happened; its ``scene`` replaces the layer's
    ``b-scene``. The ``shots`` of a frame, if any, are shown before it, each with its ``said`` and
    ``scene``. The first frame is the position before. Everything is as the viewer may know it, or,
    once the game is over, as a seat knew it ``then``.
    """
    after = min(max(1, after), game.version)
    start = known_game(game, viewer, after, then=then).state
    upto = min(upto, after + LENGTH)
    moments = history.iterate_moments(game, viewer, after=after, upto=upto, then=then)
    return render_stretch(game, style, after, start, moments)


def render_stretch(
    game: Game, style: BoardStyle, after: int, start: Any, moments: Iterable[Moment]
) -> Json:
    """Return a film, as ``render_replay`` does, of moments that follow a position after the event
    ``after``."""
    draw = game.rules.telling.draw_board
    scene = draw(start, _style_with_marks(style, ()))
    opening = {"seq": after, "said": "", "ways": [], "places": [], "scene": scene}
    frames = _limit_frames(_render_frames(game, style, moments))
    return {"layer": draw(start, style), "frames": [opening, *frames]}


def _limit_frames(frames: Iterable[Json]) -> Iterator[Json]:
    """Yield the first frames, until there are enough of them or of their pictures."""
    chars = 0
    for count, frame in enumerate(frames, start=1):
        yield frame
        chars += sum(len(shot["scene"]) for shot in (frame, *frame.get("shots", ())))
        if count >= MAX_FRAMES or chars >= MAX_CHARS:
            return


def _render_frames(game: Game, style: BoardStyle, moments: Iterable[Moment]) -> Iterator[Json]:
    for moment in moments:
        if moment.step:
            draw = game.rules.telling.draw_board
            frame = _frame_data(
                moment.step, draw(moment.known(), _style_with_marks(style, moment.step.marks))
            )
            shots = [_shot_data(game, style, shot) for shot in moment.shots()]
            yield {**frame, "shots": shots} if shots else frame


def _shot_data(game: Game, style: BoardStyle, shot: FilmShot[Any]) -> Json:
    """Return a picture that is shown before a frame, with its sentence."""
    shown = replace(style, bare=True, marks=shot.marks)
    return {
        "said": shot.said.translate_with(gettext),
        "scene": game.rules.telling.draw_board(shot.state, shown),
    }


def _frame_data(step: HistoryStep, scene: str) -> Json:
    return {
        "seq": step.seq,
        "said": step.phrase.translate_with(gettext),
        "ways": [mark.fields for mark in step.marks if mark.kind == "arrow"],
        "places": sorted({field for mark in step.marks for field in mark.fields}),
        "scene": scene,
    }


def _style_with_marks(style: BoardStyle, marks: tuple[Mark, ...]) -> BoardStyle:
    shown = tuple(mark for mark in marks if mark.kind in KINDS)
    return replace(style, bare=True, marks=shown)

"""A game as a film: its outline, and in stretches the board with one frame for each step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from django.utils.translation import gettext

from conquest.core import BoardStyle, FilmShot, Json, Mark, Viewer
from games.models import Game, Seat
from games.play import history, news
from games.play.history import HistoryStep, Moment
from games.play.knowledge import known_game

PREFIX = "film"
MAX_FRAMES = 90  # some more than a stretch of news has
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
    """Return which ``steps`` of a game lie behind the event ``after``, by their numbers: all of
    them, or those that are ``new`` to the viewer.

    Among them are those with ``captures``, the last of ``turns``, and the ``stops``: those
    that are asked for with ``only``, all of them without.
    """
    after = max(1, after)
    moments = list(history.iterate_moments(game, viewer, after=after, then=then))
    steps = [moment.step for moment in moments if moment.step]
    steps = news.filter_news(steps, viewer) if new else steps
    return {
        "after": after,
        "steps": [step.seq for step in steps],
        "captures": [step.seq for step in steps if step.is_capture],
        "turns": [one.step.seq for one in moments if one.step and one.ends_turn],
        "stops": [step.seq for step in steps if matches_filter(only, step)],
    }


def matches_filter(only: str, step: HistoryStep) -> bool:
    """Whether a step is among those asked for: captures, those of a seat, or all ("")."""
    if only == CAPTURES:
        return step.is_capture
    return not only or step.seat == only


def replay_style(seats: Sequence[Seat], *, turned: int = 0) -> BoardStyle:
    """Return how the pictures of a film are drawn."""
    colours = {seat.name: seat.colour for seat in seats}
    return BoardStyle(colours=colours, backdrop="", prefix=PREFIX, turned=turned)


def render_replay(
    game: Game, viewer: Viewer, style: BoardStyle, *, after: int, upto: int, then: str | None = None
) -> Json:
    """Return a film of ``after < seq <= upto``, at most the first ``MAX_FRAMES`` steps of it.

    ``layer`` is the board as SVG. Each frame has its ``seq``, what is ``said``, the ``ways``
    figures went, the ``places`` where it happened; its ``scene`` stands in the place of the
    layer's ``b-scene``. Before a frame its ``shots`` are shown, if it has any, each with what is
    ``said`` and its ``scene``. The first frame is what was before. Everything is as the viewer may
    know it, or as a seat knew it ``then`` once the game is over.
    """
    after = min(max(1, after), game.version)
    start, draw = known_game(game, viewer, after, then=then), game.rules.telling.draw_board
    scene = draw(start.state, _style_with_marks(style, ()))
    opening = {"seq": after, "said": "", "ways": [], "places": [], "scene": scene}
    moments = history.iterate_moments(game, viewer, after=after, upto=upto, then=then)
    frames = islice(_render_frames(game, style, moments), MAX_FRAMES)
    return {"layer": draw(start.state, style), "frames": [opening, *frames]}


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
    """Return a moment that is shown before a frame."""
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

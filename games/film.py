"""A game as a film: its outline, and in stretches the board with one frame for each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from django.utils.translation import gettext

from conquest.core import Json, Mark, Style
from games import queries, store
from games.models import Game, Seat

PREFIX = "film"
LONGEST = 60
KINDS = ("arrow", "ghost")
CAPTURES = "captures"


def outline(game: Game, viewer: str | None, *, after: int, only: str = "") -> Json:
    """Tell which ``steps`` of a game lie behind the event ``after``, by their numbers.

    Among them are those with ``captures``, the last of ``turns``, and the ``stops``: those
    that are asked for with ``only``, all of them without.
    """
    after = max(1, after)
    state = store.load(game, after)
    steps, turns = list[queries.Step](), list[int]()
    for row, event in store.events(game, after=after):
        number, state = game.rules.number(state), game.rules.evolve(state, event)
        step = queries.step(game.rules, row, event, viewer)
        if step is not None:
            steps.append(step)
            turns += [step.seq] if game.rules.number(state) != number else []
    return {
        "after": after,
        "steps": [step.seq for step in steps],
        "captures": [step.seq for step in steps if step.is_capture],
        "turns": turns,
        "stops": [step.seq for step in steps if keeps(only, step)],
    }


def keeps(only: str, step: queries.Step) -> bool:
    """Whether a step is among those asked for: captures, those of a seat, or all ("")."""
    if only == CAPTURES:
        return step.is_capture
    return not only or step.seat == only


def shoot(game: Game, seats: Sequence[Seat], viewer: str | None, *, after: int, upto: int) -> Json:
    """Film what happened in ``after < seq <= upto``, at most the first ``LONGEST`` steps of it.

    ``layer`` is the board as SVG. Each frame has its ``seq``, what is ``said``, the ``ways``
    figures went; its ``scene`` stands in the place of the layer's ``b-scene``. The first frame
    is what was before. Everything is as the viewer may know it.
    """
    after = min(max(1, after), game.version)
    style = Style(colours={seat.name: seat.colour for seat in seats}, backdrop="", prefix=PREFIX)
    start = store.load(game, after)
    view = game.rules.view(start, viewer)
    opening = {"seq": after, "said": "", "ways": [], "scene": game.rules.draw(view, _of(style, ()))}
    frames = islice(_frames(game, viewer, start, style, after, upto), LONGEST)
    return {"layer": game.rules.draw(view, style), "frames": [opening, *frames]}


def _frames(
    game: Game, viewer: str | None, state: Any, style: Style, after: int, upto: int
) -> Iterator[Json]:
    rules = game.rules
    for row, event in store.events(game, after=after, upto=upto):
        state = rules.evolve(state, event)
        step = queries.step(rules, row, event, viewer)
        if step is not None:
            scene = rules.draw(rules.view(state, viewer), _of(style, step.marks))
            yield _frame(step, scene)


def _frame(step: queries.Step, scene: str) -> Json:
    return {
        "seq": step.seq,
        "said": step.phrase.said(gettext),
        "ways": [mark.fields for mark in step.marks if mark.kind == "arrow"],
        "scene": scene,
    }


def _of(style: Style, marks: tuple[Mark, ...]) -> Style:
    shown = tuple(mark for mark in marks if mark.kind in KINDS)
    return Style(colours=style.colours, backdrop="", prefix=style.prefix, bare=True, marks=shown)

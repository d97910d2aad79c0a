"""The pictures in letters: the whole board with what happened, or the place a question is about.

Only workers draw them: the painter can end its process.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable

from django.utils.translation import gettext as _

from conquest.core import Mark, Style
from conquest.kit import picture
from conquest.kit.picture.geometry import chart
from games import boards, tidings
from games.boards import Box
from games.tidings import Gathered
from mail import pictures
from mail.sheet import Picture

WIDTH = 640
MAGNIFY, NEARER = 2.4, 1.4
PART, ROOM = 0.55, 120.0


def overviews(gathered: Gathered) -> tuple[Picture, ...]:
    """Draw the whole board, and once more the part where all of it happened, if there is one."""
    near = _nearer(gathered)
    return (_overview(gathered), near) if near else (_overview(gathered),)


def _nearer(gathered: Gathered) -> Picture | None:
    """Draw the part of the board in which the listed steps lie, unless that is most of it."""
    game, marks = gathered.game, _numbered(gathered)
    fields = {field for mark in marks for field in mark.fields}
    if not fields:
        return None
    box = boards.around(game.board, sorted(fields), margin=ROOM)
    if box[2] > PART * chart(game.board).size[0]:
        return None
    alt = _("The place where all of it happened, nearer.")
    return _picture(gathered, alt, marks, box=box, magnify=NEARER, cid="near")


def _overview(gathered: Gathered) -> Picture:
    """Draw the whole board with the steps numbered as they are listed."""
    alt = _("The board in turn %(number)s.") % {"number": gathered.report.number}
    latest = tidings.cause(gathered)
    if latest:
        alt = " ".join([alt, _("Latest: %(step)s") % {"step": latest}])
    return _picture(gathered, alt, _numbered(gathered), magnify=MAGNIFY)


def close_up(gathered: Gathered) -> Picture:
    """Draw the place a question is about, with the answers lettered as they are listed."""
    act = tidings.last_act(gathered.steps)
    arrows = [mark for mark in act.marks if mark.kind == "arrow"] if act else []
    rings = (*(Mark("ring", mark.fields[-1:]) for mark in arrows), *_lettered(gathered))
    fields = {field for mark in rings for field in mark.fields}
    box = boards.around(gathered.game.board, sorted(fields)) if fields else None
    alt = _("The place in question: %(step)s") % {"step": tidings.cause(gathered)}
    return _picture(gathered, alt, (*arrows, *rings), box=box)


def _numbered(gathered: Gathered) -> tuple[Mark, ...]:
    return tuple(
        dataclasses.replace(mark, label=str(number)) if mark.kind == "arrow" else mark
        for number, step in gathered.shown
        for mark in step.marks
    )


def _lettered(gathered: Gathered) -> tuple[Mark, ...]:
    letters = defaultdict[str, list[str]](list)
    for letter, choice in tidings.candidates(gathered):
        if choice.origin:
            letters[choice.origin].append(letter)
    return tuple(Mark("ring", (field,), label=" ".join(said)) for field, said in letters.items())


def _picture(
    gathered: Gathered,
    alt: str,
    marks: Iterable[Mark],
    *,
    box: Box | None = None,
    magnify: float = 1,
    cid: str = "board",
) -> Picture:
    style = Style(
        colours={seat.name: seat.colour for seat in gathered.seats},
        marks=tuple(marks),
        box=box,
        title=alt,
        magnify=magnify,
        labels=box is not None,
    )
    drawn = picture.png(gathered.game.rules.draw(gathered.view, style), WIDTH)
    return Picture(cid=cid, png=pictures.lighten(drawn), alt=alt)

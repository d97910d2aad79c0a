"""The pictures in letters: the whole board with what happened, or the place a question is about.

Only workers draw them: the painter can end its process.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from conquest.core import BoardStyle, Mark
from conquest.kit import picture
from conquest.kit.picture import badges
from games import board
from games.board import Box
from games.letters import content
from games.letters.content import SeatDigest
from games.marks import choice_rings
from games.models import Game
from games.play.history import last_move
from mail import pictures
from mail.layout import Picture

WIDTH_PIXELS = 640
NUMBERS_PIXELS = 15
NUMBERS = (0.9, 2.4)  # how small and how large they get, in the measures of the board
PART, ROOM = 0.55, 120.0


def draw_overviews(gathered: SeatDigest) -> tuple[Picture, ...]:
    """Draw the whole board, and once more the part where all of it happened, if there is one."""
    near = _draw_detail(gathered)
    return (_draw_overview(gathered), near) if near else (_draw_overview(gathered),)


def _draw_detail(gathered: SeatDigest) -> Picture | None:
    """Draw the part of the board in which the listed steps lie, unless that is most of it."""
    game, marks = gathered.game, _numbered_marks(gathered)
    fields = {field for mark in marks for field in mark.fields}
    if not fields:
        return None
    box = board.box_around(game, sorted(fields), margin=ROOM, turned=gathered.seat.rotation)
    if box[2] > PART * game.chart.size[0]:
        return None
    alt = _("A closer look at where it happened.")
    return _draw_picture(gathered, alt, marks, box=box, cid="near")


def _draw_overview(gathered: SeatDigest) -> Picture:
    """Draw the whole board with the steps numbered as they are listed."""
    if gathered.game.status == Game.Status.OVER:
        alt = _("The board as the game ended.")
    else:
        alt = _("The board in turn %(number)s.") % {"number": gathered.report.number}
    latest = content.cause_sentence(gathered)
    if latest:
        alt = " ".join([alt, _("Latest: %(step)s") % {"step": latest}])
    return _draw_picture(gathered, alt, _numbered_marks(gathered))


def draw_question(gathered: SeatDigest) -> tuple[Picture, ...]:
    """Draw the place a question is about, or the board where no answer moves anything on it."""
    moves = any(choice.origin for _mark, choice in content.answer_candidates(gathered))
    return (draw_close_up(gathered),) if moves else draw_overviews(gathered)


def draw_close_up(gathered: SeatDigest) -> Picture:
    """Draw the place a question is about, with the answers lettered as they are listed."""
    move = last_move(gathered.steps)
    arrows = [mark for mark in move.marks if mark.kind == "arrow"] if move else []
    rings = (
        *(Mark("ring", mark.fields[-1:]) for mark in arrows),
        *choice_rings(content.answer_candidates(gathered)),
    )
    fields = {field for mark in rings for field in mark.fields}
    turned = gathered.seat.rotation
    box = board.box_around(gathered.game, sorted(fields), turned=turned) if fields else None
    alt = _("The place in question: %(step)s") % {"step": content.cause_sentence(gathered)}
    return _draw_picture(gathered, alt, (*arrows, *rings), box=box)


def _numbered_marks(gathered: SeatDigest) -> tuple[Mark, ...]:
    return gathered.news.numbered_marks(content.MAX_STEPS)


def _draw_picture(
    gathered: SeatDigest,
    alt: str,
    marks: Iterable[Mark],
    *,
    box: Box | None = None,
    cid: str = "board",
) -> Picture:
    style = BoardStyle(
        colours={seat.name: seat.colour for seat in gathered.seats},
        marks=tuple(marks),
        box=box,
        magnify=_number_scale(box[2] if box else gathered.game.chart.size[0]),
        labels=box is not None,
        turned=gathered.seat.rotation,
    )
    drawn = gathered.game.rules.telling.draw_board(gathered.known.state, style)
    return Picture(
        cid=cid, png=pictures.cached_picture(drawn, WIDTH_PIXELS, picture.paint_layers), alt=alt
    )


def _number_scale(width: float) -> float:
    """Return how much larger numbers have to be, to be read in a picture of so wide a part."""
    low, high = NUMBERS
    return min(high, max(low, width / WIDTH_PIXELS * NUMBERS_PIXELS / badges.HEIGHT))

"""The pictures in letters: the whole board with what happened, closer looks at parts of a large
one, or the place that a question is about.

Only workers draw them, since the painter can crash its process.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

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
SMALL_PIXELS = 360  # beside others in a digest
NUMBERS_PIXELS = 15
NUMBERS = (0.9, 2.4)  # how small and how large they get, in the measures of the board


def draw_overviews(digest: SeatDigest, around: Collection[str] = ()) -> tuple[Picture, ...]:
    """Draw the whole board, and closer looks at parts of a large one: those ``around`` the named
    fields, or else those that a turn is written with."""
    details = _draw_place(digest, around) if around else _draw_details(digest)
    return (_draw_overview(digest), *details)


def draw_small(digest: SeatDigest) -> tuple[Picture, ...]:
    """Draw the whole board in small, for a letter about several games."""
    return (_draw_overview(digest, SMALL_PIXELS),)


def _draw_place(digest: SeatDigest, fields: Collection[str]) -> Iterator[Picture]:
    box = board.legible_box(digest.game, fields, turned=digest.seat.rotation)
    if box is not None:
        alt = _("A closer look at this place, with the names of the fields.")
        yield _draw_picture(digest, alt, _numbered_marks(digest), box=box, cid="near")


def _draw_details(digest: SeatDigest) -> Iterator[Picture]:
    """Draw where the reader's pieces stand, and where all of it happened, if that is a small part
    and another one."""
    game, turned, marks = digest.game, digest.seat.rotation, _numbered_marks(digest)
    happened = {field for mark in marks for field in mark.fields}
    own = board.legible_box(game, _own_fields(digest), turned=turned)
    if own is not None:
        alt = _("A closer look at your pieces, with the names of the fields.")
        yield _draw_picture(digest, alt, marks, box=own, cid="own")
    there = board.legible_box(game, happened, turned=turned)
    is_shown = own is not None and _holds(digest, own, happened)
    if there is not None and not is_shown and _holds(digest, there, happened):
        alt = _("A closer look at where it happened.")
        yield _draw_picture(digest, alt, marks, box=there, cid="near")


def _own_fields(digest: SeatDigest) -> list[str]:
    """Return where the reader's pieces stand, nothing once they write no more turns."""
    if not digest.game.is_running:
        return []
    figures = digest.game.rules.telling.figures_by_field(digest.known.state)
    return sorted(field for field, it in figures.items() if it.seat == digest.seat.name)


def _holds(digest: SeatDigest, box: Box, fields: set[str]) -> bool:
    """Whether a part of the board shows all of these fields."""
    inside = board.fields_inside(digest.game, box, fields, turned=digest.seat.rotation)
    return len(inside) == len(fields)


def _draw_overview(digest: SeatDigest, width: int = WIDTH_PIXELS) -> Picture:
    """Draw the whole board, the steps numbered as they are listed."""
    if digest.game.status == Game.Status.OVER:
        alt = _("The board as the game ended.")
    else:
        alt = _("The board in turn %(number)s.") % {"number": digest.report.number}
    latest = content.cause_sentence(digest)
    if latest:
        alt = " ".join([alt, _("Latest: %(step)s") % {"step": latest}])
    return _draw_picture(digest, alt, _numbered_marks(digest), width=width)


def draw_question(digest: SeatDigest) -> tuple[Picture, ...]:
    """Draw the place that a question is about, or the whole board if no answer moves a piece."""
    moves_piece = any(choice.origin for _mark, choice in content.answer_candidates(digest))
    return (draw_close_up(digest),) if moves_piece else draw_overviews(digest)


def draw_close_up(digest: SeatDigest) -> Picture:
    """Draw the place that a question is about, the answers lettered as they are listed."""
    move = last_move(digest.steps)
    arrows = [mark for mark in move.marks if mark.kind == "arrow"] if move else []
    rings = (
        *(Mark("ring", mark.fields[-1:]) for mark in arrows),
        *choice_rings(content.answer_candidates(digest)),
    )
    fields = {field for mark in rings for field in mark.fields}
    box = board.close_box(digest.game, fields, turned=digest.seat.rotation)
    alt = _("The place in question: %(step)s") % {"step": content.cause_sentence(digest)}
    return _draw_picture(digest, alt, (*arrows, *rings), box=box)


def _numbered_marks(digest: SeatDigest) -> tuple[Mark, ...]:
    return digest.news.numbered_marks(content.MAX_STEPS)


def _draw_picture(
    digest: SeatDigest,
    alt: str,
    marks: Iterable[Mark],
    *,
    box: Box | None = None,
    cid: str = "board",
    width: int = WIDTH_PIXELS,
) -> Picture:
    style = BoardStyle(
        colours={seat.name: seat.colour for seat in digest.seats},
        marks=tuple(marks),
        box=box,
        magnify=number_scale(box[2] if box else digest.game.chart.size[0]),
        labels=box is not None,
        large_labels=True,
        turned=digest.seat.rotation,
    )
    # Drawn from what the seat knows; the cache goes by the drawing alone, so that readers who know
    # different things never share a picture (decision 25).
    drawing = digest.game.rules.telling.draw_board(digest.known.state, style)
    return Picture(
        cid=cid, png=pictures.cached_picture(drawing, width, picture.paint_layers), alt=alt
    )


def number_scale(width: float) -> float:
    """Return how much to enlarge numbers so that they can be read in a picture this wide."""
    low, high = NUMBERS
    return min(high, max(low, width / WIDTH_PIXELS * NUMBERS_PIXELS / badges.HEIGHT))

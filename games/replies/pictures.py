"""The picture of an answer to orders: the board after them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from conquest.core import BoardStyle
from conquest.kit import picture
from games import board
from games.letters import pictures as letter_pictures
from games.models import Seat
from games.planner import composer, plan_reader
from games.play.knowledge import known_game
from mail import pictures
from mail.layout import Picture


def draw_plan(seat: Seat, text: str) -> tuple[Picture, ...]:
    """Draw the board as it would be after a plan, the steps numbered."""
    game, known = seat.game, known_game(seat.game, seat.name)
    reading = plan_reader.read_plan(known.rules, known.state, seat.name, text)
    marks = composer.plan_marks(reading)
    fields = {field for mark in marks for field in mark.fields}
    box = board.close_box(game, fields, turned=seat.rotation)
    style = BoardStyle(
        colours={each.name: each.colour for each in game.seats.all()},
        marks=marks,
        box=box,
        magnify=letter_pictures.number_scale(box[2] if box else game.chart.size[0]),
        labels=box is not None,
        large_labels=True,
        turned=seat.rotation,
    )
    drawing = known.rules.telling.draw_board(reading.sketch.state, style)
    png = pictures.cached_picture(drawing, letter_pictures.WIDTH_PIXELS, picture.paint_layers)
    return (Picture(cid="board", png=png, alt=_("The board after your orders.")),)

"""Public games as pictures: any step as SVG and PNG, and previews of links.

All of it is what anybody may see: the eyes are always those of the public.
"""

from __future__ import annotations

import json
from functools import partial
from io import BytesIO

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from PIL import Image

from conquest.core import BoardStyle, Mark
from games import queries
from games.models import Game
from games.play import history
from games.play.history import HistoryStep
from games.play.knowledge import known_game, known_opening
from games.sharing import lettering
from games.sharing.lettering import INKS, legible_text, load_font
from games.sharing.painter import paint_apart
from mail import pictures

WIDTH = 800  # pixels
NEAR = 40  # events before a step: more than are told as one
CARD = WIDE, HIGH = 1200, 630  # pixels: the format in which sites show previews of links
EDGE = 24
TITLE, WORDS, SITE = ("Bold", 52), ("Regular", 30), ("Bold", 28)


def load_public_visit(pk: int) -> queries.Visit | None:
    """Return a game or table as anybody may see it; None if it is private, or there is none."""
    return queries.load_visit(pk, None)


def find_step(game: Game, number: int) -> HistoryStep | None:
    """Return the public step of an event, or the one before it; None where the game has no event
    of that number."""
    if not 1 <= number <= game.version:
        return None
    steps = history.list_steps(game, None, after=max(0, number - NEAR), upto=number)
    return steps[-1] if steps else None


def step_marks(step: HistoryStep) -> tuple[Mark, ...]:
    """Return what is drawn over the board of a step."""
    return tuple(mark for mark in step.marks if mark.kind != "capture")


def draw_step(visit: queries.Visit, step: HistoryStep, theme: str) -> str:
    """Return the board after a step as SVG, with the names of its fields."""
    known = known_game(visit.game, None, step.seq)
    style = BoardStyle(
        theme=theme, labels=True, marks=step_marks(step), colours=seat_colours(visit)
    )
    return visit.game.rules.telling.draw_board(known.state, style)


def seat_colours(visit: queries.Visit) -> dict[str, str]:
    """Return the colours of the seats by their names."""
    return {seat.name: seat.colour for seat in visit.seats}


def paint_step(drawing: str) -> bytes:
    """Return the drawing of a step as PNG, painted once for all who ask for it.

    :raises PainterBusyError: if it cannot be painted now.
    """
    return pictures.cached_picture(drawing, WIDTH, lambda svg, width: [paint_apart(svg, width)])


def paint_preview(visit: queries.Visit, site: str) -> bytes:
    """Return the preview of links to a public game or table as PNG: its board, its title, who
    plays.

    :raises PainterBusyError: if it cannot be painted now.
    """
    game = visit.game
    state = known_game(game, None).state if game.started_at else known_opening(game).state
    style = BoardStyle(colours=seat_colours(visit))
    drawing, words = game.rules.telling.draw_board(state, style), [site, *_preview_words(visit)]
    paint = partial(_paint_card, drawing, words)
    # Known by what is drawn and by what is written.
    return pictures.cached_picture(
        drawing + json.dumps(words), WIDE, lambda _drawing, _width: [paint()]
    )


def _preview_words(visit: queries.Visit) -> list[str]:
    """Return the title of a game, and two lines about it."""
    game = visit.game
    ruleset = game.rules.title.translate_with(_)
    free = sum(seat.person_id is None for seat in visit.seats)
    if game.started_at is None:
        state = ngettext("%(n)s free seat", "%(n)s free seats", free) % {"n": free}
    elif game.has_ended:
        state = game.get_status_display()
    else:
        state = _("turn %(number)s") % {"number": known_game(game, None).report.number}
    return [legible_text(game.title, ruleset), f"{ruleset} · {state}", player_names(visit)]


def player_names(visit: queries.Visit) -> str:
    """Return who plays a game, in the order of seats; sides where names cannot be drawn."""
    names = visit.game.rules.seating.names
    sides = ((seat, names[seat.name].translate_with(_)) for seat in visit.seats)
    told = (legible_text(seat.person.name, side) for seat, side in sides if seat.person)
    return " · ".join(told)


def _paint_card(drawing: str, words: list[str]) -> bytes:
    board = Image.open(BytesIO(paint_apart(drawing, HIGH - 2 * EDGE)))
    board.thumbnail((HIGH - 2 * EDGE, HIGH - 2 * EDGE), Image.Resampling.LANCZOS)
    card, left = Image.new("RGB", CARD, INKS["light"].paper), WIDE - EDGE - board.width
    card.paste(board.convert("RGB"), (left, (HIGH - board.height) // 2))
    _write_card(card, left - 3 * EDGE, words)
    file = BytesIO()
    card.save(file, "PNG")
    return file.getvalue()


def _write_card(card: Image.Image, width: int, words: list[str]) -> None:
    site, title, about, players = words
    inks, left = INKS["light"], 2 * EDGE
    rows = (
        (title, TITLE, 4, inks.ink),
        (about, WORDS, 2, inks.muted),
        (players, WORDS, 3, inks.ink),
    )
    top = lettering.write_lines(card, (left, 2 * EDGE), [site], load_font(*SITE), inks.muted)
    for text, face, most, ink in rows:
        font = load_font(*face)
        lines = lettering.wrap_text(text, font, width, most)
        top = lettering.write_lines(card, (left, top + EDGE), lines, font, ink)

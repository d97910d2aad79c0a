"""The frames of an animation: each step of a game as anybody may know it, with what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from math import sqrt
from typing import Any

from django.utils.translation import gettext as _
from PIL import Image

from conquest.core import BoardStyle
from conquest.kit import picture
from games import queries
from games.play import history
from games.play.history import HistoryStep, Moment
from games.sharing import lettering
from games.sharing.lettering import INKS, Font, ThemeInks, legible_text, load_font
from games.sharing.pictures import player_names, seat_colours, step_marks

WIDTH, NARROWEST = 560, 320  # pixels
MAX_PIXELS = 360_000  # of a board in a frame
LONGEST = 4000  # events: of a longer game the last ones are shown
STRIP, EDGE = 104, 12  # pixels: height of the words beneath the board, and their margin
HEAD, WORDS = ("Bold", 20), ("Regular", 19)
BRISK, CALM, WHOLE = 400, 1100, 90_000  # milliseconds of a frame at least and at most, and of all
OPENING, ENDING = 2500, 6000  # milliseconds of the first and the last frame


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of an animation, and how many milliseconds it stays."""

    image: Image.Image
    stays: int


@dataclass(frozen=True, slots=True)
class Caption:
    """The words beneath a board: two ends of a line, and a sentence below."""

    head: str
    place: str
    sentence: str


@dataclass(frozen=True, slots=True)
class FilmStep:
    """A step that is shown: its moment, the step itself, and the number of its turn."""

    moment: Moment
    step: HistoryStep
    turn: int


def film_frames(visit: queries.Visit, theme: str, result: str, most: int) -> Iterator[Frame]:
    """Yield the frames of a public game in the active language, at most ``most``; the last tells
    the ``result``, "" while it runs."""
    steps = list(_film_steps(visit))
    shown = thin_out(steps, most)
    stays = max(BRISK, min(CALM, WHOLE // len(shown)))
    painter = FramePainter(visit, theme)
    for number, one in enumerate(shown):
        is_first, is_last = number == 0, number == len(shown) - 1
        caption = _caption(visit, one)
        if is_first:
            caption = _opening_caption(visit, caption, len(shown), len(steps))
        if is_last and result:
            caption = Caption(result, caption.place, caption.sentence)
        time = ENDING if is_last else OPENING if is_first else stays
        yield Frame(painter.paint(one, caption), time)


def thin_out(steps: Sequence[FilmStep], most: int) -> list[FilmStep]:
    """Return at most ``most`` steps, evenly chosen, the first and the last among them."""
    if len(steps) <= most:
        return list(steps)
    last = len(steps) - 1
    return [steps[round(place * last / (most - 1))] for place in range(most)]


def _film_steps(visit: queries.Visit) -> Iterator[FilmStep]:
    """Yield the steps of a game that are told to the public."""
    game, turn = visit.game, 0
    for moment in history.iterate_moments(game, None, after=max(0, game.version - LONGEST)):
        report = game.rules.telling.report(moment.known())
        if moment.step:
            yield FilmStep(moment, moment.step, turn or report.number)
        turn = report.number


def _caption(visit: queries.Visit, one: FilmStep) -> Caption:
    """Return the words about a step: its turn, who plays, and what happens."""
    head = _("turn %(number)s") % {"number": one.turn}
    seat = next((seat for seat in visit.seats if seat.name == one.step.seat), None)
    if seat is not None:
        side = visit.game.rules.seating.names[seat.name].translate_with(_)
        name = legible_text(seat.person.name) if seat.person else ""
        head = f"{head} · {side}" + (f" ({name})" if name else "")
    place = f"{one.step.seq} / {visit.game.version}"
    return Caption(head[:1].upper() + head[1:], place, _sentence(one.step))


def _sentence(step: HistoryStep) -> str:
    told = step.phrase.translate_with(_)
    return f"{told} · {step.notation}" if step.is_move and step.notation else told


def _opening_caption(visit: queries.Visit, caption: Caption, shown: int, steps: int) -> Caption:
    """Return the words of the first frame: which game it is, who plays, and what is left out."""
    title = visit.game.rules.title.translate_with(_)
    sentence = f"{title}: {player_names(visit)}"
    if shown < steps:
        left_out = _("Shown are %(shown)s of %(steps)s steps.") % {"shown": shown, "steps": steps}
        sentence = f"{left_out} {sentence}"
    return Caption(legible_text(visit.game.title, title), caption.place, sentence)


class FramePainter:
    """Paints the frames of one game, all of one size, over an empty board that is painted once."""

    def __init__(self, visit: queries.Visit, theme: str) -> None:
        self.visit, self.theme = visit, theme
        self.width = frame_width(*visit.game.chart.size)
        self.ground: Image.Image | None = None

    def paint(self, one: FilmStep, caption: Caption) -> Image.Image:
        """Return the board after a step, with words beneath it."""
        board = self.paint_board(one)
        inks = INKS[self.theme]
        frame = Image.new("RGB", (board.width, board.height + STRIP), inks.paper)
        frame.paste(board)
        write_caption(frame, board.height, caption, inks)
        return frame

    def paint_board(self, one: FilmStep) -> Image.Image:
        drawing = self.draw_board(one.moment.known(), one.step)
        lowest, figures = picture.paint_layers(drawing, self.width)
        if self.ground is None:
            self.ground = _open_png(lowest)
        board = self.ground.copy()
        board.alpha_composite(_open_png(figures))
        return board.convert("RGB")

    def draw_board(self, state: Any, step: HistoryStep) -> str:
        style = BoardStyle(
            theme=self.theme, marks=step_marks(step), colours=seat_colours(self.visit)
        )
        return self.visit.game.rules.telling.draw_board(state, style)


def _open_png(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGBA")


def frame_width(wide: float, high: float) -> int:
    """Return how wide the frames of a board of these measures are, in pixels."""
    return max(NARROWEST, min(WIDTH, int(sqrt(MAX_PIXELS * wide / high))))


def write_caption(frame: Image.Image, top: int, caption: Caption, inks: ThemeInks) -> None:
    """Write words at the foot of a frame."""
    head, words = load_font(*HEAD), load_font(*WORDS)
    room = frame.width - 2 * EDGE
    beside = words.getlength(caption.place)
    at = frame.width - EDGE - beside, top + EDGE / 2
    lettering.write_lines(frame, at, [caption.place], words, inks.muted)
    title = lettering.shorten_text(caption.head, head, room - beside - EDGE)
    below = lettering.write_lines(frame, (EDGE, top + EDGE / 2), [title], head, inks.ink)
    lines = lettering.wrap_text(legible_text(caption.sentence), words, room, _lines(words))
    lettering.write_lines(frame, (EDGE, below + EDGE / 3), lines, words, inks.ink)


def _lines(font: Font) -> int:
    """Return how many lines of a sentence have room."""
    return int((STRIP - 2 * EDGE - 20) // (1.25 * font.size))

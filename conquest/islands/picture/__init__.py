"""Draw the boards of the islands and their figures.

>>> from conquest.core import BoardStyle
>>> from conquest.kit.picture import draw_svg
>>> elephant, style = figure_token("S12", "S", "E", ("S",)), BoardStyle(title="Alice to move")
>>> draw_svg(ARTIST, "four-islands", [elephant], style).startswith("<svg ")
True
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from conquest.core import Artist, LargeNames
from conquest.islands.board import SEATS, board_names
from conquest.kit.picture import Token

from .castles import draw_livery
from .layers import draw_backdrop
from .layers import draw_field_names as named
from .maps import QUARTERS, chart_of
from .palette import COLOURS
from .symbols import SYMBOLS

__all__ = ["ARTIST", "figure_token"]

VESSELS = "BG"
NEAR = 1020.0  # shown 356 pixels wide, as on a phone, it has large names of more than nine
ARTIST = Artist(
    boards=board_names(),
    chart_of=chart_of,
    draw_backdrop=draw_backdrop,
    draw_field_names=named,
    draw_livery=draw_livery,
    symbols=SYMBOLS,
    colours=COLOURS,
    home=Path(__file__).parents[1],
    turned=dict(zip(SEATS, QUARTERS, strict=True)),
    large_names=LargeNames(NEAR, partial(named, is_large=True)),
)


def figure_token(
    field: str, seat: str, letter: str, load: tuple[str, ...] = (), owner: str | None = None
) -> Token:
    """Return the token of a figure; ``load`` are the letters of all aboard, the outermost first.

    Its badge counts the load. A vessel also shows what it carries, and a foreign figure its
    ``owner``.
    """
    aboard = load[0] if load and letter in VESSELS else ""
    return Token(field, seat, letter, str(len(load) or ""), aboard, owner)

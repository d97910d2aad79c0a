"""Games within pages of other sites: the frame, and what oEmbed tells of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from urllib.parse import parse_qs, urlencode, urlsplit

from django.conf import settings
from django.urls import Resolver404, resolve, reverse
from django.utils.html import format_html

from accounts.display_text import plain_text
from conquest.core import BoardStyle, Json
from games import board, queries
from games.models import Game
from games.play import history
from games.play.history import HistoryStep
from games.play.knowledge import KnownGame, known_game
from games.sharing.pictures import CARD, load_public_visit, step_marks

WIDTH = 560  # pixels of a frame, where nobody wants another
AROUND = 210  # pixels of height for the words above and below the board, on a phone
NARROWEST = 200
CACHE_SECONDS = 3600
PAGES = ("game", "game_history", "game_embed")
FRAME = (
    '<iframe src="{url}" width="{width}" height="{height}" title="{title}" loading="lazy"'
    ' style="border: 0"></iframe>'
)


@dataclass(frozen=True, slots=True)
class EmbeddedStep:
    """A step of a game in a frame, of which ``final`` is the last: the board after it, and the
    numbers of the steps around it, None where there are none."""

    step: HistoryStep
    known: KnownGame
    picture: board.BoardPicture
    final: int
    first: int | None
    previous: int | None
    next: int | None
    last: int | None


def load_embedded_step(visit: queries.Visit, number: int) -> EmbeddedStep:
    """Return the last step up to an event, or the first of all, as the public may know it."""
    stretch = history.stretch_around(visit.game, None, max(1, number))
    steps = stretch.steps
    step = next((one for one in reversed(steps) if one.seq <= number), steps[0])
    known = known_game(visit.game, None, step.seq)
    before, after = _numbers_around(steps, step.seq)
    return EmbeddedStep(
        step=step,
        known=known,
        picture=_draw_board(visit, known, step),
        final=stretch.last,
        first=1 if before or stretch.earlier else None,
        previous=before[-1] if before else stretch.earlier,
        next=after[0] if after else stretch.later,
        last=stretch.last if after or stretch.later else None,
    )


def _numbers_around(steps: Sequence[HistoryStep], shown: int) -> tuple[list[int], list[int]]:
    numbers = [step.seq for step in steps]
    return [one for one in numbers if one < shown], [one for one in numbers if one > shown]


def _draw_board(visit: queries.Visit, known: KnownGame, step: HistoryStep) -> board.BoardPicture:
    style = BoardStyle(title=plain_text(visit.game.title), marks=step_marks(step))
    return board.board_picture(visit.game, visit.seats, known.state, style)


def embed_code(game: Game, *, theme: str = "", size: tuple[int, int] | None = None) -> str:
    """Return the HTML by which other pages show a public game, in a frame of a ``size`` in
    pixels."""
    width, height = size or (WIDTH, frame_height(game, WIDTH))
    url, title = _frame_url(game, theme), plain_text(game.title)
    return format_html(FRAME, url=url, title=title, width=width, height=height)


def _frame_url(game: Game, theme: str) -> str:
    query = f"?{urlencode({'theme': theme})}" if theme else ""
    return f"{settings.SITE_URL}{reverse('game_embed', args=[game.pk])}{query}"


def frame_height(game: Game, width: int) -> int:
    """Return how high a frame is, in pixels, that shows a game without scrolling."""
    wide, high = game.chart.size
    return ceil(width * high / wide) + AROUND


def find_embedded_game(address: str) -> tuple[queries.Visit, str] | None:
    """Return the public game that an address of a page shows, with the theme in the address; None
    if it shows none that anybody may see."""
    site = urlsplit(settings.SITE_URL)
    try:
        parts = urlsplit(address)
        match = resolve(parts.path)
    except (ValueError, Resolver404):
        return None
    if parts.scheme not in ("http", "https") or parts.netloc.lower() != site.netloc.lower():
        return None
    visit = load_public_visit(match.kwargs["pk"]) if match.view_name in PAGES else None
    if visit is None or visit.game.started_at is None:
        return None
    return visit, known_theme(parse_qs(parts.query).get("theme", [""])[0])


def known_theme(asked: str) -> str:
    """Return a theme that is asked for, "" for that of the device."""
    return asked if asked in board.THEMES else ""


def oembed_data(visit: queries.Visit, theme: str, widest: int | None, highest: int | None) -> Json:
    """Return what oEmbed 1.0 tells of a public game: a frame at most ``widest`` and ``highest``
    pixels large; one that is too low scrolls."""
    game, width = visit.game, min(WIDTH, widest or WIDTH)
    if highest:
        wide, high = game.chart.size
        fitting = int((highest - AROUND) * wide / high)
        width = max(min(width, NARROWEST), min(width, fitting))
    height = min(frame_height(game, width), highest or frame_height(game, width))
    return {
        "version": "1.0",
        "type": "rich",
        "title": plain_text(game.title),
        "provider_name": settings.SITE_NAME,
        "provider_url": f"{settings.SITE_URL}/",
        "cache_age": CACHE_SECONDS,
        "html": embed_code(game, theme=theme, size=(width, height)),
        "width": width,
        "height": height,
        **_thumbnail(game, widest, highest),
    }


def _thumbnail(game: Game, widest: int | None, highest: int | None) -> Json:
    """Return the preview as a thumbnail, where it is not larger than wanted."""
    wide, high = CARD
    if (widest or wide) < wide or (highest or high) < high:
        return {}
    url = settings.SITE_URL + reverse("game_preview", args=[game.pk])
    return {"thumbnail_url": url, "thumbnail_width": wide, "thumbnail_height": high}


def oembed_url(game: Game) -> str:
    """Return where oEmbed tells of a game."""
    query = urlencode(
        {"url": settings.SITE_URL + reverse("game", args=[game.pk]), "format": "json"}
    )
    return f"{settings.SITE_URL}{reverse('oembed')}?{query}"

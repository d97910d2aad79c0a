"""Pictures in letters: layered as they would be painted, shared where they are alike."""

from __future__ import annotations

import re
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from accounts.models import Person
from conquest import registry
from conquest.core import BoardStyle
from conquest.kit import picture
from games import board
from games.letters import content, pictures
from games.models import Game
from tests import stage
from tests.games import skirmishes

PART = (900.0, 1500.0, 1020.0, 1020.0)
PHONE_PIXELS = 356  # of a picture in a window of 390 pixels


@pytest.mark.parametrize("box", [None, PART])
def test_picture_layers_look_as_if_painted_at_once(game: Game, box: board.Box | None) -> None:
    gathered = content.gather_digest(game, game.seats.get(name="south"))
    drawn = game.rules.telling.draw_board(gathered.known.state, BoardStyle(labels=True, box=box))
    empty, figures = (
        Image.open(BytesIO(png)).convert("RGBA") for png in picture.paint_layers(drawn, 320)
    )
    once = Image.open(BytesIO(picture.paint_png(drawn, 320))).convert("RGB")
    bare = ImageChops.difference(empty.convert("RGB"), once)
    empty.alpha_composite(figures)
    differing: Any = ImageChops.difference(empty.convert("RGB"), once).getextrema()
    assert max(most for _, most in differing) <= 8
    assert bare.getbbox()


@pytest.fixture
def painted_drawings(monkeypatch: pytest.MonkeyPatch, fresh_pictures: Path) -> list[str]:
    """Every drawing that is painted."""
    drawings: list[str] = []
    paint = picture.paint_layers

    def note(drawing: str, width: int) -> tuple[bytes, ...]:
        drawings.append(drawing)
        return paint(drawing, width)

    monkeypatch.setattr("conquest.kit.picture.paint_layers", note)
    return drawings


def test_picture_that_two_readers_share_is_painted_once(
    game: Game, painted_drawings: list[str]
) -> None:
    Person.objects.update(own_side_near=False)
    overviews = {
        pictures.draw_overviews(content.gather_digest(game, seat))[0].png
        for seat in game.seats.all()
    }
    assert len(overviews) == 1
    # the overview, and for each reader the part with their pieces
    assert len(painted_drawings) == 5


def test_letter_of_a_large_board_shows_ones_own_pieces_with_names(
    game: Game, painted_drawings: list[str]
) -> None:
    for seat in game.seats.all():
        painted_drawings.clear()
        whole, own = pictures.draw_overviews(content.gather_digest(game, seat))
        assert (whole.cid, own.cid) == ("board", "own")
        assert own.alt == "A closer look at your pieces, with the names of the fields."
        box = picture.bitmap.view_box(painted_drawings[-1])
        pieces = [
            field
            for field, figure in game.rules.telling.figures_by_field(
                content.gather_digest(game, seat).known.state
            ).items()
            if figure.seat == seat.name
        ]
        assert len(pieces) == 26
        inside = board.fields_inside(game, box, pieces, turned=seat.rotation)
        assert sorted(inside) == sorted(pieces)


def test_names_in_letters_can_be_read_on_a_phone(game: Game, painted_drawings: list[str]) -> None:
    pictures.draw_overviews(content.gather_digest(game, game.seats.get(name="south")))
    width = picture.bitmap.view_box(painted_drawings[-1])[2]
    sizes = re.findall(r'class="b-names" font-size="([^"]+)"', painted_drawings[-1])
    assert [float(size) * PHONE_PIXELS / width >= 9 for size in sizes] == [True]


@pytest.mark.parametrize("slug", ["armada", "bollwerk", "espionage"])
def test_coordinates_in_letters_can_be_read_on_a_phone(slug: str) -> None:
    rules = registry.get_ruleset(slug)
    assert rules.art.large_names is None
    for name in rules.art.boards:
        frame = rules.art.draw_backdrop(name, "light")
        sizes = {float(size) for size in re.findall(r'<text y="[^"]+" font-size="([^"]+)"', frame)}
        wide = rules.art.chart_of(name).size[0]
        assert sizes
        assert min(sizes) * PHONE_PIXELS / wide >= 8.5


def test_letter_shows_where_it_happened_where_that_is_elsewhere(
    game: Game, alice: Person, now: datetime
) -> None:
    stage.hand_in(game, alice, "S40-S29; end", now=now)
    game.refresh_from_db()
    shown = {
        seat.name: [one.cid for one in pictures.draw_overviews(content.gather_digest(game, seat))]
        for seat in game.seats.all()
    }
    assert shown["south"] == ["board", "own"]
    assert shown["west"] == ["board", "own", "near"]


def test_letter_of_a_finished_game_has_no_closer_look_at_ones_pieces(game: Game) -> None:
    seat = game.seats.get(name="south")
    game.status = Game.Status.OVER
    assert [one.cid for one in pictures.draw_overviews(content.gather_digest(game, seat))] == [
        "board"
    ]


def test_picture_of_a_part_is_kept_whatever_happens_elsewhere(
    game: Game, alice: Person, now: datetime, painted_drawings: list[str]
) -> None:
    west = game.seats.get(name="west")
    before = pictures.draw_overviews(content.gather_digest(game, west))
    painted_drawings.clear()
    stage.hand_in(game, alice, "S40-S29; end", now=now)
    game.refresh_from_db()
    after = pictures.draw_overviews(content.gather_digest(game, west))
    assert before[1].png == after[1].png


def test_picture_of_private_knowledge_is_painted_for_each(
    alice: Person, bob: Person, now: datetime, painted_drawings: list[str]
) -> None:
    game = skirmishes.begin([alice, bob], now=now)
    skirmishes.tell(game, [alice, bob], now=now, upto=skirmishes.MET)
    seen = [pictures.draw_overviews(content.gather_digest(game, seat)) for seat in game.seats.all()]
    assert len(set(painted_drawings)) == len(painted_drawings) >= 2
    assert seen[0][0].png != seen[1][0].png

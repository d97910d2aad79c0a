"""Pictures in letters: layered as they would be painted, shared where they are alike."""

from __future__ import annotations

from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from accounts.models import Person
from conquest.core import BoardStyle
from conquest.kit import picture
from games.letters import content, pictures
from games.models import Game
from tests.games import skirmishes


def test_picture_layers_look_as_if_painted_at_once(game: Game) -> None:
    gathered = content.gather_digest(game, game.seats.get(name="south"))
    drawn = game.rules.telling.draw_board(gathered.known.state, BoardStyle())
    empty, figures = (
        Image.open(BytesIO(png)).convert("RGBA") for png in picture.paint_layers(drawn, 320)
    )
    once = Image.open(BytesIO(picture.paint_png(drawn, 320))).convert("RGB")
    bare = ImageChops.difference(empty.convert("RGB"), once)
    empty.alpha_composite(figures)
    differing: Any = ImageChops.difference(empty.convert("RGB"), once).getextrema()
    assert max(most for _, most in differing) <= 8
    assert bare.getbbox()


def test_picture_of_a_part_is_painted_at_once(game: Game) -> None:
    gathered = content.gather_digest(game, game.seats.get(name="south"))
    part = BoardStyle(box=(100.0, 100.0, 300.0, 300.0))
    drawn = game.rules.telling.draw_board(gathered.known.state, part)
    assert picture.paint_layers(drawn, 320) == (picture.paint_png(drawn, 320),)


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
    for seat in game.seats.all():
        assert pictures.draw_overviews(content.gather_digest(game, seat))
    assert len(painted_drawings) == 1


def test_picture_of_private_knowledge_is_painted_for_each(
    alice: Person, bob: Person, now: datetime, painted_drawings: list[str]
) -> None:
    game = skirmishes.begin([alice, bob], now=now)
    skirmishes.tell(game, [alice, bob], now=now, upto=skirmishes.MET)
    seen = [pictures.draw_overviews(content.gather_digest(game, seat)) for seat in game.seats.all()]
    assert len(set(painted_drawings)) == len(painted_drawings) >= 2
    assert seen[0][0].png != seen[1][0].png

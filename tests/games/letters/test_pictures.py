"""Pictures in letters: laid together as they would be painted, shared where they are alike."""

from __future__ import annotations

from datetime import datetime
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

from accounts.models import Person
from conquest.core import BoardStyle
from conquest.kit import picture
from games.letters import content, pictures
from games.models import Game
from tests.games import skirmishes


def test_it_lays_figures_on_the_board_as_if_painted_at_once(game: Game) -> None:
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


def test_it_paints_a_part_of_a_board_at_once(game: Game) -> None:
    gathered = content.gather_digest(game, game.seats.get(name="south"))
    part = BoardStyle(box=(100.0, 100.0, 300.0, 300.0))
    drawn = game.rules.telling.draw_board(gathered.known.state, part)
    assert picture.paint_layers(drawn, 320) == (picture.paint_png(drawn, 320),)


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every drawing that is painted."""
    drawings: list[str] = []
    paint = picture.paint_layers

    def note(drawing: str, width: int) -> tuple[bytes, ...]:
        drawings.append(drawing)
        return paint(drawing, width)

    monkeypatch.setattr("conquest.kit.picture.paint_layers", note)
    return drawings


def test_it_paints_once_what_two_readers_are_shown_alike(game: Game, painted: list[str]) -> None:
    Person.objects.update(own_side_near=False)
    for seat in game.seats.all():
        assert pictures.draw_overviews(content.gather_digest(game, seat))
    assert len(painted) == 1


def test_it_paints_for_each_what_only_he_may_know(
    alice: Person, bob: Person, now: datetime, painted: list[str]
) -> None:
    game = skirmishes.begin([alice, bob], now=now)
    skirmishes.tell(game, [alice, bob], now=now, upto=skirmishes.MET)
    seen = [pictures.draw_overviews(content.gather_digest(game, seat)) for seat in game.seats.all()]
    assert len(set(painted)) == len(painted) >= 2
    assert seen[0][0].png != seen[1][0].png

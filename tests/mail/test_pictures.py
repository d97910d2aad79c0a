"""Pictures for letters: light, true, painted once for all who get the same one."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.core.cache.backends.filebased import FileBasedCache
from PIL import Image, ImageChops

from mail import pictures
from tests.letters import PNG

pytestmark = pytest.mark.usefixtures("fresh_pictures")


def layers(drawing: str, width: int) -> tuple[bytes, ...]:
    return (painted(drawing, width),)


def painted(drawing: str, width: int) -> bytes:
    """Paint squares of the colour that is drawn, with a soft shade from top to bottom."""
    picture = Image.new("RGB", (width, width), drawing)
    shade = Image.linear_gradient("L").resize((width, width))
    picture.paste("white", mask=shade.point(lambda grey: grey // 2))
    paper = BytesIO()
    picture.save(paper, "PNG", compress_level=0)
    return paper.getvalue()


def test_a_picture_is_made_light_and_keeps_its_colours() -> None:
    heavy = painted("#C23", 200)
    light = pictures.merge_pictures(heavy)
    assert len(light) < len(heavy) / 3
    before, after = (Image.open(BytesIO(png)).convert("RGB") for png in (heavy, light))
    extremes: Any = ImageChops.difference(before, after).getextrema()
    assert max(most for _, most in extremes) <= 24


def test_pictures_are_laid_on_each_other() -> None:
    clear = Image.new("RGBA", (40, 40))
    clear.paste("blue", (10, 10, 20, 20))
    paper = BytesIO()
    clear.save(paper, "PNG")
    both = Image.open(BytesIO(pictures.merge_pictures(painted("red", 40), paper.getvalue())))
    seen = both.convert("RGB")
    assert seen.getpixel((15, 15)) == (0, 0, 255)
    red, *others = seen.getpixel((5, 5))  # type: ignore[misc]
    assert red == 255
    assert max(others) < 40


def test_a_picture_that_is_drawn_alike_is_painted_once() -> None:
    drawn: list[str] = []

    def paint(drawing: str, width: int) -> tuple[bytes, ...]:
        drawn.append(drawing)
        return layers(drawing, width)

    first, again = (pictures.cached_picture("red", 80, paint) for _ in range(2))
    assert (first, drawn) == (again, ["red"])


@pytest.mark.parametrize(("drawing", "width"), [("blue", 80), ("red", 90), ("red ", 80)])
def test_pictures_of_another_drawing_or_width_are_kept_apart(drawing: str, width: int) -> None:
    red = pictures.cached_picture("red", 80, layers)
    other = pictures.cached_picture(drawing, width, lambda drawn, size: layers("green", size))
    assert other != red


def test_a_bounded_number_of_pictures_is_kept(settings: Any, fresh_pictures: Path) -> None:
    most = settings.CACHES["pictures"]["OPTIONS"]["MAX_ENTRIES"]
    for number in range(most + 20):
        caches["pictures"].set(f"picture-{number}", b"png")
    kept = list(fresh_pictures.iterdir())
    assert 0 < len(kept) <= most


def test_a_lost_picture_is_painted_again() -> None:
    red = pictures.cached_picture("red", 80, layers)
    caches["pictures"].clear()
    assert pictures.cached_picture("red", 80, layers) == red


@pytest.mark.parametrize("kept", [0, 20, 60])
def test_a_picture_that_a_power_cut_has_cut_off_is_painted_again(
    fresh_pictures: Path, kept: int
) -> None:
    red = pictures.cached_picture("red", 80, layers)
    (file,) = fresh_pictures.iterdir()
    file.write_bytes(file.read_bytes()[:kept])
    assert pictures.cached_picture("red", 80, layers) == red
    assert len(file.read_bytes()) > kept


def test_a_picture_that_cannot_be_kept_is_painted_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*given: Any, **more: Any) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(FileBasedCache, "_write_content", fail)
    assert pictures.cached_picture("red", 80, layers).startswith(PNG)
    assert pictures.cached_picture("red", 80, layers).startswith(PNG)

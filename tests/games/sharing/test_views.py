"""What other sites may show of a game: frames, pictures, previews, and what oEmbed tells."""

from __future__ import annotations

import json
import re
from datetime import datetime
from io import BytesIO
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.models import Person
from games.models import Game
from games.sharing import painter, views
from tests import stage
from tests.games import skirmishes

PAGES = ("game", "game_history", "game_embed")
GAME_DOORS = ("game_embed", "game_preview", "game_step_svg", "game_step_png")


def door(name: str, pk: int) -> str:
    return reverse(name, args=[pk, 1] if "step" in name else [pk])


def ask_oembed(pk: int, page: str = "game", **more: Any) -> Any:
    url = settings.SITE_URL + reverse(page, args=[pk])
    return Client().get(f"{reverse('oembed')}?{urlencode({'url': url, **more})}")


def test_other_sites_may_frame_a_game_without_scripts_and_forms(game: Game) -> None:
    answer = Client().get(door("game_embed", game.pk))
    policy = answer["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "script-src 'none'" in policy
    assert "form-action 'none'" in policy
    assert "X-Frame-Options" not in answer
    page = answer.content.decode()
    assert "<script" not in page
    assert "<form" not in page
    assert "Autumn" in page
    assert "Alice" in page


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_frame_is_dark_or_light(game: Game, theme: str) -> None:
    page = Client().get(f"{door('game_embed', game.pk)}?theme={theme}").content.decode()
    assert f'data-theme="{theme}"' in page
    assert f"-{theme}" in page.partition('class="b-ground"')[2].partition(">")[0]
    assert 'data-theme="' not in Client().get(door("game_embed", game.pk)).content.decode()


def test_a_frame_leads_from_step_to_step(mustering: Game, alice: Person, now: datetime) -> None:
    skirmishes_game = told(mustering, [alice, Person.objects.get(name="Bob")], now)
    last = Client().get(door("game_embed", skirmishes_game.pk)).content.decode()
    [(number, final)] = re.findall(r"Step (\d+) of (\d+)", last)
    assert number == final
    assert 'rel="prev"' in last
    assert 'rel="next"' not in last
    first = Client().get(door("game_embed", skirmishes_game.pk) + "?upto=1&theme=dark")
    assert 'rel="next"' in first.content.decode()
    assert "&amp;theme=dark" in first.content.decode()
    assert 'rel="prev"' not in first.content.decode()


def told(game: Game, people: list[Person], now: datetime, upto: int = skirmishes.MET) -> Game:
    for who, text in skirmishes.STORY[:upto]:
        stage.hand_in(game, people[who], text, now=now)
    game.refresh_from_db()
    return game


@pytest.mark.parametrize("page", PAGES)
def test_oembed_tells_how_to_frame_the_game_of_a_page(game: Game, page: str) -> None:
    answer = ask_oembed(game.pk, page, format="json")
    said = answer.json()
    assert answer["Content-Type"] == "application/json"
    assert (said["version"], said["type"], said["title"]) == ("1.0", "rich", "Autumn")
    assert f'src="{settings.SITE_URL}{door("game_embed", game.pk)}"' in said["html"]
    assert f'width="{said["width"]}" height="{said["height"]}"' in said["html"]
    assert said["thumbnail_url"].endswith(door("game_preview", game.pk))
    assert answer["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"maxwidth": 300}, (300, 510)),
        ({"maxheight": 500}, (290, 500)),
        ({"maxwidth": 120, "maxheight": 100}, (120, 100)),
        ({"maxwidth": "x"}, (560, 770)),
    ],
)
def test_oembed_keeps_to_the_size_that_is_wanted(
    game: Game, wanted: dict[str, Any], expected: tuple[int, int]
) -> None:
    said = ask_oembed(game.pk, **wanted).json()
    assert (said["width"], said["height"]) == expected
    assert ("thumbnail_url" in said) == (wanted == {"maxwidth": "x"})


def test_oembed_knows_json_alone(game: Game) -> None:
    assert ask_oembed(game.pk, format="xml").status_code == 501


@pytest.mark.parametrize(
    "url",
    ["", "http://[", "/games/{pk}/", "https://elsewhere.example/games/{pk}/", "{site}/help/",
     "{site}/nowhere", "ftp://{host}/games/{pk}/"],
)  # fmt: skip
def test_oembed_knows_no_page_without_a_game(game: Game, url: str) -> None:
    site = settings.SITE_URL
    asked = url.format(pk=game.pk, site=site, host=site.partition("//")[2])
    answer = Client().get(reverse("oembed"), {"url": asked})
    assert answer.status_code == 404


def test_a_public_game_names_its_oembed_and_preview(game: Game) -> None:
    page = Client().get(game.get_absolute_url()).content.decode()
    assert f"{settings.SITE_URL}{reverse('oembed')}?url=" in page
    assert f'<meta property="og:image" content="{settings.SITE_URL}/games/{game.pk}/preview' in page
    assert '<meta property="og:title" content="Autumn">' in page
    assert "Alice, Bob, Dora, Erin" in page.partition("og:description")[2].partition(">")[0]


def test_the_page_of_a_private_game_previews_nothing_of_it(game: Game, alice: Person) -> None:
    Game.objects.update(is_private=True)
    client = Client()
    client.force_login(alice)
    for page in (game.get_absolute_url(), reverse("game_history", args=[game.pk])):
        head, _, rest = client.get(page).content.decode().partition("</head>")
        previewed = [line for line in head.splitlines() if "og:" in line or "oembed" in line]
        assert not any("Autumn" in line or "Alice" in line for line in previewed)
        assert any("img/preview.png" in line for line in previewed)
        assert "oembed" not in head
        assert "embed-code" not in rest


def test_the_invitation_to_a_private_table_previews_nothing_of_it(table: Game) -> None:
    Game.objects.update(is_private=True)
    page = Client().get(reverse("invite", args=[table.invite_key])).content.decode()
    previewed = [line for line in page.splitlines() if "og:" in line]
    assert not any("Autumn" in line or "Alice" in line for line in previewed)
    assert any("img/preview.png" in line for line in previewed)


@pytest.mark.parametrize("name", GAME_DOORS)
def test_a_private_game_is_as_none_at_all(game: Game, alice: Person, name: str) -> None:
    strangers, player = Client(), Client()
    player.force_login(alice)
    assert strangers.get(door(name, game.pk)).status_code == 200
    Game.objects.update(is_private=True)
    for client in (strangers, player):
        hidden, none = client.get(door(name, game.pk)), client.get(door(name, game.pk + 1000))
        assert hidden.status_code == none.status_code == 404
        assert same_page(hidden.content, none.content, game.pk)


def test_oembed_tells_of_a_private_game_what_it_tells_of_none(game: Game) -> None:
    Game.objects.update(is_private=True)
    hidden, none = ask_oembed(game.pk), ask_oembed(game.pk + 1000)
    assert hidden.status_code == none.status_code == 404
    assert hidden.content == none.content
    assert dict(hidden.headers) == dict(none.headers)


def same_page(one: bytes, other: bytes, pk: int) -> bool:
    """Whether two pages differ in their tokens at most, and in the number that was asked for."""
    ours, none = (
        re.sub(rb'token" value="[^"]*"', b"", page).replace(b"/%d/" % number, b"/N/")
        for page, number in ((one, pk), (other, pk + 1000))
    )
    return ours == none


def test_a_table_that_has_not_begun_has_a_preview_alone(table: Game) -> None:
    assert Client().get(door("table_preview", table.pk)).status_code == 200
    assert {Client().get(door(name, table.pk)).status_code for name in GAME_DOORS} == {404}
    assert ask_oembed(table.pk).status_code == 404
    Game.objects.update(is_private=True)
    assert Client().get(door("table_preview", table.pk)).status_code == 404


def test_a_step_is_a_picture_that_caches_may_keep(game: Game) -> None:
    drawn, painted = (Client().get(door(f"game_step_{form}", game.pk)) for form in ("svg", "png"))
    assert drawn["Content-Type"] == "image/svg+xml"
    assert drawn.content.startswith(b"<svg")
    assert Image.open(BytesIO(painted.content)).width == 800
    for answer in (drawn, painted):
        assert answer["Cache-Control"] == "public, max-age=60"
        again = {"if-none-match": answer["ETag"]}
        assert Client().get(answer.request["PATH_INFO"], headers=again).status_code == 304
    dark = Client().get(door("game_step_svg", game.pk) + "?theme=dark")
    assert dark.content != drawn.content


@pytest.mark.parametrize("number", [0, 999, 99_999_999_999])
def test_there_is_no_picture_of_a_step_that_is_none(game: Game, number: int) -> None:
    assert Client().get(reverse("game_step_svg", args=[game.pk, number])).status_code == 404


def test_a_preview_has_the_format_in_which_sites_show_links(game: Game) -> None:
    card = Image.open(BytesIO(Client().get(door("game_preview", game.pk)).content))
    assert card.size == (1200, 630)


def test_a_painter_that_is_busy_keeps_no_page_waiting(
    game: Game, monkeypatch: pytest.MonkeyPatch, fresh_pictures: Any
) -> None:
    monkeypatch.setattr(painter, "WAIT", 0.01)
    with painter._slots:
        refused = Client().get(door("game_step_png", game.pk))
        other = Client().get(door("game_preview", game.pk))
    assert refused.status_code == 503
    assert refused["Retry-After"] == str(views.RETRY)
    assert other["Location"].endswith("boards/conquest-preview.png")
    assert Client().get(door("game_step_png", game.pk)).status_code == 200


def test_the_painter_learns_no_secret_and_takes_nobody_down(
    game: Game, monkeypatch: pytest.MonkeyPatch, fresh_pictures: Any
) -> None:
    crash = (*painter.COMMAND[:1], "-c", "import os; os.abort()")
    monkeypatch.setattr(painter, "COMMAND", crash)
    assert Client().get(door("game_step_png", game.pk)).status_code == 503
    tell = (*painter.COMMAND[:1], "-c", "import json, os; print(json.dumps(dict(os.environ)))")
    monkeypatch.setattr(painter, "COMMAND", tell)
    seen = json.loads(painter.paint_apart("", 100))
    assert not {name for name in seen if "SECRET" in name or "DATABASE" in name or "URL" in name}

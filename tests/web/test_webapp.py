"""The site among the applications of a device, and what it keeps for when the network is away."""

from __future__ import annotations

import json
import re
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from accounts.models import Person
from games.models import Game
from web import icons

KEPT = re.compile(r"self\.site = (\{.*\});")
OG = re.compile(r'<meta property="og:(\w+)" content="([^"]*)">')


def served(address: str) -> bytes:
    """Return the static file that lies at an address."""
    found = finders.find(address.removeprefix(site_settings.STATIC_URL))
    assert found, address
    return Path(found).read_bytes()


def told(client: Client) -> dict[str, Any]:
    """Return what the service worker is told."""
    found = KEPT.match(client.get("/service-worker.js").content.decode())
    assert found is not None
    return dict(json.loads(found[1]))


def test_the_service_worker_names_its_charset(client: Client) -> None:
    assert client.get("/service-worker.js")["Content-Type"] == "text/javascript; charset=utf-8"


def test_the_manifest_has_what_an_installation_needs(client: Client, db: None) -> None:
    answer = client.get("/manifest.webmanifest")
    manifest = json.loads(answer.content)
    assert answer["Content-Type"] == "application/manifest+json"
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    for icon in manifest["icons"]:
        picture = Image.open(BytesIO(served(icon["src"])))
        assert f"{picture.width}x{picture.height}" == icon["sizes"]


def test_the_manifest_describes_the_site_in_its_readers_language(client: Client, db: None) -> None:
    client.cookies["django_language"] = "de"
    assert "per Brief" in json.loads(client.get("/manifest.webmanifest").content)["description"]


def test_icons_are_up_to_date() -> None:
    """Mended by ``make icons``."""
    for name, picture in icons.paint_icons((icons.IMAGES / "mark.svg").read_text()).items():
        assert (icons.IMAGES / name).read_bytes() == picture


def test_the_service_worker_gets_a_shell_that_is_there(client: Client, db: None) -> None:
    site = told(client)
    for address in site["shell"]:
        if address.startswith(site["assets"]):
            assert served(address)
        else:
            assert client.get(address).status_code == 200
    assert {site["offline"], site["unsent"]} < set(site["shell"])


def test_a_new_language_renews_what_the_service_worker_keeps(client: Client, db: None) -> None:
    english = told(client)["version"]
    client.cookies["django_language"] = "de"
    assert told(client)["version"] != english


@pytest.mark.parametrize("address", ["/offline/", "/offline/unsent/"])
def test_offline_pages_say_nothing_of_their_reader(
    client: Client, alice: Person, address: str
) -> None:
    client.force_login(alice)
    page = client.get(address).content.decode()
    assert "Alice" not in page
    assert "csrf" not in page


def test_pages_of_different_readers_are_told_apart(client: Client, alice: Person) -> None:
    client.force_login(alice)
    assert f'data-reader="{alice.pk}"' in client.get("/").content.decode()
    assert 'data-reader=""' in Client().get("/").content.decode()


@pytest.mark.parametrize("address", ["/", "/games/{pk}/", "/games/{pk}/history/", "/rules/{slug}/"])
def test_a_shared_link_shows_a_picture_of_the_board(
    client: Client, game: Game, settings: Any, address: str
) -> None:
    settings.SITE_URL = "https://play.example.org"
    page = client.get(address.format(pk=game.pk, slug=game.ruleset)).content.decode()
    image = unescape(dict(OG.findall(page))["image"])
    assert image.startswith("https://play.example.org/")
    assert f"{game.ruleset}-preview" in image or not address.startswith("/rules/")
    path = image.removeprefix("https://play.example.org")
    file = client.get(path).content if path.startswith("/games/") else served(path)
    picture = Image.open(BytesIO(file))
    assert picture.size == (1200, 630)

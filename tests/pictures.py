"""``python -m tests.pictures``: make docs/pictures from a small site of its own.

``python -m tests.pictures FOLDER [PAGE ...]`` photographs every page there is instead, or those
named, in both languages and colours and at three widths, into a folder: what to look through
before the look of the site is changed.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
os.environ["DEBUG"] = "1"  # the pages made in this process name their style sheets plainly
os.environ["MAX_NEWCOMER_TABLES"] = "0"  # its people sit wherever they are shown
django.setup()

from playwright.sync_api import Browser, Page  # noqa: E402

from conquest.core import fold, no_numbers  # noqa: E402
from games.models import Game  # noqa: E402
from games.play import store  # noqa: E402
from mail.pictures import merge_pictures  # noqa: E402
from tests import servers  # noqa: E402
from tests.chromium import run  # noqa: E402
from tests.gallery import film, pages  # noqa: E402
from tests.gallery.site import Gallery, gallery  # noqa: E402

FOLDER = servers.ROOT / "docs" / "pictures"
SIZES = {"desk": (1440, 900), "phone": (390, 844), "narrow": (320, 640), "sheet": (720, 1500)}
WIDTHS = ("desk", "phone", "narrow")
DRAWN = "() => [...document.images].every((one) => one.complete || !one.checkVisibility())"
LANGUAGES, COLOURS = ("en", "de"), ("light", "dark")


def photograph_some(chromium: Browser, shown: Gallery) -> None:
    """Take the pictures of docs/pictures, as Alice sees the site."""
    game = shown.content.games["turn"]
    plan = f"/games/{game.pk}/?{_plan(game)}"
    stones = f"/games/{shown.content.games['stones'].pk}/?plan=i6-g5&piece=g5&tool=B"
    ranks = f"/games/{shown.content.games['ranks'].pk}/"
    question = f"/games/{shown.content.games['answer'].pk}/answer/"
    letter = f"/letters/{shown.letters['decision-turn-en']}/html/"
    for size, path, name in (
        ("desk", plan, "game-desk"),
        ("desk", stones, "bollwerk"),
        ("desk", ranks, "espionage"),
        ("phone", plan, "game-phone"),
        ("phone", question, "recapture"),
        ("sheet", letter, "letter"),
    ):
        window = _window(chromium, shown, "Alice", size)
        window.goto(f"{shown.address}{path}", wait_until="networkidle")
        (FOLDER / f"{name}.png").write_bytes(merge_pictures(window.screenshot()))
        window.context.close()


def photograph_all(chromium: Browser, shown: Gallery, folder: Path, names: list[str]) -> None:
    """Take every page, or those named, in every guise, each to its end."""
    chosen = {name: page for name, page in pages.pages(shown).items() if not names or name in names}
    for language, size in product(LANGUAGES, WIDTHS):
        for name, colours, png in _seen(chromium, shown, chosen, language, size):
            (folder / f"{name}-{language}-{size}-{colours}.png").write_bytes(png)


def _seen(
    chromium: Browser,
    shown: Gallery,
    chosen: Mapping[str, pages.Page],
    language: str,
    size: str,
) -> Iterator[tuple[str, str, bytes]]:
    """Open page after page; give each in its colours, as a picture."""
    shown.speak(language)
    windows: dict[str, Page] = {}
    for name, page in chosen.items():
        window = windows.get(page.who) or _window(chromium, shown, page.who, size, language)
        windows[page.who] = window
        page.show(window, shown, language)
        for colours in COLOURS:
            window.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
            window.wait_for_load_state("networkidle")
            window.wait_for_function(DRAWN)
            yield name, colours, window.screenshot(full_page=True)
    for window in windows.values():
        window.context.close()


def _window(chromium: Browser, shown: Gallery, who: str, size: str, language: str = "en") -> Page:
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        service_workers="block",  # they would answer before the stand-ins of the faults
    )
    context.add_cookies(shown.cookies(who, django_language=language))
    return context.new_page()


def _plan(game: Game) -> str:
    """Return the address of a plan of a few orders, with a piece chosen for the next."""
    rules, state = game.rules, store.load_state(game)
    texts: list[Any] = []
    for _ in range(2):
        steps = [one for one in rules.composing.legal_choices(state, "south") if one.cost in (2, 3)]
        choice = random.Random(len(texts) + 3).choice([one for one in steps if not one.captures])
        texts.append(choice.text)
        orders = rules.notation.read_orders(state, "south", choice.text)
        state = fold(rules, state, rules.judgement.decide(state, "south", orders, no_numbers))
    piece = max(
        (one.piece for one in rules.composing.legal_choices(state, "south") if one.piece),
        key=lambda piece: sum(
            one.piece == piece for one in rules.composing.legal_choices(state, "south")
        ),
    )
    return f"plan={';'.join(texts)}&piece={piece}"


def main(folder: str = "", *names: str) -> None:
    with gallery() as shown, run() as chromium:
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            photograph_all(chromium, shown, Path(folder), list(names))
        else:
            photograph_some(chromium, shown)
            film.shoot(chromium, shown, FOLDER / "turn.webp")


if __name__ == "__main__":
    main(*sys.argv[1:])

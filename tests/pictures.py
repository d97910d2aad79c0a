"""``python -m tests.pictures``: make docs/pictures from a small site of its own.

A game that house players have led for some rounds, a recapture to be answered, and their letters.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # playwright's loop runs in this thread
os.environ.setdefault("DEBUG", "1")
django.setup()

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from accounts.models import Person  # noqa: E402
from games import clock, house, store, turns  # noqa: E402
from games.models import Decision, Game  # noqa: E402
from mail.pictures import lighten  # noqa: E402
from tests import database, servers, stage  # noqa: E402

FOLDER = servers.ROOT / "docs" / "pictures"
NAMES = ("Alice", "Bob", "Charlie", "Dora")
DESK, PHONE, SHEET = (1440, 900), (390, 844), (720, 1500)
TURNS = 12


@contextlib.contextmanager
def site() -> Iterator[str]:
    """Run a trial site with two games of Alice's; give its address."""
    with (
        database.copied("pictures") as name,
        tempfile.TemporaryDirectory() as var,
        database.connected(name),
    ):
        people = [_person(name) for name in NAMES]
        env = servers.environment(database.url(name), Path(var), PLAY="1")
        with servers.web(env) as web, servers.worker({**env, "SITE_URL": web.address}):
            _play_on(_game("Autumn round", people, _set_up(), "south"))
            _attack(_game("Four friends", people, _ambush(), "east"))
            told = Decision.objects.filter(closed_at=None, told_at__isnull=False)
            servers.until(lambda: told.count() >= 2, "letters of both games")
            yield web.address


def _person(name: str) -> Person:
    return Person.objects.create_user(
        f"{name.lower()}@example.org", name=name, time_zone="Europe/Berlin"
    )


def _set_up() -> dict[str, str]:
    rules = Game(ruleset="conquest").rules
    (started,) = rules.start("four-islands", rules.seats, bytes(32), {})
    pieces: dict[str, str] = started.pieces
    return pieces


def _ambush() -> dict[str, str]:
    """Give the set-up with a knight of East's that stands before one of South's."""
    pieces = _set_up()
    rider = next(field for field, piece in pieces.items() if piece == "east K")
    return {field: piece for field, piece in pieces.items() if field != rider} | {"S13": "east K"}


def _game(title: str, people: list[Person], pieces: dict[str, str], turn: str) -> Game:
    game = stage.begin(people, pieces, now=clock.now(), turn=turn)
    Game.objects.filter(pk=game.pk).update(title=title)
    return game


def _play_on(game: Game) -> None:
    """Let all four play as house players do, until Alice is on turn again after some rounds."""
    chance = random.Random(4)
    for number in range(200):
        game.refresh_from_db()
        rules, state = game.rules, store.load(game)
        (seat,) = rules.to_act(state)
        if number >= TURNS and seat == "south" and rules.to_act(state)[seat] == "turn":
            return
        _hand_in(game, seat, house.plan(rules, state, seat, chance))


def _attack(game: Game) -> None:
    game.refresh_from_db()
    _hand_in(game, "east", "S13xS33")


def _hand_in(game: Game, seat: str, text: str) -> None:
    person = game.seats.get(name=seat).person
    assert person is not None
    orders = turns.Orders(
        game_id=game.pk,
        person=person,
        text=text,
        seen_version=game.version,
        key=f"{seat}-{game.version}",
    )
    turns.submit(orders, now=clock.now())


def photograph(browser: Browser, address: str) -> None:
    """Take the pictures, as Alice sees the site."""
    mine, asked = Game.objects.order_by("pk")
    with _signed_in(browser, address, DESK) as page:
        _take(page, f"{address}/", "dashboard")
        _take(page, f"{address}/games/{mine.pk}/?{_plan(mine)}", "game-desk")
    with _signed_in(browser, address, PHONE) as page:
        _take(page, f"{address}/games/{mine.pk}/?{_plan(mine)}", "game-phone")
        _take(page, f"{address}/games/{asked.pk}/answer/", "recapture")
    with _signed_in(browser, address, SHEET) as page:
        page.goto(f"{address}/letters/")
        letter = page.get_by_role("link", name=f"Conquest {mine.pk}] Your turn").first
        _take(page, f"{address}{letter.get_attribute('href')}html/", "letter")


def _plan(game: Game) -> str:
    """Give the address of a plan of a few orders, with a piece chosen for the next."""
    rules, state = game.rules, store.load(game)
    texts: list[Any] = []
    for _ in range(2):
        steps = [one for one in rules.legal(state, "south") if one.cost in (2, 3)]
        choice = random.Random(len(texts) + 3).choice([one for one in steps if not one.captures])
        texts.append(choice.text)
        happened = rules.decide(state, "south", rules.read(state, "south", choice.text))
        for event in happened:
            state = rules.evolve(state, event)
    piece = max(
        (one.piece for one in rules.legal(state, "south") if one.piece),
        key=lambda piece: sum(one.piece == piece for one in rules.legal(state, "south")),
    )
    return f"plan={';'.join(texts)}&piece={piece}"


@contextlib.contextmanager
def _signed_in(browser: Browser, address: str, size: tuple[int, int]) -> Iterator[Page]:
    width, height = size
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"{address}/accounts/login/?next=/")
    page.get_by_role("button", name="Alice").click()
    yield page
    page.close()


def _take(page: Page, address: str, name: str) -> None:
    page.goto(address, wait_until="networkidle")
    (FOLDER / f"{name}.png").write_bytes(lighten(page.screenshot()))


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with site() as address, sync_playwright() as play:
        chromium = play.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        photograph(chromium, address)
        chromium.close()


if __name__ == "__main__":
    main()

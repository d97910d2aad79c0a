"""How a page of a game feels: what a tap waits for, what the page weighs, what a step of its film
costs the script.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import BrowserContext, Page

from accounts.models import Person
from games import store
from games.models import Game
from tests.bench.site import Browser, grow, show, sign_in, start
from tests.chromium import run

EVENTS, STEPS = 200, 20
FILM = """() => {
  const slider = document.querySelector("#film input");
  const times = [];
  for (let step = 0; step <= Number(slider.max); step += 1) {
    const began = performance.now();
    slider.value = String(step);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    times.push(performance.now() - began);
  }
  return times;
}"""


def taps(address: str, players: Mapping[str, Person]) -> None:
    """Put a turn of many single steps together, each as the page would have it worked out."""
    game, mover = _game(players)
    visitor, dice = sign_in(mover, address), random.Random(3)
    answer, times = _tap(visitor, game, "")[0], list[float]()
    while len(times) < STEPS and answer["left"]:
        steps = [
            target["text"]
            for piece in answer["pieces"].values()
            for target in piece["targets"]
            if target["cost"] == 1 and target["answers"] is None
        ]
        text = "; ".join(filter(None, [answer["head"], dice.choice(steps)]))
        answer, passed = _tap(visitor, game, text)
        times.append(passed)
    show(
        f"tap answered, median of a turn of {len(times)} steps", statistics.median(times), "ms", 60
    )
    show("tap answered, slowest", max(times), "ms")


def look(address: str, players: Mapping[str, Person]) -> None:
    """Weigh the page of a turn with all it loads, compressed, and let its film run."""
    game, mover = _game(players)
    with run() as chromium:
        context = chromium.new_context(viewport={"width": 1440, "height": 900})
        cookies = sign_in(mover, address).cookies
        context.add_cookies([{"name": n, "value": v, "url": address} for n, v in cookies.items()])
        for visit, limit in (("first", 250), ("second", 60)):
            _weigh(context, f"{address}/games/{game.pk}/", visit, limit)
        page = _open(context, f"{address}/games/{game.pk}/")
        page.locator("#watch").click()
        page.locator("#film:not([hidden])").wait_for()
        steps = page.evaluate(FILM)
        show(f"a step of the film, slowest of {len(steps)}, script", max(steps), "ms", 16)


def _game(players: Mapping[str, Person]) -> tuple[Game, Person]:
    """Begin a game in its midst; give it with the person on turn."""
    game = start(dict(players))
    grow(game, EVENTS)
    game.refresh_from_db()
    (seat,) = game.rules.to_act(store.load(game))
    return game, players[seat]


def _tap(visitor: Browser, game: Game, text: str) -> tuple[Any, float]:
    began = time.perf_counter()
    answer = visitor.tell(f"/games/{game.pk}/plan/", text=text)
    return answer, 1000 * (time.perf_counter() - began)


def _open(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address, wait_until="networkidle")
    page.locator("html[data-ready=game]").wait_for()
    return page


def _weigh(context: BrowserContext, address: str, visit: str, limit: float) -> None:
    page, weight = context.new_page(), list[float]()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: weight.append(event["encodedDataLength"]))
    page.goto(address, wait_until="networkidle")
    page.close()
    show(f"page of a turn, {visit} visit", sum(weight) / 1024, "KB", limit)

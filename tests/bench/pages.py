"""How the page of a game feels: what a tap waits for, what the page weighs and when its board is
seen, what a step of its film costs the script.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import BrowserContext, Page

from conquest.bench import Measurements
from tests.bench.browser import Browser
from tests.chromium import run
from tests.visits import visiting

PATIENCE_MS = 60_000
TAPS = 20
MAX = {"first": {"requests": 15, "KB": 150}, "second": {"requests": 4, "KB": 50}}
PAINTS = 5
# Every step is shown twice, since the first time its frame may still be fetched.
FILM = """async () => {
  const slider = document.querySelector("#film input");
  const shown = () => new Promise((resolve, reject) => {
    const told = new MutationObserver(() => { told.disconnect(); resolve(); });
    told.observe(slider, { attributeFilter: ["aria-valuetext"] });
    setTimeout(() => reject(new Error("a step of the film is never shown")), PATIENCE_MS);
  });
  const times = [];
  for (let step = 0; step <= Number(slider.max); step += 1) {
    for (const isFetched of [false, true]) {
      const turned = shown();
      const began = performance.now();
      slider.value = String(step);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await turned;
      if (isFetched) times.push(performance.now() - began);
    }
  }
  return times;
}""".replace("PATIENCE_MS", str(PATIENCE_MS))


def tap(figures: Measurements, visitor: Browser, path: str, slug: str) -> None:
    """Put turns of many quiet choices together, each as the page would have it worked out."""
    empty, dice, times = visitor.tell(f"{path}plan/", text=""), random.Random(3), list[float]()
    assert _grown(empty, dice), "nothing can be tapped"
    answer = empty
    while len(times) < TAPS:
        text = _grown(answer, dice) or _grown(empty, dice)
        began = time.perf_counter()
        answer = visitor.tell(f"{path}plan/", text=text)
        times.append(1000 * (time.perf_counter() - began))
    median = statistics.median(times)
    figures.print_figure(f"tap answered, median of {TAPS}", median, "ms", 60, slug)
    figures.print_figure(f"tap answered, slowest of {TAPS}", max(times), "ms", ruleset=slug)


def look(figures: Measurements, visits: Mapping[str, tuple[Browser, str]]) -> None:
    """Weigh the page of a turn in each game with all it loads, compressed; let its film run."""
    with run() as chromium:
        for slug, (visitor, path) in visits.items():
            with figures.skip_failures("page of a turn", slug):
                _look(figures, chromium, visitor, path, slug)
            with figures.skip_failures("largest paint", slug):
                _measure_paint(figures, chromium, visitor, path, slug)


def _grown(answer: Any, dice: random.Random) -> str:
    """Return a plan with one more of the cheapest quiet choices, "" where there is none."""
    targets = [target for piece in answer["pieces"].values() for target in piece["targets"]]
    quiet = [target for target in targets if target["answers"] is None]
    least = min((target["cost"] for target in quiet), default=0)
    cheapest = [target for target in quiet if target["cost"] == least]
    if not cheapest:
        return ""
    chosen = dice.choice(cheapest)
    head = answer["stem" if chosen["replaces"] else "head"]
    return str(answer["between"].join(filter(None, (head, chosen["text"]))))


def _look(
    figures: Measurements, chromium: Chromium, visitor: Browser, path: str, slug: str
) -> None:
    address = f"{visitor.address}{path}"
    context = _new_context(chromium, visitor)
    for order, limits in MAX.items():
        with visiting(context) as visit:
            visit.open(address)
        measure = f"page of a turn, {order} visit"
        figures.print_figure(f"{measure}, requests", visit.requests, "", limits["requests"], slug)
        figures.print_figure(measure, visit.kilobytes, "KB", limits["KB"], slug)
    with figures.skip_failures("a step of the film", slug):
        steps = _watch(_open(context, address))
        measure = f"a step of the film, slowest of {len(steps)}, script"
        figures.print_figure(measure, max(steps), "ms", 16, slug)
    context.close()


def _measure_paint(
    figures: Measurements, chromium: Chromium, visitor: Browser, path: str, slug: str
) -> None:
    """Measure when the board is seen at the first visit, on a slow line and a slow processor."""
    times = []
    for _ in range(PAINTS):
        context = _new_context(chromium, visitor)
        with visiting(context, is_slow=True) as visit:
            visit.open(f"{visitor.address}{path}")
            times.append(visit.largest_paint())
        context.close()
    measure = f"page of a turn, largest paint, median of {PAINTS}"
    figures.print_figure(measure, statistics.median(times), "ms", 1500, slug)


def _new_context(chromium: Chromium, visitor: Browser) -> BrowserContext:
    """Return a browser of somebody who has not been there yet."""
    context = chromium.new_context(
        viewport={"width": 1440, "height": 900},
        reduced_motion="reduce",  # a map that still glides takes its frames from the next step
        service_workers="block",  # what it fetches for later is no part of a page
    )
    context.set_default_timeout(PATIENCE_MS)
    cookies = visitor.cookies.items()
    context.add_cookies([{"name": n, "value": v, "url": visitor.address} for n, v in cookies])
    return context


def _open(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address, wait_until="networkidle")
    page.locator("html[data-ready=game]").wait_for()
    return page


def _watch(page: Page) -> list[float]:
    """Return what each step of the film cost the script, in ms."""
    page.locator("#watch").click()
    page.locator("#film:not([hidden])").wait_for()
    steps: list[float] = page.evaluate(FILM)
    return steps

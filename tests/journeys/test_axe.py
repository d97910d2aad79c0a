"""Every page, in both languages and both colours: to be read by all, and with a thumb."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from typing import Any, TypeAlias

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.chromium import new_context
from tests.gallery import pages, site, views
from tests.gallery.content import LANGUAGES
from tests.gallery.site import Gallery
from tests.scheduling import choose_some

pytestmark = pytest.mark.long

Faults: TypeAlias = list[str]
# Not with "preload": axe would look beside the page for what sheets import that are not yet joined,
# as those of pages that stand in.
QUIET = {"resultTypes": ["violations"], "preload": False}
ALL = {**QUIET, "rules": {"target-size": {"enabled": True}}}
COLOURS = {**QUIET, "runOnly": ["color-contrast"]}
DESK, PHONE = {"width": 1280, "height": 900}, {"width": 320, "height": 800}
UNFOLD = "document.querySelectorAll('main details').forEach((one) => { one.open = true; })"
NARROW = """(least) => {
  const faults = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) faults.push(`is ${wide} px wide`);
  const inSentence = (one) => getComputedStyle(one).display === "inline"
    && one.closest("p, li, dd, td, figcaption, span:not(.state)")?.innerText.trim()
       !== one.innerText.trim();
  for (const one of document.querySelectorAll(
      "a[href], button, summary, select, textarea, input:not([type=hidden])")) {
    const box = (one.closest("label") ?? one).getBoundingClientRect();
    const isShown = one.checkVisibility({ visibilityProperty: true }) && box.width > 1;
    if (!isShown || one.closest("svg, .skip, .sheet-handle") || inSentence(one)) continue;
    if (Math.min(box.width, box.height) < least) {
      const size = `${Math.round(box.width)}x${Math.round(box.height)}`;
      faults.push(`is small (${size}): ${one.outerHTML.slice(0, 90)}`);
    }
  }
  return faults;
}"""
SAMPLE = 4  # every fourth page; make thorough looks at all of them
FINGER = 43.5  # CSS pixels; the handle of the game's sheet is as wide as the phone instead
FIRST = "en"
OTHERS = (
    "grand-",
    "two-",
    "bollwerk-",
    "espionage-",
    "armada-",
    "letter-bollwerk-",
    "letter-espionage-",
    "letter-armada-",
)
UNLIKE = {
    "grand-turn",
    "bollwerk-tray",
    "bollwerk-tool",
    "bollwerk-over",
    "espionage-camp",
    "espionage-turn",
    "armada-throw",
    "armada-aim",
    "armada-asked",
}
SPOILT = """() => {
  const main = document.querySelector("main");
  main.append(document.createElement("img"));
  const pale = document.createElement("p");
  pale.textContent = "pale";
  main.append(pale);
  pale.style.color = "light-dark(#000, #333)";
  const small = document.createElement("button");
  small.textContent = "x";
  main.append(small);
  pale.style.width = "30rem";
  const script = document.createElement("script");
  script.textContent = "0";
  main.append(script);
}"""


@pytest.fixture(scope="module")
def gallery(django_test_environment: None, django_db_blocker: Any) -> Iterator[Gallery]:
    with django_db_blocker.unblock(), site.gallery() as running:
        yield running


class Reader:
    """Somebody who opens page after page, and what the browser complains of meanwhile."""

    def __init__(self, browser: Browser, gallery: Gallery, who: str, language: str) -> None:
        context = new_context(
            browser,
            viewport=DESK,
            reduced_motion="reduce",
            service_workers="block",  # pages that stand in are not asked for by a worker
        )
        context.add_cookies(gallery.cookies(who, django_language=language))
        self.complaints: Faults = []
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, said: ConsoleMessage) -> None:
        address = said.location["url"]
        is_expected = address == self.page.url or address.endswith("/favicon.ico")
        if said.type == "error" and not (is_expected and said.text.startswith("Failed to load")):
            self.complaints.append(said.text)


def read_all(
    browser: Browser, gallery: Gallery, language: str, names: Collection[str]
) -> Mapping[str, Faults]:
    """Open the pages of these names and give the faults of those that have any."""
    gallery.speak(language)
    readers: dict[str, Reader] = {}
    found: dict[str, Faults] = {}
    for name, page in pages.pages(gallery).items():
        if name not in names or name.startswith("staff-"):
            continue  # their colours and sizes are those of Django's administration
        if name.startswith("letter-") and language != FIRST:
            continue  # a letter is what it is, in whatever language its reader looks at pages
        if page.who not in readers:
            readers[page.who] = Reader(browser, gallery, page.who, language)
        reader = readers[page.who]
        # What is looked at on a phone alone is laid out for one from the start.
        reader.page.set_viewport_size(DESK if language == FIRST else PHONE)  # type: ignore[arg-type]
        page.show(reader.page, gallery, language)
        is_deep = language == FIRST and is_of_its_own(name)  # longer words are no other page
        deep = judged(reader.page) if is_deep else []
        found[name] = deep + narrow(reader.page) + reader.complaints
        reader.complaints.clear()
    for reader in readers.values():
        reader.page.context.close()
    return {name: faults for name, faults in found.items() if faults}


def list_extent(gallery: Gallery, extent: str) -> set[str]:
    """Return the names of one page of each view and of those that are unlike it, of a sample of
    these, or of the rest."""
    all_pages = pages.pages(gallery)
    by_kind = {
        (views.name_view(page.path), page.template, page.post is None): name
        for name, page in reversed(all_pages.items())
    }
    first = {*by_kind.values(), *UNLIKE}
    if extent == "sample":
        return set(sorted(first)[::SAMPLE])
    return first if extent == "views" else {*all_pages} - first


def is_of_its_own(name: str) -> bool:
    """Whether a page is the first of its kind: the same page of another game is made alike, and so
    is a letter in another language."""
    if name.startswith("letter-") and not name.endswith(f"-{FIRST}"):
        return False
    return not name.startswith(OTHERS) or name in UNLIKE


def judged(page: Page) -> Faults:
    """Let axe look at a page in the light and, for its colours, in the dark."""
    page.evaluate(UNFOLD)
    page.evaluate(AXE_SCRIPT)
    page.emulate_media(color_scheme="light")
    faults = violations(page, ALL)
    page.emulate_media(color_scheme="dark")
    return faults + [f"dark {fault}" for fault in violations(page, COLOURS)]


def violations(page: Page, options: Mapping[str, Any]) -> Faults:
    found = page.evaluate("(options) => axe.run(document, options)", dict(options))
    return [
        f"{rule['id']}: {node['target']} {node['html'][:120]}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


def narrow(page: Page) -> Faults:
    """Look whether a page fits a narrow phone, with room for a finger on all that is tapped."""
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.evaluate(UNFOLD)
    faults: Faults = page.evaluate(NARROW, FINGER)
    return faults


@pytest.mark.parametrize(
    ("language", "extent"),
    [(FIRST, "sample"), *choose_some(product(LANGUAGES, ["views", "rest"]), chosen=[])],
)
def test_no_page_is_hard_to_read_or_to_tap(
    browser: Browser, gallery: Gallery, language: str, extent: str
) -> None:
    """Neither light nor dark, neither at a desk nor on a narrow phone; nor one that complains."""
    assert read_all(browser, gallery, language, list_extent(gallery, extent)) == {}


def test_a_page_that_is_not_right_would_be_seen(browser: Browser, gallery: Gallery) -> None:
    """The control: every kind of fault on one page."""
    reader = Reader(browser, gallery, "", "en")
    reader.page.goto(f"{gallery.address}/help/")
    reader.page.evaluate(SPOILT)
    found = " ".join(judged(reader.page) + narrow(reader.page) + reader.complaints)
    for fault in ("image-alt", "dark color-contrast", "px wide", "is small", "Security Policy"):
        assert fault in found
    reader.page.context.close()

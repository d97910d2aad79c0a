"""Whatever people write, no page of the site is wider than a phone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import Browser

from accounts.models import Person
from games.models import Game, Invitation, Note, Seat, SetUp
from reports.models import Appeal
from tests.gallery import pages, site
from tests.gallery.site import Gallery
from tests.journeys.test_axe import UNFOLD, Reader, is_of_its_own, list_extent
from tests.scheduling import choose_some

pytestmark = pytest.mark.long

WIDTHS = (320, 360)
SAMPLES = (
    "W" * 60,
    "Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichen",
    "กรุงเทพมหานครอมรรตนโกสินทร์มหินทรายุธยามหาดิลก" * 2,
    "長い名前がとても長い名前の人の長い卓の長い題名" * 3,
    "שםארוךמאודשאיןבושוםרווחואיאפשרלשבוראותובשוםמקוםבשורה" * 2,
    "a\u0301\u0323e\u0302\u0324" * 20,
    "م" * 60,
)
TOO_WIDE = """() => {
  const wide = document.scrollingElement.scrollWidth;
  if (wide <= innerWidth) return "";
  const far = [...document.querySelectorAll("body *")].filter(
    (one) => one.getBoundingClientRect().right > innerWidth + 1
      && !one.closest("svg, .board, .map"));
  return `${wide} px: ${far.slice(0, 3).map((one) => one.outerHTML.slice(0, 90)).join(" ")}`;
}"""


@pytest.fixture(scope="module")
def gallery(django_test_environment: None, django_db_blocker: Any) -> Iterator[Gallery]:
    with django_db_blocker.unblock(), site.gallery() as running:
        write_long_words()
        yield running


def write_long_words() -> None:
    """Put a text of one word wherever people write one that others, or they, read."""
    fill(Game, "title", 60)
    fill(Person, "name", 39)
    fill(Seat, "word", 60)
    fill(Note, "text", 40)
    fill(SetUp, "name", 40)
    fill(Appeal, "text", 60)
    for key in Authenticator.objects.all():
        key.data["name"] = SAMPLES[0]
        key.save()
    for one in Invitation.objects.all():
        Invitation.objects.filter(pk=one.pk).update(address=f"{'w' * 60}@{'w' * 60}.example.org")
    Person.objects.filter(email="alice@example.org").update(email=f"{'w' * 60}@example.org")


def fill(model: Any, field: str, length: int) -> None:
    """Write the samples into a column, row by row, no two rows the same."""
    for number, (row, sample) in enumerate(zip(model.objects.order_by("pk"), cycle(SAMPLES))):
        mark = str(number // len(SAMPLES) or "")
        text = sample[: length - len(mark)] + mark
        model.objects.filter(pk=row.pk).update(**{field: text})


@pytest.mark.parametrize(
    ("extent", "language"),
    choose_some([("views", "en"), ("rest", "en"), ("views", "de")], chosen=[]),
)
def test_no_long_word_makes_a_page_wider_than_a_phone(
    browser: Browser, gallery: Gallery, extent: str, language: str
) -> None:
    readers: dict[str, Reader] = {}
    faults = []
    names = list_extent(gallery, extent)
    for name, page in pages.pages(gallery).items():
        if name not in names or name.startswith("staff-") or not is_of_its_own(name):
            continue
        if page.who not in readers:
            readers[page.who] = Reader(browser, gallery, page.who, language)
        window = readers[page.who].page
        page.show(window, gallery, language)
        window.evaluate(UNFOLD)
        for width in WIDTHS:
            window.set_viewport_size({"width": width, "height": 800})
            if fault := window.evaluate(TOO_WIDE):
                faults.append(f"{name} is {fault}")
    assert not faults, "\n".join(faults)

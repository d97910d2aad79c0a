"""Push on a phone: a device is added, and its service worker shows what comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from mail.models import Channel
from tests.journeys import browsing
from tests.journeys.browsing import PHONE
from tests.journeys.conftest import Site, running

pytestmark = pytest.mark.long

# In the place of the push service, which a browser asks for an address.
SUBSCRIBE = """PushManager.prototype.subscribe = async () => ({ toJSON: () => ({
  endpoint: "https://push.example/a-secret",
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4" +
      "bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
}) });"""
# Where there is no display, chromium shows nothing: what would be shown is kept.
DELIVER = """async (told) => {
  const shown = [];
  self.registration.showNotification = async (title, how) => shown.push([title, how.tag, how.data]);
  self.dispatchEvent(new PushEvent("push", { data: JSON.stringify(told) }));
  return shown;
}"""


@pytest.fixture(scope="module")
def site(
    django_test_environment: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    var, secret = tmp_path_factory.mktemp("push"), "f" * 64
    with (
        django_db_blocker.unblock(),
        running(var, ["Alice"], PUSH_SECRET=secret, PUSH_HOSTS="push.example") as here,
    ):
        yield here


def test_a_device_is_used_and_shows_what_comes(site: Site, browser: Browser) -> None:
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        page.context.grant_permissions(["notifications"], origin=site.address)
        page.add_init_script(SUBSCRIBE)
        page.goto(f"{site.address}/preferences/channels/")
        page.get_by_role("button", name="Use this device").click()
        expect(page.get_by_text("Added. A test is on its way.")).to_be_visible()
        expect(page.get_by_role("heading", name="A device")).to_be_visible()
        assert Channel.objects.get().person.name == "Alice"
        address = f"{site.address}/games/7/"
        (worker,) = page.context.service_workers
        told = {"title": "[Conquest 7] It is your turn", "url": address, "tag": "game-7"}
        shown = worker.evaluate(DELIVER, told)
        assert shown == [["[Conquest 7] It is your turn", "game-7", address]]

"""Push on a phone: a device is added, and its service worker shows what comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Worker, expect

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
DELIVER = """async (given) => {
  let shown = [];
  const calls = [];
  self.registration.getNotifications = async (only) =>
    shown.filter((one) => !only || one.tag === only.tag);
  self.registration.showNotification = async (title, { tag = "", data, silent = false }) => {
    const one = { title, tag, data };
    one.close = () => (shown = shown.filter((other) => other !== one));
    shown = [...shown.filter((other) => !tag || other.tag !== tag), one];
    calls.push([title, silent]);
  };
  for (const [index, told] of given.entries()) {
    self.dispatchEvent(new PushEvent("push", { data: JSON.stringify(told) }));
    while (calls.length <= index) await new Promise((then) => setTimeout(then));
  }
  await new Promise((then) => setTimeout(then));
  return { calls, shown: shown.map(({ title, tag, data }) => [title, tag, data.url]) };
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
        turn = "[Conquest 7] It is your turn"
        told = {"title": turn, "url": address, "tag": "game-7", "about": "decision-1"}
        found = worker.evaluate(DELIVER, [told])
        assert found == {"calls": [[turn, False]], "shown": [[turn, "game-7", address]]}
        _check_that_it_is_settled(worker, told)


def _check_that_it_is_settled(worker: Worker, told: dict[str, Any]) -> None:
    """What is settled takes the place of its question without a sound, and of nothing else."""
    words = "[Conquest 7] No longer waiting for you."
    over = {**told, "title": words, "settled": True}
    found = worker.evaluate(DELIVER, [told, over])
    assert found["calls"][1] == [words, True]
    assert found["shown"] == [[words, "game-7", told["url"]]]
    newer = {**told, "about": "decision-2"}
    found = worker.evaluate(DELIVER, [told, newer, over])
    assert found["shown"] == [[told["title"], "game-7", told["url"]]]
    assert worker.evaluate(DELIVER, [over])["shown"] == []
    little = {**told, "title": "Something waits for you.", "tag": ""}
    found = worker.evaluate(DELIVER, [little, {**over, "tag": ""}])
    assert [title for title, _tag, _url in found["shown"]] == [words]

"""What a visit of a page costs in chromium: requests, what travels, and when the page is seen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, Page

from tests.chromium import PATIENCE_MS

SLOW_LINE = {
    "offline": False,
    "latency": 150,  # ms
    "downloadThroughput": 1_600_000 / 8,  # bytes a second
    "uploadThroughput": 750_000 / 8,
}
SLOW_PROCESSOR = 4  # times slower
LARGEST_PAINT = """() => new Promise((resolve, reject) => {
  const told = (list) => resolve(list.getEntries().at(-1).startTime);
  new PerformanceObserver(told).observe({ type: "largest-contentful-paint", buffered: true });
  setTimeout(() => reject(new Error("nothing was painted")), PATIENCE_MS);
})""".replace("PATIENCE_MS", str(PATIENCE_MS))


@dataclass
class Visit:
    """What has travelled for a page; what the browser had kept is no request."""

    page: Page
    _bytes: dict[str, float] = field(default_factory=dict)

    @property
    def requests(self) -> int:
        """How often the site was asked for something."""
        return len(self._bytes)

    @property
    def kilobytes(self) -> float:
        """What travelled, compressed and with its headers."""
        return sum(self._bytes.values()) / 1024

    def open(self, address: str) -> None:
        """Open a page and wait until nothing more is asked for."""
        self.page.goto(address, wait_until="networkidle")

    def largest_paint(self) -> float:
        """Return after how long the largest thing in sight was painted, in ms."""
        return float(self.page.evaluate(LARGEST_PAINT))

    def follow(self, session: CDPSession) -> None:
        """Count from now on."""
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._count_request)
        session.on("Network.requestServedFromCache", self._leave_out)
        session.on("Network.responseReceived", self._look_for_cache)
        session.on("Network.loadingFinished", self._count_bytes)

    def _count_request(self, event: dict[str, Any]) -> None:
        if event["request"]["url"].startswith("http"):
            self._bytes[event["requestId"]] = 0

    def _leave_out(self, event: dict[str, Any]) -> None:
        self._bytes.pop(event["requestId"], None)

    def _look_for_cache(self, event: dict[str, Any]) -> None:
        if event["response"].get("fromDiskCache"):
            self._leave_out(event)

    def _count_bytes(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self._bytes:
            self._bytes[event["requestId"]] = event["encodedDataLength"]


@contextmanager
def visiting(context: BrowserContext, *, is_slow: bool = False) -> Iterator[Visit]:
    """Give a page whose visit is counted, on a fast line or as on a cheap phone on the road."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    session, visit = context.new_cdp_session(page), Visit(page)
    visit.follow(session)
    if is_slow:
        session.send("Network.emulateNetworkConditions", SLOW_LINE)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_PROCESSOR})
    yield visit
    page.close()

"""``python -m tests.pictures``: photograph the pages of a trial site into build/pictures."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

from tests import servers

FOLDER = servers.ROOT / "build" / "pictures"
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SIZES = {"desk": (1280, 900), "phone": (390, 844)}
PATHS = {"tables": "/tables/", "league": "/league/"}


@contextmanager
def trial_site() -> Iterator[str]:
    """Run ``manage.py play`` with data of its own; give the address of the site."""
    port = servers.free_port()
    address = f"http://127.0.0.1:{port}"
    env = {**os.environ, "VAR": str(servers.ROOT / "build" / "trial"), "PLAY": "1"}
    command = [sys.executable, "manage.py", "play", "--port", str(port)]
    with subprocess.Popen(command, cwd=servers.ROOT, env=env) as run:
        try:
            servers.until(lambda: _answers(f"{address}/healthz"), "the site answers", patience=120)
            yield address
        finally:
            run.send_signal(signal.SIGINT)


def photograph(browser: Browser, address: str) -> None:
    """Take every page in every size and both themes, as Alice sees it."""
    for theme in THEMES:
        for size, (width, height) in SIZES.items():
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme)
            page.goto(f"{address}/accounts/login/?next=/")
            page.get_by_role("button", name="Alice").click()
            turn = page.locator("a[href^='/games/']").first.get_attribute("href")
            for name, path in {"home": "/", "turn": turn, **PATHS}.items():
                page.goto(f"{address}{path}")
                page.screenshot(path=FOLDER / f"{name}-{size}-{theme}.png")


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5):
            return True
    except OSError:
        return False


def main() -> None:
    with trial_site() as address, sync_playwright() as play:
        chromium = shutil.which("chromium")
        photograph(play.chromium.launch(executable_path=chromium, args=["--no-sandbox"]), address)


if __name__ == "__main__":
    main()

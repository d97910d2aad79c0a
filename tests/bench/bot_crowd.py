"""``python -m tests.bench.bot_crowd ADDRESS TOKEN…``: bots of the examples, each in a thread, until
a line comes in; then one line of JSON says what they have done."""

from __future__ import annotations

import json
import os
import random
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from tests.servers import ROOT

sys.path.insert(0, str(ROOT / "examples" / "bot"))
bot, client = import_module("bot"), import_module("client")
ORDINARY = {409, 422}  # the game has gone on; orders that are not allowed
counts: Counter[str] = Counter()
errors: list[str] = []


@dataclass
class CountingClient:
    """A client of the examples; what it asks for is counted, and what should not be answered."""

    inner: Any

    def get_news(self, path: str) -> Any:
        """Return an answer, ``None`` where it is the same as the last time."""
        return self._count(path, self.inner.get_news)

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Do something once."""
        answer = self._count(path, self.inner.post, body)
        counts["turns"] += path.endswith("/orders")
        return answer

    def _count(self, path: str, ask: Any, *given: Any) -> Any:
        counts["asked"] += 1
        try:
            return ask(path, *given)
        except client.RequestRefused as refused:
            if refused.status not in ORDINARY:
                errors.append(f"{path}: {refused.problem}")
            raise


def play_on(address: str, secret: str, is_over: threading.Event) -> None:
    """Play as the bot of the examples does."""
    counting, chance = CountingClient(client.Client(address, secret)), random.Random(secret)
    while not is_over.is_set():
        try:
            for asked in counting.get_news(f"/me/asked?wait={bot.PATIENCE}") or ():
                bot.play(counting, asked, chance)
        except Exception as error:  # what ends a bot is what is looked for
            errors.append(repr(error))
        time.sleep(bot.PAUSE)


def main() -> None:
    """Play until a line comes in."""
    address, *secrets = sys.argv[1:]
    is_over = threading.Event()
    told = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # bots tell each turn
    for secret in secrets:
        threading.Thread(target=play_on, args=(address, secret, is_over), daemon=True).start()
    sys.stdin.readline()
    is_over.set()
    report = {"turns": counts["turns"], "asked": counts["asked"], "errors": errors}
    print(json.dumps(report), file=told, flush=True)
    os._exit(0)  # none is waited for


if __name__ == "__main__":
    main()

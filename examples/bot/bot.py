"""A bot that plays any game of the site: it asks what can follow, and picks something.

    python bot.py https://example.org zugpost_…

It answers whatever its person is asked for, in all their games, until it is stopped.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Any

from client import Client, RequestRefused

PATIENCE = 25  # seconds that an answer may wait for something new
PAUSE = 5  # seconds: where too many wait, the answer comes at once
MOST_ORDERS = 60  # of one turn
TRIES = 20  # turns that are put together before the bot gives up its turn


def main() -> None:
    """Play for the person of a token."""
    site, token = sys.argv[1:]
    client, chance = Client(site, token), random.Random()
    while True:
        for asked in client.get_news(f"/me/asked?wait={PATIENCE}") or ():
            play(client, asked, chance)
        time.sleep(PAUSE)


def play(client: Client, asked: dict[str, Any], chance: random.Random) -> None:
    """Answer one thing that is asked for."""
    for _try in range(TRIES):
        try:
            if submit(client, asked, propose(client, asked, chance)):
                return
        except RequestRefused as refused:
            if refused.status == 409:  # the game has gone on, or asks for nothing any more
                return
    print(f"no turn was found in game {asked['game']}", file=sys.stderr)


def propose(client: Client, asked: dict[str, Any], chance: random.Random) -> str:
    """Return orders that can be handed in, most likely."""
    path, text = f"/games/{asked['game']}/options", ""
    if asked["asked"]["how"] == "choose":
        return str(chance.choice(client.post(path)["choices"])["text"])
    for _order in range(MOST_ORDERS):
        options = client.post(path, {"text": text})
        choices = options["choices"]
        is_enough = options["text"] and not options["is_partial"] and chance.random() < 0.3
        if not choices or is_enough:
            break
        text = add(options, chance.choice(captures_first(choices)))
    return text


def captures_first(choices: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the choices that capture something, or all if none does."""
    return [choice for choice in choices if choice["captures"]] or choices


def add(options: dict[str, Any], choice: dict[str, Any]) -> str:
    """Return the orders so far with one more; some take the place of the last one."""
    orders = options["text"].split(options["between"]) if options["text"] else []
    if choice["replaces"]:
        orders.pop()
    return str(options["between"].join([*orders, choice["text"]]))


def submit(client: Client, asked: dict[str, Any], text: str) -> bool:
    """Hand orders in, once the site has checked them; return whether they count."""
    game = f"/games/{asked['game']}"
    if asked["asked"]["how"] == "compose":
        checked = client.post(f"{game}/check", {"text": text, "ends_turn": True})
        if checked["refused"]:
            return False
        text = checked["text"]
    client.post(f"{game}/orders", {"text": text, "version": asked["version"]})
    print(f"game {asked['game']}, {asked['asked']['seat']}: {text}", flush=True)
    return True


if __name__ == "__main__":
    main()

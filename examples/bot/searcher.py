"""A bot that plays with the search of the rules library (``pip install zugpost-rules``).

python searcher.py https://example.org zugpost_…
"""

from __future__ import annotations

import secrets
import sys
import time
from typing import Any

from client import Client, RequestRefused

from conquest import registry
from conquest.kit import chance

PATIENCE = 25  # seconds that an answer may wait for something new
PAUSE = 5  # seconds: where too many wait, the answer comes at once


def main() -> None:
    """Play for the person of a token."""
    client = Client(*sys.argv[1:])
    while True:
        for asked in client.get_news(f"/me/asked?wait={PATIENCE}") or ():
            try:
                play(client, asked)
            except RequestRefused as refused:
                print(f"game {asked['game']}: {refused}", file=sys.stderr)
        time.sleep(PAUSE)


def play(client: Client, asked: dict[str, Any]) -> None:
    """Answer one thing that is asked for, as the strongest house player would."""
    rules = registry.get_ruleset(asked["rule_set"])
    position = client.get(f"/games/{asked['game']}/position")
    known = rules.knowledge.read_view(position["state"])
    numbers = chance.keyed_numbers(secrets.token_bytes(32))
    text = rules.composing.levels[-1].propose_orders(known, asked["asked"]["seat"], numbers)
    sent = {"text": text, "version": asked["version"]}
    client.post(f"/games/{asked['game']}/orders", sent)
    print(f"game {asked['game']}, {asked['asked']['seat']}: {text}", flush=True)


if __name__ == "__main__":
    main()

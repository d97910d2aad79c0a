"""A knock-out cup by a script: it brings people to tables, and goes on as their games end.

    python cup.py https://example.org bollwerk tokens.txt

Each line of the file is the access token of a player, good for `read` and `tables`; their number
is 2, 4, 8, 16 and so on. Who is named first in a pair opens a private table, the other one sits
down by its invitation. Tables are found again by their titles: the script can be stopped and
started.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "bot"))
from client import Client

PAUSE = 2  # seconds between two looks at the games


def main() -> None:
    """Keep a cup until somebody has won it."""
    site, rule_set, file = sys.argv[1:]
    players = [Client(site, token) for token in Path(file).read_text().split()]
    number = 1
    while len(players) > 1:
        pairs = list(zip(players[::2], players[1::2], strict=True))
        tables = [
            seat_pair(rule_set, f"Round {number}, table {at}", *pair)
            for at, pair in enumerate(pairs, 1)
        ]
        players = [wait_for_winner(table, *pair) for table, pair in zip(tables, pairs, strict=True)]
        number += 1
    print(f"The cup goes to {name_of(players[0])}.", flush=True)


def seat_pair(rule_set: str, title: str, first: Client, second: Client) -> int:
    """Bring two people to a table of their own; return its number."""
    if (known := find_table(first, title)) is not None:
        return known
    table = first.post("/tables", {"rule_set": rule_set, "title": title, "is_private": True})
    key = table["invitation"].rstrip("/").rpartition("/")[2]
    second.post(f"/tables/{table['id']}/join", {"key": key})
    print(f"{title}: {name_of(first)} and {name_of(second)}", flush=True)
    return int(table["id"])


def find_table(player: Client, title: str) -> int | None:
    """Return the number of a table that was opened before the script was stopped."""
    for which in ("asked", "waiting", "tables", "finished"):
        for game in player.get(f"/me/games?which={which}")["games"]:
            if game["title"] == title:
                return int(game["id"])
    return None


def wait_for_winner(table: int, first: Client, second: Client) -> Client:
    """Return who has won a game; a draw is won by who was named second."""
    while (game := first.get(f"/games/{table}"))["status"] in ("open", "running"):
        time.sleep(PAUSE)
    winners = [seat["person"]["name"] for seat in game["seats"] if seat["has_won"]]
    return first if name_of(first) in winners else second


def name_of(player: Client) -> str:
    """Return the name of a player."""
    return str(player.get("/me")["name"])


if __name__ == "__main__":
    main()

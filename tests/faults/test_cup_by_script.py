"""A cup of sixteen that the script of the examples runs on a real site."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from pathlib import Path

from accounts.models import Person
from api import tokens
from conquest.core import Refused
from games.models import Game
from games.play import clock, turns
from tests import servers
from tests.database import ROOT
from tests.faults.sites import Site

NAMES = [f"Player {letter}" for letter in "ABCDEFGHJKMNPQRT"]


def test_a_script_runs_a_cup_of_sixteen(site: Site, tmp_path: Path) -> None:
    """Who was named second resigns each game, so that the first one wins the cup."""
    people = [
        Person.objects.create_user(f"{name[-1].lower()}@example.org", name=name) for name in NAMES
    ]
    file = tmp_path / "tokens.txt"
    file.write_text("\n".join(make_secret(person) for person in people))
    with servers.web(site.env) as web, subprocess.Popen(
        [sys.executable, "examples/cup.py", web.address, "bollwerk", str(file)],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    ) as script:  # fmt: skip
        servers.until(lambda: has_ended(script), "the end", 600)
        told = script.stdout.read() if script.stdout else ""
    assert told.splitlines()[-1] == "The cup goes to Player A."
    assert Game.objects.filter(status=Game.Status.OVER, is_private=True).count() == 15


def make_secret(person: Person) -> str:
    return tokens.make_token(person, "cup", ("read", "tables"), days=30, now=clock.now())[1]


def has_ended(script: subprocess.Popen[str]) -> bool:
    """Let who was named second resign in each game that runs; say whether the script has ended."""
    for game in Game.objects.filter(status=Game.Status.RUNNING):
        second = max((seat.person for seat in game.seats.all() if seat.person), key=str)
        orders = turns.Orders(
            game_id=game.pk, person=second, text="resign", seen_version=game.version, key="r"
        )
        with contextlib.suppress(turns.Rejected, Refused):
            turns.submit(orders)
    return script.poll() is not None

"""Report games whose stored data does not match their event chain or their commitments."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.play import fairness, store


class Command(BaseCommand):
    help = (
        "Verify one game, or all: that its events follow one another, that its positions come of "
        "them, and its commitments of its secrets; with all of them the chain of commitments, too."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="?", type=int, help="the number of the game")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = Game.objects.filter(version__gt=0).order_by("pk")
        if options["game"] is not None:
            chosen = chosen.filter(pk=options["game"])
        if not chosen.exists() and options["game"] is not None:
            raise CommandError(f"There is no game {options['game']} with events.")
        if options["game"] is None:
            self._verify_chain()
        broken = [(game, wrong) for game in chosen if (wrong := _find_damage(game))]
        for game, wrong in broken:
            self.stderr.write(f"Game {game.pk}: {wrong}.")
        if broken:
            raise CommandError(f"{len(broken)} of {chosen.count()} games are not whole.")
        self.stdout.write(f"{chosen.count()} games are whole.")

    def _verify_chain(self) -> None:
        """Verify the chain of commitments, and the commitments of tables without events yet."""
        if broken := fairness.check_commitments().broken:
            raise CommandError(f"The chain of commitments is broken at its entry {broken}.")
        for table in Game.objects.filter(version=0).order_by("pk"):
            if wrong := fairness.find_bad_commitment(table):
                raise CommandError(f"Table {table.pk}: {wrong}.")


def _find_damage(game: Game) -> str | None:
    """Return a sentence about the damage of a game, ``None`` if it is whole."""
    return store.verify_game(game) or fairness.find_bad_commitment(game)

"""Report games whose stored data does not match their event chain or their commitments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from multiprocessing import get_context
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.db import connections
from django.db.models import Q, Sum

from games.models import Game
from games.play import clock, fairness, store

SECONDS = 10.0  # between two lines of progress
CHUNK = 10  # games that a process is given at a time

Finding = tuple[int, int, str | None]


class Command(BaseCommand):
    help = (
        "Verify one game, or all: that its events follow one another, that its positions come of "
        "them, and its commitments of its secrets; with all of them the chain of commitments, too."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="?", type=int, help="the number of the game")
        parser.add_argument(
            "--from", dest="start", type=int, default=0, help="go on with the game of this number"
        )
        parser.add_argument(
            "--days", type=int, help="only games that have gone on in as many days; not the chain"
        )
        parser.add_argument("--processes", type=int, default=1, help="how many games at a time")

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = Game.objects.filter(version__gt=0, pk__gte=options["start"]).order_by("pk")
        if options["game"] is not None:
            chosen = chosen.filter(pk=options["game"])
            if not chosen.exists():
                raise CommandError(f"There is no game {options['game']} with events.")
        elif options["days"] is not None:
            chosen = chosen.filter(moved_since(clock.now() - timedelta(days=options["days"])))
        elif not options["start"]:
            self._verify_chain()
        pks = list(chosen.values_list("pk", flat=True))
        events = chosen.aggregate(events=Sum("version"))["events"] or 0
        broken = self._verify_games(pks, events, options["processes"])
        if broken:
            raise CommandError(f"{broken} of {len(pks)} games are not whole.")
        self.stdout.write("1 game is whole." if len(pks) == 1 else f"{len(pks)} games are whole.")

    def _verify_games(self, pks: list[int], events: int, processes: int) -> int:
        """Verify games one after another; return how many are not whole."""
        progress, broken = _Progress(self.stdout, events), 0
        with _find_all_damage(pks, processes) as findings:
            for pk, length, wrong in findings:
                if wrong:
                    broken += 1
                    self.stderr.write(f"Game {pk}: {wrong}.")
                progress.note_game(pk, length)
        return broken

    def _verify_chain(self) -> None:
        """Verify the chain of commitments, and the commitments of tables without events yet."""
        if broken := fairness.check_commitments().broken:
            raise CommandError(f"The chain of commitments is broken at its entry {broken}.")
        for table in Game.objects.filter(version=0).order_by("pk").iterator():
            if wrong := fairness.find_bad_commitment(table):
                raise CommandError(f"Table {table.pk}: {wrong}.")


def moved_since(since: datetime) -> Q:
    """Return the condition of games in which anything has happened since."""
    # The last move is the end of a game that is over: each kind of game has an index of these.
    running, over, annulled = Game.Status.RUNNING, Game.Status.OVER, Game.Status.ANNULLED
    return (
        Q(status=running, moved_at__gte=since)
        | Q(status=over, ended_at__gte=since)
        | Q(status=annulled, ended_at__gte=since)
    )


@dataclass(slots=True)
class _Progress:
    """Says now and then how far a verification is, and from where it can go on."""

    out: OutputWrapper
    events: int
    begun: float = field(default_factory=monotonic)
    told: float = field(default_factory=monotonic)
    games: int = 0
    done: int = 0

    def note_game(self, pk: int, length: int) -> None:
        self.games, self.done = self.games + 1, self.done + length
        now = monotonic()
        if now - self.told < SECONDS or self.done == self.events:
            return
        self.told, rate = now, self.done / max(now - self.begun, 0.001)
        self.out.write(
            f"{self.games:,} games, {self.done:,} of {self.events:,} events, {rate:,.0f} a second;"
            f" done up to game {pk} (--from {pk + 1} goes on there)."
        )
        self.out.flush()


@contextmanager
def _find_all_damage(pks: Iterable[int], processes: int) -> Iterator[Iterable[Finding]]:
    """Yield what is found of games, in their order."""
    if processes < 2:
        yield map(_find_damage, pks)
        return
    # A connection must not be shared: each process opens its own, once it is asked for.
    connections.close_all()
    with ProcessPoolExecutor(processes, mp_context=get_context("fork")) as pool:
        try:
            yield pool.map(_find_damage, pks, chunksize=CHUNK)
        finally:
            pool.shutdown(cancel_futures=True)


def _find_damage(pk: int) -> Finding:
    """Return number and length of a game and a sentence about its damage, if it is not whole."""
    game = Game.objects.get(pk=pk)
    return pk, game.version, store.verify_game(game) or fairness.find_bad_commitment(game)

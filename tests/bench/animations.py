"""What it takes a worker to make animations of games of sixty turns, and how large they are."""

from __future__ import annotations

import time
from collections.abc import Sequence

from accounts.models import Person
from conquest import bench, registry
from conquest.bench import BenchGame, Measurements
from conquest.core import Fault
from conquest.registry import AnyRules
from games.models import Animation, Game
from games.play import clock
from games.sharing import animations
from games.sharing.animations import AnimationKind
from games.sharing.pictures import load_public_visit
from tests.bench import games

TURNS = 60
MAX_SECONDS = 20
MEGABYTE = 1_000_000


def measure(figures: Measurements, people: Sequence[Person]) -> None:
    """Make a GIF and a WebP of a game of each rule set."""
    for slug, rules in sorted(registry.find_rulesets().items()):
        with figures.skip_failures(f"animation of {TURNS} turns", slug):
            game = games.begin(long_game(rules), people)
            for form in Animation.Form.values:
                _measure_form(figures, game, form)


def _measure_form(figures: Measurements, game: Game, form: str) -> None:
    visit = load_public_visit(game.pk)
    assert visit is not None
    kind = AnimationKind(form, "en", "light")
    row = animations.ask_for_animation(visit, kind, now=clock.now())
    began = time.process_time()
    assert animations.make_animation(row.pk, now=clock.now(), timer=time.thread_time)
    seconds = time.process_time() - began
    size = len(animations.read_file(row)) / MEGABYTE
    name, slug = f"{form.upper()} of {TURNS} turns", game.ruleset
    figures.print_figure(name, seconds, "s of a core", MAX_SECONDS, slug)
    figures.print_figure(f"{name}, size", size, "MB", animations.MAX_BYTES / MEGABYTE, slug)


def long_game(rules: AnyRules) -> BenchGame:
    """Return a game that comes to turn ``TURNS``; always the same one.

    :raises Fault: if no game gets that far.
    """
    for seed in range(1, 20):
        match = bench.BenchGame(rules, seed)
        while not match.is_over:
            if rules.judgement.turn_number(match.state) >= TURNS:
                return match
            match.play_turn()
    raise Fault(f"no game of {rules.slug} comes to turn {TURNS}")

"""``python -m tests.bench``: measure the site; the status is 1 where a figure is missing, or grows.

``python -m tests.bench growth`` measures growth alone, ``mails`` what comes in by mail, ``letters``
what goes out, ``turns`` turns against POSTs that never change, ``bloat`` what a month leaves to
autovacuum, ``bots`` pages beside a hundred bots for ten minutes, ``capacity`` what one core carries
and how many hosts a site wants, ``pages`` taps and what pages weigh, ``programs`` what programs
wait for, ``animations`` what it takes to make animations of games; ``growth`` with words after it
measures the rows that contain one of them. ``quick`` takes three minutes, and compares with the
last release; ``quick keep`` keeps what it finds for the next comparisons.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from functools import partial

import django
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("DEBUG", "1")
os.environ.setdefault("MAX_TABLES_A_DAY", "1000000")
os.environ.setdefault("MAX_NEWCOMER_TABLES", "0")
os.environ.setdefault("REPLY_ADDRESS", "reply@play.example.org")
os.environ.setdefault("MAIL_AUTHSERV_IDS", "play.example.org")
os.environ.setdefault("DATABASE_PATIENCE", "0")  # a million rows take their time
django.setup()

from accounts.models import Person  # noqa: E402
from conquest import bench, registry  # noqa: E402
from conquest.registry import AnyRules  # noqa: E402
from tests import database, servers  # noqa: E402
from tests.bench import (  # noqa: E402
    animations,
    bloat,
    bots,
    capacity,
    crowd,
    games,
    growth,
    letters,
    mails,
    memory,
    pages,
    programs,
    quick,
    reading,
    seasons,
    statements,
    stations,
    submissions,
    sweep,
    waiting,
    yardsticks,
)
from tests.bench.browser import Browser, sign_in  # noqa: E402
from tests.bench.quick import kept  # noqa: E402
from tests.bench.quick.requests import request_costs  # noqa: E402
from tests.bench.quick.rules import rule_costs  # noqa: E402
from tests.bench.site import frozen_site, site  # noqa: E402


def main() -> int:
    """Measure everything, or the part that is named, on a site of its own."""
    figures = bench.Measurements()
    part = PARTS[sys.argv[1]] if len(sys.argv) > 1 else _measure_all
    part(figures)
    return figures.exit_status


def _measure_all(figures: bench.Measurements) -> None:
    _measure_growth(figures)
    _measure_animations(figures)
    seasons.measure_all(figures)
    with figures.skip_failures("mails read"):
        reading.measure(figures)
    with site() as server:
        people = games.people(crowd.PLAYERS)
        _measure_play(figures, server, people)
        _measure_work(figures, server, people)
    _measure_capacity(figures)


def _measure_growth(figures: bench.Measurements) -> None:
    with figures.skip_failures("growth"):
        growth.measure_alone(figures)


def _measure_mails(figures: bench.Measurements) -> None:
    with figures.skip_failures("mails read"):
        reading.measure(figures)
    with site() as server, figures.skip_failures("mails that come in"):
        mails.measure(figures, server.env)


def _measure_letters(figures: bench.Measurements) -> None:
    with site() as server, figures.skip_failures("letters with pictures"):
        letters.measure(figures, server.env, games.people(crowd.PLAYERS))


def _measure_animations(figures: bench.Measurements) -> None:
    with database.copied("bench") as name, database.connected(name):
        animations.measure(figures, games.people(crowd.PLAYERS))


def _measure_capacity(figures: bench.Measurements) -> None:
    with site() as server, figures.skip_failures("what one core carries"):
        capacity.measure(figures, server, games.people(crowd.PLAYERS))


def _measure_quick(figures: bench.Measurements) -> None:
    is_kept = sys.argv[2:] == ["keep"]
    before = {} if is_kept else kept.read_ratios()
    ratios = quick.compare_ratios(figures, partial(_measure_ratios, figures), before)
    if is_kept:
        kept.keep_ratios(ratios)


def _measure_ratios(figures: bench.Measurements) -> kept.Ratios:
    middles = [bench.middle_game(one) for _slug, one in sorted(registry.find_rulesets().items())]
    judged = quick.measure_ratios(figures, rule_costs(middles))
    with site() as server, frozen_site(server.env) as frozen:
        costs = request_costs(server, frozen, games.people(crowd.PLAYERS), middles)
        return {**judged, **quick.measure_ratios(figures, costs)}


def _measure_turns(figures: bench.Measurements) -> None:
    with site() as server:
        people = games.people(crowd.PLAYERS)
        with figures.skip_failures("stations of a turn"):
            stations.measure(figures, people, _middle_of_conquest())
        _measure_yardsticks(figures, server, people)


def _measure_programs(figures: bench.Measurements) -> None:
    with site() as server, figures.skip_failures("programs"):
        programs.measure(figures, server.address, games.people(crowd.PLAYERS))


def _measure_bots(figures: bench.Measurements) -> None:
    with site(API_SHARE=str(settings.API_SHARE)) as server, figures.skip_failures("bots"):
        bots.measure(figures, server, *map(float, sys.argv[2:]))


def _measure_pages(figures: bench.Measurements) -> None:
    """Measure taps and pages of all games."""
    with site() as server:
        people, visits = games.people(crowd.PLAYERS), dict[str, tuple[Browser, str]]()
        for slug, rules in sorted(registry.find_rulesets().items()):
            with figures.skip_failures("a game in its middle", slug):
                visits[slug] = _tap(figures, server.address, people, rules)
        with figures.skip_failures("pages of turns in a browser"):
            pages.look(figures, visits)


PARTS = {
    "animations": _measure_animations,
    "bloat": bloat.measure_alone,
    "bots": _measure_bots,
    "capacity": _measure_capacity,
    "growth": _measure_growth,
    "letters": _measure_letters,
    "mails": _measure_mails,
    "pages": _measure_pages,
    "programs": _measure_programs,
    "quick": _measure_quick,
    "seasons": seasons.measure_alone,
    "turns": _measure_turns,
}


def _measure_play(
    figures: bench.Measurements, server: servers.Server, people: Sequence[Person]
) -> None:
    """Measure turns, taps and pages of all games."""
    visits = dict[str, tuple[Browser, str]]()
    with figures.skip_failures("turns in games of 50 and of 5,000 events"):
        submissions.measure(figures, server.address, people)
    _measure_yardsticks(figures, server, people)
    for slug, rules in sorted(registry.find_rulesets().items()):
        with figures.skip_failures("a game in its middle", slug):
            visits[slug] = _play(figures, server.address, people, rules)
    with figures.skip_failures("programs"):
        programs.measure(figures, server.address, people)
    with figures.skip_failures("pages that wait"):
        waiting.measure(figures, server, people, _middle_of_conquest())
    with figures.skip_failures("pages of turns in a browser"):
        pages.look(figures, visits)


def _measure_yardsticks(
    figures: bench.Measurements, server: servers.Server, people: Sequence[Person]
) -> None:
    """Measure turns of two games against POSTs of a site that stays as it is, and PostgreSQL with
    their statements alone."""
    with figures.skip_failures("statements alone"):
        statements.measure(figures, people, _middle_of_conquest())
    for slug in ("conquest", "bollwerk"):
        with figures.skip_failures("turns against the frozen POST", slug):
            middle = bench.middle_game(registry.get_ruleset(slug))
            yardsticks.measure(figures, server, people, middle)


def _measure_work(
    figures: bench.Measurements, server: servers.Server, people: Sequence[Person]
) -> None:
    """Measure what processes hold and what workers do."""
    with figures.skip_failures("memory"):
        memory.measure(figures, server, people, _middle_of_conquest())
    with figures.skip_failures("letters with pictures"):
        letters.measure(figures, server.env, people)
    with figures.skip_failures("mails that come in"):
        mails.measure(figures, server.env)
    with figures.skip_failures("sweep of due decisions"):
        sweep.measure(figures)


def _middle_of_conquest() -> bench.BenchGame:
    return bench.middle_game(registry.get_ruleset("conquest"))


def _play(
    figures: bench.Measurements, address: str, people: Sequence[Person], rules: AnyRules
) -> tuple[Browser, str]:
    """Measure turns and taps in the middle of a game; give a visit to a page that is untouched."""
    middle = bench.middle_game(rules)
    with figures.skip_failures("turns by many players at once", rules.slug):
        crowd.measure(figures, address, people, middle)
    return _tap(figures, address, people, rules)


def _tap(
    figures: bench.Measurements, address: str, people: Sequence[Person], rules: AnyRules
) -> tuple[Browser, str]:
    """Measure taps in the middle of a game; give a visit to a page that is untouched."""
    middle = bench.middle_game(rules)
    with figures.skip_failures("tap answered", rules.slug):
        pages.tap(figures, *_visit(address, people, middle), rules.slug)
    return _visit(address, people, middle)


def _visit(address: str, people: Sequence[Person], middle: bench.BenchGame) -> tuple[Browser, str]:
    """Begin a game in its middle; return who is on turn, and where its page is."""
    game = games.begin(middle, people)
    mover = Person.objects.get(seats__game=game, seats__name=middle.asked_seat)
    return sign_in(mover, address), f"/games/{game.pk}/"


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    sys.exit(main())

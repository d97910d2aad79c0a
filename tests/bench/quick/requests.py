"""What requests take of a core, of the web server and of PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import cycle, islice

from accounts.models import Person
from conquest.bench import BenchGame
from tests.bench import crowd, games, processor
from tests.bench.browser import Browser, sign_in, sign_in_frozen
from tests.bench.quick import ROUNDS, Costs
from tests.servers import Server

MANY, SOME, FEW = 30, 9, 4  # acts in a round

Act = Callable[[], object]


def request_costs(
    server: Server, frozen: Server, people: Sequence[Person], middles: Iterable[BenchGame]
) -> Costs:
    """Return ways to measure the frozen POST, one of the site, a page that asks for nothing, and of
    each game a turn, its page and a tap."""
    browsers = [sign_in(person, server.address) for person in people]
    insert = partial(browsers[0].request, "/bench/insert/")
    frozen_insert = partial(sign_in_frozen(people[0], frozen.address).request, "/bench/insert/")
    costs = {
        "the frozen POST": partial(_spend, frozen, cycle([frozen_insert]), MANY),
        "a signed-in POST": partial(_spend, server, cycle([insert]), MANY),
        "the help page": partial(
            _spend, server, cycle([partial(browsers[0].open, "/help/")]), SOME
        ),
    }
    for middle in middles:
        slug, turns = middle.rules.slug, iter(_plan_turns(middle, people, browsers))
        page = _open_page(middle, people, browsers)
        costs[f"{slug}: a turn"] = partial(_spend, server, turns, SOME)
        costs[f"{slug}: the page of a turn"] = partial(_spend, server, cycle([page]), FEW)
    _warm_up(costs.values())
    return costs


def _plan_turns(
    middle: BenchGame, people: Sequence[Person], browsers: Sequence[Browser]
) -> Iterator[Act]:
    """Yield turns enough for all rounds, and one more."""
    wanted, moves = (ROUNDS + 1) * SOME, list[crowd.Move]()
    for first in cycle(range(len(people))):
        moves += crowd.plan_moves(middle, people, first)
        if len(moves) >= wanted:
            break
    return (partial(crowd.hand_in, browsers[move.player], move) for move in moves)


def _open_page(middle: BenchGame, people: Sequence[Person], browsers: Sequence[Browser]) -> Act:
    """Begin a game, and return how who is on turn opens its page."""
    game = games.begin(middle, people)
    seat = game.seats.get(name=middle.asked_seat)
    place = [person.pk for person in people].index(seat.person_id or 0)
    return partial(browsers[place].open, f"/games/{game.pk}/")


def _warm_up(rounds: Iterable[Callable[[], float]]) -> None:
    """Let every thread open its connection, and caches fill."""
    for measure in rounds:
        measure()


def _spend(server: Server, acts: Iterator[Act], count: int) -> float:
    """Return the seconds of a core for one of the next acts."""
    used = processor.read_used(server)
    for act in islice(acts, count):
        act()
    return (processor.read_used(server) - used).total / count

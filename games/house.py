"""House players: they answer what is asked of them through the same door as people.

They are greedy: order by order whatever makes the position look best for each point it costs,
a capture being weighed after the answer that is best for its victim. Once a turn they dare a
small loss, so that armies meet. They know no more than their seat may see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from heapq import nlargest
from random import Random
from typing import Any, TypeAlias

from accounts.models import Person
from conquest.core import Choice, Refused, RuleSet, Seat, fold
from games import store, turns
from games.models import Decision, Game, Submission

NAMES = ("Sextant", "Astrolabe", "Compass", "Lantern", "Log")
DOMAIN = "house.invalid"
BEAM = 40
WHIM = 0.05
DARE = 0.3

AnyRules: TypeAlias = RuleSet[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """An order that could be next, where it leads, and its gain for each point it costs."""

    choice: Choice
    state: Any
    gain: float


def people() -> list[Person]:
    """Give the house players, making those that are not there yet."""
    return [_person(name) for name in NAMES]


def answer(decision: Decision, *, now: datetime) -> bool:
    """Play what is asked of a house player; say whether it still was asked."""
    game, seat = Game.objects.get(pk=decision.game_id), decision.seat
    rules, state = game.rules, store.load(game)
    if seat.person is None or seat.name not in rules.to_act(state):
        return False
    chance = Random(f"{bytes(game.seed).hex()} {game.version}")
    known = rules.seen(rules.view(state, seat.name))
    orders = turns.Orders(
        game_id=game.pk,
        person=seat.person,
        text=plan(rules, known, seat.name, chance),
        seen_version=game.version,
        key=f"house-{decision.pk}-{game.version}",
        via=Submission.Via.HOUSE,
    )
    try:
        turns.submit(orders, now=now)
    except turns.Rejected:
        return False
    return True


def plan(rules: AnyRules, state: Any, seat: Seat, chance: Random) -> str:
    """Choose what a seat hands in now, as one text; ``chance`` decides between equals."""
    asked, number = rules.to_act(state).get(seat), rules.number(state)
    texts: list[str] = []
    promising: frozenset[str] | None = None
    dare = chance.uniform(0, DARE)
    while rules.to_act(state).get(seat) == asked and rules.number(state) == number:
        steps = list(_steps(rules, state, seat, promising, chance))
        best = max(steps, key=lambda step: step.gain, default=None)
        if best is None or best.gain <= -dare:
            texts.append(rules.write(rules.default(state, seat)))
            break
        dare = dare if best.gain > 0 else 0.0
        texts.append(best.choice.text)
        promising = _pieces(nlargest(BEAM, steps, key=lambda step: step.gain), best)
        state = best.state
    return "; ".join(texts)


def _person(name: str) -> Person:
    address = f"{name.lower()}@{DOMAIN}"
    known = Person.objects.filter(email=address).first()
    if known is not None:
        return known
    taken = Person.objects.filter(name__iexact=name).exists()
    called = f"{name} of the house" if taken else name
    return Person.objects.create_user(address, name=called, is_house=True)


def _pieces(steps: Iterable[Step], best: Step) -> frozenset[str]:
    """Name the fields whose pieces are worth another look after the best step."""
    return frozenset({step.choice.origin for step in steps} | {best.choice.target})


def _steps(
    rules: AnyRules, state: Any, seat: Seat, promising: frozenset[str] | None, chance: Random
) -> Iterator[Step]:
    """Yield the orders of promising pieces, of all pieces where nothing is known yet."""
    present, number = rules.weigh(state, seat), rules.number(state)
    for choice in rules.legal(state, seat):
        if not choice.origin or (promising is not None and choice.origin not in promising):
            continue
        try:
            after = _played(rules, state, seat, choice.text)
        except Refused:
            continue
        gain = rules.weigh(_answered(rules, after, seat, number), seat) - present
        yield Step(choice, after, gain / max(1, choice.cost) * chance.uniform(1 - WHIM, 1))


def _played(rules: AnyRules, state: Any, seat: Seat, text: str) -> Any:
    return fold(rules, state, rules.decide(state, seat, rules.read(state, seat, text)))


def _answered(rules: AnyRules, state: Any, seat: Seat, number: int) -> Any:
    """Give the position after whoever is asked within turn ``number`` has done his best."""
    others = [other for other in rules.to_act(state) if other != seat]
    if not others or rules.number(state) != number:
        return state
    other = others[0]
    answers = [_played(rules, state, other, choice.text) for choice in rules.legal(state, other)]
    return max(answers, key=lambda after: rules.weigh(after, other))

"""The real rules against the naive ones, on random positions and in random play.

Both are compared through the judge only. A longer comparison, with the seeds from 0 to N - 1::

    python -m conquest.rulesets.espionage.tests.test_oracle N
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, TypeAlias

import pytest

from . import judging, naive
from .positions import ARMY, camp, setup

Json: TypeAlias = dict[str, Any]
Tally: TypeAlias = Counter[str]

SEEDS = range(80)
LONGEST_GAME = 8
SAMPLED = 3
VARIANTS: list[Json] = [
    {"pair": pair, "moves": moves, "open": open_, "size": size}
    for size in (10, 8)
    for moves in (2, 1)
    for pair in ("kinds", "pieces")
    for open_ in (False, True)
]


@pytest.fixture(scope="module")
def tally() -> Tally:
    return compare(SEEDS)


def test_the_rules_agree_with_the_naive_rules(tally: Tally) -> None:
    """E1-E32, HE5-HE21, EP3-EP26: the same turns, positions, ends and views; each variant."""
    assert tally["positions"] == len(SEEDS)
    assert tally["refused"] > len(SEEDS)


@pytest.mark.parametrize(
    "kind",
    [
        "headquarters",
        "army_destroyed",
        "both_destroyed",
        "no_move",
        "quiet_moves",
        "lapsed",
        "uncovered",
        "fought",
        "stepped",
    ],
)
def test_the_comparison_covers_every_end_and_every_kind_of_move(tally: Tally, kind: str) -> None:
    """EP24, EP6, HE11: what the comparison is worth."""
    assert tally[kind] > 0


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_the_rules_agree_with_the_naive_rules_from_the_set_up_on(options: Json) -> None:
    """E3, E13, HE20-HE22, EP26: set up at random, and played on to some fights."""
    rng = Random(str(options))
    size = options["size"]
    entries = [
        [seat, setup(camp(seat, size, "".join(rng.sample(ARMY[size], len(ARMY[size])))))]
        for seat in naive.SEATS
    ]
    case = {"ruleset": "espionage", "options": options, "seed": f"{rng.randrange(256):02x}"}
    said = judging.verdict({**case, "orders": entries})
    begun = {**case, "position": said["position"]}
    play(rng, begun, Counter(), longest=8)


def compare(seeds: Iterable[int]) -> Tally:
    """Return what was compared, counted by kind.

    :raises AssertionError: with the case at the first difference.
    """
    tally: Tally = Counter()
    for seed in seeds:
        rng = Random(seed)
        case = random_case(rng)
        tally["positions"] += 1
        same_options(case, tally)
        for text in mutants(rng, case):
            same_turn(case, text, tally)
        play(rng, case, tally, LONGEST_GAME)
    return tally


def play(rng: Random, case: Json, tally: Tally, longest: int) -> None:
    """Play on at random, fights preferred, until the game ends or has lasted long enough."""
    for _ in range(longest):
        listed = naive.turns(case["position"], case["options"])
        if not listed:
            return
        pieces = case["position"]["pieces"]
        fights = [
            text
            for text in listed
            if any(step.partition("-")[2] in pieces for step in text.split())
        ]
        text = rng.choice(fights if fights and rng.random() < 0.5 else listed)
        position = same_turn(case, text, tally)
        assert position is not None
        case = {**case, "position": position}
        if rng.random() < 0.4 or "outcome" in position:
            same_options(case, tally)


def same_options(case: Json, tally: Tally) -> None:
    expected = naive.turns(case["position"], case["options"])
    found = judging.options(case)
    assert found == expected, fault_report(
        case, missing=sorted(set(expected) - set(found)), extra=sorted(set(found) - set(expected))
    )
    tally["lists"] += 1


def same_turn(case: Json, text: str, tally: Tally) -> Json | None:
    """Return the position after a turn on which both agree, ``None`` where both refuse it."""
    position, options = case["position"], case["options"]
    seat = position["turn"]
    said = judging.verdict({**case, "orders": [[seat, text]], "view": "white"})
    assert "fault" not in said, fault_report(case, text=text, said=said)
    is_legal = text in naive.turns(position, options)
    assert (said["refused"] is None) == is_legal, fault_report(
        case, text=text, said=said["refused"]
    )
    if not is_legal:
        assert said["position"] == position, fault_report(case, text=text)
        tally["refused"] += 1
        return None
    expected, learnt = naive.play_turn(position, options, text)
    assert ordered_pairs(said["position"]) == ordered_pairs(expected), fault_report(
        case, text=text, expected=expected, got=said["position"]
    )
    assert said["outcome"] == expected.get("outcome"), fault_report(case, text=text)
    assert said["view"]["pieces"] == naive.shown_pieces(expected, options, "white"), fault_report(
        case, text=text
    )
    for viewer in ("black", "public"):
        view = judging.verdict({**case, "position": expected, "view": viewer})["view"]
        seat_or_none = None if viewer == "public" else viewer
        assert view["pieces"] == naive.shown_pieces(expected, options, seat_or_none), fault_report(
            case, text=text
        )
    for fact in learnt.facts["white"]:
        tally[str(fact[0]) if isinstance(fact, tuple) else ""] += 1
    if "outcome" in expected:
        tally[expected["outcome"]["reason"]] += 1
    return expected


def ordered_pairs(position: Json) -> Json:
    last = {seat: sorted(moves) for seat, moves in position["last"].items()}
    return {**position, "last": last}


def fault_report(case: Json, **about: object) -> str:
    return json.dumps({"case": case, **about})


# Positions


def random_case(rng: Random) -> Json:
    """Draw a position in which the two sides stand close to each other."""
    options: Json = {**rng.choice(VARIANTS), "quiet": rng.choice([200, 200, 5])}
    every = naive.squares(options["size"])
    centre = rng.choice(every)
    width = rng.choice([1.0, 3.0, 6.0])
    near = sorted(every, key=lambda at: sum(naive.apart(at, centre)) + rng.random() * width)
    number = rng.choice([4, 8, 14, 24])
    pieces = {at: piece(rng) for at in near[:number]}
    shut = rng.choice([0, 3, 8])
    free = [at for at in near if at not in pieces]
    position: Json = {
        "turn": rng.choice(naive.SEATS),
        "number": rng.randint(1, 90),
        "pieces": {at: pieces[at] for at in every if at in pieces},
        "volcanoes": sorted(rng.sample(free[: shut * 2], min(shut, len(free)))),
        "uncovered": {
            seat: sorted(
                at for at in pieces if not pieces[at].startswith(seat) and rng.random() < 0.2
            )
            for seat in naive.SEATS
        },
        "last": {seat: sorted(lately(rng, pieces, seat, every)) for seat in naive.SEATS},
        "lost": {"white": rng.choices("12S", k=rng.randrange(3)), "black": []},
        "quiet": rng.choice([0, 1, 3, 4, 197]),
        "drawn": rng.choice([0, 2]),
    }
    if rng.random() < 0.2:
        position["draw"] = rng.choice(naive.SEATS)
    if rng.random() < 0.15:
        hem_in(rng, position, options["size"])
    if rng.random() < 0.05:
        end_of_both(position)
    naive.spy(position)
    return {"ruleset": "espionage", "options": options, "position": position}


def hem_in(rng: Random, position: Json, size: int) -> None:
    """Leave the seat that waits a single piece with little room (E32, HE19)."""
    pieces, seat = position["pieces"], naive.other(position["turn"])
    own = [at for at in pieces if pieces[at].startswith(seat)]
    for at in own[1:]:
        del pieces[at]
    if own:
        pieces[own[0]] = f"{seat} {rng.choice(naive.MOBILE)}"
        near = [at for at in naive.beside(own[0], size) if at not in pieces]
        back = rng.choice([*near, own[0]])
        position["volcanoes"] = sorted(at for at in near if at != back)
        position["last"][seat] = [f"{back}-{own[0]}"] if back in near else []
    keep_marks(position)


def end_of_both(position: Json) -> None:
    """Leave the seat on turn one soldier, beside a mine (HE17)."""
    seat = position["turn"]
    foe = naive.other(seat)
    position["pieces"] = {"a1": f"{seat} 3", "b1": f"{foe} M", "h8": f"{foe} Q"}
    position["volcanoes"] = ["a2"]
    position["last"] = {"white": [], "black": []}
    keep_marks(position)


def keep_marks(position: Json) -> None:
    pieces = position["pieces"]
    for seat, marks in position["uncovered"].items():
        position["uncovered"][seat] = [
            at for at in marks if naive.owner(pieces, at) not in ("", seat)
        ]


def piece(rng: Random) -> str:
    return f"{rng.choice(naive.SEATS)} {rng.choice('12345SPSPMMQ')}"


def lately(rng: Random, pieces: Json, seat: str, every: list[str]) -> Iterator[str]:
    """Yield moves that pieces of a seat may have made in its previous turn."""
    movers = [at for at in pieces if pieces[at].startswith(seat) and pieces[at][-1] in naive.MOBILE]
    for end in rng.sample(movers, min(2, len(movers))):
        yield f"{rng.choice([at for at in every if naive.is_beside(at, end)])}-{end}"


def mutants(rng: Random, case: Json) -> Iterator[str]:
    """Yield turns, legal and not: one move of two, two of one, something changed in either."""
    position, options = case["position"], case["options"]
    every = naive.squares(options["size"])
    listed = naive.turns(position, options)
    own = [at for at in every if naive.owner(position["pieces"], at) == position["turn"]]
    for text in rng.sample(listed, min(SAMPLED, len(listed))):
        first, _, second = text.partition(" ")
        yield text
        yield first
        if second:
            yield f"{second} {first}"
            yield second
            yield f"{first} {second[:-1]}{rng.randint(1, 8)}"
    for _ in range(SAMPLED):
        steps = []
        for _ in range(rng.choice([1, 2])):
            start = rng.choice(own or every)
            near = [at for at in every if naive.is_beside(start, at)]
            steps.append(f"{start}-{rng.choice(near)}")
        yield " ".join(steps)


if __name__ == "__main__":
    for kind, number in sorted(compare(range(int(sys.argv[1]))).items()):
        print(f"{number:>9} {kind}")

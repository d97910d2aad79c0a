"""The real rules against the naive ones, on random positions and in random play.

Both are compared through the judge only. A longer comparison, with the seeds from 0 to N - 1::

    python -m conquest.rulesets.bollwerk.tests.test_oracle N
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any, TypeAlias

import pytest

from conquest import judge

from . import naive, positions

Json: TypeAlias = dict[str, Any]
Tally: TypeAlias = Counter[str]

SEEDS = range(12)
SAMPLED = 6
LONGEST_LIST = 2000
LONGEST_GAME = 12
WIDEST_IN_PLAY = 400
BOARD_OF_A_GAME = ("pieces", "stones", "stock")


@pytest.mark.parametrize("seed", SEEDS)
def test_the_rules_agree_with_the_naive_rules(seed: int) -> None:
    """B1-B105, HB1-HB36, G1-G40: the same turns, the same positions, the same ends."""
    tally = compare([seed])
    assert tally["positions"] == 1


@pytest.mark.parametrize("option", ["line", "next"])
def test_the_rules_list_the_same_first_turns_as_the_naive_rules(option: str) -> None:
    """G6: from the set-up of board A."""
    options = {"cannon": option}
    found = judge.legal_orders({"ruleset": "bollwerk", "options": options})
    assert found == sorted(naive.turns(naive.START, "A", options))


def compare(seeds: Iterable[int]) -> Tally:
    """Return what was compared, counted by kind.

    :raises AssertionError: with the case at the first difference.
    """
    tally: Tally = Counter()
    for seed in seeds:
        rng = Random(seed)
        case = positions.case(rng)
        tally["positions"] += 1
        same_options(case, tally)
        for text in sample_turns(rng, case):
            if same_turn(case, text, tally) and rng.random() < 0.1:
                same_turn(repeat_nearly(case, text), text, tally)
        play(rng, case, tally)
    return tally


def same_options(case: Json, tally: Tally) -> None:
    expected = listed_turns(case)
    if len(expected) > LONGEST_LIST:
        tally["lists too long"] += 1
        return
    found = judge.legal_orders(case)
    assert found == sorted(found), fault_report(case)
    assert found == expected, fault_report(
        case, missing=sorted(set(expected) - set(found)), extra=sorted(set(found) - set(expected))
    )
    tally["lists"] += 1
    tally["listed turns"] += len(found)


def listed_turns(case: Json) -> list[str]:
    """Return the turns of a case, or a few more than are compared."""
    if case["position"].get("outcome"):
        return []
    every = naive.every_turn(case["position"], case["board"], case["options"])
    return sorted(islice(every, LONGEST_LIST + 1))


def same_turn(case: Json, text: str, tally: Tally) -> Json | None:
    """Return the position after a turn on which both agree, ``None`` where both refuse it."""
    expected = naive.judge_turn(case["position"], text, case["board"], case["options"])
    said = judge.adjudicate({**case, "orders": [[case["position"]["turn"], text]]})
    about = fault_report(
        case, text=text, said=said["refused"], expected=expected, got=said["position"]
    )
    assert (said["accepted"] == 1) == (expected is not None), about
    if expected is None:
        tally["refused turns"] += 1
        return None
    outcome = expected.get("outcome")
    assert ending(said["outcome"]) == ending(outcome), about
    if outcome:
        assert parts(said["position"]) == parts(expected), about  # G39
        tally[outcome["reason"]] += 1
    else:
        assert said["position"] == expected, about
    tally["turns"] += 1
    tally["turns with two stones"] += text.count("+") == 2
    return expected


def repeat_nearly(case: Json, text: str) -> Json:
    """Let the position after a turn have occurred twice before (G28)."""
    position = case["position"]
    after = naive.judge_turn(position, text, case["board"], case["options"])
    assert after is not None
    return {**case, "position": {**position, "seen": {naive.digest(after): 2}}}


def ending(outcome: Json | None) -> Json | None:
    return outcome and {key: outcome[key] for key in ("winners", "reason")}


def parts(position: Json) -> Json:
    return {key: position[key] for key in BOARD_OF_A_GAME}


def fault_report(case: Json, **about: object) -> str:
    return json.dumps({"case": case, **about})


def play(rng: Random, case: Json, tally: Tally) -> None:
    """Play on at random until the game ends, becomes too wide, or has lasted long enough."""
    for _ in range(LONGEST_GAME):
        turns = listed_turns(case)
        if not turns or len(turns) > WIDEST_IN_PLAY:
            return
        position = same_turn(case, some_turn(rng, turns), tally)
        assert position is not None
        case = {**case, "position": position}
        if position.get("outcome"):
            assert judge.legal_orders(case) == []  # O9
            return
        same_options(case, tally)


def some_turn(rng: Random, turns: list[str]) -> str:
    """Choose among the moves alone as often as among all turns, or stones would fill the board."""
    moves = [text for text in turns if " " not in text]
    return rng.choice(moves if moves and rng.random() < 0.5 else turns)


# Turns to try


def sample_turns(rng: Random, case: Json) -> Iterator[str]:
    """Yield turns of a position, listed and not, legal and not."""
    turns = listed_turns(case)
    chosen = rng.sample(turns, min(SAMPLED, len(turns)))
    yield from chosen
    yield from longer(rng, case, chosen)
    for text in [*chosen, *rng.sample(turns, min(SAMPLED, len(turns)))]:
        yield mutant(rng, case, text)
    for _ in range(SAMPLED):
        yield chance_text(rng, case)
        yield wander_chain(rng, case)
    yield from two_stones(rng, case, turns)
    aimed = [text for text in turns if last_square(text) == goal_of(case)]
    yield from rng.sample(aimed, min(SAMPLED, len(aimed)))


def goal_of(case: Json) -> str | None:
    """Return the end field that the seat on turn attacks."""
    board = naive.board_named(case["board"])
    return positions.end_of(board, positions.other(case["position"]["turn"]))


def longer(rng: Random, case: Json, turns: list[str]) -> Iterator[str]:
    """Go on from moves, back and forth as well (G3), legal or not."""
    for text in turns:
        move = text.partition(" ")[0]
        for _ in range(rng.randint(1, 3)):
            move += rng.choice("-x") + rng.choice(naive.around(last_square(move), 2))
        if on_board(case, move):
            yield move


def wander_chain(rng: Random, case: Json) -> str:
    """Walk a chain as far as it goes, as often as it likes over the same squares (G3)."""
    start = rng.choice(chain_starts(case))
    text = start
    for _ in range(rng.randint(2, 9)):
        ways = [text + mark + goal for goal in naive.around(last_square(text), 2) for mark in "-x"]
        rng.shuffle(ways)
        text = next((way for way in ways if legal(case, way)), text)
    return text if text != start else text + "-" + naive.shift_square(start, 0, 2)


def chain_starts(case: Json) -> list[str]:
    own = own_squares(case)
    pieces = case["position"]["pieces"]
    return [at for at in own if pieces[at][-1] in "WS"] or own


def legal(case: Json, text: str) -> bool:
    return naive.judge_turn(case["position"], text, case["board"], case["options"]) is not None


def two_stones(rng: Random, case: Json, turns: list[str]) -> Iterator[str]:
    """Yield turns of the chancellor with a second stone, most of them legal."""
    first = [text for text in turns if "+" in text and mover(case, text).endswith("H")]
    for text in rng.sample(first, min(SAMPLED, len(first))):
        about = case["position"], text, case["board"], case["options"]
        second = sorted(naive.second_stones(*about))
        bombs = [longer for longer in second if "+X" in longer[len(text) :]]
        yield from rng.sample(second, min(2, len(second)))
        yield from rng.sample(bombs, min(1, len(bombs)))
        near = rng.choice([last_square(text), *naive.around(last_square(text), 2)])
        yield f"{text} +{rng.choice(naive.KINDS)} {near}"


def mutant(rng: Random, case: Json, text: str) -> str:
    """Change something in a turn, so that it is illegal most of the time."""
    squares = naive.SQUARE.findall(text)
    changed = rng.choice(squares)
    match rng.randrange(7):
        case 0:
            return text.replace(changed, rng.choice(naive.around(changed, 2)), 1)
        case 1:
            return text.replace(changed, rng.choice(squares_of(case)))
        case 2:
            return text.replace("-", "x", 1) if "-" in text else text.replace("x", "-", 1)
        case 3:
            return f"{text} +{rng.choice(naive.KINDS)} {rng.choice(naive.around(changed, 2))}"
        case 4:
            return f"{text} ~{rng.choice(naive.around(changed, 2))}"
        case 5:
            return text.replace("+", f"+{rng.choice('RXAB')}", 1).replace("~", "+X ")
    return text.upper().replace(" ", "")


def chance_text(rng: Random, case: Json) -> str:
    """Let an own piece do anything nearby or anywhere."""
    start = rng.choice(own_squares(case))
    goal = rng.choice([*naive.around(start, 2), *squares_of(case)])
    act = rng.choice(["-", "x", " +A ", " +B ", " +X ", " +RA ", " ~"])
    return f"{start}{act}{goal}"


def mover(case: Json, text: str) -> str:
    piece: str = case["position"]["pieces"][naive.SQUARE.findall(text)[0]]
    return piece


def own_squares(case: Json) -> list[str]:
    position = case["position"]
    return sorted(at for at, who in position["pieces"].items() if who.startswith(position["turn"]))


def squares_of(case: Json) -> list[str]:
    return sorted(naive.expand_squares(*naive.board_named(case["board"])["squares"]))


def on_board(case: Json, text: str) -> bool:
    return set(naive.SQUARE.findall(text)) <= set(squares_of(case))


def last_square(text: str) -> str:
    found: str = naive.SQUARE.findall(text)[-1]
    return found


if __name__ == "__main__":
    for kind, number in sorted(compare(range(int(sys.argv[1]))).items()):
        print(f"{number:>9} {kind}")

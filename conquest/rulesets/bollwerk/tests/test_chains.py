"""The shortest chains, of which a search needs one to each position."""

from __future__ import annotations

from random import Random

import pytest

from conquest.rulesets.bollwerk import board
from conquest.rulesets.bollwerk.chains import Chain, all_chains, shortest_chains
from conquest.rulesets.bollwerk.sides import SIDES

GROUND = board.named_board("A")
MIDDLE = [square for square, name in enumerate(GROUND.squares) if 8 <= int(name[1:]) <= 13]


def crowded_board(seed: int, walker: str) -> tuple[str, int]:
    """Throw pieces and stones on board A, the walker among them."""
    dice = Random(seed)
    cells = [dice.choice("WWWwwwnNAX" + "." * 22) for _ in GROUND.squares]
    at = dice.choice(MIDDLE)
    cells[at] = walker
    return "".join(cells), at


def result(chain: Chain) -> tuple[int, frozenset[int]]:
    return chain.path[-1], frozenset(chain.caught)


@pytest.mark.parametrize("walker", "WS")
@pytest.mark.parametrize("seed", range(20))
def test_shortest_chains_reach_every_position_of_any_chain(walker: str, seed: int) -> None:
    """B20, B69, HB19, HB30: with the same captures, by no way that is longer."""
    cells, at = crowded_board(seed, walker)
    every = list(all_chains(GROUND, cells, at, SIDES["white"]))
    shortest = list(shortest_chains(GROUND, cells, at, SIDES["white"]))
    lengths = {result(chain): len(chain.path) for chain in shortest}
    assert len(lengths) == len(shortest)
    assert lengths.keys() == {result(chain) for chain in every}
    assert all(lengths[result(chain)] <= len(chain.path) for chain in every)


def test_shortest_chains_are_few_even_in_a_crowd() -> None:
    """B69: all chains of this Spy could not be listed in a lifetime."""
    cells = "".join(
        "." if ord(name[0]) % 2 == int(name[1:]) % 2 == 0 else "A" for name in GROUND.squares
    )
    at = GROUND.index["f10"]
    cells = f"{cells[:at]}S{cells[at + 1 :]}"
    reached = {chain.path[-1] for chain in shortest_chains(GROUND, cells, at, SIDES["white"])}
    assert reached == {square for square, there in enumerate(cells) if there == "."}

"""Records of Iron Armada verified offline: every throw is drawn again, altered records are refused.

``nobody_acts`` has no whole game, since play from a set-up never leads to three rounds without any
move (``test_rounds.py`` of the rule set ends a position in this way).
"""

from __future__ import annotations

import json
import random
from functools import cache

import pytest

from conquest import registry, replay
from conquest.core import Fault, fold
from conquest.kit import chance, commitments, disclosure, record
from conquest.rulesets.armada.ending import LAST_STANDING, NOBODY_ACTS, QUIET_ROUNDS
from conquest.rulesets.armada.model import Event, Threw
from conquest.rulesets.armada.telling import REASONS
from tests.whole_games import WholeGame, kept

RULES = registry.get_ruleset("armada")
GAMES = [game for game in kept() if game.ruleset == "armada"]
SAMPLED = 60
BELOW = (3, 3, 3, 3, 6, 6)

each = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def all_events(game: WholeGame) -> tuple[Event, ...]:
    """Return all events of a whole game."""
    key = bytes.fromhex(game.seed)
    state, events = None, RULES.judgement.start_game(game.options, chance.keyed_numbers(key))
    for seat, text in game.submissions:
        state = fold(RULES, None, events)
        orders = RULES.notation.read_orders(state, seat, text)
        events += RULES.judgement.decide(
            state, seat, orders, chance.keyed_numbers(key, state.drawn)
        )
    return events


@cache
def record_of(name: str) -> str:
    """Return the record of a whole game, its seed and set-ups opened."""
    game = next(game for game in GAMES if game.name == name)
    seed, events = bytes.fromhex(game.seed), all_events(game)
    hidden = {
        seq: commitments.hash_order(chance.derive_salt(seed, seq), order)
        for seq, event in enumerate(events, start=1)
        if (order := commitments.hidden_order(RULES, event))
    }
    head = {"Options": json.dumps(game.options), **disclosure.head_lines(seed, [], hidden)}
    return record.write_record(RULES, head, events)


def is_valid(text: str) -> bool:
    try:
        replay.replay_record(text)
    except Fault:
        return False
    return True


def test_there_is_an_armada_game_for_each_kind_of_end() -> None:
    """HK29, HK30, K2, O13: the last seat, a team, all that remained, and nobody."""
    assert {game.reason for game in GAMES} | {NOBODY_ACTS} == REASONS.keys()
    ends = {game.name: (game.reason, RULES.judgement.outcome(game.played())) for game in GAMES}
    won = {(reason, len(end.winners)) for reason, end in ends.values() if end}
    assert won == {(LAST_STANDING, 1), (LAST_STANDING, 2), (QUIET_ROUNDS, 0)}
    assert {game.submissions[-1][1] == "resign" for game in GAMES} == {True, False}


@each
def test_the_record_of_a_whole_armada_game_is_verified(game: WholeGame) -> None:
    told = json.loads(replay.replay_record(record_of(game.name))[0])
    assert told["outcome"]["reason"] == game.reason
    assert told["set_ups"] == len(RULES.seating.table_layout(game.options).seats)


@each
def test_every_throw_of_a_record_is_drawn_again(game: WholeGame) -> None:
    """HK24, 5.1: the seed gives seven numbers and one for each unit lost."""
    proof = record.prove_record(RULES, record.read_record(record_of(game.name)))
    thrown = [event for event in all_events(game) if isinstance(event, Threw)]
    assert [draw.message for draw in proof.draws] == [
        str(number) for number in range(1, sum(len(event.draws) for event in thrown) + 1)
    ]
    assert [draw.drawn_number for draw in proof.draws] == [
        n for event in thrown for n in event.draws
    ]
    for event in thrown:
        own = [draw for draw in proof.draws if draw.order == event.order]
        assert tuple(draw.below for draw in own[:6]) == BELOW


@each
def test_any_altered_character_of_an_armada_record_is_found(game: WholeGame) -> None:
    """At random places of head, orders, events and seed, and in every throw."""
    text, dice = record_of(game.name), random.Random(game.name)
    places = dice.sample(range(len(text)), SAMPLED)
    places += [text.index(line) + dice.randrange(len(line)) for line in checked_lines(text)]
    passed = [
        text[max(0, place - 20) : place + 20]
        for place in places
        if text[place] != "\n"
        and is_valid(text[:place] + similar_character(text[place]) + text[place + 1 :])
    ]
    assert passed == []
    assert is_valid(text)


@each
def test_false_options_in_an_armada_record_are_found(game: WholeGame) -> None:
    """King and terrain may decide nothing in a short game, but the head must be true."""
    chosen = dict(game.options)
    for name, value in (("players", 4), ("king", "always"), ("terrain", True)):
        false = {**chosen, name: value if chosen.get(name) != value else None}
        told = json.dumps({key: given for key, given in false.items() if given is not None})
        true, text = json.dumps(game.options), record_of(game.name)
        with pytest.raises(Fault, match=r"options|terrain"):
            replay.replay_record(text.replace(json.dumps(true), json.dumps(told)))


def checked_lines(text: str) -> list[str]:
    """Return the lines of the seed, of its commitment and of the throws."""
    wanted = ("[Seed", "[Commitment", "[Salts", "[SetUps", '{"data": {"aim"')
    return [line for line in text.splitlines() if line.startswith(wanted)]


def similar_character(sign: str) -> str:
    """Return another character of the same sort."""
    return str((int(sign) + 1) % 10) if sign.isdigit() else chr(ord(sign) ^ 1)

"""Records of games: written, read, verified, and refused when altered."""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import replace
from functools import cache

import pytest

from conquest import fuzz, registry, replay
from conquest.core import Fault
from conquest.kit import chain, chance, record

RULES = registry.get_ruleset("conquest")
HEAD = {"Board": "four-islands", "South": 'Alice "A"', "West": "Bob"}


@cache
def random_record(seed: int) -> str:
    game = fuzz.FuzzGame(RULES, random.Random(seed), fuzz.Tally())
    game.play_through()
    return record.write_record(RULES, HEAD, game.events)


@pytest.mark.parametrize("seed", range(4))
def test_a_written_record_is_verified(seed: int) -> None:
    text = random_record(seed)
    told = json.loads(replay.replay_record(text)[0])
    assert told["outcome"]["reason"] in text
    assert told["events"] == text.count('"seq"')
    assert record.read_record(text).head["South"] == 'Alice "A"'


def turn_lines(seed: int) -> list[str]:
    return [line for line in random_record(seed).splitlines() if line[:1].isdigit()]


def test_a_record_lists_orders_turn_by_turn() -> None:
    lines = turn_lines(0)
    started = next(line for line in random_record(0).splitlines() if '"kind": "started"' in line)
    first, second, *_others = json.loads(started)["data"]["seats"]
    assert lines[0].startswith(f"1. {first}: ")
    assert lines[1].startswith(f"2. {second}: ")
    assert any(
        order.text == "pass" for seed in range(5) for order in record.given_orders(turn_lines(seed))
    )
    assert any("{" in line and line.endswith("end") for line in lines)


def test_a_running_game_is_recorded() -> None:
    events = RULES.judgement.start_game({}, chance.keyed_numbers(bytes(32)))
    text = record.write_record(RULES, {}, events)
    assert '[Result "*"]' in text
    assert json.loads(replay.replay_record(text)[0])["outcome"] is None


def replace_once(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def line_with(text: str, part: str) -> str:
    return next(line for line in text.splitlines(keepends=True) if part in line)


def test_the_first_changed_event_is_named() -> None:
    text = random_record(1)
    link = line_with(text, '"seq": 7}')
    data = json.loads(link)
    forged = replace_once(link, json.dumps(data["data"]["seat"]), '"nobody"')
    with pytest.raises(Fault, match="event 7"):
        replay.replay_record(replace_once(text, link, forged))


def test_a_missing_doubled_or_late_event_is_found() -> None:
    text = random_record(1)
    fifth, sixth = line_with(text, '"seq": 5}'), line_with(text, '"seq": 6}')
    for forged in (fifth + fifth, "", sixth + fifth):
        with pytest.raises(Fault, match="event"):
            replay.replay_record(replace_once(text, fifth, forged))


def test_a_cut_record_is_a_fault() -> None:
    text = random_record(1)
    with pytest.raises(Fault):
        replay.replay_record(text[: text.rindex('{"data"')])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[Result ", '[Result "nobody (one_left)"]\n[Other '),
        ("; end", ""),
        ("1. south: ", "1. west: "),
    ],
)
def test_a_changed_result_or_order_is_found(old: str, new: str) -> None:
    with pytest.raises(Fault):
        replay.replay_record(replace_once(random_record(2), old, new))


def test_events_that_no_order_leads_to_are_found() -> None:
    """Playing the orders finds a false move even under a new, valid chain."""
    text = random_record(1)
    link = json.loads(line_with(text, '"kind": "moved"'))
    path = link["data"]["path"]
    false = text.replace(json.dumps(path), json.dumps([path[0], "G5"]))
    false = false.replace("-".join(path), f"{path[0]}-G5")
    rechained = record.read_record(false)
    links, head = [], chain.START
    for old in rechained.links:
        head = chain.hash_link(head, old.seq, old.kind, old.data)
        links.append(replace(old, hash=head))
    forged = record.GameRecord({**rechained.head, "Chain": head}, rechained.turns, tuple(links))
    with pytest.raises(Fault, match=r"refused|follow|end"):
        record.verify_record(RULES, forged)


def test_the_seed_is_checked_against_its_commitment() -> None:
    seed = bytes(range(32))
    true, events = (
        hashlib.sha256(seed).hexdigest(),
        RULES.judgement.start_game({}, chance.keyed_numbers(seed)),
    )
    head = {"Seed": seed.hex(), "Commitment": true}
    assert replay.replay_record(record.write_record(RULES, head, events))
    for wrong in ({**head, "Seed": "00"}, {**head, "Seed": "no"}):
        with pytest.raises(Fault, match="seed"):
            replay.replay_record(record.write_record(RULES, wrong, events))


@pytest.mark.parametrize(
    "text", ["", "nonsense", '[Ruleset "chess"]', '[Ruleset "conquest"]', "{}", "{"]
)
def test_a_text_that_is_no_record_is_a_fault(text: str) -> None:
    with pytest.raises(Fault):
        replay.replay_record(text)

"""Secrets opened by a record, and altered records: every changed character is found."""

from __future__ import annotations

import json
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conquest import registry, replay
from conquest.core import Fault, fold
from conquest.kit import chance, commitments, disclosure, record
from tests.conquest import moments

SEED = bytes(range(32))
WORDS = ["heads", "", "ein Wörtchen"]
GAMES = ["skirmish", "espionage"]
FREE = ("Site", "Game", "Title", "Board", "Ash")  # head lines for people


@cache
def short_record(slug: str, words: bool = True) -> str:
    """Return the record of a short game with secret set-ups, played with words or without."""
    rules, said = registry.get_ruleset(slug), WORDS if words else []
    key = chance.derive_key(SEED, said)
    game = moments.game(slug)
    events = list(rules.judgement.start_game({}, chance.keyed_numbers(key)))
    for one in game.submitted:
        state = fold(rules, None, events)
        if rules.judgement.to_act(state).get(one.seat) != "setup":
            break
        events += _decide_text(slug, events, one.seat, one.text, key)
    seat = next(iter(rules.judgement.to_act(fold(rules, None, events))))
    events += _decide_text(slug, events, seat, "resign", key)
    hidden = {
        seq: commitments.hash_order(chance.derive_salt(SEED, seq), order)
        for seq, event in enumerate(events, start=1)
        if (order := commitments.hidden_order(rules, event))
    }
    about = {"Site": "here", "Game": "7", "Title": "Ä", "Board": "b", "Options": "{}", "Ash": "A"}
    return record.write_record(rules, about | disclosure.head_lines(SEED, said, hidden), events)


@cache
def whole_record(slug: str) -> str:
    """Return the record of a whole random game, with all its fights."""
    game = moments.game(slug)
    hidden = {
        seq: commitments.hash_order(chance.derive_salt(game.key, seq), order)
        for seq, event in enumerate(game.events, start=1)
        if (order := commitments.hidden_order(game.rules, event))
    }
    head = {"Options": "{}", **disclosure.head_lines(game.key, [], hidden)}
    return record.write_record(game.rules, head, game.events)


def _decide_text(slug: str, events: list[object], seat: str, text: str, key: bytes) -> list[object]:
    rules, state = registry.get_ruleset(slug), fold(registry.get_ruleset(slug), None, events)
    numbers = chance.keyed_numbers(key, rules.judgement.numbers_drawn(state))
    return list(
        rules.judgement.decide(state, seat, rules.notation.read_orders(state, seat, text), numbers)
    )


def prove_text(slug: str, text: str) -> record.Proof:
    return record.prove_record(registry.get_ruleset(slug), record.read_record(text))


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("words", [True, False])
def test_a_whole_record_is_proved(slug: str, words: bool) -> None:
    proof = prove_text(slug, short_record(slug, words))
    assert proof.opened.words == (tuple(WORDS) if words else ())
    assert [one.seat for one in proof.set_ups] == [one.seat for one in dict.fromkeys(proof.set_ups)]
    assert len(proof.set_ups) == 2
    first = next(draw for draw in proof.draws if draw.message == "1")
    assert first.drawn_number == chance.keyed_numbers(proof.opened.chance_key)(first.below or 1)


def spots(text: str) -> list[int]:
    """Return the positions of all characters that prove something."""
    found, place = list[int](), 0
    for line in text.splitlines(keepends=True):
        if not line.startswith(tuple(f"[{name} " for name in FREE)):
            found += range(place, place + len(line) - 1)
        place += len(line)
    return found


def replace_character(text: str, place: int, sign: str) -> str:
    return text[:place] + sign + text[place + 1 :]


@pytest.mark.parametrize("slug", GAMES)
def test_any_altered_character_of_a_record_is_found(slug: str) -> None:
    """Each is replaced by a similar one: a digit by a digit, a letter by a letter."""
    text = short_record(slug)
    passed = [
        (place, text[max(0, place - 20) : place + 20])
        for place in spots(text)
        if _is_proved(replace_character(text, place, _similar_character(text[place])))
    ]
    assert passed == []


@pytest.mark.parametrize("name", ["Words", "Salts", "SetUps"])
def test_altered_name_of_an_empty_head_line_is_found(name: str) -> None:
    """Even where the line is empty, without words, salts or set-ups."""
    text = short_record(GAMES[0], False)
    assert _is_proved(text)
    assert not _is_proved(text.replace(f"[{name} ", f"[A{name[1:]} "))


@pytest.mark.parametrize("slug", GAMES)
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_character_is_found_whatever_replaces_it(slug: str, data: st.DataObject) -> None:
    """In a short game with words, and in a whole one with all its fights."""
    text = data.draw(st.sampled_from([short_record(slug), whole_record(slug)]))
    place = data.draw(st.sampled_from(spots(text)))
    signs = st.characters(codec="utf-8", exclude_characters=text[place])
    assert not _is_proved(replace_character(text, place, data.draw(signs)))


@pytest.mark.parametrize("slug", GAMES)
def test_a_letter_in_the_other_case_is_found(slug: str) -> None:
    text = short_record(slug)
    letters = [place for place in spots(text) if text[place].swapcase() != text[place]]
    for place in letters[:: max(1, len(letters) // 400)]:
        assert not _is_proved(replace_character(text, place, text[place].swapcase())), text[place:][
            :40
        ]


def _similar_character(sign: str) -> str:
    if sign.isdigit():
        return str((int(sign) + 1) % 10)
    return {"f": "e", "z": "y", " ": "\t"}.get(sign, chr(ord(sign) ^ 1))


def _is_proved(text: str) -> bool:
    try:
        replay.replay_record(text)
    except Fault:
        return False
    return True


def test_head_lines_for_people_prove_nothing() -> None:
    """Control: those lines can be altered."""
    text = short_record("skirmish").replace('[Title "Ä"]', '[Title "B"]')
    assert _is_proved(text)
    assert all(_is_proved(made(slug)) for made in (short_record, whole_record) for slug in GAMES)


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("Seed", "00"), ("Words", "{}"), ("Words", "[1]"), ("Salts", "[]"), ("SetUps", "7"),
        ("Salts", "{}"), ("SetUps", "{}"), ("Words", '["a"]'), ("Words", "[]"), ("Words", "no"),
    ],
)  # fmt: skip
def test_other_head_lines_are_a_fault(line: str, other: str) -> None:
    read = record.read_record(short_record("skirmish"))
    head = {**read.head, line: other}
    with pytest.raises(Fault):
        record.prove_record(
            registry.get_ruleset("skirmish"), record.GameRecord(head, read.turns, read.links)
        )


@pytest.mark.parametrize("line", ["Seed", "Commitment", "KeyCommitment", "Options", "Salts"])
def test_a_missing_head_line_is_a_fault(line: str) -> None:
    read = record.read_record(short_record("skirmish"))
    head = {name: value for name, value in read.head.items() if name != line}
    with pytest.raises(Fault):
        record.prove_record(
            registry.get_ruleset("skirmish"), record.GameRecord(head, read.turns, read.links)
        )


def test_only_a_secret_event_can_be_a_set_up() -> None:
    read = record.read_record(short_record("skirmish"))
    salts = {"1": chance.derive_salt(SEED, 1).hex()}
    lines = {"Salts": json.dumps(salts), "SetUps": json.dumps({"1": "00" * 32})}
    with pytest.raises(Fault, match="event 1 is no secret set-up"):
        record.prove_record(
            registry.get_ruleset("skirmish"),
            record.GameRecord({**read.head, **lines}, read.turns, read.links),
        )


def test_a_record_without_words_and_salts_is_proved() -> None:
    """Older records open only their seed, or nothing."""
    rules = registry.get_ruleset("skirmish")
    events = list(rules.judgement.start_game({}, chance.keyed_numbers(SEED)))
    head = {"Options": "{}", "Commitment": commitments.hash_secret(SEED), "Seed": SEED.hex()}
    assert (
        record.prove_record(
            rules, record.read_record(record.write_record(rules, head, events))
        ).opened.seed
        == SEED
    )


def test_drawn_lots_are_part_of_the_proof() -> None:
    rules = registry.get_ruleset("bollwerk")
    events = list(rules.judgement.start_game({}, chance.keyed_numbers(SEED)))
    head = {"Options": "{}", **disclosure.head_lines(SEED, [], {})}
    draws = record.prove_record(
        rules, record.read_record(record.write_record(rules, head, events))
    ).draws
    lots = rules.seating.table_layout({}).lots
    assert [draw.message for draw in draws] == (["lot 1"] if lots else [])

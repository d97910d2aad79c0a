"""A game's key and numbers, byte for byte as docs/fairness.md says."""

from __future__ import annotations

import hashlib
import hmac
from itertools import combinations

from conquest.kit import chance

SEED = bytes(range(32))


def test_the_key_is_the_seed_without_words() -> None:
    assert chance.derive_key(SEED, []) == chance.derive_key(SEED, ["", ""]) == SEED


def test_the_key_is_made_of_the_seed_and_all_words_with_their_lengths() -> None:
    said = SEED + b"\x00\x05hello" + b"\x00\x00" + b"\x00\x03\xc3\xa4!"
    assert chance.derive_key(SEED, ["hello", "", "ä!"]) == hashlib.sha256(said).digest()


def test_no_two_lists_of_words_make_the_same_key() -> None:
    lists = [["ab", ""], ["a", "b"], ["", "ab"], ["b", "a"], ["ab"], ["ab", "", ""], []]
    keys = [chance.derive_key(SEED, words) for words in lists]
    assert all(one != other for one, other in combinations(keys, 2))


def test_a_salt_is_derived_from_the_seed_and_is_no_number_of_the_game() -> None:
    made = hmac.new(SEED, b"salt 12", hashlib.sha256).digest()
    assert chance.derive_salt(SEED, 12) == made[:16]
    assert chance.derive_salt(SEED, 1) != chance.derive_salt(SEED, 2) != chance.derive_salt(b"", 2)


def test_numbers_follow_the_manual() -> None:
    draw = chance.keyed_numbers(SEED, drawn=2)
    whole = int.from_bytes(hmac.new(SEED, b"3", hashlib.sha256).digest(), "big")
    assert (draw(6), chance.whole_number(SEED, "3")) == (whole % 6, whole)
    assert draw("lot 1") == chance.whole_number(SEED, "lot 1")
    assert draw(7) == chance.whole_number(SEED, "4") % 7


def test_each_draw_is_noted() -> None:
    told: list[tuple[str, int | None]] = []
    draw = chance.keyed_numbers(SEED, note=lambda message, below: told.append((message, below)))
    draw(6)
    draw("lot 1")
    draw(9)
    assert told == [("1", 6), ("lot 1", None), ("2", 9)]

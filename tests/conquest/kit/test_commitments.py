"""The chain of commitments: every changed, missing or moved entry breaks it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

import pytest

from conquest import registry
from conquest.kit import commitments
from conquest.kit.chain import START
from conquest.kit.commitments import ChainedEntry, CommitmentEntry
from tests.conquest import moments

FIRST = CommitmentEntry(
    number=1, at="2026-03-02T12:00:00.000000Z", game=7, kind="seed", commitment="ab" * 32
)
SECOND = replace(FIRST, number=2, kind="set-up", seat="ash", seq=3)


def chain_entries(*entries: CommitmentEntry) -> list[ChainedEntry]:
    found, link = list[ChainedEntry](), START
    for entry in entries:
        link = commitments.hash_entry(link, entry)
        found.append(ChainedEntry(entry, link))
    return found


def test_a_link_is_the_hash_of_the_link_before_and_the_entry() -> None:
    body = (
        '{"at":"2026-03-02T12:00:00.000000Z","commitment":"' + "ab" * 32 + '","game":7,'
        '"kind":"seed","number":1,"seat":"","seq":0}'
    )
    assert (
        commitments.hash_entry(START, FIRST) == hashlib.sha256((START + body).encode()).hexdigest()
    )


def test_the_script_of_the_manual_checks_the_chain() -> None:
    """That script, in docs/fairness.md, uses nothing of this program."""
    link = START
    for number, one in enumerate(chain_entries(FIRST, SECOND), start=1):
        entry = json.loads(one.json_line)
        told = entry.pop("link")
        body = json.dumps(entry, sort_keys=True, separators=(",", ":"))
        link = hashlib.sha256((link + body).encode()).hexdigest()
        assert (entry["number"], told) == (number, link)


def test_an_intact_chain_is_accepted() -> None:
    walked = commitments.check_entries(chain_entries(FIRST, SECOND))
    assert (walked.length, walked.broken) == (2, None)


@pytest.mark.parametrize(
    "change",
    [
        {"number": 3}, {"at": "2026-03-02T12:00:00.000001Z"}, {"game": 8}, {"kind": "key"},
        {"commitment": "ac" + "ab" * 31}, {"seat": "birch"}, {"seq": 4},
    ],
)  # fmt: skip
def test_a_changed_entry_breaks_the_chain(change: dict[str, object]) -> None:
    whole = chain_entries(FIRST, SECOND)
    changed = ChainedEntry(replace(SECOND, **change), whole[1].link)  # type: ignore[arg-type]
    assert commitments.check_entries([whole[0], changed]).broken == 2


def test_a_gap_or_another_order_breaks_the_chain() -> None:
    first, second = chain_entries(FIRST, SECOND)
    assert commitments.check_entries([second]).broken == 1
    assert commitments.check_entries([second, first]).broken == 1
    skipped = chain_entries(FIRST, replace(SECOND, number=3))
    assert commitments.check_entries(skipped).broken == 2


@pytest.mark.parametrize("slug", ["skirmish", "espionage"])
def test_only_set_ups_are_hidden_orders(slug: str) -> None:
    rules, events = registry.get_ruleset(slug), moments.game(slug).events
    hidden = [event for event in events if commitments.hidden_order(rules, event)]
    assert len(hidden) == 2
    assert {type(event).__name__ for event in hidden} == {"Mustered"}


def test_games_without_secrets_have_no_hidden_orders() -> None:
    for slug in ("conquest", "bollwerk"):
        rules, events = registry.get_ruleset(slug), moments.game(slug).events
        assert not any(commitments.hidden_order(rules, event) for event in events)

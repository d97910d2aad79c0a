"""Mails of all hostile kinds at a real postbox, and at a provider's webhook, as ``python -m
tests.inbox.hostile`` brings them: none has an effect, and nothing fails. Each control takes a guard
away, or brings a good mail."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.inbox.hostile import audit
from tests.inbox.hostile.kinds import KINDS
from tests.inbox.hostile.run import GOOD, Plan, run
from tests.scheduling import choose_some

SHORT = [("postbox", 1), ("webhook", 1)]
ACTED = {"preview", "counted", "away"}


@pytest.fixture(autouse=True)
def open_database(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield


@pytest.mark.parametrize(
    ("door", "of_each_kind"),
    choose_some([*SHORT, ("postbox", 5), ("webhook", 2)], chosen=SHORT),
)
def test_hostile_mails_have_no_effect(door: str, of_each_kind: int, tmp_path: Path) -> None:
    result = run(Plan(of_each_kind * len(KINDS), seed=1, door=door), tmp_path)
    assert list(result.wrong) == []
    counts = {kind: result.outcomes[kind].total() for kind in KINDS}
    assert counts == dict.fromkeys(KINDS, of_each_kind)
    assert result.answers > 0


@pytest.mark.parametrize("door", ["postbox", "webhook"])
def test_a_good_mail_among_hostile_ones_has_an_effect(door: str, tmp_path: Path) -> None:
    result = run(Plan(len(KINDS), seed=1, door=door, has_good_mail=True), tmp_path)
    assert result.outcomes[GOOD] == {"counted": 1}
    assert "games_event has changed" in result.wrong


def test_hostile_mails_would_have_an_effect_without_a_proof_of_their_authors(
    tmp_path: Path,
) -> None:
    result = run(Plan(2 * len(KINDS), seed=1, without="proof_of_authors"), tmp_path)
    assert {"games_event has changed", "accounts_person has changed"} <= set(result.wrong)


def test_hostile_mails_of_a_provider_would_have_an_effect_by_results_in_them(
    tmp_path: Path,
) -> None:
    """No server of ours stands before a webhook, so that anybody can write results in our name."""
    plan = Plan(2 * len(KINDS), seed=1, door="webhook", without="doubt_of_results_at_webhooks")
    assert "games_event has changed" in run(plan, tmp_path).wrong


def test_hostile_mails_would_fail_without_tolerance_for_their_heads(tmp_path: Path) -> None:
    result = run(Plan(2 * len(KINDS), seed=1, without="tolerance_of_heads"), tmp_path)
    assert any("mail failed" in sentence for sentence in result.wrong)


def test_hostile_mails_would_have_an_effect_without_limits_of_reading(tmp_path: Path) -> None:
    """They say good orders where nobody looks."""
    result = run(Plan(3 * len(KINDS), seed=1, without="limits_of_reading"), tmp_path)
    assert any(result.outcomes[kind].keys() & ACTED for kind in ("1,000 parts", "parts 200 deep"))
    assert "games_game has changed" in result.wrong


def test_memory_beyond_the_bound_would_be_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "MOST_MEMORY", dict.fromkeys(audit.MOST_MEMORY, audit.MEGABYTE))
    result = run(Plan(1, seed=1), tmp_path)
    assert [" has taken " in sentence for sentence in result.wrong] == [True, True]

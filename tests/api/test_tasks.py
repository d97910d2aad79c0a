"""What a tick forgets: answers, old news and old tokens, slice by slice until none is left."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.models import Person
from api import tasks, tokens
from api.models import AccessToken, StoredAnswer
from games import tasks as game_tasks
from games.play import clock
from mail.hooks import registration
from mail.models import HookDelivery

DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def short_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "SLICE", 2)


@pytest.fixture
def old(alice: Person) -> datetime:
    """Five answers, news and tokens that are to be forgotten, and one of each that is not."""
    now = clock.now()
    hook, _secret = registration.add_hook(
        alice.pk, "bot", "https://bot.example.org/", ["turn.asked"], now=now
    )
    for number, ago in enumerate([40 * DAY] * 5 + [0 * DAY]):
        key, at = f"k{number}", now - ago
        StoredAnswer.objects.create(person=alice, key=key, request="r", body=b"", at=at)
        HookDelivery.objects.create(
            hook=hook, key=key, kind="test", status="failed", created_at=at, next_at=at
        )
        tokens.make_token(alice, key, ["read"], days=5, now=at)
    return now


def left() -> list[int]:
    return [model.objects.count() for model in (StoredAnswer, HookDelivery, AccessToken)]


def test_a_tick_forgets_slice_by_slice_until_none_is_full(old: datetime) -> None:
    assert tasks.forget_answers() == 15
    assert left() == [1, 1, 1]


def test_control_a_tick_ends_when_its_time_is_used_up(
    old: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_tasks, "SECONDS", -1.0)
    assert tasks.forget_answers() == 6
    assert left() == [4, 4, 4]


@pytest.mark.parametrize(("days", "count"), [(29, 0), (30, 1)])
@pytest.mark.parametrize("how", ["ended", "revoked"])
def test_a_token_is_deleted_thirty_days_after_it_was_good(
    alice: Person, now: datetime, how: str, days: int, count: int
) -> None:
    token, _secret = tokens.make_token(alice, "bot", ["read"], days=90, now=now)
    end = now + 90 * DAY
    if how == "revoked":
        end = now + 3 * DAY
        tokens.revoke_token(alice, token.pk, now=end)
    assert tokens.forget_tokens(now=end + days * DAY, most=10) == count
    assert AccessToken.objects.count() == 1 - count

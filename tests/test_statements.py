"""The statements that are measured alone are those of the site."""

from __future__ import annotations

import pytest

from accounts.models import Person
from conquest import bench, registry
from games.models import Submission
from mail.models import Delivery
from tests.bench import statements


@pytest.mark.django_db(transaction=True)
def test_they_store_letters_and_turns(
    alice: Person, bob: Person, dora: Person, erin: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statements, "SECONDS", 0)
    middle = bench.middle_game(registry.get_ruleset("conquest"))
    turns = statements._begin(middle, [alice, bob, dora, erin])
    letters, stored = Delivery.objects.count(), Submission.objects.count()
    statements._repeat(statements.insert)
    statements._repeat(turns.run)
    assert Delivery.objects.count() == letters + 2
    assert Submission.objects.count() == stored + 1

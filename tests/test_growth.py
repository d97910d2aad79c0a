"""The site that growth is measured on: it is filled, and its pages and tasks work there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from games.models import Event, Game, Seat
from tests import database
from tests.bench import growth

SIZE = 12


@pytest.fixture
def filled(django_db_blocker: Any) -> Iterator[growth.FilledSite]:
    with (
        django_db_blocker.unblock(),
        database.copied("growth") as name,
        database.connected(name),
    ):
        yield growth.fill_site(SIZE)


def test_a_filled_site_has_as_much_of_each_as_was_asked_for(filled: growth.FilledSite) -> None:
    for status, base in growth.CLONES.items():
        copies = Game.objects.filter(status=status, pk__gt=base, pk__lte=base + SIZE)
        assert copies.count() == SIZE
        assert Seat.objects.filter(game__in=copies).count() == SIZE * filled.game.seats.count()
    finished = Event.objects.filter(game__gt=growth.OVER).values_list("game").distinct()
    assert finished.count() == SIZE
    assert filled.game.version >= SIZE


def test_pages_and_tasks_of_a_filled_site_work(filled: growth.FilledSite) -> None:
    client = Client()
    client.force_login(filled.reader)
    for path in ("/", "/tables/?show=over", f"/games/{filled.game.pk}/"):
        assert client.get(path).status_code == 200
    before = Game.objects.get(pk=filled.game.pk).version
    for what, act in growth.measured_acts(filled).items():
        if what.startswith(("turn", "task: archive", "task: a letter")):
            act()
    assert Game.objects.get(pk=filled.game.pk).version == before

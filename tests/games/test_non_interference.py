"""Two games that differ only in what somebody may not know look the same to him, byte by byte.

Both are played in the same rows of the database, one after the other, and all ways out are
compared: pages, plans, films, letters with their pictures, files, drafts, refusals, proposals.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from conquest import registry
from conquest.core import OPEN, RuleSet
from conquest.kit import commitments
from games.letters import writers
from games.models import Draft, Game, Seat
from games.play import bots
from games.play.knowledge import known
from mail.models import Delivery
from tests.games import skirmishes
from tests.games.skirmishes import ASKED, BIRCH, MET, READY, STORY

Told: TypeAlias = Mapping[str, bytes]

OTHER = "muster b5 scout, c5 captain, d5 guard"  # the guard, which is shown in the end, is the same
ORDERS = ("", "d3 to d4", "b1 to b2 fence c2", "d1 to e5", "muster b5 scout")
ONCE = re.compile(  # what is made anew for every answer, and the ETag, which is made of it
    rb'name="(?:csrfmiddlewaretoken|key)" value="[^"]*"|data-pass="[^"]*"|csrftoken=[^;]*|ETag: .*'
)


def story(camp: str) -> list[tuple[int, str]]:
    """Return the story with another camp of Birch, who is the first to set up."""
    return [(BIRCH, camp), STORY[0], *STORY[2:]]


@contextmanager
def undone() -> Iterator[None]:
    """Undo all, the numbers of rows as well: what comes next gets the same ones."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT schemaname || '.' || sequencename, last_value FROM pg_sequences")
        before = cursor.fetchall()
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
        for name, value in before:
            cursor.execute("SELECT setval(%s, %s, %s)", [name, value or 1, value is not None])


def told(game: Game, viewer: Person | None, now: datetime) -> Told:
    """Return all that a person can get to see of a game, by the way he sees it."""
    client = Client()
    if viewer:
        client.force_login(viewer)
    ways: dict[str, bytes] = dict(looked_at(client, game))
    if viewer:
        ways.update(sent(client, game))
        ways.update(written(viewer, now))
        ways.update(proposed(game, viewer))
    return ways


def looked_at(client: Client, game: Game) -> Iterator[tuple[str, bytes]]:
    """Yield the answer to everything that can be looked at."""
    here = {name: reverse(f"game_{name}", args=[game.pk]) for name in NAMES}
    yield from answers(client, *here.values(), reverse("home"), reverse("tables"))
    yield from answers(client, reverse("fairness"), reverse("fairness_chain"))
    page = reverse("game", args=[game.pk])
    yield from answers(client, *(f"{page}?plan={text}&piece=d3&tool=fence" for text in ORDERS))
    for step in (2, 3, game.version - 1):
        yield from answers(client, *(f"{here[name]}?upto={step}" for name in ("history", "film")))
    for seat in ("ash", "birch"):
        for text in ORDERS:
            yield from answers(client, f"{here['try']}?seat={seat}&plan={text}")
            yield from answers(client, f"{here['try']}?past={seat}: {text}")
    for command in ("z d4", "f unknown", "f captain", "w d3", "s d4", "l", "b"):
        yield from answers(client, f"{here['text']}?ask={command}")


NAMES = (
    "text", "try", "film", "outline", "history", "answer", "notation", "events", "proof",
)  # fmt: skip


def answers(client: Client, *addresses: str) -> Iterator[tuple[str, bytes]]:
    for address in addresses:
        answer = client.get(address)
        head = "".join(f"{name}: {value}\n" for name, value in sorted(answer.items()))
        yield address, ONCE.sub(b"", head.encode() + answer.content)


def sent(client: Client, game: Game) -> Iterator[tuple[str, bytes]]:
    """Yield the answer to everything that can be sent; what counts is undone."""
    for name in ("plan", "check", "submit"):
        for text in ORDERS:
            given = {"text": text, "seen": game.version, "key": text, "draft": "0"}
            accept = "application/json" if name == "plan" else "text/html"
            if name == "submit" and text in ORDERS[1:3]:
                continue  # what comes of it may differ: a fight shows ranks
            with transaction.atomic():
                answer = client.post(
                    reverse(f"game_{name}", args=[game.pk]), given, headers={"accept": accept}
                )
                drafts = list(Draft.objects.values_list("text", "version", "number"))
                transaction.set_rollback(True)
            yield f"{name} {text}", ONCE.sub(b"", answer.content) + repr(drafts).encode()


def written(person: Person, now: datetime) -> Iterator[tuple[str, bytes]]:
    """Yield the last letter of each kind to a person, pictures and all."""
    latest = Delivery.objects.filter(person_id=person.pk).order_by("kind", "-pk").distinct("kind")
    for delivery in latest:
        letter = writers.WRITERS[delivery.kind](delivery, now)
        yield f"letter {delivery.kind} {delivery.pk}", repr(letter).encode()


def proposed(game: Game, person: Person) -> Told:
    """Return what a house player would hand in at a person's seat."""
    seat = Seat.objects.get(game=game, person=person)
    if seat.name not in game.rules.judgement.to_act(known(game, seat.name).state):
        return {}
    return {"proposal": bots.proposed(known(game, seat.name), seat).encode()}


@pytest.fixture
def compared(
    alice: Person, bob: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> Callable[[int, Person | None], tuple[Told, Told]]:
    """Tell the story twice up to a moment, with another camp of Birch; return what is seen.

    Commitments to camps are public and differ; they are taken as equal here, since the salt in
    them is what nobody sees (``tests/games/views/test_fairness.py``).
    """
    monkeypatch.setattr(commitments, "of_order", lambda salt, order: commitments.of_bytes(salt))

    def twice(moment: int, viewer: Person | None) -> tuple[Told, Told]:
        found = []
        for camp in (STORY[1][1], OTHER):
            with undone():
                game = skirmishes.begin([alice, bob], now=now)
                skirmishes.tell(game, [alice, bob], now=now, upto=moment, story=story(camp))
                found.append(told(game, viewer, now))
        return found[0], found[1]

    return twice


def differing(one: Told, other: Told) -> list[str]:
    return [way for way in {**one, **other} if one.get(way) != other.get(way)]


MOMENTS = {"set up": READY, "met": MET, "asked": ASKED}


@pytest.mark.parametrize("moment", MOMENTS)
def test_it_tells_a_player_nothing_of_what_he_may_not_know(
    compared: Any, alice: Person, moment: str
) -> None:
    one, other = compared(MOMENTS[moment], alice)
    assert len(one) > 50
    assert differing(one, other) == []


def test_it_tells_the_public_nothing_either(compared: Any) -> None:
    one, other = compared(ASKED, None)
    assert differing(one, other) == []


def leak(rules: RuleSet[Any, Any, Any], name: str) -> RuleSet[Any, Any, Any]:
    """Plant a leak: a view, or events, that show everybody all."""
    real = getattr(rules.knowledge, name)
    leaky: dict[str, Any] = {name: lambda what, viewer: real(what, OPEN)}
    return replace(rules, knowledge=replace(rules.knowledge, **leaky))


def leaks(monkeypatch: pytest.MonkeyPatch, rules: RuleSet[Any, Any, Any]) -> None:
    monkeypatch.setitem(registry.found(), "skirmish", rules)


@pytest.mark.parametrize(
    ("planted", "ways"),
    [
        ("view", ["game_text", "game_try", "game_film", "plan", "letter decision", "check"]),
        ("witness", ["game_history", "game_events", "game_notation", "game_film"]),
    ],
)
def test_it_would_find_a_leak(
    compared: Any,
    alice: Person,
    monkeypatch: pytest.MonkeyPatch,
    planted: str,
    ways: Sequence[str],
) -> None:
    """Control: with a leak the two games differ, on every way that it can take."""
    leaks(monkeypatch, leak(registry.get("skirmish"), planted))
    found = differing(*compared(READY + 1, alice if planted == "view" else None))
    for way in ways:
        wanted = reverse(way, args=[1]).split("1")[1] if way.startswith("game_") else way
        assert any(wanted in one for one in found), way


def test_it_shows_both_camps_once_the_game_is_over(compared: Any) -> None:
    """Control: the two games are not the same, and the end opens all of it."""
    one, other = compared(len(STORY), None)
    assert len(differing(one, other)) > 10

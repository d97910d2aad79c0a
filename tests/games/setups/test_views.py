"""A person's own set-ups: saved where they are made, offered where they fit, seen by nobody
else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from html import unescape
from typing import Any
from unittest import mock
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.letters import writers
from games.models import Draft, Game, SetUp
from games.planner.plan_crypto import encrypt_plan
from games.setups import collection
from mail.models import Delivery
from tests.games import skirmishes
from tests.games.test_every_page import addresses

CAMP = "muster b1 scout, c1 guard, d1 captain"
MIRRORED = "muster d5 scout, c5 guard, b5 captain"
PATTERN, NAME = "123", "Drawbridge"
LONG = "x" * 41


def keep(client: Client, game: Game, name: str = NAME, text: str = CAMP) -> Any:
    address = reverse("game_keep", args=[game.pk])
    return client.post(address, {"name": name, "text": text}, follow=True)


def game_text(client: Client, game: Game, **query: str) -> str:
    return page_of(client.get(reverse("game", args=[game.pk]), query))


def page_of(answer: Any) -> str:
    return unescape(answer.content.decode())


def plan(client: Client, game: Game, text: str) -> Any:
    address = reverse("game_plan", args=[game.pk])
    return client.post(address, {"text": text}, headers={"accept": "application/json"}).json()


def saved_setup(person: Person, now: datetime, name: str = NAME, pattern: str = PATTERN) -> SetUp:
    """Save a set-up of a person, and return it."""
    about = {"ruleset": "skirmish", "kind": "5", "name": name, "pattern": pattern}
    return SetUp.objects.create(person=person, kept_at=now, **about)


def test_setup_is_saved_once_it_is_whole(owner: Client, mustering: Game, alice: Person) -> None:
    assert "Keep this set-up" not in game_text(owner, mustering, plan="muster b1 scout, c1 guard")
    assert "Keep this set-up" in game_text(owner, mustering, plan=CAMP)
    page = page_of(keep(owner, mustering))
    setup = SetUp.objects.get()
    assert (setup.person, setup.ruleset, setup.kind) == (alice, "skirmish", "5")
    assert (setup.name, setup.pattern) == (NAME, PATTERN)
    assert f"“{NAME}” is kept." in page
    assert f"You keep this set-up as “{NAME}”." in page
    assert "Keep this set-up" not in page


def test_setup_stays_the_plan_where_it_was_saved(owner: Client, mustering: Game) -> None:
    keep(owner, mustering)
    assert Draft.objects.get().text == CAMP
    assert f">{CAMP}</textarea>" in game_text(owner, mustering)


def test_setup_is_offered_in_another_game_to_either_seat(
    owner: Client, mustering: Game, alice: Person, bob: Person, now: datetime
) -> None:
    """By a link, and to the script; the other seat sees the same from its own side."""
    keep(owner, mustering)
    turned = skirmishes.begin([bob, alice], now=now)
    page = game_text(owner, turned)
    closed = encrypt_plan(MIRRORED, turned.rules, alice.pk)
    assert f'class="tag" href="?{urlencode({"plan": closed})}#board"' in page
    (shortcut,) = plan(owner, turned, "")["shortcuts"]
    assert (shortcut["text"], shortcut["label"]) == (MIRRORED, f"“{NAME}”")
    assert plan(owner, turned, MIRRORED)["shortcuts"] == []


def test_setup_is_listed_while_another_one_is_made(
    owner: Client, mustering: Game, alice: Person
) -> None:
    keep(owner, mustering)
    panel = plan(owner, mustering, "muster b1 captain")["panel"]
    assert "Your own set-ups" in panel
    assert f"“{NAME}”" in panel


def test_setup_is_not_offered_where_it_does_not_fit(
    owner: Client, alice: Person, bob: Person, now: datetime
) -> None:
    saved_setup(alice, now)
    wide = skirmishes.begin([alice, bob], now=now, options={"size": 6})
    assert NAME not in game_text(owner, wide)
    assert plan(owner, wide, "")["shortcuts"] == []


def test_setup_of_the_same_name_replaces_the_other(
    owner: Client, mustering: Game, alice: Person, now: datetime
) -> None:
    saved_setup(alice, now, name=NAME.upper(), pattern="321")
    assert f"“{NAME}” is kept, in the place of your set-up of that name." in page_of(
        keep(owner, mustering)
    )
    assert SetUp.objects.get().pattern == PATTERN


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (NAME, "muster b1 scout", "Only a whole set-up can be kept."),
        (NAME, "", "Only a whole set-up can be kept."),
        (NAME, "nonsense", "Only a whole set-up can be kept."),
        (" ", CAMP, "Please give the set-up a name."),
        (LONG, CAMP, "Please take a name of at most 40 characters."),
        ("a\u200bb", CAMP, "This contains invisible characters."),
    ],
)
def test_setup_is_refused_in_one_sentence(
    owner: Client, mustering: Game, name: str, text: str, said: str
) -> None:
    answer = keep(owner, mustering, name, text)
    assert answer.status_code == 422
    assert said in page_of(answer)
    assert not SetUp.objects.exists()


def test_setups_are_limited_in_number(owner: Client, mustering: Game, alice: Person) -> None:
    keep(owner, mustering)
    with mock.patch.object(collection, "MOST", 1):
        answer = keep(owner, mustering, "Another", "muster b1 captain, c1 guard, d1 scout")
    assert answer.status_code == 409
    assert "You keep 1 set-ups for boards like this already." in page_of(answer)
    assert SetUp.objects.count() == 1


def test_setup_can_be_saved_after_it_was_handed_in(
    owner: Client, mustering: Game, alice: Person, bob: Person, now: datetime
) -> None:
    """While the other player is awaited, and from the receipt once nobody is."""
    sent = skirmishes.hand_in(mustering, alice, CAMP, now=now).submission
    for page in (game_text(owner, mustering), game_text(owner, mustering, sent=str(sent.pk))):
        assert page.count("Keep this set-up") == 1
    assert f"“{NAME}” is kept." in page_of(keep(owner, mustering))
    assert f"You keep this set-up as “{NAME}”." in game_text(owner, mustering)
    theirs = skirmishes.hand_in(mustering, bob, skirmishes.CAMPS[1][1], now=now).submission
    assert "Keep this set-up" not in game_text(owner, mustering)
    owner.force_login(bob)
    assert "Keep this set-up" in game_text(owner, mustering, sent=str(theirs.pk))
    keep(owner, mustering, "Mine", theirs.text)
    assert SetUp.objects.get(person=bob).pattern == "213"
    assert not Draft.objects.exists()


def test_setup_is_renamed_and_deleted_on_the_page_of_the_game(
    owner: Client, mustering: Game, alice: Person, now: datetime
) -> None:
    setup = saved_setup(alice, now)
    here = {"game": str(mustering.pk), "text": "muster b1 scout"}
    answer = owner.post(reverse("setup_rename", args=[setup.pk]), {"name": " Moat  ", **here})
    plan = urlencode({"plan": encrypt_plan(here["text"], mustering.rules, alice.pk)})
    assert answer["Location"] == f"{reverse('game', args=[mustering.pk])}?{plan}#board"
    assert "It is called “Moat” now." in game_text(owner, mustering)
    owner.post(reverse("setup_forget", args=[setup.pk]), here)
    assert "The set-up is forgotten." in game_text(owner, mustering)
    assert not SetUp.objects.exists()


def test_setup_takes_no_name_of_another(owner: Client, alice: Person, now: datetime) -> None:
    setup, _other = saved_setup(alice, now), saved_setup(alice, now, name="Moat")
    for name, said in (("MOAT", "You already keep a set-up of this name."), ("", "a name.")):
        answer = owner.post(reverse("setup_rename", args=[setup.pk]), {"name": name}, follow=True)
        assert answer.redirect_chain[0][0] == reverse("setups")
        assert said in page_of(answer)
    assert SetUp.objects.filter(name=NAME).exists()


def test_setups_are_listed_with_their_pictures(owner: Client, alice: Person, now: datetime) -> None:
    assert "You keep none yet." in page_of(owner.get(reverse("setups")))
    saved_setup(alice, now)
    about = {"person": alice, "ruleset": "skirmish", "kept_at": now}
    SetUp.objects.create(**about, kind="6", name="Broad", pattern="12-3")
    SetUp.objects.create(**about, kind="6", name="Of old", pattern="?")
    SetUp.objects.create(**about | {"ruleset": "gone"}, kind="6", name="Lost", pattern="?")
    page = page_of(owner.get(reverse("setups")))
    assert {NAME, "Broad", "Of old"} <= set(re.findall("<h3>(.*?)</h3>", page))
    assert "Lost" not in page
    assert page.count('class="b-board') == 2
    assert "Squares a side" not in page


def pages(game: Game, setup: SetUp) -> Iterator[str]:
    """Yield whatever can be looked at of a game, and of people."""
    yield from addresses(game, ["muster b1 scout"])
    yield from (reverse(name) for name in ("setups", "preferences", "news", "tables"))
    yield reverse("player", args=[setup.person_id])


def leaks(client: Client, game: Game, setup: SetUp) -> list[str]:
    """Return the pages on which a set-up's name, or its orders for either seat, can be read."""
    told = (setup.name, CAMP, MIRRORED)
    found = [
        address
        for address in pages(game, setup)
        if any(word in page_of(client.get(address)) for word in told)
    ]
    answer = json.dumps(plan(client, game, ""))
    return [*found, "plan"] if any(word in answer for word in told) else found


def test_setup_is_seen_by_nobody_else(
    client: Client, mustering: Game, people_else: list[Person | None], alice: Person, now: datetime
) -> None:
    setup = saved_setup(alice, now)
    for person in people_else:
        client.logout() if person is None else client.force_login(person)
        assert leaks(client, mustering, setup) == []
    client.force_login(alice)
    assert {"plan", reverse("setups"), reverse("game", args=[mustering.pk])} <= set(
        leaks(client, mustering, setup)
    )


@pytest.fixture
def people_else(bob: Person, charlie: Person) -> list[Person | None]:
    return [bob, charlie, None]


def test_setup_is_in_no_letter(mustering: Game, alice: Person, now: datetime) -> None:
    saved_setup(alice, now)
    skirmishes.hand_in(mustering, alice, CAMP, now=now)
    written = [writers.WRITERS[one.kind](one, now) for one in Delivery.objects.order_by("pk")]
    said = [f"{letter.subject} {letter.text} {letter.html}" for letter in written if letter]
    assert len(said) == 2
    assert not any(NAME in letter or "c1 guard" in letter for letter in said)


def test_setup_leak_would_be_noticed(
    client: Client, mustering: Game, alice: Person, bob: Person, now: datetime
) -> None:
    """A planted leak: if what is kept were not asked for by its owner, Bob would read it."""
    setup = saved_setup(alice, now)
    client.force_login(bob)
    with mock.patch.object(
        collection, "setups_of_person", return_value=SetUp.objects.order_by("name")
    ):
        assert {"plan", reverse("setups"), reverse("game", args=[mustering.pk])} <= set(
            leaks(client, mustering, setup)
        )


def test_setup_views_are_for_its_owner_alone(
    client: Client, mustering: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    setup = saved_setup(alice, now)
    client.force_login(charlie)
    assert keep(client, mustering).status_code == 403
    for person in (bob, charlie):
        client.force_login(person)
        rename = client.post(reverse("setup_rename", args=[setup.pk]), {"name": "Mine"})
        assert rename.status_code == 404
        client.post(reverse("setup_forget", args=[setup.pk]))
    assert SetUp.objects.get().name == NAME


def test_setup_pages_stay_out_of_shared_caches(
    owner: Client, mustering: Game, alice: Person
) -> None:
    for address in (reverse("setups"), reverse("game", args=[mustering.pk])):
        assert "private" in owner.get(address)["Cache-Control"]
        assert "no-store" in owner.get(address)["Cache-Control"]

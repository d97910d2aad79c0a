"""What allies may learn of each other at Iron Armada, from when on, and what they keep.

As in ``test_non_interference``, a game is played twice, with two camps of one player, and what
each person sees of it is compared byte by byte; here by three, of whom South and West ally.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from conquest import registry
from conquest.core import Viewer
from conquest.kit import commitments
from games.models import Game
from games.notes import pins
from games.planner import drafts
from tests.games import armada
from tests.games.skirmishes import tell
from tests.games.test_non_interference import (
    Told,
    answers,
    bot_proposal,
    differing_views,
    undo_all,
    written_letters,
)  # fmt: skip

pytestmark = pytest.mark.usefixtures("still_clock")

Seen: TypeAlias = dict[tuple[str, str], Told]
Stops: TypeAlias = Mapping[str, tuple[int, Sequence[str]]]
"""At which moment of a story, and as whom, it is looked at."""

PAGES = ("text", "film", "try", "events")


def seen_views(game: Game, person: Person | None, now: datetime) -> Told:
    """Return what a person gets to see of a game, by the page or file."""
    client, page = Client(), reverse("game", args=[game.pk])
    if person:
        client.force_login(person)
    here = [reverse(f"game_{name}", args=[game.pk]) for name in PAGES]
    early = f"{reverse('game_history', args=[game.pk])}?upto=4"
    shown = dict(answers(client, f"{page}?plan=e3-e4&piece=e3", early, *here))
    if person:
        shown.update(written_letters(person, now))
        shown.update(bot_proposal(game, person))
    return shown


@pytest.fixture
def people(alice: Person, bob: Person, charlie: Person) -> list[Person]:
    """South, West, North."""
    return [alice, bob, charlie]


@pytest.fixture
def twice(
    people: list[Person], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Iterator[tuple[str, str, list[str]]]]:
    """Play a story twice; yield moment, viewer and what differs (``Nobody`` has not signed in).

    Commitments to camps are taken as equal, as there."""
    monkeypatch.setattr(
        commitments, "hash_order", lambda salt, order: commitments.hash_secret(salt)
    )
    by_name: dict[str, Person | None] = {person.name: person for person in people}

    def played(story: Sequence[tuple[int, str]], stops: Stops, do: Any) -> Seen:
        found, upto = Seen(), 0
        game = armada.begin_three(people, now)
        for moment, (after, viewers) in stops.items():
            tell(game, people, now=now, since=upto, upto=after, story=story)
            upto = after
            do(game)
            for viewer in viewers:
                found[moment, viewer] = seen_views(game, by_name.get(viewer), now)
        return found

    def both(
        stories: Sequence[Sequence[tuple[int, str]]],
        stops: Stops,
        doing: Sequence[Callable[[Game], object]] = (bool, bool),
    ) -> Iterator[tuple[str, str, list[str]]]:
        tellings = []
        for story, do in zip(stories, doing, strict=True):
            with undo_all():
                tellings.append(played(story, stops, do))
        for moment, viewer in tellings[0]:
            one, other = (telling[moment, viewer] for telling in tellings)
            assert len(one) > len(PAGES)
            yield moment, viewer, differing_views(one, other)

    return both


def test_an_ally_sees_the_units_of_the_partner_and_nobody_else_does(
    twice: Any, subtests: pytest.Subtests
) -> None:
    """K23: allies see each other's units, from the next round on (HK27, I20), and keep it when
    they are defeated (I43); nobody else sees any."""
    stops: Stops = {
        "sworn": (armada.SWORN, ("Alice",)),
        "allied": (armada.ALLIED, ("Alice", "Charlie", "Nobody")),
        "defeated": (armada.DEFEATED, ("Alice",)),
    }
    knows = {("allied", "Alice"), ("defeated", "Alice")}
    for moment, viewer, found in twice(armada.told_of_three(armada.WEST), stops):
        with subtests.test(f"{viewer}, {moment}"):
            assert bool(found) == ((moment, viewer) in knows), found
            if found:  # what is past stays as it was known then
                assert {"/text/", "/film/"} <= {way[-6:] for way in found}
                assert moment != "allied" or any("letter decision" in way for way in found)
                assert not any("upto=4" in way for way in found)


def test_an_ally_learns_of_nobody_else(twice: Any) -> None:
    """HK28, K23: neither from the partner nor from inherited units."""
    stops: Stops = {
        "allied": (armada.ALLIED, ("Alice",)),
        "defeated": (armada.DEFEATED, ("Alice", "Bob")),
    }
    differences = twice(armada.told_of_three(armada.THIRD), stops)
    assert [found for _moment, _viewer, found in differences] == [[], [], []]


def test_a_lapsed_alliance_shows_nothing(twice: Any) -> None:
    """I20: an alliance that lapses has never been one."""
    stops: Stops = {"lapsed": (armada.LAPSED, ("Alice",))}
    stories = armada.told_of_three(armada.WEST, armada.LAPSING)
    assert [found for _moment, _viewer, found in twice(stories, stops)] == [[]]


def test_notes_and_plans_of_an_ally_stay_private(twice: Any, bob: Person, now: datetime) -> None:
    """HK28: an ally's map shows the partner's units, and nothing else."""

    def busy(game: Game) -> None:
        pins.pin_note(game, bob, "e12", "the King?")
        seat = game.seats.get(person=bob)
        drafts.save_draft(seat, bob, "c5-d5", version=game.version, seen=None, now=now)

    story = armada.told_of_three(armada.WEST)[0]
    stops: Stops = {"allied": (armada.ALLIED, ("Alice", "Bob"))}
    (*_, first), (*_, own) = twice((story, story), stops, (bool, busy))
    assert (first, bool(own)) == ([], True)


def test_an_alliance_that_shows_too_much_would_be_found(
    twice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control: were sworn ones shown each other's units at once, it would be seen."""
    rules = registry.get_ruleset("armada")

    def early(state: Any, viewer: Viewer) -> Any:
        return real.write_view(msgspec.structs.replace(state, allies=state.sworn), viewer)

    real = rules.knowledge
    leaky = replace(rules, knowledge=replace(real, write_view=early, mask=None))
    monkeypatch.setitem(registry.find_rulesets(), "armada", leaky)
    stops: Stops = {"sworn": (armada.SWORN, ("Alice",))}
    ((_moment, _viewer, found),) = twice(armada.told_of_three(armada.WEST), stops)
    for way in ("?plan=", "/text/", "/film/", "/try/"):
        assert any(way in one for one in found), way

"""Digests are answered: about their first game, or about any by its own address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from accounts.models import Person
from games.letters import digests, writers
from games.models import Game, Submission
from mail.letters import Letter
from mail.models import Delivery
from tests import stage
from tests.games.replies.mailbox import Mailbox

MakeMailbox = Callable[[Person], Mailbox]
HOUR = timedelta(hours=1)


@pytest.fixture
def games(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> list[Game]:
    """Two games in which it is Alice's turn, of which the second runs out first."""
    people = [alice, bob, dora, erin]
    return [stage.begin(people, stage.set_up(), now=now - hours * HOUR) for hours in (1, 2)]


@pytest.fixture
def digest(games: list[Game], alice: Person, now: datetime) -> Letter:
    rows = Delivery.objects.filter(kind="decision", person=alice).order_by("pk")
    parts = [(row, writers.WRITERS["decision"](row, now)) for row in rows]
    return digests.join_letters([(row, letter) for row, letter in parts if letter], now)


def turns_of(game: Game) -> int:
    return Submission.objects.filter(game=game).count()


def test_an_answer_to_a_digest_plays_in_its_most_urgent_game(
    games: list[Game], digest: Letter, alice: Person, mailbox: MakeMailbox
) -> None:
    hers = mailbox(alice)
    assert hers.reply(digest, "end") == "preview"
    assert hers.reply("answer", "YES") == "counted"
    assert [turns_of(game) for game in games] == [0, 1]


def test_each_game_of_a_digest_is_answered_at_its_own_address(
    games: list[Game], digest: Letter, alice: Person, mailbox: MakeMailbox
) -> None:
    assert digest.layout is not None
    links = [link for block in digest.layout.blocks for link in block.links if link.is_mail]
    hers = mailbox(alice)
    assert hers.reply(replace(digest, reply_to=links[1].shown_url), "end") == "preview"
    assert hers.reply("answer", "YES") == "counted"
    assert [turns_of(game) for game in games] == [1, 0]

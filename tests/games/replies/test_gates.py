"""What a table asks of those who sit down, by letter."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from accounts.models import Person
from games.models import Game
from games.play import tables
from games.play.clock import PRESETS
from tests.games.replies.mailbox import Mailbox

MakeMailbox = Callable[[Person], Mailbox]


def plain(text: str) -> str:
    return " ".join(text.split())


def test_a_gate_holds_for_join_and_says_what_it_asks(
    duel: Game, alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    terms = tables.TableTerms(
        ruleset="conquest", title="Spring", pace=PRESETS["normal"], asks_in_time=9
    )
    table = tables.host_table(bob, terms, now=now)
    hers = mailbox(alice)
    assert hers.reply("decision", f"JOIN {table.pk}") == "refused"
    assert "You cannot sit down here yet." in plain(hers.letter("answer").text)
    assert hers.reply("decision", "JOIN") == "refused"
    assert "answer nine of ten times in time" in plain(hers.letter("answer").text)
    assert not table.seats.filter(person=alice).exists()
    # The control: without what it asks she sits down.
    Game.objects.filter(pk=table.pk).update(asks_in_time=0)
    assert hers.reply("decision", f"JOIN {table.pk}") == "joined"

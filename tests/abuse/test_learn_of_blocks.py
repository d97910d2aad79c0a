"""Who is kept away tries to find it out: by what the site answers, and by comparing.

Each attempt is made twice in the same rows, once with Alice keeping Bob away and once without; all
that Bob gets back is compared, with how often the database was asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, reset_queries
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Person
from games.models import Decision, Game, Mute, PlayerBlock, Seat
from games.play import keeping_away, tables
from games.play.clock import PRESETS
from leagues import views
from mail.models import Delivery
from talk.models import Remark
from tests import stage
from tests.abuse.conftest import Browse
from tests.abuse.visitors import Visitor
from tests.games.replies.mailbox import WRITERS
from tests.games.test_non_interference import undo_all

DAY = timedelta(days=1)
TOKENS = re.compile(rb'name="(csrfmiddlewaretoken|key)" value="[^"]*"|data-pass="[^"]*"')
UPDATED = re.compile(rb"<updated>[^<]*</updated>")  # when it was asked for
Attempt = Callable[[Visitor, "Site"], Any]


class Site:
    """Games and tables of Alice and of others, to which Bob comes."""

    def __init__(
        self, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
    ) -> None:
        self.alice, self.bob, self.dora, self.now = alice, bob, dora, now
        people = [alice, bob, dora, erin]
        self.game = stage.begin(people, stage.set_up(), now=now - 2 * DAY, pace="leisurely")
        self.over = stage.sit_down([alice, bob, dora, erin], "conquest", now=now, title="Over")
        Game.objects.filter(pk=self.over.pk).update(status="over", ended_at=now)
        self.vacant = stage.sit_down([dora, alice], "espionage", now=now)
        Seat.objects.filter(game=self.vacant, person=alice).update(is_absent=True)
        self.hers = self._open(alice)
        self.his = self._open(bob)
        Decision.objects.filter(game=self.game).update(told_at=now - 2 * DAY)

    def _open(self, host: Person) -> Game:
        terms = tables.TableTerms(ruleset="conquest", title="Spring", pace=PRESETS["normal"])
        return tables.host_table(host, terms, now=self.now)


@pytest.fixture
def site(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> Site:
    return Site(alice, bob, dora, erin, now)


# --- Whatever Bob does that brings the two to no table together ----------------------------------


def look_at_everything(bob: Visitor, site: Site) -> list[Any]:
    urls = [
        *(reverse(name) for name in ("home", "tables", "league", "preferences", "blocks")),
        *(f"{reverse('tables')}?show={one}" for one in ("open", "running", "finished", "vacant")),
        f"{reverse('tables')}?words=Alice",
        *(reverse("player", args=[one.pk]) for one in (site.alice, site.dora)),
        *(game.get_absolute_url() for game in (site.game, site.over, site.vacant, site.hers)),
        reverse("invite", args=[site.hers.invite_key]),
        reverse("words", args=[site.game.pk]),
        reverse("sent_notices"),
        reverse("substitutes"),
        reverse("reports"),
    ]
    return [bob.client.get(url) for url in urls]


def ask_for_news(bob: Visitor, site: Site) -> Any:
    page = bob.get("game", site.game.pk).content.decode()
    found = re.search(r'data-pass="([^"]*)"', page)
    return bob.client.get("/news/", {"pass": found[1] if found else ""})


def say_something(bob: Visitor, site: Site) -> Any:
    return [bob.say(site.game.pk, "Hello"), bob.get("words", site.game.pk)]


def edit_and_withdraw(bob: Visitor, site: Site) -> Any:
    bob.say(site.game.pk, "Hello")
    pk = Remark.objects.latest("pk").pk
    return [
        bob.post("words_edit", site.game.pk, pk, text="Hello!"),
        bob.post("words_withdraw", site.game.pk, pk),
        bob.get("words", site.game.pk),
    ]


def note_something(bob: Visitor, site: Site) -> Any:
    pk = site.alice.pk
    return [bob.post("player_note", pk, text="Strong."), bob.get("player", pk)]


def report_her_name(bob: Visitor, site: Site) -> Any:
    return [bob.post("report_name", site.alice.pk, reason="insult"), bob.get("reports")]


def invite_her_address(bob: Visitor, site: Site) -> Any:
    form = {"addresses": site.alice.email}
    return [
        bob.post("table_invite", site.his.pk, **form),
        bob.post("table_invite", site.his.pk, **form),
        bob.get("table", site.his.pk),
    ]


def ask_for_a_rematch(bob: Visitor, site: Site) -> Any:
    return [bob.post("game_rematch", site.over.pk), bob.get("game", site.over.pk)]


def thank_her(bob: Visitor, site: Site) -> Any:
    return [bob.post("game_thank", site.over.pk), bob.get("game", site.over.pk)]


def extend_and_pause(bob: Visitor, site: Site) -> Any:
    return [
        bob.post("game_extend", site.game.pk, hours="24"),
        bob.post("game_pause", site.game.pk, days="3"),
        bob.get("game", site.game.pk),
    ]


def let_her_come_near(bob: Visitor, site: Site) -> Any:
    """As if it were Bob who kept her away."""
    return [bob.post("unblock", site.alice.pk), bob.get("blocks")]


UNSEEN = [
    look_at_everything, ask_for_news, say_something, edit_and_withdraw, note_something,
    report_her_name, invite_her_address, ask_for_a_rematch, thank_her, extend_and_pause,
    let_her_come_near,
]  # fmt: skip


def told(answers: Any) -> list[bytes]:
    """Return what the site has answered, without what is made again for each answer."""
    listed = answers if isinstance(answers, list) else [answers]
    heads = [f"{one.status_code} {one.headers.get('Location', '')}\n".encode() for one in listed]
    return [head + TOKENS.sub(b"", one.content) for head, one in zip(heads, listed, strict=True)]


def attempt_in(site: Site, attempt: Attempt, is_blocked: bool) -> tuple[list[bytes], int]:
    """Return what Bob reads, and how often the database was asked, if he is kept away or not."""
    with undo_all():
        if is_blocked:
            PlayerBlock.objects.create(person=site.alice, other=site.bob, at=site.now - DAY)
        else:  # so that as many rows are there
            PlayerBlock.objects.create(
                person=site.dora, other=Person.objects.latest("pk"), at=site.now
            )
        visitor = Visitor(site.bob)
        reset_queries()
        with CaptureQueriesContext(connection) as queries:
            answers = attempt(visitor, site)
        return told(answers), len(queries)


@pytest.mark.parametrize("attempt", UNSEEN)
def test_nothing_that_is_answered_tells_of_a_block(attempt: Attempt, site: Site) -> None:
    (blocked, _), (free, _) = (attempt_in(site, attempt, one) for one in (True, False))
    assert blocked == free


@pytest.mark.parametrize("attempt", [look_at_everything, say_something, note_something])
def test_a_block_makes_no_answer_slower(attempt: Attempt, site: Site) -> None:
    (_, blocked), (_, free) = (attempt_in(site, attempt, one) for one in (True, False))
    assert blocked <= free


def test_a_page_that_tells_of_blocks_is_found(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a page of players that says whether they keep its reader away."""

    def may_block(viewer: Person | None, person: Person) -> bool:
        return viewer is None or not keeping_away.is_kept_away(viewer, person)

    monkeypatch.setattr(views, "_may_block", may_block)
    (blocked, _), (free, _) = (attempt_in(site, look_at_everything, one) for one in (True, False))
    assert blocked != free


# --- Letters, feeds and data ----------------------------------------------------------------


def letters_of(one: Person, now: datetime) -> list[str]:
    rows = Delivery.objects.filter(person=one, channel=None).order_by("pk")
    return [repr((row.kind, WRITERS[row.kind](row, now))) for row in rows if row.kind in WRITERS]


def test_letters_do_not_change_for_those_who_are_kept_away(site: Site, now: datetime) -> None:
    def all_that_is_sent(is_blocked: bool) -> list[str]:
        with undo_all():
            if is_blocked:
                PlayerBlock.objects.create(person=site.alice, other=site.bob, at=now - DAY)
            Visitor(site.alice).say(site.game.pk, "Hello")
            Visitor(site.dora).say(site.game.pk, "Hello, all")
            stage.hand_in(site.game, site.alice, "end", now=now)
            return letters_of(site.bob, now)

    assert len(all_that_is_sent(False)) > 2
    assert all_that_is_sent(True) == all_that_is_sent(False)


def test_feeds_do_not_change_for_those_who_are_kept_away(site: Site, now: datetime) -> None:
    stage.hand_in(site.game, site.alice, "end", now=now)
    bob = Visitor(site.bob)
    bob.post("open_feed", form="calendar")
    urls = sorted(set(re.findall(r'https?://[^"<\s]*(/feeds/[^"<\s]+)', bob.read("feeds"))))

    def feeds() -> list[bytes]:
        return [UPDATED.sub(b"", bob.client.get(url).content) for url in urls]

    before = feeds()
    assert any(b"Autumn" in feed for feed in before)
    PlayerBlock.objects.create(person=site.alice, other=site.bob, at=now)
    assert feeds() == before


@pytest.mark.parametrize("by", ["mute", "block"])
def test_no_read_mark_tells_who_does_not_read(by: str, site: Site, now: datetime) -> None:
    """Bob writes and watches whether his words are ever said to be read, or counted."""

    def watched(is_hidden: bool) -> list[bytes]:
        with undo_all():
            if is_hidden and by == "mute":
                Mute.objects.create(game=site.game, person=site.alice, other=site.bob, at=now)
            elif is_hidden:
                PlayerBlock.objects.create(person=site.alice, other=site.bob, at=now)
            bob, alice = Visitor(site.bob), Visitor(site.alice)
            bob.say(site.game.pk, "Are you there?")
            last = str(Remark.objects.latest("pk").pk)
            alice.post("words_read", site.game.pk, read_to=last)
            return told([bob.get("words", site.game.pk), bob.get("game", site.game.pk)])

    assert watched(True) == watched(False)


# --- Doors at which two come together: the sentence is one that others read -------------------


def test_a_seat_is_refused_as_to_somebody_whom_the_host_has_taken_away(
    site: Site, bob: Person, charlie: Person, now: datetime
) -> None:
    tables.join_table(site.hers.pk, charlie, now=now)
    Visitor(site.alice).post("table_remove", site.hers.pk, person=charlie.pk)
    PlayerBlock.objects.create(person=site.alice, other=bob, at=now)
    answers = []
    for one in (bob, charlie):
        visitor = Visitor(one)
        answer = visitor.client.post(reverse("table_join", args=[site.hers.pk]), follow=True)
        answers.append([str(message) for message in answer.context["messages"]])
    assert answers[0] == answers[1] == ["You cannot sit down at this table."]


def test_a_nudge_is_refused_as_by_everybody_who_wants_none(
    site: Site, bob: Person, erin: Person, now: datetime, browse: Browse
) -> None:
    decision = Decision.objects.get(game=site.game, closed_at=None)
    PlayerBlock.objects.create(person=site.alice, other=bob, at=now)
    his = browse(bob).post("game_nudge", site.game.pk, decision=decision.pk)
    Person.objects.filter(pk=site.alice.pk).update(nudges=False)
    hers = browse(erin).post("game_nudge", site.game.pk, decision=decision.pk)
    assert his.status_code == hers.status_code == 409
    assert "Alice wants no nudges." in his.content.decode()
    assert "Alice wants no nudges." in hers.content.decode()


def test_a_second_account_is_told_nothing_of_the_block_of_the_first(
    site: Site, bob: Person, charlie: Person, now: datetime
) -> None:
    """Somebody comes again under another name: no page tells that the first one is kept away."""
    PlayerBlock.objects.create(person=site.alice, other=bob, at=now)
    second = Visitor(charlie)
    for name, pk in (("player", bob.pk), ("player", site.alice.pk), ("game", site.game.pk)):
        page = second.read(name, pk)
        assert "keeps away" not in page
        assert "kept away" not in page

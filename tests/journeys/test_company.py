"""Company at a table: three people in browsers, one by letters alone, and somebody who looks on."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, override_settings
from playwright.sync_api import Browser, Page, expect

from accounts.models import Person
from games.models import Game, Intervention, Mute, Restriction
from games.play import clock, tables
from games.play.clock import PRESETS
from ops import operators
from reports.models import Appeal, Report
from talk.models import Remark
from tests import mail_host, mail_programs, passkeys, servers
from tests.chromium import new_context, watched
from tests.conftest import person
from tests.journeys import browsing
from tests.journeys.conftest import PLAYERS, Place, Site, body, running

pytestmark = [
    pytest.mark.long,
    pytest.mark.servers,
    mail_host.needs_postfix,
    mail_programs.needs_swaks,
]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of Alice and Dora against Bob and Erin; who opens it in a browser is at a place."""

    site: Site
    browser: Browser
    place: Place
    game: Game

    @contextlib.contextmanager
    def seen_by(self, name: str) -> Iterator[Page]:
        """Open the table as somebody."""
        with browsing.enter(self.browser, self.site, name, **self.place.size) as page:
            self.look(page)
            yield page

    def look(self, page: Page) -> None:
        """Look at the table as it is now."""
        at = "games" if Game.objects.get(pk=self.game.pk).started_at else "tables"
        page.goto(f"{self.site.address}/{at}/{self.game.pk}/")

    def say(self, page: Page, text: str, audience: str = "all") -> None:
        """Say something to an audience, and wait until it is said."""
        page.locator("#talk-text").fill(text)
        if page.locator("#talk-audience").count():
            page.locator("#talk-audience").select_option(audience)
        page.get_by_role("button", name=self.place.say("Say it"), exact=True).click()
        expect(page.locator(".said").last).to_have_text(text)


@pytest.fixture(scope="module")
def mail_port(
    django_test_environment: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Site, int]]:
    """Run a site whose letters are answered, with a Postfix before it; yield it and its port."""
    here = {"REPLY_ADDRESS": f"reply@{mail_host.SITE}", "MAIL_AUTHSERV_IDS": mail_host.SITE}
    people = (*PLAYERS.values(), "Charlie")
    with contextlib.ExitStack() as stack:
        stack.enter_context(django_db_blocker.unblock())
        site = stack.enter_context(running(tmp_path_factory.mktemp("site"), people, **here))
        postbox = servers.free_port()
        command = servers.module("django", "postbox", "--lmtp", f"127.0.0.1:{postbox}")
        stack.enter_context(servers.running(command, site.env, "postbox"))
        port = stack.enter_context(mail_host.postfix(postbox=postbox, office=site.office.port))
        site.remember()
        yield site, port


@pytest.fixture(scope="module")
def site(mail_port: tuple[Site, int]) -> Site:
    return mail_port[0]


@pytest.fixture
def table(site: Site, browser: Browser, place: Place, players: list[Person]) -> Table:
    """A table at which all sit, before the game begins."""
    terms = tables.TableTerms(
        ruleset="conquest", title="Autumn", pace=PRESETS["normal"], options={"partners": True}
    )
    alice, now = players[0], clock.now()
    game = tables.host_table(alice, terms, now=now)
    for one, seat in zip(players, PLAYERS, strict=True):
        if one != alice:
            tables.join_table(game.pk, one, seat_name=seat, now=now)
    return Table(site, browser, place, game)


def begin(table: Table) -> None:
    tables.start_by_host(table.game.pk, table.game.host, now=clock.now())


def said(name: str) -> Remark:
    """Return what somebody has said last."""
    return Remark.objects.filter(person__name=name).latest("pk")


def test_words_reach_whom_they_are_for_before_in_and_after_a_game(
    table: Table, mail_port: tuple[Site, int]
) -> None:
    say = table.place.say
    with table.seen_by("Bob") as bob:
        table.say(bob, "Shall we begin?", "players")
    begin(table)
    with table.seen_by("Alice") as alice, table.seen_by("Bob") as bob:
        expect(alice.locator(".said")).to_have_text("Shall we begin?")
        table.say(alice, "I take the tower.", "partners")
        alice.get_by_role("button", name=say("Good luck")).click()
        expect(alice.locator(".said").last).to_have_text(say("Good luck"))
        table.look(bob)
        expect(bob.locator(".said")).to_have_text(["Shall we begin?", say("Good luck")])
        with table.seen_by("Dora") as dora:
            expect(dora.get_by_text("I take the tower.")).to_be_visible()
    _answer_by_letter(table, mail_port[1])
    with table.seen_by("Charlie") as charlie:
        expect(charlie.locator(".said")).to_have_text(say("Good luck"))
        table.say(charlie, "South is lost.", "watchers")
    with table.seen_by("Alice") as alice:
        expect(alice.get_by_text("I play by post.")).to_be_visible()
        expect(alice.get_by_text("South is lost.")).to_have_count(0)
        alice.locator(".remark").filter(has_text="I take the tower.").get_by_role(
            "button", name=say("Withdraw")
        ).click()
        expect(alice.get_by_text(say("withdrawn"), exact=True)).to_be_visible()
    Game.objects.filter(pk=table.game.pk).update(status="over", ended_at=clock.now())
    with table.seen_by("Bob") as bob:
        expect(bob.get_by_text("South is lost.")).to_be_visible()
        expect(bob.get_by_text(say("withdrawn"), exact=True)).to_have_count(0)  # his not to read
        bob.get_by_role("button", name=say("Thank you for the game")).click()
        expect(bob.locator(".said").last).to_have_text(say("Thank you for the game"))


def _answer_by_letter(table: Table, port: int) -> None:
    """Let Erin, who plays by letters alone, answer what was said."""
    letter = table.site.letter("Erin", "Bob")
    assert "Shall we begin?" in body(letter)
    assert "I take the tower." not in body(letter)
    mail_programs.reply_with_swaks(letter, "I play by post.", port=port)
    servers.until(lambda: Remark.objects.filter(text="I play by post.").exists(), "words by letter")
    assert said("Erin").audience == "players"


def test_somebody_is_muted_at_one_table(table: Table) -> None:
    say = table.place.say
    begin(table)
    with table.seen_by("Bob") as bob:
        table.say(bob, "Ha ha.")
    with table.seen_by("Alice") as alice:
        alice.get_by_role("button", name=say("Mute them here")).click()
        expect(alice.get_by_text(say("hidden, as you want it"))).to_be_visible()
        expect(alice.get_by_text("Ha ha.")).to_have_count(0)
        alice.get_by_role("button", name=say("Show their words here")).click()
        expect(alice.get_by_text("Ha ha.")).to_be_visible()
    assert not Mute.objects.exists()


def test_a_report_leads_to_a_measure_an_appeal_and_back(
    table: Table, mail_port: tuple[Site, int]
) -> None:
    """The first measure is appealed against on its page, the second by answering its letter."""
    say, port = table.place.say, mail_port[1]
    frank, grace = (person(name, language=table.place.language) for name in ("Frank", "Grace"))
    for one in (frank, grace):
        operators.make_operator(one)
    begin(table)
    with table.seen_by("Bob") as bob:
        table.say(bob, "You are a fool.")
        _report(table, "You are a fool.")
        with _staff(table, frank) as page:
            _answer_report(page, table, "silence")
        letter = table.site.letter("Bob", say("Your words are off for a time"))
        assert say("The reason: %(reason)s", reason="Three insults.") in body(letter)
        _is_refused_words(table)
        bob.goto(f"{table.site.address}/measures/")
        bob.get_by_role("link", name=say("Appeal")).click()
        bob.locator("#appeal-text").fill("It was a joke.")
        bob.get_by_role("button", name=say("Appeal")).click()
        expect(bob.get_by_text(say("The staff looks at it once more."), exact=True)).to_be_visible()
        with _staff(table, grace) as page:
            _answer_appeal(page, table, "grant", "It was one.")
        table.site.letter("Bob", say("Your words are on again"))
        table.look(bob)
        table.say(bob, "Sorry.")
    assert not Restriction.objects.exists()
    with _staff(table, frank) as page:
        bob_row = Person.objects.get(name="Bob")
        _decide(page, f"{table.site.address}/admin/deeds/warn/{bob_row.pk}/")
    letter = table.site.letter("Bob", say("A word of warning"))
    mail_programs.reply_with_swaks(letter, "Once more: a joke.", port=port)
    servers.until(lambda: Appeal.objects.count() == 2, "an appeal by letter")
    with _staff(table, grace) as page:
        _answer_appeal(page, table, "decline", "Not twice.")
    letter = table.site.letter("Bob", say("It stays as it was decided"))
    assert "Not twice." in body(letter)
    outcomes = Appeal.objects.order_by("pk").values_list("outcome", flat=True)
    assert list(outcomes) == ["granted", "declined"]


def _is_refused_words(table: Table) -> None:
    """Let Bob try to speak, in a browser whose console nobody watches: it tells of refusals."""
    with contextlib.closing(new_context(table.browser, **table.place.size)) as context:
        browsing.sign_in(context, table.site, "Bob")
        page = context.new_page()
        table.look(page)
        page.locator("#talk-text").fill("What?")
        page.get_by_role("button", name=table.place.say("Say it"), exact=True).click()
        expect(page.locator(".notice.warning:visible")).to_be_visible()


def _report(table: Table, words: str) -> None:
    say = table.place.say
    with table.seen_by("Alice") as alice:
        alice.locator(".remark").filter(has_text=words).get_by_text(say("Report")).click()
        alice.locator("#report-reason").select_option("insult")
        alice.get_by_role("button", name=say("Report it")).click()
        expect(alice.get_by_text(say("Thank you. The staff will look at it."))).to_be_visible()


@contextlib.contextmanager
def _staff(table: Table, who: Person) -> Iterator[Page]:
    """Open a desk of the administration for somebody who has signed in with a passkey."""
    with override_settings(SECRET_KEY=table.site.env["SECRET_KEY"]):  # by which it is signed
        cookies = passkeys.sign_in(Client(), who).cookies
    context = new_context(table.browser, **browsing.DESK)
    context.add_cookies([
        {"name": "sessionid", "value": cookies["sessionid"].value, "url": table.site.address}
    ])  # fmt: skip
    page = context.new_page()
    try:
        with watched(page):
            yield page
    finally:
        context.close()


def _answer_report(page: Page, table: Table, what: str) -> None:
    report = Report.objects.get(outcome="open")
    page.goto(f"{table.site.address}/admin/reports/report/{report.pk}/change/")
    expect(page.get_by_text("You are a fool.")).to_be_visible()
    page.locator(f'a[href*="/deeds/{what}/"]').click()
    until = clock.now() + timedelta(days=7)
    page.locator("[name=until]").fill(f"{until:%Y-%m-%dT%H:%M}")
    _give_reason(page, "Three insults.")
    report.refresh_from_db()
    assert report.outcome == "acted"


def _decide(page: Page, url: str) -> None:
    page.goto(url)
    _give_reason(page, "Again.")
    assert Intervention.objects.latest("pk").reason == "Again."


def _answer_appeal(page: Page, table: Table, how: str, reason: str) -> None:
    appeal = Appeal.objects.get(outcome="open")
    page.goto(f"{table.site.address}/admin/reports/appeal/{appeal.pk}/change/")
    page.locator(f'a[href*="/appeals/{how}/"]').click()
    _give_reason(page, reason)
    appeal.refresh_from_db()
    assert appeal.outcome != "open"


def _give_reason(page: Page, reason: str) -> None:
    page.locator("[name=reason]").fill(reason)
    page.locator(".submit-row [type=submit]").click()
    expect(page.locator(".messagelist .success")).to_be_visible()

"""Letters hang and fifty house players think: one worker, or the process that runs all ticks, still
sends codes and answers silence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from accounts import letters
from games.models import Decision, Game, Submission
from games.play import bots, clock
from mail.models import Delivery, Queue
from tests import brokers, servers
from tests.faults import sites
from tests.faults.sites import Site

HOUSE_GAMES, LETTERS, AT_ONCE = 50, 40, 4
NEWCOMER = "newcomer@example.org"
SLOW_HOUSE = "quick_house_players"
PATIENCE = 300.0
FOR_MINUTES, FOR_SECONDS = 300, 5


@pytest.mark.parametrize("url", [brokers.NONE, *brokers.urls()[:1]])
def test_a_code_is_sent_and_silence_answered_during_slow_work(site: Site, url: str) -> None:
    site.env["BROKER_URL"] = brokers.own(url)
    due = _due_among_house_games()
    with _hanging(site, without=SLOW_HOUSE):
        _ask_for_a_code(Queue.CODES)
        servers.until(lambda: site.office.to(NEWCOMER), "the code", PATIENCE)
        servers.until(lambda: _silent(due), "the deadline", PATIENCE)
    assert _letters_before_the_code(site) < LETTERS
    assert _house_players_before(due) < HOUSE_GAMES
    assert not Delivery.objects.filter(status=Delivery.Status.DEAD).exists()


def test_a_code_would_wait_for_all_letters_of_one_queue(site: Site) -> None:
    with _hanging(site, without="breaker_of_the_mail_host"):
        _ask_for_a_code(Queue.LETTERS)
        servers.until(lambda: site.office.to(NEWCOMER), "the code", PATIENCE)
        assert _tried_letters() >= LETTERS - AT_ONCE


@brokers.needs_broker
def test_a_code_is_sent_while_letters_hang_for_minutes(site: Site) -> None:
    _await_code(site, FOR_MINUTES)
    assert not Delivery.objects.exclude(error="").exists()  # those that hang have not ended yet


@brokers.needs_broker
def test_a_code_would_wait_for_letters_that_hang_if_they_were_sent_alone(site: Site) -> None:
    _await_code(site, FOR_SECONDS, without="codes_beside_letters")
    assert Delivery.objects.exclude(error="").exists()


@brokers.needs_broker
def test_silence_would_wait_for_all_house_players_if_their_tick_had_no_end(site: Site) -> None:
    due = _due_among_house_games()
    with servers.worker(site.env, without=f"{SLOW_HOUSE},short_ticks"):
        servers.until(lambda: _silent(due), "the deadline", PATIENCE)
    assert _house_players_before(due) == HOUSE_GAMES


def _due_among_house_games() -> Game:
    """Ask house players in many games, and return one in which time is up."""
    players, house = sites.people(), bots.get_or_create_bots()[0]
    due = sites.begin(players, "Due")
    for number in range(HOUSE_GAMES):
        sites.begin([house, *players[1:]], f"Against the house {number}")
    Delivery.objects.all().delete()
    Decision.objects.filter(told_at=None).update(told_at=clock.now())
    sites.pass_time(due, timedelta(hours=9))
    return due


def _await_code(site: Site, timeout: int, without: str = "") -> None:
    with _hanging(site, without, timeout):
        _ask_for_a_code(Queue.CODES)
        servers.until(lambda: site.office.to(NEWCOMER), "the code")


@contextmanager
def _hanging(site: Site, without: str, timeout: int = 1) -> Iterator[None]:
    """Run a worker while the mail host takes letters without a word, and answers for codes."""
    sites.invite(LETTERS)
    site.office.pause, site.office.pauses_at = 3600, lambda letter: letter["To"] != NEWCOMER
    with servers.worker(
        {**site.env, "EMAIL_TIMEOUT": f"{timeout}", "LETTERS_AT_ONCE": f"{AT_ONCE}"},
        without=without,
    ):
        servers.until(lambda: site.office.letters, "a letter that hangs", PATIENCE)
        yield


def _ask_for_a_code(queue: Queue) -> None:
    now = clock.now()
    letters.post_code_letter(
        address=NEWCOMER, code="K7QM2X", kind="sign_in", language="en", now=now
    )
    Delivery.objects.filter(address=NEWCOMER).update(queue=queue)


def _letters_before_the_code(site: Site) -> int:
    """Count the letters, each once, that the mail host got before the code."""
    addresses = [str(letter["To"]) for letter in site.office.letters]
    return len(set(addresses[: addresses.index(NEWCOMER)]))


def _tried_letters() -> int:
    """Count the letters that were tried, whether the mail host has got them or not."""
    others = Delivery.objects.exclude(address=NEWCOMER)
    return others.exclude(attempts=0, error="").count()


def _silent(game: Game) -> Submission | None:
    return Submission.objects.filter(game=game, via=Submission.Via.SILENCE).first()


def _house_players_before(game: Game) -> int:
    """Count the turns of house players before the silence of a game."""
    silent = _silent(game)
    assert silent is not None
    return Submission.objects.filter(via=Submission.Via.HOUSE, pk__lt=silent.pk).count()

"""Postbox and workers killed between a mail's arrival and its answer: one effect, one answer."""

from __future__ import annotations

import signal

import pytest

from games.models import Preview, Submission
from games.play import clock
from inbox.handling import MAX_ATTEMPTS
from inbox.models import IncomingMail
from tests import incoming
from tests.faults import mails, sites
from tests.faults.sites import Site

KILLED = -signal.SIGKILL
AT_THE_DOOR = ("before_mail_stored", "after_mail_stored")
AT_WORK = ("mail_claimed", "before_mail_handled", "after_mail_handled")
IN_THE_TURN = ("before_commit", "after_commit")  # of the game, within the transaction of the mail


@pytest.mark.parametrize("point", AT_THE_DOOR)
def test_a_mail_is_handled_once_when_the_postbox_is_killed(point: str, mail_site: Site) -> None:
    _bring_twice(mail_site, point)
    assert mails.handle(mail_site.env) == 0
    assert (Preview.objects.count(), mails.answers()) == (1, 1)


def test_a_mail_would_be_handled_twice_if_it_were_handled_before_it_is_stored(
    mail_site: Site,
) -> None:
    _bring_twice(mail_site, "before_mail_stored", without="mails_stored_first")
    assert Preview.objects.count() == 2


@pytest.mark.parametrize("point", AT_WORK)
def test_orders_are_shown_once_when_the_worker_is_killed(point: str, mail_site: Site) -> None:
    _arrive(mails.turn_address(sites.begin(sites.people())), mails.ORDERS)
    _handle_twice(mail_site, point)
    assert (Preview.objects.count(), mails.answers()) == (1, 1)


@pytest.mark.parametrize("point", AT_WORK + IN_THE_TURN)
def test_a_yes_counts_once_when_the_worker_is_killed(point: str, mail_site: Site) -> None:
    game = sites.begin(sites.people())
    _arrive(mails.turn_address(game), mails.ORDERS)
    assert mails.handle(mail_site.env) == 0
    _arrive(mails.yes_address(), "YES")
    _handle_twice(mail_site, point)
    assert Submission.objects.get(game=game).via == Submission.Via.LETTER
    assert mails.answers() == 2


def test_orders_would_be_lost_if_a_mail_were_marked_first(mail_site: Site) -> None:
    _arrive(mails.turn_address(sites.begin(sites.people())), mails.ORDERS)
    _handle_twice(mail_site, "before_mail_handled", without="mails_marked_with_their_effect")
    assert (Preview.objects.count(), mails.answers()) == (0, 0)


def test_orders_would_be_shown_twice_if_a_mail_were_marked_after_their_commit(
    mail_site: Site,
) -> None:
    _arrive(mails.turn_address(sites.begin(sites.people())), mails.ORDERS)
    _handle_twice(mail_site, "before_mail_handled", without="transaction_of_a_mail")
    assert Preview.objects.count() == 2


def test_a_mail_that_kills_its_workers_dies_and_holds_up_no_other(mail_site: Site) -> None:
    address = mails.turn_address(sites.begin(sites.people()))
    poison = _arrive(address, "HELP")
    IncomingMail.objects.update(attempts=MAX_ATTEMPTS - 1)
    assert mails.handle(mail_site.planted("before_mail_handled:kill")) == KILLED
    _arrive(address, mails.ORDERS)
    assert mails.handle(mail_site.env) == 0
    poison.refresh_from_db()
    assert (poison.status, poison.error) == ("dead", "too many attempts")
    assert Preview.objects.count() == 1
    assert mails.answers() == 2  # one says that the first mail could not be handled


def _arrive(to: str, text: str) -> IncomingMail:
    return incoming.arrive(incoming.write_mail(to, text), to, clock.now())


def _bring_twice(site: Site, point: str, without: str = "") -> None:
    """Bring a mail to a postbox that dies of it, and then, as it was not confirmed, again."""
    to = mails.turn_address(sites.begin(sites.people()))
    raw = incoming.write_mail(to, mails.ORDERS)
    with mails.postbox(site.planted(f"{point}:kill"), without) as port:
        assert not mails.bring(port, raw, to)
    with mails.postbox(site.env, without) as port:
        assert mails.bring(port, raw, to)
    assert site.fired() == 1
    assert IncomingMail.objects.count() == 1


def _handle_twice(site: Site, point: str, without: str = "") -> None:
    """Let a worker die at a point, and another one go on."""
    assert mails.handle(site.planted(f"{point}:kill"), without) == KILLED
    assert mails.handle(site.env, without) == 0
    assert not IncomingMail.objects.exclude(status="handled").exists()

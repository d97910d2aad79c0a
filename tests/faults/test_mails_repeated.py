"""Mails that are brought ten times, in parallel, in any order, and again after a day: each has one
effect and one answer."""

from __future__ import annotations

import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta

from django.db.models import F

from games.models import Preview, Submission
from inbox.models import IncomingMail
from tests import incoming, servers
from tests.faults import mails, sites
from tests.faults.sites import Site

TIMES, AT_ONCE, WORKERS = 10, 8, 2
A_DAY = timedelta(days=1)


def test_a_mail_that_is_brought_ten_times_has_one_effect_and_one_answer(mail_site: Site) -> None:
    to = mails.turn_address(sites.begin(sites.people()))
    orders = [incoming.write_mail(to, text) for text in (mails.ORDERS, "BOARD", mails.ORDERS)]
    _bring_and_handle(mail_site, orders, to)
    assert (Preview.objects.count(), mails.answers()) == (2, 3)

    to = mails.yes_address()
    _bring_and_handle(mail_site, [incoming.write_mail(to, "YES")], to)
    assert Submission.objects.get().via == Submission.Via.LETTER
    assert mails.answers() == 4


def test_a_mail_that_is_brought_again_after_a_day_has_no_effect(mail_site: Site) -> None:
    to = mails.turn_address(sites.begin(sites.people()))
    raw = incoming.write_mail(to, mails.ORDERS)
    _bring_and_handle(mail_site, [raw], to)
    IncomingMail.objects.update(
        arrived_at=F("arrived_at") - A_DAY, handled_at=F("handled_at") - A_DAY
    )
    _bring_and_handle(mail_site, [raw], to)
    assert (Preview.objects.count(), mails.answers()) == (1, 1)


def test_a_mail_would_have_ten_effects_without_its_key(mail_site: Site) -> None:
    to = mails.turn_address(sites.begin(sites.people()))
    raw = incoming.write_mail(to, mails.ORDERS)
    _bring_and_handle(mail_site, [raw], to, without="mail_keys")
    assert (Preview.objects.count(), mails.answers()) == (TIMES, TIMES)


def _bring_and_handle(site: Site, raws: Sequence[bytes], to: str, without: str = "") -> None:
    """Bring each mail ten times, in any order and several at once, and let two workers handle what
    has come in."""
    copies = [*raws] * TIMES
    random.Random(29).shuffle(copies)
    with mails.postbox(site.env, without) as port, ThreadPoolExecutor(AT_ONCE) as threads:
        brought = threads.map(lambda raw: mails.bring(port, raw, to), copies)
        assert all(brought)
    with ExitStack() as stack:
        runs = [sites.run(mails.TASK, site.env, f"worker-{n}", without) for n in range(WORKERS)]
        workers = [stack.enter_context(run) for run in runs]
        assert {worker.process.wait(servers.PATIENCE) for worker in workers} == {0}
    assert not IncomingMail.objects.exclude(status="handled").exists()

"""Two mails that hand in one turn at the same moment: one counts, the other is answered with the
present position."""

from __future__ import annotations

from contextlib import ExitStack

from django.db import transaction

from accounts.models import Person
from games.models import Draft, Game, Preview, Submission
from games.play import clock, store
from inbox.models import IncomingMail
from tests import incoming, servers
from tests.faults import mails, sites
from tests.faults.sites import Site

WORKERS = 2
# Both use all points of the first turn, so that nothing is left open.
TURNS = (
    "S05-S37; S07-S44; S09-S41; S10-S39; S02-S32",
    "S10-S39; S09-S41; S07-S44; S05-S37; S02-S32",
)


def test_of_two_turns_by_mail_one_counts(mail_site: Site) -> None:
    game, outcomes = _handle_at_once(mail_site)
    assert outcomes == ["counted", "stale"]
    assert Submission.objects.get(game=game).text in TURNS
    assert (mails.answers(), Preview.objects.count(), Draft.objects.count()) == (2, 0, 1)
    game.refresh_from_db()
    assert store.verify_game(game) is None


def test_one_of_two_turns_by_mail_would_fail_without_the_lock(mail_site: Site) -> None:
    _game, outcomes = _handle_at_once(mail_site, without="game_lock")
    assert outcomes == ["", "counted"]


def _handle_at_once(site: Site, without: str = "") -> tuple[Game, list[str]]:
    """Let two workers read one mail each before either hands in; return what came of them."""
    game = sites.begin(sites.people())
    Person.objects.update(turns_at_once=True)
    to = mails.turn_address(game)
    for text in TURNS:
        incoming.arrive(incoming.write_mail(to, text, name=f"<{text[:3]}@x.org>"), to, clock.now())
    with ExitStack() as stack:
        with transaction.atomic():  # until both of them have found the present position
            Game.objects.select_for_update().get(pk=game.pk)
            runs = [sites.run(mails.TASK, site.env, f"mails-{n}", without) for n in range(WORKERS)]
            workers = [stack.enter_context(run) for run in runs]
            servers.until(lambda: sites.waiting() == WORKERS, "both at the game")
        assert {worker.process.wait(servers.PATIENCE) for worker in workers} == {0}
    return game, sorted(IncomingMail.objects.values_list("outcome", flat=True))

"""One turn handed in six times at the same moment: one counts, the others are told so."""

from __future__ import annotations

import http.client

from games.models import Event, Game, Submission
from games.play import store
from tests import servers
from tests.faults import browsers, sites
from tests.faults.sites import Site

TIMES = 6
ACCEPTED, REFUSED = http.client.FOUND, http.client.CONFLICT


def test_a_turn_handed_in_six_times_at_once_counts_once(site: Site) -> None:
    """On a machine that stands still for a second nobody would be sent away from the queue."""
    game, statuses = _submit_at_once(site, workers=2, without="impatience_of_the_queue")
    assert statuses == [ACCEPTED] + [REFUSED] * (TIMES - 1)
    assert Submission.objects.filter(game=game).count() == 2
    assert list(Event.objects.filter(game=game).values_list("seq", flat=True)) == [1, 2, 3]
    assert store.verify_game(game) is None


def test_turns_at_once_would_meet_a_server_error_without_the_lock(site: Site) -> None:
    game, statuses = _submit_at_once(site, workers=1, without="game_lock_at_once")
    assert statuses != [ACCEPTED] + [REFUSED] * (TIMES - 1)
    assert http.client.INTERNAL_SERVER_ERROR in statuses
    assert store.verify_game(game) is None


def test_all_six_turns_would_be_accepted_without_any_guard(site: Site) -> None:
    sites.drop_unique(*sites.UNIQUE_MOVES)
    game, statuses = _submit_at_once(site, workers=1, without="game_lock_at_once,expected_version")
    assert statuses == [ACCEPTED] * TIMES
    assert Event.objects.filter(game=game, seq=3).count() == TIMES
    assert store.verify_game(game) is not None


def _submit_at_once(site: Site, workers: int, without: str = "") -> tuple[Game, list[int]]:
    """Play one turn in peace and the next one six times at once; give the sorted statuses."""
    players = sites.people()
    game = sites.begin(players)
    with servers.web(site.env, workers=workers, without=without) as web:
        alice, bob = (browsers.signed_in(player, web.address) for player in players[:2])
        assert alice.submit(game, "end", seen=1, key="in-peace").is_receipt
        answers = browsers.at_once(bob, game, ["end"] * TIMES, seen=2)
    game.refresh_from_db()
    return game, sorted(answer.status for answer in answers)

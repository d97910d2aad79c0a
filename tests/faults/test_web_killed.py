"""The web process killed around the commit of a move: what was said is kept, and only that."""

from __future__ import annotations

import pytest

from games.ahead import premoves, standing_orders
from games.models import Event, Game, Premove, Submission
from games.play import clock
from mail.models import Delivery
from tests import servers, stage
from tests.faults import browsers, sites
from tests.faults.browsers import NO_ANSWER, Answer
from tests.faults.sites import Site


def test_a_move_is_accepted_and_its_receipt_repeated_in_good_health(site: Site) -> None:
    game = sites.begin(sites.people())
    with servers.web(site.env, workers=1) as web:
        first, again = _end_turn(game, web), _end_turn(game, web)
    assert first.is_receipt
    assert again == first
    _is_one_move(game)


def test_a_move_killed_after_the_commit_is_kept_with_its_letter(site: Site) -> None:
    game = sites.begin(sites.people())
    assert _die(site, game, "after_commit:kill") == Answer(NO_ANSWER)
    assert site.fired() == 1
    _is_one_move(game)
    with servers.worker(site.env):
        servers.until(lambda: len(site.office.to("bob@example.org")) == 2, "the letters to Bob")
    with servers.web(site.env, workers=1) as web:
        receipt = _end_turn(game, web)
    assert receipt.is_receipt
    assert receipt.location.endswith(f"={Submission.objects.get().pk}")
    _is_one_move(game)


def test_a_letter_posted_after_the_commit_would_be_lost(site: Site) -> None:
    game = sites.begin(sites.people())
    guard = "letters_in_the_transaction"
    assert _die(site, game, "before_post:kill", without=guard) == Answer(NO_ANSWER)
    assert site.fired() == 1
    _is_one_move(game)
    assert not _asked_by_letter(game)


def test_a_move_killed_before_the_commit_is_not_stored(site: Site) -> None:
    game = sites.begin(sites.people())
    assert _die(site, game, "before_commit:kill") == Answer(NO_ANSWER)
    assert site.fired() == 1
    assert not Submission.objects.exists()
    assert Event.objects.filter(game=game).count() == 1
    with servers.web(site.env, workers=1) as web:
        assert _end_turn(game, web).is_receipt
    _is_one_move(game)


def test_an_unheard_move_would_be_kept_without_the_transaction(site: Site) -> None:
    game = sites.begin(sites.people())
    guard = "one_transaction"
    assert _die(site, game, "before_commit:kill", without=guard) == Answer(NO_ANSWER)
    assert site.fired() == 1
    _is_one_move(game)


@pytest.mark.parametrize("fault", ["before_commit:kill", "after_commit:kill"])
def test_standing_orders_answer_once_and_tell_of_it_once(site: Site, fault: str) -> None:
    """CP4: with the capture, or not at all."""
    people = sites.people()
    pieces = stage.set_up() | {"S13": "east K"}
    game = stage.begin(people, pieces, now=clock.now(), turn="east")
    standing_orders.file_orders(game.pk, people[0], "pass", now=clock.now())
    for plan in (site.planted(fault), site.env):
        with servers.web(plan, workers=1) as web:
            attacker = browsers.signed_in(people[3], web.address)
            answer = attacker.submit(game, "S13xS33; end", seen=1, key="the-same-key")
    assert site.fired() == 1
    assert answer.is_receipt
    via = Submission.objects.filter(game=game).order_by("first_seq").values_list("via", flat=True)
    assert list(via) == ["web", "standing"]
    assert not game.decisions.filter(kind="recapture").exists()
    (told,) = Delivery.objects.filter(person=people[0], kind="decision")
    assert told.about == {"decision": game.decisions.get(closed_at=None).pk}


@pytest.mark.parametrize("fault", ["before_commit:kill", "after_commit:kill"])
def test_a_premove_is_played_once_though_the_web_server_is_killed(site: Site, fault: str) -> None:
    """With the turn before, or not at all."""
    people = sites.people()
    game = sites.begin(people)
    premoves.file_premove(
        game.pk, people[1], "W40-W29; end", seen_version=1, is_careful=False, now=clock.now()
    )
    for plan in (site.planted(fault), site.env):
        with servers.web(plan, workers=1) as web:
            answer = _end_turn(game, web)
    assert site.fired() == 1
    assert answer.is_receipt
    played = Submission.objects.filter(game=game).order_by("first_seq")
    assert list(played.values_list("via", flat=True)) == ["web", "premove"]
    assert not Premove.objects.exists()
    (asked,) = game.decisions.filter(closed_at=None)
    assert asked.seat.name == "north"
    assert Delivery.objects.filter(about={"decision": asked.pk}).count() == 1


def _die(site: Site, game: Game, fault: str, without: str = "") -> Answer:
    """Hand in a move to a web process that dies of it; then the whole server goes down."""
    with servers.web(site.planted(fault), workers=1, without=without) as web:
        answer = _end_turn(game, web)
        web.kill()
    return answer


def _end_turn(game: Game, web: servers.Server) -> Answer:
    alice = browsers.signed_in(game.host, web.address)
    return alice.submit(game, "end", seen=1, key="the-same-key")


def _is_one_move(game: Game) -> None:
    """See that Alice's turn was played, once."""
    assert Submission.objects.filter(game=game, key="web-the-same-key").count() == 1
    assert list(Event.objects.filter(game=game).order_by("seq").values_list("seq", "kind")) == [
        (1, "started"),
        (2, "turn_ended"),
    ]


def _asked_by_letter(game: Game) -> bool:
    """Say whether a letter waits for the player who is asked now."""
    asked = game.decisions.get(closed_at=None)
    return Delivery.objects.filter(key=f"decision-{asked.pk}").exists()

"""A site with games of all five rule sets lives on: what waits there in every state goes on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session

from accounts.models import Person
from conquest.rulesets.armada.campaign import book
from games.ahead import premoves, standing_orders
from games.letters import writers
from games.models import Commitment, Decision, Draft, Game, Premove, Submission
from games.notes import pins
from games.play import decisions, fairness, store, tables, turns
from games.play.turns import Orders
from games.setups import collection
from leagues import meetings, ratings
from leagues.models import Result
from leagues.plackett_luce import NEWCOMER
from mail.models import Delivery
from mail.outbox import NotNowError
from tests.upgrade import knowing, sites
from tests.upgrade.sites import Known
from training import runs, scores

NOW = datetime(2026, 3, 12, 12, 0, tzinfo=UTC)
SECRET_KEY = "of the site of before"
LETTERS_APART = 12  # so many lie between two that are written
TURNS_OF_MISSION = 8
RULESETS = ("armada", "bollwerk", "conquest", "espionage", "grand-conquest")
PLAYED = sites.PLAYED[sites.FIVE]
BY_TITLE = {known["title"]: known for known in PLAYED}
UNDER_WAY = [known for known in PLAYED if "further" in known]
PAUSED = [known for known in PLAYED if known["is_paused"]]
ENDED = [known for known in PLAYED if "proved" in known]
AHEAD = [known for known in UNDER_WAY if "handed in ahead" in known["title"]]
VIA = Submission.Via


@pytest.fixture
def dump() -> str:
    return sites.FIVE


def titled(*words: str) -> list[Known]:
    """Return the games in whose titles some words stand."""
    return [known for known in UNDER_WAY if any(one in known["title"] for one in words)]


def hand_in(game: Game, seat: str, text: str, now: datetime) -> None:
    """Hand a text in for the player at a seat."""
    person = game.seats.select_related("person", "stand_in").get(name=seat).player
    assert person is not None
    orders = Orders(
        game_id=game.pk,
        person=person,
        text=text,
        seen_version=game.version,
        key=f"{seat}-{game.version}",
    )
    turns.submit(orders, now=now)


def hand_in_next(known: Known) -> None:
    """Hand in what was handed in next then."""
    seat, text, _version = known["further"]["orders"][0]
    hand_in(sites.game_of(known), seat, text, NOW)


def go_on(known: Known) -> Game:
    """Let a game go on as it was seen to go on then; see that every turn has come out so far."""
    game = sites.game_of(known)
    if game.is_paused:
        turns.resume_game(game.pk, now=NOW)
    for number, (seat, text, version) in enumerate(known["further"]["orders"]):
        game = sites.game_of(known)
        hand_in(game, seat, text, NOW + timedelta(minutes=number))
        assert sites.game_of(known).version == version
    return sites.game_of(known)


def vias(game: Game) -> list[str]:
    """Return by what ways something has come to a game by now."""
    found = Submission.objects.filter(game=game, at__gte=NOW)
    return sorted(set(found.values_list("via", flat=True)))


def rows() -> list[str]:
    """Return all results of the league."""
    fields = ("game", "person", "ending", "side", "place", "numbers", "mu", "sigma")
    return sorted(map(str, Result.objects.values_list(*fields)))


def test_there_are_games_of_each_rule_set_in_each_state() -> None:
    for ruleset in RULESETS:
        games = [known for known in PLAYED if known["ruleset"] == ruleset]
        assert {known["status"] for known in games} == {"running", "over", "annulled"}
        assert any(known["is_paused"] for known in games)


@pytest.mark.parametrize("known", PLAYED, ids=sites.title)
def test_a_game_is_told_to_everybody_as_before(site: None, known: Known) -> None:
    game = sites.game_of(known)
    about = (game.title, game.ruleset, game.options, game.status, game.is_paused)
    told = ("title", "ruleset", "options", "status", "is_paused")
    assert about == tuple(known[name] for name in told)
    assert knowing.told(game) == known["told"]
    assert knowing.ends(game) == known["ends"]


@pytest.mark.parametrize("known", UNDER_WAY, ids=sites.title)
def test_a_game_goes_on_as_it_would_have_then(site: None, known: Known) -> None:
    game, further = go_on(known), known["further"]
    assert (game.version, game.status, vias(game)) == (
        *(further["version"], further["status"], further["vias"]),
    )
    assert knowing.positions(game, game.version) == {str(game.version): further["position"]}
    assert knowing.views(game) == further["views"]
    assert [owed[:3] for owed in knowing.owed(game)] == further["owed"]
    assert store.verify_game(game) is None


@pytest.mark.parametrize("known", AHEAD, ids=sites.title)
def test_a_premove_of_before_is_played(site: None, known: Known) -> None:
    premove = Premove.objects.select_related("seat").get(seat__game=known["pk"])
    assert premoves.waiting_premove(premove.seat) == premove
    game = go_on(known)
    played = Submission.objects.get(game=game, via=VIA.PREMOVE)
    assert (played.seat, played.text) == (premove.seat, premove.text)
    assert not Premove.objects.filter(pk=premove.pk).exists()


@pytest.mark.parametrize("known", titled("standing orders"), ids=sites.title)
def test_a_standing_order_of_before_answers(site: None, known: Known) -> None:
    hand_in_next(known)
    answered = Submission.objects.get(game=known["pk"], via=VIA.STANDING)
    assert answered.seat.name == "south"
    assert ("x" in answered.text) is ("recapture" in known["title"])


def test_the_usual_standing_orders_of_before_are_those_a_game_begins_with(site: None) -> None:
    bob = Person.objects.get(name="Bob")
    usual = standing_orders.saved_default(bob, "conquest")
    assert usual == "recapture with cheapest if safe\npass"
    game = Game.objects.get(title="Conquest: begun with the usual orders")
    assert standing_orders.standing_text(game.seats.get(person=bob)) == usual


@pytest.mark.parametrize("known", titled(": away"), ids=sites.title)
def test_somebody_who_is_away_lets_nobody_wait(site: None, known: Known) -> None:
    hand_in_next(known)
    assert Submission.objects.filter(game=known["pk"], via=VIA.AWAY).exists()


@pytest.mark.parametrize(
    "known", titled("planned behind", "planned in branches", "planned anyway"), ids=sites.title
)
def test_a_plan_of_before_is_carried_out_or_dropped(site: None, known: Known) -> None:
    hand_in_next(known)
    happened = [
        one for _row, one in store.read_events(sites.game_of(known), after=known["version"])
    ]
    orders = [knowing.event(one)[1].get("order") for one in happened]
    planned = {"anyway": "S03-S34", "branches": "S01-S31", "behind": "S03-S34"}
    assert next(text for word, text in planned.items() if word in known["title"]) in orders


@pytest.mark.parametrize("known", PAUSED, ids=sites.title)
def test_a_paused_game_takes_nothing_until_it_is_resumed(site: None, known: Known) -> None:
    game, (seat, text, version) = sites.game_of(known), known["further"]["orders"][0]
    with pytest.raises(turns.GameIsPaused):
        hand_in(game, seat, text, NOW)
    late = NOW + timedelta(days=90)
    assert not decisions.overdue_decisions(late).filter(game=game).exists()
    turns.resume_game(game.pk, now=NOW)
    assert decisions.overdue_decisions(late).filter(game=game).exists()
    hand_in(game, seat, text, NOW)
    assert sites.game_of(known).version == version


@pytest.mark.parametrize("known", titled("just begun, with words"), ids=sites.title)
def test_a_game_that_has_just_begun_knows_its_words(site: None, known: Known) -> None:
    game = sites.game_of(known)
    assert all(word.startswith("a word of ") for word in game.words)
    assert [row.kind for row in game.commitments.order_by("number")][:2] == ["seed", "key"]


@pytest.mark.parametrize("ruleset", ["espionage", "armada"])
def test_a_set_up_of_before_is_handed_in(site: None, ruleset: str) -> None:
    known = BY_TITLE[f"{ruleset.capitalize()}: just begun, with words"]
    game, draft = sites.game_of(known), Draft.objects.get(seat__game=known["pk"])
    committed, to_act = game.commitments.filter(kind="set-up"), game.rules.judgement.to_act
    assert (committed.count(), to_act(store.load_state(game))[draft.seat.name]) == (1, "setup")
    hand_in(game, draft.seat.name, draft.text, NOW)
    assert committed.count() == 2
    assert to_act(store.load_state(sites.game_of(known))).get(draft.seat.name) != "setup"
    kept = collection.setups_of_person(draft.person).get(name="Of five games")
    assert list(
        collection.setup_orders(game.rules, store.load_state(game, 1), draft.seat.name, [kept])
    )


def test_notes_of_before_are_kept(site: None) -> None:
    game = sites.game_of(BY_TITLE["Espionage: planned"])
    person = game.seats.order_by("order")[0].person
    assert person is not None
    assert list(pins.read_notes(game, person).values()) == ["Q?"] * 5


@pytest.mark.parametrize("known", titled(": planned"), ids=sites.title)
def test_a_draft_of_before_can_be_carried_out(site: None, known: Known) -> None:
    game = sites.game_of(known)
    if draft := Draft.objects.filter(seat__game=game).first():
        sketch = game.rules.composing.sketch(store.load_state(game), draft.seat.name, draft.text)
        assert sketch.steps
        assert not sketch.is_blocked


def test_silence_of_before_runs_out(site: None) -> None:
    late = NOW + timedelta(days=30)
    waiting = Decision.objects.filter(closed_at=None, game__paused_at=None).order_by("pk")
    asked = list(waiting.values_list("pk", flat=True))
    assert {one.game.ruleset for one in waiting.select_related("game")} == set(RULESETS)
    waiting.filter(told_at=None).update(told_at=NOW)
    answered = [pk for pk in asked if turns.expire_decision(pk, now=late)]
    again = [pk for pk in asked if Decision.objects.filter(pk=pk, closed_at=None).exists()]
    assert not again
    assert Submission.objects.filter(via=VIA.SILENCE, at=late).count() == len(answered)
    assert all(store.verify_game(sites.game_of(known)) is None for known in UNDER_WAY)


@pytest.mark.parametrize("known", ENDED, ids=sites.title)
def test_a_record_of_before_proves_the_same(site: None, known: Known) -> None:
    chain = "".join(
        f"{row.chained_entry.json_line}\n" for row in Commitment.objects.order_by("number")
    )
    assert knowing.proved(sites.game_of(known), chain) == known["proved"]


def test_records_of_each_rule_set_prove_something() -> None:
    proved = {known["ruleset"] for known in ENDED if known["proved"][0].startswith("{")}
    assert proved == set(RULESETS)


def test_the_chain_of_commitments_is_whole(site: None) -> None:
    walked = fairness.check_commitments()
    assert (walked.length, walked.broken) == (Commitment.objects.count(), None)
    for game in Game.objects.all():
        assert fairness.find_bad_commitment(game) is None


def test_an_annulled_game_takes_nothing_and_counts_for_nothing(site: None) -> None:
    annulled = list(Game.objects.filter(status=Game.Status.ANNULLED))
    assert {game.ruleset for game in annulled} == set(RULESETS)
    for game in annulled:
        seat = game.seats.order_by("order")[0]
        with pytest.raises(turns.GameIsOver):
            hand_in(game, seat.name, "resign", NOW)
    assert not Result.objects.filter(game__in=annulled).exists()


def test_a_game_of_before_that_is_annulled_leaves_the_league(site: None) -> None:
    game = sites.game_of(BY_TITLE["Over: bollwerk resigned"])
    assert Result.objects.filter(game=game).exists()
    turns.annul_game(game.pk, now=NOW)
    ratings.rate_games()
    assert not Result.objects.filter(game=game).exists()


def test_the_league_of_before_comes_of_rating_again(
    site: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In 0.2.0 all games of the same two counted alike."""
    before = rows()
    assert before
    assert ratings.rate_games() == 0
    monkeypatch.setattr(meetings, "weigh_meeting", lambda earlier: 1.0)
    ratings.rate_again()
    assert rows() == before


def test_games_of_before_count_less_once_they_are_rated_again(site: None) -> None:
    before = spread()
    ratings.rate_again()
    assert 0 < spread() < before


def spread() -> float:
    """Return how far all ratings together are from that of a newcomer."""
    return sum(abs(mu - NEWCOMER.mu) for mu in Result.objects.values_list("mu", flat=True))


def test_letters_of_before_are_written_or_withdrawn(site: None) -> None:
    waiting = Delivery.objects.filter(status=Delivery.Status.WAITING).order_by("pk")
    kinds = set(waiting.values_list("kind", flat=True))
    some = [one for kind in kinds for one in waiting.filter(kind=kind)[::LETTERS_APART]]
    written = [one for one in some if _writes(one)]
    assert {one.kind for one in written} >= {"decision", "over", "started", "invitation"}
    open_ones = Decision.objects.filter(closed_at=None, game__paused_at=None)
    asked = {one.about["decision"] for one in written if one.kind == "decision"}
    assert asked <= set(open_ones.values_list("pk", flat=True))


def _writes(delivery: Delivery) -> bool:
    """Tell whether there is something to write; of a paused game there is not yet."""
    try:
        return writers.WRITERS[delivery.kind](delivery, NOW) is not None
    except NotNowError:
        return False


def test_a_full_table_of_before_begins(site: None) -> None:
    table = Game.objects.get(title="All are here")
    assert table.host is not None
    game = tables.start_by_host(table.pk, table.host, now=NOW)
    assert game.is_running
    assert fairness.find_bad_commitment(game) is None


def test_a_rematch_of_before_begins_with_the_last_who_wants_it(site: None) -> None:
    table = Game.objects.get(rematch_of__isnull=False)
    alice = Person.objects.get(name="Alice")
    tables.join_table(table.pk, alice, now=NOW)
    assert not table.seats.filter(person=None).exists()


def test_a_mission_of_before_goes_on(site: None, settings: Any) -> None:
    settings.SECRET_KEY = SECRET_KEY
    session = SessionStore(session_key=Session.objects.get().session_key)
    assert runs.started_missions(session, "armada") == {2, 5}
    before = runs.load_run(session, "armada", 2)
    assert before is not None
    solution = book.recorded_solution(2)
    for text in solution.turns[TURNS_OF_MISSION:]:
        before = runs.submit_orders(session, "armada", before, text)
    assert before.run.stage.result
    assert before.run.stage.result.is_won
    assert runs.started_missions(session, "armada") == {5}
    bob = Person.objects.get(name="Bob")
    assert scores.best_scores(bob, SessionStore(), "armada")["river"] == scores.BestScore(3, 18)

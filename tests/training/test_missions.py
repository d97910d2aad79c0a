"""Missions are public: begun, played and won by anyone; and what nobody may learn stays secret."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import Person
from conquest.rulesets.armada.campaign import book
from training import missions, runs
from training.models import MissionScore
from training.scores import SCORES

pytestmark = pytest.mark.django_db
CAMPAIGN = "/campaign/armada/"
HIDDEN = 6
"""A mission whose enemy is dealt by lot."""
OWN = ("f1", "b2", "d2", "h2", "j2")
"""Where the units of the first mission begin."""
JSON = {"accept": "application/json"}


def page(number: int = 1) -> str:
    return f"{CAMPAIGN}{number}/"


def store_run(client: Client, number: int, turns: int = 0, *, mark: str = "0000beef") -> None:
    """Store a run by its recorded solution in a session, that many turns long; -1 leaves out the
    last one."""
    solution, referee = book.recorded_solution(number), runs.referee("armada")
    run = referee.begin_run(number, bytes.fromhex(solution.seed))
    for text in solution.turns[:turns]:
        run = referee.submit(run, text)
    store_turns(client, number, run.seed, run.turns, mark)


def store_turns(
    client: Client, number: int, seed: bytes, turns: Any, mark: str = "0000beef"
) -> None:
    session = client.session
    session[runs.RUNS] = {
        **session.get(runs.RUNS, {}),
        f"armada {number}": {"seed": seed.hex(), "mark": mark, "turns": turns, "is_over": False},
    }
    session.save()


def form(client: Client, number: int, text: str) -> dict[str, str]:
    """Return what the form of a mission's page sends."""
    shown = client.get(page(number)).context
    return {"text": text, "run": shown["running"].mark, "seen": str(shown["seen"])}


def win(client: Client, number: int) -> Any:
    """Hand in the last turn of a solution."""
    store_run(client, number, -1)
    last = form(client, number, book.recorded_solution(number).turns[-1])
    return client.post(f"{page(number)}submit/", last, follow=True)


def test_anybody_begins_and_plays_a_mission(client: Client) -> None:
    assert b"under way" not in client.get(CAMPAIGN).content
    assert b"begin/" in client.get(page()).content
    assert client.post(f"{page()}begin/").headers["Location"] == page()
    shown = client.get(page())
    assert b"Hand in" not in shown.content
    assert b"Hand in" in client.get(f"{page()}?plan=b2-b3").content
    answer = client.post(f"{page()}submit/", form(client, 1, "b2-b3"))
    assert answer.headers["Location"] == f"{page()}#board"
    after = client.get(page())
    assert after.context["seen"] == 2
    assert [str(step.seat) for step in after.context["steps"]] == ["south", "north"]
    assert b"under way" in client.get(CAMPAIGN).content


def test_mission_map_opens_where_own_units_stand_and_something_happened(client: Client) -> None:
    store_run(client, 1)
    shown = client.get(page())
    assert (shown.context["focus"].own, shown.context["focus"].happened) == (OWN, ())
    client.post(f"{page()}submit/", form(client, 1, "b2-b3"))
    after = client.get(page())
    assert "b3" in after.context["focus"].own
    assert {"b2", "b3"} <= set(after.context["focus"].happened)
    assert f'data-own="{" ".join(after.context["focus"].own)}"' in after.content.decode()


def test_mission_steps_are_shown_one_by_one(client: Client) -> None:
    store_run(client, 2, 3)
    first, second = (client.get(f"{page(2)}?step={number}") for number in (1, 2))
    assert first.context["shown"].number == 1
    assert first.content != second.content
    assert client.get(f"{page(2)}?step=99").context["running"]


@pytest.mark.parametrize(
    ("language", "lost"),
    [("en", "You lost: two on c5."), ("de", "Deine Verluste: Zweier auf c5.")],
)
def test_mission_page_says_what_was_lost_since_the_last_turn(
    client: Client, language: str, lost: str
) -> None:
    store_run(client, 5)
    headers = {"accept-language": language}
    assert b'class="lost"' not in client.get(page(5), headers=headers).content
    store_run(client, 5, 1)
    shown = client.get(page(5), headers=headers)
    assert f'<strong class="lost" tabindex="0">{lost} </strong>' in shown.content.decode()


def test_a_mission_is_won_and_its_stars_are_kept_for_the_session(client: Client) -> None:
    shown = win(client, 1)
    assert shown.context["result"].is_won
    assert b"Mission accomplished" in shown.content
    assert "★★★" in client.get(CAMPAIGN).content.decode()
    assert not MissionScore.objects.exists()


def test_mission_stars_of_a_person_are_kept_for_good(client: Client, alice: Person) -> None:
    client.force_login(alice)
    win(client, 1)
    won = MissionScore.objects.get()
    assert (won.person, won.mission, won.stars) == (alice, "river", 3)
    elsewhere = Client()
    elsewhere.force_login(alice)
    assert "★★★" in elsewhere.get(CAMPAIGN).content.decode()


def test_only_the_best_mission_score_is_kept(client: Client, alice: Person) -> None:
    MissionScore.objects.create(person=alice, ruleset="armada", mission="river", stars=1, rounds=5)
    client.force_login(alice)
    win(client, 1)
    win(client, 1)
    assert [(one.stars, one.rounds) for one in MissionScore.objects.all()] == [(3, 5)]


def test_mission_scores_of_the_session_go_over_to_the_person(client: Client, alice: Person) -> None:
    win(client, 1)
    client.force_login(alice)
    assert "★★★" in client.get(CAMPAIGN).content.decode()
    win(client, 2)
    assert sorted(one.mission for one in MissionScore.objects.filter(person=alice)) == [
        "levy",
        "river",
    ]
    assert client.session[SCORES] == {"armada": {}}


def test_mission_scores_go_over_when_the_next_mission_begins(client: Client, alice: Person) -> None:
    win(client, 1)
    client.force_login(alice)
    client.get(page(2))
    assert not MissionScore.objects.exists()  # nothing acts on GET
    client.post(f"{page(2)}begin/")
    assert MissionScore.objects.get(person=alice).mission == "river"
    assert client.session[SCORES] == {"armada": {}}


def test_a_mission_is_lost_without_stars(client: Client) -> None:
    client.post(f"{page()}begin/")
    shown = client.post(f"{page()}submit/", form(client, 1, "resign"), follow=True)
    assert not shown.context["result"].is_won
    assert b"Mission failed" in shown.content
    assert SCORES not in client.session


def test_mission_form_of_another_moment_does_not_count(client: Client) -> None:
    client.post(f"{page()}begin/")
    old = form(client, 1, "b2-b3")
    client.post(f"{page()}submit/", old)
    kept = client.session[runs.RUNS]
    answer = client.post(f"{page()}submit/", old | {"text": "d2-d3"})
    assert answer.headers["Location"] == f"{page()}?stale=1"
    assert b"has gone on" in client.get(f"{page()}?stale=1").content
    assert client.session[runs.RUNS] == kept


def test_mission_form_of_an_earlier_run_does_not_count(client: Client) -> None:
    client.post(f"{page()}begin/")
    old = form(client, 1, "b2-b3")
    client.post(f"{page()}begin/")
    kept = client.session[runs.RUNS]
    assert client.post(f"{page()}submit/", old).headers["Location"] == f"{page()}?stale=1"
    assert client.session[runs.RUNS] == kept


def test_mission_page_in_another_window_is_told_that_it_went_on(client: Client) -> None:
    store_run(client, 1, 1)
    told = client.post(page(), {"text": ""}, headers=JSON).json()
    assert told["version"] == 2
    client.post(f"{page()}leave/")
    assert client.post(page(), {"text": ""}, headers=JSON).status_code == 409


def test_refused_mission_orders_come_back_encrypted_with_the_reason(client: Client) -> None:
    client.post(f"{page()}begin/")
    kept = client.session[runs.RUNS]
    address = client.post(f"{page()}submit/", form(client, 1, "b2-b5")).headers["Location"]
    assert "b2-b5" not in address
    shown = client.get(address)
    assert b"b2-b5" in shown.content
    assert shown.context["turn"].sketch.refused
    assert client.session[runs.RUNS] == kept


def test_mission_plan_typed_as_text_is_worked_out(client: Client) -> None:
    client.post(f"{page()}begin/")
    address = client.post(f"{page()}plan/", {"text": "b2-b3"}).headers["Location"]
    assert "b2-b3" not in address  # no two letters: those can stand in what is encrypted
    assert [one.step.text for one in client.get(address).context["turn"].steps] == ["b2-b3"]


def test_mission_plan_in_a_url_is_read_by_nobody_else(client: Client) -> None:
    client.post(f"{page()}begin/")
    address = client.post(f"{page()}plan/", {"text": "b2-b3"}).headers["Location"]
    client.post(f"{page()}begin/")
    assert not client.get(address).context["turn"].steps
    assert b"b2-b3" not in Client().get(address).content


def test_mission_run_is_open_to_nobody_else(client: Client) -> None:
    store_run(client, 1, 3)
    other = Client()
    assert "running" not in other.get(page()).context
    assert other.post(f"{page()}submit/", form(client, 1, "b2-b3")).headers["Location"] == page()
    assert runs.RUNS not in other.session


@pytest.mark.parametrize("action", ["begin", "plan", "submit", "leave"])
def test_mission_is_not_changed_by_a_mere_visit(client: Client, action: str) -> None:
    store_run(client, 1, 3)
    kept = client.session[runs.RUNS]
    assert client.get(f"{page()}{action}/").headers["Location"] == page()
    assert client.session[runs.RUNS] == kept


def test_a_mission_is_given_up(client: Client) -> None:
    store_run(client, 1, 3)
    store_run(client, 2, 1)
    assert client.post(f"{page()}leave/").headers["Location"] == CAMPAIGN
    assert list(client.session[runs.RUNS]) == ["armada 2"]


def test_session_holds_a_few_mission_runs(client: Client) -> None:
    for number in range(1, 8):
        client.post(f"{page(number)}begin/")
    assert list(client.session[runs.RUNS]) == [f"armada {n}" for n in range(4, 8)]


def test_mission_orders_are_kept_as_the_game_writes_them(client: Client) -> None:
    client.post(f"{page()}begin/")
    client.post(f"{page()}submit/", form(client, 1, f"B2-b3 # {'words ' * 300}"))
    [kept] = client.session[runs.RUNS].values()
    assert kept["turns"][0] == ["south", "b2-b3"]


def test_mission_run_of_other_rules_begins_again(client: Client) -> None:
    store_turns(client, 1, bytes(16), [["south", "a1-k11"]])
    assert b"begin/" in client.get(page()).content


@pytest.mark.parametrize("path", ["/campaign/conquest/", "/campaign/chess/", page(9), page(0)])
def test_missing_mission_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/rules/armada/", "/learn/", "/learn/armada/"])
def test_other_pages_lead_to_the_campaign(client: Client, path: str) -> None:
    assert f'href="{CAMPAIGN}"'.encode() in client.get(path).content


@pytest.mark.parametrize("number", range(1, 9))
@pytest.mark.parametrize("language", ["en", "de"])
def test_each_mission_is_shown_in_each_language(client: Client, language: str, number: int) -> None:
    with translation.override(language):
        found = missions.read_campaign("armada", language)
    assert found
    chapter = found.chapters[number - 1]
    assert chapter.briefing
    assert chapter.lost
    assert chapter.won
    store_run(client, number, 2)
    shown = client.get(page(number), headers={"accept-language": language})
    assert shown.status_code == 200
    assert chapter.title in shown.content.decode()


# --- secrets ---


def find_seed(enemy: str) -> bytes:
    """Return a seed by which the enemy King of the hidden mission stands on a square."""
    referee = runs.referee("armada")
    seeds = (f"deal {number}".encode() for number in range(1000))
    return next(
        seed
        for seed in seeds
        if referee.begin_run(HIDDEN, seed).stage.state.pieces[enemy].rank == "K"
    )


def sights(seed: bytes) -> list[str]:
    """Return all that a player gets to see of the hidden mission before anything happens."""
    client = Client()
    store_turns(client, HIDDEN, seed, [])
    asked: tuple[dict[str, str], ...] = ({"plan": "b3-b4"}, {"piece": "d3"}, {"step": "1"}, {})
    shown = [client.get(page(HIDDEN), query).content.decode() for query in asked]
    shown.append(client.post(page(HIDDEN), {"text": "b3-b4"}, headers=JSON).content.decode())
    shown.append(client.get(page(HIDDEN), {"field": "b8"}, headers=JSON).content.decode())
    return [re.sub(r'(csrfmiddlewaretoken\\?" value=\\?")[^"\\]+', r"\1", one) for one in shown]


def test_mission_pages_do_not_tell_who_is_the_king() -> None:
    assert sights(find_seed("b8")) == sights(find_seed("j8"))


def test_mission_page_that_told_the_king_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conquest.core.Knowledge.known_state", lambda self, state, viewer: state)
    assert sights(find_seed("b8")) != sights(find_seed("j8"))


def test_mission_seed_is_on_no_page_and_in_no_cookie(client: Client) -> None:
    client.post(f"{page(HIDDEN)}begin/")
    [kept] = client.session[runs.RUNS].values()
    shown = client.get(page(HIDDEN))
    answer = client.post(f"{page(HIDDEN)}submit/", form(client, HIDDEN, "b3-b4"))
    told = [shown.content.decode(), str(shown.headers), str(answer.headers), str(client.cookies)]
    assert kept["seed"] not in "".join(told)
    assert "no-store" in shown.headers["Cache-Control"]

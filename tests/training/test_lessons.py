"""The lessons of every rule set: the solution of each reaches its goal, and nothing less does."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from conquest import registry
from tests.games.test_every_page import plain
from training import goals
from training.lessons import Lesson, read_lessons
from training.models import CompletedLesson

SLUGS = [slug for slug, _title in registry.ruleset_choices()]


def lessons(language: str = "en") -> list[tuple[str, Lesson]]:
    courses = ((slug, read_lessons(slug, language)) for slug in SLUGS)
    return [(slug, lesson) for slug, found in courses if found for lesson in found.lessons]


def is_reached(slug: str, lesson: Lesson, text: str) -> bool:
    scene = goals.lesson_tryout(registry.get_ruleset(slug), lesson)
    played = scene.rules.composing.sketch(scene.state, scene.seat, text)
    return goals.reaches_goal(scene.rules, lesson.goal, played)


def name(case: tuple[str, Lesson]) -> str:
    return f"{case[0]}-{case[1].number}"


@pytest.mark.parametrize("case", lessons(), ids=name)
def test_a_lesson_is_reached_by_its_solution(case: tuple[str, Lesson]) -> None:
    slug, lesson = case
    assert is_reached(slug, lesson, lesson.solution)


@pytest.mark.parametrize("case", lessons(), ids=name)
def test_a_lesson_is_not_reached_by_less_than_its_solution(case: tuple[str, Lesson]) -> None:
    """Neither by nothing, nor by the solution without its last order, nor with a wrong one."""
    slug, lesson = case
    notation = registry.get_ruleset(slug).notation
    orders = notation.split_words(lesson.solution)
    for text in ("", notation.join_words(orders[:-1]), notation.join_words((*orders, "X99-X98"))):
        assert not is_reached(slug, lesson, text)


@pytest.mark.parametrize("case", lessons(), ids=name)
def test_a_lesson_asks_its_seat_for_a_decision(case: tuple[str, Lesson]) -> None:
    slug, lesson = case
    scene = goals.lesson_tryout(registry.get_ruleset(slug), lesson)
    assert scene.seat in scene.rules.judgement.to_act(scene.state)
    assert scene.around


def test_lessons_are_the_same_in_every_language() -> None:
    for (slug, one), (_slug, other) in zip(lessons("en"), lessons("de"), strict=True):
        data = [(lesson.example, lesson.seat, lesson.goal) for lesson in (one, other)]
        assert data[0] == data[1], f"{slug} {one.number}"
        for english, german in ((one.title, other.title), (one.task, other.task)):
            assert english != german
        assert all((one.hint, one.praise, other.hint, other.praise))


def test_the_last_lesson_ends_with_sending() -> None:
    ends = [lesson.number for _slug, lesson in lessons() if lesson.has_review]
    assert ends == [len(found.lessons) for slug in SLUGS if (found := read_lessons(slug, "en"))]


def test_lessons_are_listed_for_anybody(client: Client) -> None:
    page = client.get(reverse("lessons", args=["conquest"])).content.decode()
    found = read_lessons("conquest", "en")
    assert found is not None
    for lesson in found.lessons:
        assert reverse("lesson", args=["conquest", lesson.number]) in page
        assert lesson.title in page


@pytest.mark.parametrize("path", ["/learn/chess/", "/learn/chess/1/", "/learn/conquest/0/"])
def test_a_missing_lesson_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
    assert client.get("/learn/conquest/12/").status_code == 404


def test_a_lesson_gives_a_hint_and_then_praise(client: Client) -> None:
    address = reverse("lesson", args=["conquest", 1])
    begun, missed, done = (
        client.get(address, {"plan": plan}).content.decode()
        for plan in ("", "S12-S13", "S12-S13-S14")
    )
    assert "Not there yet" not in begun
    assert "You have done it" not in begun
    assert "Not there yet" in missed
    assert "A soldier walks two fields" in missed
    assert "You have done it" in done
    assert reverse("lesson_done", args=["conquest", 1]) in done


def test_a_lesson_sends_its_progress_to_the_script(client: Client, db: None) -> None:
    address = reverse("lesson", args=["conquest", 1])
    said = [
        client.post(address, {"text": text, "draft": "0"}).json()
        for text in ("", "S12-S13", "S12-S13-S14")
    ]
    assert [one["verdict"][:15] for one in said] == ["", "Not there yet.", "You have done i"]
    assert "Next lesson" in said[2]["panel"]
    assert (said[2]["left"], said[2]["draft"]) == (18, 0)


def test_a_lesson_says_why_a_move_is_refused(client: Client, db: None) -> None:
    """C9: as a game does."""
    asked = {"text": "", "piece": "S12", "field": "S16", "tool": ""}
    told = client.post(reverse("lesson", args=["conquest", 1]), asked).json()
    assert told["sentence"] == "The soldier on S12 goes 2 steps in a turn, no more."
    assert told["address"] == "/rules/conquest/#C9"


def test_a_lesson_asks_for_an_answer_as_a_game_does(client: Client) -> None:
    address = reverse("lesson", args=["conquest", 6])
    page = client.get(address).content.decode()
    assert page.count('type="radio"') == 3
    assert " checked" not in page
    assert "Not there yet" in client.get(address, {"plan": "S33xS13"}).content.decode()
    assert "Not there yet" in client.get(address, {"plan": "pass"}).content.decode()
    assert "You have done it" in client.get(address, {"plan": "S12xS13"}).content.decode()


def ticks(client: Client) -> list[int]:
    """Return which lessons of Conquest the list shows as done."""
    page = plain(client.get(reverse("lessons", args=["conquest"])))
    found = read_lessons("conquest", "en")
    assert found is not None
    return [one.number for one in found.lessons if f"✓ {one.title} (done)" in page]


@pytest.mark.parametrize("is_signed_in", [False, True])
def test_a_solved_lesson_is_ticked_off(client: Client, alice: Person, is_signed_in: bool) -> None:
    if is_signed_in:
        client.force_login(alice)
    address = reverse("lesson", args=["conquest", 1])
    client.post(address, {"text": "S12-S13"})
    assert ticks(client) == []
    client.post(address, {"text": "S12-S13-S14"})
    assert ticks(client) == [1]
    assert "Go on with lesson 2" in plain(client.get(reverse("lessons", args=["conquest"])))
    assert "1 done" in plain(client.get(reverse("lessons_overview")))
    assert CompletedLesson.objects.count() == is_signed_in


def test_looking_at_a_lesson_ticks_off_nothing(client: Client, alice: Person) -> None:
    client.force_login(alice)
    client.get(reverse("lesson", args=["conquest", 1]), {"plan": "S12-S13-S14"})
    client.get(reverse("lesson_done", args=["conquest", 1]), {"plan": "S12-S13-S14"})
    assert ticks(client) == []


def test_a_lesson_solved_without_a_script_is_ticked_off(client: Client, db: None) -> None:
    missed, done = (
        client.post(reverse("lesson_done", args=["conquest", 1]), {"text": text})
        for text in ("S12-S13", "S12-S13-S14")
    )
    assert missed.headers["Location"] == reverse("lesson", args=["conquest", 1])
    assert done.headers["Location"] == reverse("lesson", args=["conquest", 2])
    assert ticks(client) == [1]


def test_completed_lessons_of_a_person_are_kept(alice: Person, bob: Person) -> None:
    first, next_time, other = Client(), Client(), Client()
    for client, person in ((first, alice), (next_time, alice), (other, bob)):
        client.force_login(person)
    first.post(reverse("lesson", args=["conquest", 1]), {"text": "S12-S13-S14"})
    assert (ticks(next_time), ticks(other)) == ([1], [])


def test_lessons_are_over_when_the_last_turn_is_sent(client: Client, db: None) -> None:
    turn = {"text": "S40-S29-S30; S42-S40"}
    client.post(reverse("lesson", args=["conquest", 11]), turn)
    assert ticks(client) == []
    sent = client.post(reverse("lesson_done", args=["conquest", 11]), turn)
    assert sent.headers["Location"] == f"{reverse('lessons', args=['conquest'])}?sent=1"
    assert ticks(client) == [11]


def test_the_last_lesson_checks_a_turn_before_sending(client: Client) -> None:
    address = reverse("lesson", args=["conquest", 11])
    checked = client.get(address, {"plan": "S40-S29-S30; S42-S40", "review": "1"}).content.decode()
    assert "Is this your turn?" in checked
    assert "2 points lapse" in checked
    too_little = client.get(address, {"plan": "S40-S29-S30", "review": "1"}).content.decode()
    assert "Is this your turn?" not in too_little
    done = client.get(reverse("lessons", args=["conquest"]), {"sent": "1"}).content.decode()
    assert reverse("account_signup") in done


@pytest.mark.parametrize("door", ["home", "rules_index", "lessons_overview", "rules"])
def test_lessons_are_linked_from_other_pages(client: Client, db: None, door: str) -> None:
    address = reverse(door, args=["conquest"] if door == "rules" else [])
    assert reverse("lessons", args=["conquest"]) in client.get(address).content.decode()

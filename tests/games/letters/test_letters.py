"""Letters about games: what each says, in both parts, and what names in them cannot do."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.letters import letters
from games.letters.context import (
    DecisionRequest,
    GameTopic,
    LetterNews,
    LetterStep,
    PlayerLine,
    Reader,
    Situation,
)
from mail.layout import Picture
from mail.letters import Letter
from tests.letters import PNG, Read

SITE = "https://zugpost.example"
READER = Reader(
    zone=ZoneInfo("Europe/Berlin"), preferences=f"{SITE}/preferences/", unsubscribe=f"{SITE}/u/t/"
)
TOPIC = GameTopic(
    rules="Conquest", number=128, title="Autumn", side="white (South)", url=f"{SITE}/games/128/"
)
STEPS = tuple(
    LetterStep(number=number, sentence=f"West: elephant W{number}-W{number + 1}", cost=1)
    for number in range(3, 15)
)
NEWS = LetterNews(
    summary=("You lost: knight on S42.",),
    steps=STEPS,
    total=14,
    url=f"{SITE}/games/128/history/?upto=40",
)
SITUATION = Situation(
    points="You have 16 points for this turn.",
    reasons=("− 4 (tower ST2 held by West)",),
    columns=("Win points", "Pieces", "Captured"),
    players=(
        PlayerLine(seat="South", name="Alice (you)", numbers=("26", "24", "3")),
        PlayerLine(seat="West", name="Bob", numbers=("25", "23", "2"), facts=("immobilised",)),
    ),
    notes=("Turns in a row without a capture: 0. After 16 the game ends.",),
    board=("South, island of South: soldier S01 S02 S03.", "West, outer sea: ship M112."),
    pictures=(Picture("board", PNG, "The board in turn 7."),),
)


@pytest.fixture
def turn(now: datetime) -> DecisionRequest:
    return DecisionRequest(
        brief="Your turn (turn 7)",
        headline="It is your turn",
        action="Make your move",
        url=f"{SITE}/games/128/",
        due_at=now + timedelta(hours=28),
        waits="Your turn is still awaited.",
        silence="When the time is up, your turn ends without a move.",
    )


@pytest.fixture
def recapture(now: datetime) -> DecisionRequest:
    return DecisionRequest(
        brief="Recapture? East: knight E14 captures knight of South on S33",
        headline="Do you recapture?",
        action="Answer",
        url=f"{SITE}/games/128/answer/",
        due_at=now + timedelta(hours=6),
        waits="Your answer is still awaited.",
        silence="When the time is up, there is no recapture.",
        reason="East: knight E14 captures knight of South on S33 (E14-E15xS33)",
        answers=(("A", "elephant from S32 takes West's elephant on S33"), ("–", "No recapture")),
    )


@pytest.fixture
def all_letters(
    turn: DecisionRequest, recapture: DecisionRequest, now: datetime
) -> dict[str, Letter]:
    return {
        "turn": letters.decision_letter(READER, TOPIC, turn, NEWS, SITUATION, now=now),
        "recapture": letters.decision_letter(READER, TOPIC, recapture, NEWS, SITUATION, now=now),
        "reminder": letters.reminder_letter(READER, TOPIC, turn, now=now),
        "started": letters.start_letter(
            READER, TOPIC, SITUATION, pace="turn: 3 days", first="The game begins with South."
        ),
        "over": letters.game_over_letter(
            READER, TOPIC, NEWS, SITUATION, result="You have won.", reason="One piece is left."
        ),
        "invitation": letters.invitation_letter(
            host="Alice", rules="Conquest", title="Autumn", seats="Alice sits.", url=f"{SITE}/i/k/"
        ),
    }  # fmt: skip


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("name", "subject"),
    [
        ("turn", "[Conquest 128] Your turn (turn 7) · until Tue 3 Mar, 17:00"),
        (
            "recapture",
            "[Conquest 128] Recapture? East: knight E14 captures knight of South on S33"
            " · until today 19:00",
        ),
        ("reminder", "[Conquest 128] Still open: Your turn (turn 7) · until Tue 3 Mar, 17:00"),
        ("started", "[Conquest 128] The game has begun"),
        ("over", "[Conquest 128] Game over: You have won."),
        ("invitation", "Alice invites you to a game of Conquest"),
    ],
)
def test_letter_subject_says_what_it_is_about(
    all_letters: dict[str, Letter], name: str, subject: str
) -> None:
    assert all_letters[name].subject == subject


def test_letter_tells_a_turn_whole_in_both_parts(all_letters: dict[str, Letter]) -> None:
    letter = all_letters["turn"]
    told = [
        "It is your turn",
        "Deadline: Tuesday 3 March 2026, 17:00 (CET, Berlin)",
        "1 day, 4 hours left",
        "Make your move",
        "See what happened (14 steps)",
        "… 2 steps in which nothing was captured",
        *(step.sentence for step in STEPS),
        "You have 16 points for this turn.",
        "− 4 (tower ST2 held by West)",
        "Alice (you)",
        "West: immobilised",
        "Turns in a row without a capture: 0. After 16 the game ends.",
        *SITUATION.board,
        "you play white (South)",
        "You get this letter because you play in this game.",
    ]
    text, html = plain(letter.text), Read(letter.html).said
    assert [words for words in told if words not in text] == []
    assert [words for words in told if words not in html] == []


def test_letter_has_the_same_urls_in_both_parts(all_letters: dict[str, Letter]) -> None:
    for letter in all_letters.values():
        in_text = re.findall(r"^https\S+$", letter.text, re.MULTILINE)
        assert set(in_text) == set(Read(letter.html).links)


def test_letter_numbers_the_steps_as_they_are_drawn(all_letters: dict[str, Letter]) -> None:
    text = all_letters["turn"].text
    assert "\n 3. West: elephant W3-W4 · 1 point\n" in text
    assert "\n14. West: elephant W14-W15 · 1 point\n" in text


def test_letter_marks_the_answers_with_letters(all_letters: dict[str, Letter]) -> None:
    assert (
        "\n  A elephant from S32 takes West's elephant on S33\n  – No recapture\n"
        in all_letters["recapture"].text
    )


def test_letter_sets_the_players_in_columns(all_letters: dict[str, Letter]) -> None:
    lines = all_letters["over"].text.splitlines()
    head = next(place for place, line in enumerate(lines) if line.startswith("Side "))
    assert lines[head : head + 3] == [
        "Side   Player       Win points  Pieces  Captured",
        "South  Alice (you)          26      24         3",
        "West   Bob                  25      23         2",
    ]


def test_letter_says_that_the_time_is_up(turn: DecisionRequest, now: datetime) -> None:
    late = dataclasses.replace(turn, due_at=now)
    assert "The time is up" in letters.reminder_letter(READER, TOPIC, late, now=now).text


def test_letter_threads_and_unsubscribes_only_for_games(
    all_letters: dict[str, Letter],
) -> None:
    about_game = {name for name, letter in all_letters.items() if letter.thread == "game-128"}
    stoppable = {name for name, letter in all_letters.items() if letter.unsubscribe}
    assert about_game == stoppable == {"turn", "recapture", "reminder", "started", "over"}


def test_letter_loads_nothing_from_elsewhere(all_letters: dict[str, Letter]) -> None:
    for letter in all_letters.values():
        read = Read(letter.html)
        cids = [f"cid:{picture.cid}" for picture in letter.pictures]
        assert read.sources == cids
        assert not read.tags & {"script", "link", "iframe", "object", "form", "video"}
        assert "url(" not in letter.html
        assert "@import" not in letter.html
        assert all(address.startswith(SITE) for address in read.links)


def test_letter_stays_below_what_mail_programs_cut_off(all_letters: dict[str, Letter]) -> None:
    assert max(len(letter.html.encode()) for letter in all_letters.values()) < 100_000


EVIL = '<script>alert(1)</script><a href="https://evil.example">'


@pytest.fixture
def named_by_a_rogue(now: datetime, turn: DecisionRequest) -> Callable[[str], list[Letter]]:
    def written(name: str) -> list[Letter]:
        players = (dataclasses.replace(SITUATION.players[0], name=name),)
        situation = dataclasses.replace(SITUATION, players=players)
        topic = dataclasses.replace(TOPIC, title=name)
        return [
            letters.decision_letter(READER, topic, turn, NEWS, situation, now=now),
            letters.invitation_letter(
                host=name, rules="Conquest", title=name, seats=name, url=f"{SITE}/i/k/"
            ),
        ]

    return written


def test_letter_escapes_names(
    named_by_a_rogue: Callable[[str], list[Letter]],
) -> None:
    for letter in named_by_a_rogue(EVIL):
        read = Read(letter.html)
        assert "script" not in read.tags
        assert "https://evil.example" not in read.links


def test_letter_lets_no_name_begin_a_line_of_the_text(
    named_by_a_rogue: Callable[[str], list[Letter]],
) -> None:
    for letter in named_by_a_rogue("Bob\n\nYour account is closed\r\nhttps://evil.example"):
        starts = ("Your account", "https://evil")
        assert not [line for line in letter.text.splitlines() if line.startswith(starts)]


@pytest.mark.parametrize(
    "name",
    [
        "Win at https://evil.example/x", "see WWW.evil", "evil.example", "a.b@evil.example",
        "evil2.example", "evil．example", "evil。example", "evil․example", "me@evil", "me＠evil",
        "evil:/x", "6.6.6.6/evil",
    ],
)  # fmt: skip
def test_invitation_letter_has_no_foreign_links(
    named_by_a_rogue: Callable[[str], list[Letter]], name: str
) -> None:
    invitation = named_by_a_rogue(name)[-1]
    assert "evil" not in f"{invitation.subject}{invitation.text}{invitation.html}"


def test_invitation_letter_keeps_common_names(
    named_by_a_rogue: Callable[[str], list[Letter]],
) -> None:
    for name in ("Dr. J. R. Alice", "Alice Bob-Charlie", "v1.5", "Älice 3.0 …"):
        assert name in named_by_a_rogue(name)[-1].text

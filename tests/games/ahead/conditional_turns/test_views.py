"""The page of conditional turns, lines built on the board, and where others see nothing of them."""

from __future__ import annotations

import html
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.letters import writers
from games.models import ConditionalTurns, Decision, Game
from games.play import turns
from mail.models import Delivery
from tests import stage

pytestmark = pytest.mark.django_db

OPENING = "a5-a6 +X b6"
FIRST, SECOND, OTHER, ANSWER = "a18-a17 +B a16", "c18-b17 +B a17", "e19-e20", "j5-j6 +X i7"
ONCE = re.compile(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"|data-pass="[^"]*"')
LINE = f"{FIRST} > {ANSWER}"


@pytest.fixture
def game(alice: Person, bob: Person, now: datetime) -> Game:
    """Bollwerk: White (Alice) has moved, Black (Bob) is asked."""
    game = stage.sit_down([alice, bob], "bollwerk", now=now, seats="choice")
    stage.hand_in(game, alice, OPENING, now=now)
    game.refresh_from_db()
    return game


@pytest.fixture
def white(client: Client, alice: Person) -> Client:
    client.force_login(alice)
    return client


def address(game: Game) -> str:
    return reverse("game_conditional", args=[game.pk])


def words(answer: Any) -> str:
    return html.unescape(" ".join(answer.content.decode().split()))


def send(client: Client, game: Game, **said: Any) -> Any:
    given = {"seen": game.version, "do": "file", "delay": 0, **said}
    return client.post(address(game), given, follow=True)


def test_conditional_turns_are_written_and_shown_to_their_author(white: Client, game: Game) -> None:
    page = words(white.get(address(game)))
    assert "You have none: you are asked each time." in page
    page = words(send(white, game, text=LINE, delay=60))
    assert "Kept. Nobody else sees these turns before they are played." in page
    assert f'<code translate="no">{LINE}</code>' in page
    assert "Each answer is played after 60 minutes." in page
    page = words(white.get(game.get_absolute_url()))
    assert "1 line of conditional turns" in page


def test_conditional_turns_that_cannot_be_read_stay_as_they_were_typed(
    white: Client, game: Game
) -> None:
    answer = send(white, game, text=FIRST, delay=10)
    assert answer.status_code == 422
    page = words(answer)
    assert "Line 1 ends with a turn of the other side" in page
    assert f">{FIRST}</textarea>" in page
    assert '<option value="10" selected>' in page
    assert not ConditionalTurns.objects.exists()


def test_conditional_turns_of_an_old_page_are_refused(white: Client, game: Game) -> None:
    answer = send(white, game, text=LINE, seen=1)
    assert answer.status_code == 409
    assert "Nothing was handed in ahead." in words(answer)


def test_conditional_turns_are_withdrawn(white: Client, game: Game) -> None:
    send(white, game, text=LINE)
    assert "Taken back." in words(send(white, game, do="withdraw"))
    assert "There is nothing to take back any more." in words(send(white, game, do="withdraw"))


def test_a_line_is_built_on_the_board(white: Client, game: Game) -> None:
    """Play the turn that is expected, go on as oneself, answer it, and keep the line."""
    board = reverse("game_try", args=[game.pk])
    page = words(white.get(address(game)))
    assert f'href="{board}?seat=black"' in page
    begun = words(white.get(board, {"seat": "black", "plan": FIRST}))
    assert "Keep this line" not in begun
    onward = re.search(r'href="([^"]*past=[^"]*)"', begun)
    assert onward
    mine = words(white.get(onward[1].partition("#")[0] + f"&plan={ANSWER.replace('+', '%2B')}"))
    assert "Keep this line for the game" in mine
    line = re.search(r'name="text" value="([^"]*)"', mine)
    assert line
    assert line[1] == LINE
    send(white, game, text=LINE, do="line")
    page = words(send(white, game, text=f"{SECOND} > i5-i6", do="line"))
    assert ConditionalTurns.objects.get().text == f"{LINE}\n{SECOND} > i5-i6"
    assert "Kept." in page


def test_a_line_of_an_earlier_position_or_another_seat_cannot_be_kept(
    white: Client, game: Game
) -> None:
    board = reverse("game_try", args=[game.pk])
    past = f"black: {FIRST}"
    for query in ({"upto": 1}, {"seat": "black"}, {"past": f"{past}\n{past}"}, {"past": ""}):
        asked = {"past": past, "seat": "white", "plan": ANSWER} | query
        assert "Keep this line" not in words(white.get(board, asked))


@pytest.mark.usefixtures("still_clock")
def test_conditional_turns_are_shown_to_nobody_else(
    white: Client, game: Game, bob: Person, charlie: Person
) -> None:
    names = ("game", "game_history", "game_text", "game_try", "game_conditional")
    before = [_pages_for(person, game, names) for person in (bob, charlie)]
    send(white, game, text=LINE)
    assert ConditionalTurns.objects.exists()
    assert [_pages_for(person, game, names) for person in (bob, charlie)] == before


def _pages_for(person: Person, game: Game, names: tuple[str, ...]) -> list[str]:
    client = Client()
    client.force_login(person)
    pages = [words(client.get(reverse(name, args=[game.pk]))) for name in names]
    return [ONCE.sub("", one) for one in pages]


def test_history_tells_what_was_said_ahead_to_its_author_and_at_the_end_to_all(
    white: Client, game: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    send(white, game, text=LINE)
    stage.hand_in(game, bob, FIRST, now=now)
    mark = '<small class="muted" translate="yes">said ahead</small>'

    def told(person: Person | None = None) -> bool:
        client = white if person is None else Client()
        if person:
            client.force_login(person)
        return mark in words(client.get(reverse("game_history", args=[game.pk])))

    assert [told(), told(bob), told(charlie)] == [True, False, False]
    stage.hand_in(game, bob, "resign", now=now)
    assert [told(), told(bob), told(charlie)] == [True, True, True]


def letter_to(game: Game, now: datetime) -> str:
    decision = Decision.objects.get(game=game, closed_at=None)
    letter = writers.WRITERS["decision"](Delivery.objects.get(key=f"decision-{decision.pk}"), now)
    assert letter
    return " ".join(letter.text.split())


def test_page_and_letter_tell_where_conditional_turns_stop(
    white: Client, game: Game, bob: Person, now: datetime
) -> None:
    send(white, game, text=f"{LINE} > {OTHER} > b4-c6")
    for text in (FIRST, "e18-d17 +RA d16"):
        stage.hand_in(game, bob, text, now=now)
    sentence = "The other side has played something that you had not foreseen"
    assert sentence in words(white.get(game.get_absolute_url()))
    letter = letter_to(game, now)
    assert sentence in letter
    assert "The turn that you had handed in ahead was played." in letter


def test_page_and_letter_tell_when_a_delayed_answer_is_played(
    white: Client, game: Game, bob: Person, now: datetime
) -> None:
    send(white, game, text=LINE, delay=60)
    stage.hand_in(game, bob, FIRST, now=now)
    assert "Your answer was said ahead. It is played on" in letter_to(game, now)
    assert "unless you play otherwise" in words(white.get(game.get_absolute_url()))
    (late,) = Decision.objects.filter(closed_at=None)
    assert turns.play_delayed_turn(late.pk, now=now + timedelta(hours=1))


def test_conditional_turns_are_for_players_of_games_of_two(
    client: Client, game: Game, charlie: Person, alice: Person, bob: Person, dora: Person,
    erin: Person, now: datetime,
) -> None:  # fmt: skip
    client.force_login(charlie)
    assert client.get(address(game)).status_code == 403
    of_four = stage.begin([alice, bob, dora, erin], stage.set_up(), now=now)
    client.force_login(bob)
    assert client.get(address(of_four)).status_code == 404
    stage.hand_in(game, bob, "resign", now=now)
    assert client.get(address(game)).status_code == 404

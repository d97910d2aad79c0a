"""What a refusal lists can be written just so, and everybody finds their own orders in it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import Person
from conquest import registry
from games.models import Decision, Game
from games.planner.example_orders import find_example
from games.planner.review import review_turn
from games.play.knowledge import KnownGame, known_game
from games.replies.possible_orders import Gap
from tests import stage
from tests.games.replies.mailbox import Mailbox

MakeMailbox = Callable[[Person], Mailbox]
BEGINNINGS = {"espionage": 2, "armada": 4}  # set-ups, and throws, of a sample game


@pytest.fixture
def begin(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> Callable[[str], Game]:
    """Begin a game of these rules whose first turn is asked for."""

    def begin_game(slug: str) -> Game:
        rules = registry.get_ruleset(slug)
        count = len(rules.seating.table_layout({}).seats)
        with stage.seeded(bytes(32)):
            game = stage.sit_down([alice, bob, dora, erin][:count], slug, now=now)
        sample = rules.telling.sample_game()
        people = {seat.name: seat.person for seat in game.seats.all() if seat.person}
        for seat, text in sample.submissions[: BEGINNINGS.get(slug, 0)] if sample else ():
            stage.hand_in(game, people[seat], text, now=now)
        game.refresh_from_db()
        return game

    return begin_game


def ask(game: Game, text: str, mailbox: MakeMailbox) -> Mailbox:
    """Answer the letter that asks for the turn, which is refused."""
    decision = Decision.objects.get(seat__game=game, closed_at=None)
    assert decision.seat.person is not None
    box = mailbox(decision.seat.person)
    assert box.reply(box.letter_about(decision), text) == "refused"
    return box


def listed(box: Mailbox) -> list[str]:
    """Return the orders that the last answer lists."""
    (part,) = box.answer.parts
    return [line[-1].partition(" – ")[0] for line in part.lines]


SLUGS = ("armada", "bollwerk", "conquest", "espionage", "grand-conquest")


@pytest.mark.parametrize("slug", SLUGS)
def test_what_a_refusal_lists_can_be_written(
    slug: str, begin: Callable[[str], Game], mailbox: MakeMailbox
) -> None:
    game = begin(slug)
    box = ask(game, "dance", mailbox)
    orders = [text for text in listed(box) if not text.startswith("…")]
    assert orders
    letter = box.letter("answer")
    assert {box.reply(letter, text) for text in orders} == {"preview"}


@pytest.mark.parametrize("slug", SLUGS)
def test_an_example_is_of_ones_own_pieces(slug: str, begin: Callable[[str], Game]) -> None:
    game = begin(slug)
    (seat,) = game.rules.judgement.to_act(known_game(game, None).state)
    known = known_game(game, seat)
    field = find_example(known).replace("x", "-").partition("-")[0]
    figures = known.rules.telling.figures_by_field(known.state)
    assert figures[field].seat == seat


def test_a_long_list_says_how_many_more_there_are(
    begin: Callable[[str], Game], mailbox: MakeMailbox
) -> None:
    box = ask(begin("conquest"), "dance", mailbox)
    assert listed(box)[-1] == "… and 207 more"


@pytest.mark.parametrize("text", ["b4-c6 +A", "b4-c6 + a", "b4-c6 +A f8", "b4-c6\n+A f8"])
def test_a_stone_without_a_good_square_is_answered_by_its_squares(
    text: str, begin: Callable[[str], Game], mailbox: MakeMailbox
) -> None:
    box = ask(begin("bollwerk"), text, mailbox)
    assert listed(box) == [f"b4-c6 +A {square}" for square in ("a7", "b4", "b8", "d8", "e7")]


def test_a_stone_without_a_square_is_named(
    begin: Callable[[str], Game], mailbox: MakeMailbox
) -> None:
    box = ask(begin("bollwerk"), "b4-c6 +A", mailbox)
    assert box.answer.paragraphs == ("“b4-c6 +A”: After “+A” the square of the stone is missing.",)


def test_a_piece_that_stays_is_listed_with_its_stones(
    begin: Callable[[str], Game], mailbox: MakeMailbox
) -> None:
    assert "b4 +A a6" in listed(ask(begin("bollwerk"), "b4-b9", mailbox))


def test_half_a_turn_is_answered_by_whole_turns(
    begin: Callable[[str], Game], mailbox: MakeMailbox
) -> None:
    box = ask(begin("espionage"), "a3-a4", mailbox)
    assert "add the second one" in box.answer.paragraphs[0]
    assert box.answer.parts[0].lines[0] == ("", "a3-a4 a2-a3 – Lieutenant a2: to a3")


def test_a_set_up_that_lacks_pieces_is_answered_by_pieces_and_fields(
    alice: Person, bob: Person, now: datetime, mailbox: MakeMailbox
) -> None:
    stage.sit_down([alice, bob], "espionage", now=now)
    hers = mailbox(alice)
    assert hers.reply("decision", "setup a1=5") == "refused"
    assert not hers.answer.parts
    assert any(words.startswith("These are your fields") for words in hers.answer.paragraphs)


def test_a_rule_that_the_rulebook_does_not_name_is_left_out(
    begin: Callable[[str], Game], mailbox: MakeMailbox
) -> None:
    box = ask(begin("bollwerk"), "dance", mailbox)
    assert box.answer.paragraphs == ("The order “dance” cannot be read.",)


def test_a_building_that_cannot_be_read_is_answered_by_what_can_be_built() -> None:
    """G20: by a soldier on foot, where they stand and beside."""
    rules = registry.get_ruleset("grand-conquest")
    pieces = {"S12": "south S", "S40": "south S", "W12": "west S"}
    position = {"turn": "south", "number": 9, "used": 3, "pieces": pieces}
    case = {"board": "four-islands", "options": {}, "position": position}
    game = Game(ruleset=rules.slug, board="four-islands")
    known = KnownGame(game, "south", 1, rules.judgement.open_case(case))
    found = Gap(review_turn(known, "build C S12")).choices
    assert found
    assert all(choice.text.startswith("build ") for choice in found)


def test_one_of_several_orders_is_quoted_with_its_number(
    begin: Callable[[str], Game], mailbox: MakeMailbox
) -> None:
    box = ask(begin("conquest"), "S01-S31; S12-S13; end", mailbox)
    first, last = box.answer.paragraphs
    assert first.startswith("Order 2, “S12-S13”: ")
    assert last == "Your orders were read as: S01-S31; S12-S13; end"

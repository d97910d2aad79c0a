"""Premoves are played when their turn is asked for, if their conditions hold."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from accounts.models import Person
from conquest import registry
from conquest.core import Illegal, Unreadable
from games.ahead import premoves, standing_orders
from games.letters import writers
from games.models import Decision, Event, Game, Premove, Seat, Submission
from games.planner import drafts
from games.play import decisions, store, turns
from games.play.knowledge import known_game
from mail.models import Delivery
from tests import stage

pytestmark = pytest.mark.django_db

WEST = ("W01", "W02")
PIECES = {
    **{"S12": "south K", "S11": "south K", "S33": "south E"},
    **dict.fromkeys(("S01", "S02", "S40"), "south S"),
    **{"S14": "west S", "S15": "west S", "S16": "west K"},
    **dict.fromkeys(WEST, "west S"),
    **dict.fromkeys(("N01", "N02", "N03"), "north S"),
    **dict.fromkeys(("E01", "E02", "E03"), "east S"),
}
TURN = "W01-W10; end"


@pytest.fixture
def people(alice: Person, bob: Person, dora: Person, erin: Person) -> list[Person]:
    return [alice, bob, dora, erin]


@pytest.fixture
def game(people: Sequence[Person], now: datetime) -> Game:
    """South (Alice) is on turn; West (Bob) comes next, beside South's pieces."""
    return stage.begin(people, PIECES, now=now)


def version(game: Game) -> int:
    return Game.objects.values_list("version", flat=True).get(pk=game.pk)


def file(
    game: Game, person: Person, text: str, *, now: datetime, is_careful: bool = False
) -> Premove:
    """File a premove of a person who has seen the present position."""
    return premoves.file_premove(
        game.pk, person, text, seen_version=version(game), is_careful=is_careful, now=now
    )


def submissions(game: Game) -> list[tuple[str, str, str]]:
    rows = Submission.objects.filter(game=game).order_by("first_seq")
    return [(row.seat.name, row.via, row.text) for row in rows]


def open_decisions(game: Game) -> list[tuple[str, str]]:
    rows = Decision.objects.filter(game=game, closed_at=None)
    return [(row.seat.name, row.kind) for row in rows]


def letter_to(game: Game, seat: str, now: datetime) -> str:
    """Return the letter that asks a seat for what it owes."""
    decision = Decision.objects.get(game=game, closed_at=None, seat__name=seat)
    row = Delivery.objects.get(key=f"decision-{decision.pk}")
    letter = writers.WRITERS["decision"](row, now)
    assert letter
    return letter.text


def test_a_premove_is_played_as_if_it_was_handed_in_then(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    alice, bob = people[:2]
    file(game, bob, TURN, now=now)
    stage.hand_in(game, alice, "end", now=now)
    assert submissions(game)[1:] == [("west", "premove", TURN)]
    other = stage.begin(people, PIECES, now=now)
    stage.tell(other, people, ["end", TURN], now=now)
    rows = Event.objects.order_by("seq").values_list("kind", "data")
    assert list(rows.filter(game=game)) == list(rows.filter(game=other))


def test_a_premove_leaves_no_decision_and_no_letter(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    alice, bob = people[:2]
    file(game, bob, TURN, now=now)
    stage.hand_in(game, alice, "end", now=now)
    assert open_decisions(game) == [("north", "turn")]
    assert not Decision.objects.filter(game=game, seat__name="west").exists()
    assert not Premove.objects.exists()


def test_premoves_of_all_players_are_played_in_turn(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    for person, text in zip(people[1:], (TURN, "N01-N10; end", "E01-E10; end"), strict=True):
        file(game, person, text, now=now)
    stage.hand_in(game, people[0], "end", now=now)
    assert [one[1] for one in submissions(game)] == ["web", "premove", "premove", "premove"]
    assert open_decisions(game) == [("south", "turn")]
    game.refresh_from_db()
    assert store.load_state(game).number == 5


def test_a_premove_that_captures_asks_the_victim(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    """CP4: the answer is no less the other's for the turn being handed in ahead."""
    alice, bob = people[:2]
    file(game, bob, "S14-S13xS12; end", now=now)
    standing_orders.file_orders(game.pk, alice, "pass", now=now)
    stage.hand_in(game, alice, "end", now=now)
    assert [one[:2] for one in submissions(game)] == [
        ("south", "web"),
        ("west", "premove"),
        ("south", "standing"),
    ]
    assert open_decisions(game) == [("north", "turn")]


def test_a_premove_is_dropped_if_a_piece_was_lost(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    alice, bob = people[:2]
    file(game, bob, TURN, now=now)
    stage.hand_in(game, alice, "S12-S13xS14; end", now=now)
    stage.hand_in(game, bob, "pass", now=now)
    assert ("west", "turn") in open_decisions(game)
    assert [one[1] for one in submissions(game)] == ["web", "web"]
    row = Premove.objects.get()
    assert (row.dropped, row.field) == ("lost", "S14")
    assert premoves.waiting_premove(row.seat) is None
    text = " ".join(letter_to(game, "west", now).split())
    assert (
        "The turn that you had handed in ahead was not played: what stood on S14 does not stand"
        " there any more." in text
    )


@pytest.mark.parametrize(
    ("is_careful", "via", "why"), [(True, "", ("reached", "S01")), (False, "premove", None)]
)
def test_a_careful_premove_is_dropped_if_others_reach_more(
    people: Sequence[Person],
    now: datetime,
    is_careful: bool,
    via: str,
    why: tuple[str, str] | None,
) -> None:
    alice, bob, dora, erin = people
    far = {field: piece for field, piece in PIECES.items() if field != "S16"} | {"S18": "west K"}
    game = stage.begin(people, far, now=now)
    stage.hand_in(game, alice, "end", now=now)
    file(game, alice, "S40-S39; end", is_careful=is_careful, now=now)
    stage.hand_in(game, bob, "S18-S19-S20-S21; end", now=now)
    stage.hand_in(game, dora, "end", now=now)
    stage.hand_in(game, erin, "end", now=now)
    assert [one[1] for one in submissions(game)][4:] == ([via] if via else [])
    found = Premove.objects.first()
    assert (found and (found.dropped, found.field)) == why


def test_a_premove_is_dropped_if_it_is_refused(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    alice, bob = people[:2]
    file(game, bob, "S14-S13; end", now=now)
    stage.hand_in(game, alice, "S33-S13; end", now=now)
    assert open_decisions(game) == [("west", "turn")]
    row = Premove.objects.get()
    assert (row.dropped, row.field) == ("refused", "")
    text = " ".join(letter_to(game, "west", now).split())
    assert "was not played: it cannot be carried out any more." in text


def test_a_premove_is_tried_once(game: Game, people: Sequence[Person], now: datetime) -> None:
    """What was dropped is not played in a later turn, though it could be."""
    alice, bob, dora, erin = people
    file(game, bob, "S14-S13; end", now=now)
    texts = ["S33-S13; end", "end", "end", "end", "S13-S33; end"]
    stage.tell(game, (alice, bob, dora, erin), texts, now=now)
    assert open_decisions(game) == [("west", "turn")]


@pytest.mark.parametrize(
    ("text", "refusal"), [("W01-W09; end", Illegal), ("W01 to W10", Unreadable)]
)
def test_an_impossible_premove_cannot_be_filed(
    game: Game, bob: Person, now: datetime, text: str, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        file(game, bob, text, now=now)
    assert not Premove.objects.exists()


def test_a_premove_cannot_be_filed_when_the_turn_is_asked_for(
    game: Game, alice: Person, now: datetime
) -> None:
    with pytest.raises(premoves.PremoveRejected):
        file(game, alice, "S40-S39; end", now=now)


def test_a_stale_premove_cannot_be_filed(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    alice, bob = people[:2]
    stage.hand_in(game, alice, "S12-S13xS14", now=now)
    with pytest.raises(premoves.PremoveRejected):
        premoves.file_premove(game.pk, bob, TURN, seen_version=1, is_careful=False, now=now)


@pytest.mark.parametrize("change", [{"paused_at": True}, {"status": Game.Status.OVER}])
def test_a_premove_cannot_be_filed_in_a_paused_or_finished_game(
    game: Game, bob: Person, now: datetime, change: dict[str, object]
) -> None:
    if "paused_at" in change:
        turns.pause_game(game.pk, now=now)
    else:
        turns.annul_game(game.pk, now=now)
    with pytest.raises(premoves.PremoveRejected):
        file(game, bob, TURN, now=now)


def test_a_premove_cannot_be_filed_by_absent_players_or_strangers(
    game: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    Seat.objects.filter(game=game, person=bob).update(is_absent=True)
    with pytest.raises(premoves.PremoveRejected):
        file(game, bob, TURN, now=now)
    with pytest.raises(Seat.DoesNotExist):
        file(game, charlie, TURN, now=now)


def test_the_latest_premove_counts_and_can_be_withdrawn(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    alice, bob = people[:2]
    file(game, bob, TURN, now=now)
    file(game, bob, "W02-W03; end", now=now)
    assert Premove.objects.get().text == "W02-W03; end"
    assert premoves.withdraw_premove(game.pk, bob)
    assert not premoves.withdraw_premove(game.pk, bob)
    stage.hand_in(game, alice, "end", now=now)
    assert open_decisions(game) == [("west", "turn")]


def test_a_premove_does_not_pass_to_a_substitute(
    game: Game, people: Sequence[Person], charlie: Person, now: datetime
) -> None:
    alice, bob = people[:2]
    file(game, bob, TURN, now=now)
    turns.leave_game(game.pk, bob, now=now)
    turns.become_substitute(game.pk, "west", charlie, now=now)
    stage.hand_in(game, alice, "end", now=now)
    assert open_decisions(game) == [("west", "turn")]


def test_a_premove_ends_a_row_of_timeouts(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    """CP5: what was handed in ahead ends a row of turns that were missed."""
    alice, bob = people[:2]
    Seat.objects.filter(game=game, person=bob).update(timeouts_in_row=2)
    file(game, bob, TURN, now=now)
    stage.hand_in(game, alice, "end", now=now)
    assert Seat.objects.get(game=game, person=bob).timeouts_in_row == 0


def test_a_premove_is_played_after_a_missed_turn(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    bob = people[1]
    file(game, bob, TURN, now=now)
    late = Decision.objects.get(game=game, closed_at=None)
    later = late.due_at + decisions.GRACE + timedelta(minutes=1)
    assert turns.expire_decision(late.pk, now=later)
    assert [one[:2] for one in submissions(game)] == [("south", "silence"), ("west", "premove")]


def test_a_premove_without_an_end_leaves_the_turn_open(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    alice, bob = people[:2]
    file(game, bob, "W01-W10", now=now)
    stage.hand_in(game, alice, "end", now=now)
    assert open_decisions(game) == [("west", "turn")]
    assert "The turn that you had handed in ahead was played." in letter_to(game, "west", now)
    stage.hand_in(game, bob, "W10-W09; end", now=now)
    assert open_decisions(game) == [("north", "turn")]


def test_news_after_a_premove_begin_at_the_turn_before(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    """What led up to a turn that was handed in ahead is news, too, the next time."""
    alice, bob, dora, erin = people
    file(game, bob, TURN, now=now)
    stage.hand_in(game, alice, "S40-S39; end", now=now)
    stage.tell(game, (dora, erin, alice), ["N01-N10; end", "end", "end"], now=now)
    text = letter_to(game, "west", now)
    assert "The turn that you had handed in ahead was played." in text
    for notation in ("S40-S39", "W01-W10", "N01-N10"):
        assert notation in text


def test_a_premove_uses_the_draft_up(game: Game, people: Sequence[Person], now: datetime) -> None:
    """What is planned after it was filed is for the turn after it."""
    alice, bob = people[:2]
    seat = game.seats.get(name="west")
    drafts.save_draft(seat, bob, "W01-W10", version=version(game), seen=None, now=now)
    file(game, bob, TURN, now=now)
    stage.hand_in(game, alice, "end", now=now)
    last = Submission.objects.get(via="premove")
    assert drafts.waiting_text(drafts.find_draft(seat, bob), last) == ""
    drafts.save_draft(seat, bob, "W10-W09", version=version(game), seen=None, now=now)
    assert drafts.waiting_text(drafts.find_draft(seat, bob), last) == "W10-W09"


@pytest.mark.parametrize("slug", registry.find_rulesets())
def test_premoves_are_turns_alone(slug: str) -> None:
    """Set-ups, throws and answers are asked of several at once, or in the turns of others."""
    kinds = registry.get_ruleset(slug).judgement.decision_kinds
    if slug != "skirmish":
        assert [name for name, kind in kinds.items() if kind.premove] == ["turn"]


def test_a_premove_of_an_annulled_game_is_never_played(
    game: Game, people: Sequence[Person], now: datetime
) -> None:
    bob = people[1]
    file(game, bob, TURN, now=now)
    turns.annul_game(game.pk, now=now)
    assert submissions(game) == []
    assert known_game(Game.objects.get(pk=game.pk), "west").version == 1

"""Take-backs: who may ask, agree and refuse, what counts afterwards, and what the record keeps."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from conquest.core import OPEN
from conquest.kit import record
from conquest.kit.take_back import TakenBack, find_obstacle
from games import labels, queries
from games.agreements import take_backs
from games.ahead import conditional_turns, premoves, standing_orders
from games.letters import writers
from games.models import (
    ConditionalTurns,
    Decision,
    Departure,
    Draft,
    Game,
    Premove,
    Seat,
    Standing,
    Submission,
    TakeBack,
)
from games.play import archive, clock, history, news, repair, store, turns
from games.play.clock import PRESETS
from games.play.knowledge import known_game
from games.play.turns import SubmissionReceipt
from games.replay import export, frames, timeline
from mail.models import Delivery
from tests import stage
from tests.games import espionage, skirmishes

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
Outcome = TakeBack.Outcome


def allow(game: Game) -> Game:
    game.pace = {**game.pace, "take_backs": True}
    game.save(update_fields=["pace"])
    return game


@pytest.fixture
def game(alice: Person, bob: Person, now: datetime) -> Game:
    """A game of Bollwerk at a table that allows take-backs; Alice has White."""
    return allow(stage.sit_down([alice, bob], "bollwerk", now=now, seats="choice"))


def play(game: Game, person: Person, text: str, now: datetime) -> SubmissionReceipt:
    receipt = stage.hand_in(game, person, text, now=now)
    game.refresh_from_db()
    return receipt


def asked(game: Game) -> Decision:
    return Decision.objects.get(game=game, closed_at=None)


def told(what: str) -> set[str]:
    rows = Delivery.objects.filter(kind="take-back", about__what=what)
    return {row.person.name for row in rows.select_related("person") if row.person}


def write(what: str, person: Person, now: datetime) -> str:
    letter = Delivery.objects.filter(kind="take-back", about__what=what, person=person).latest("pk")
    written = writers.WRITERS["take-back"](letter, now)
    return " ".join(written.text.split()) if written else ""


def refusal(game: Game, person: Person, now: datetime) -> str:
    """Return why a person cannot ask to take a turn back, which asking says, too."""
    seat = Game.objects.get(pk=game.pk).seats.get(person=person)
    said = take_backs.refuse_take_back(seat, now)
    if said:
        with pytest.raises(turns.Rejected) as rejected:
            take_backs.ask_take_back(game.pk, person, now=now)
        assert str(rejected.value) == said
    return said


def take_back(game: Game, person: Person, *others: Person, now: datetime) -> TakeBack:
    row = take_backs.ask_take_back(game.pk, person, now=now)
    for other in others:
        take_backs.agree_to_take_back(row.pk, other, now=now)
    row.refresh_from_db()
    game.refresh_from_db()
    return row


def last_event(game: Game) -> object:
    return store.read_events(game, after=game.version - 1)[0][1]


def test_a_turn_is_taken_back_once_the_other_agrees(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    before = store.load_state(game)
    first = game.version
    play(game, alice, "g5-e7", now)
    row = take_backs.ask_take_back(game.pk, alice, now=now)
    assert told("asked") == {"Bob"}
    assert "Alice asks to take a turn back" in write("asked", bob, now)
    assert f"as it was after step {first}" in write("asked", bob, now)
    take_backs.agree_to_take_back(row.pk, bob, now=now + HOUR)
    game.refresh_from_db()
    row.refresh_from_db()
    assert row.outcome == Outcome.AGREED
    assert last_event(game) == TakenBack(seat="white", to=first)
    assert row.happened == game.version
    assert store.load_state(game) == before
    decision = asked(game)
    assert decision.seat.person == alice
    assert decision.version == game.version
    assert told("agreed") == {"Alice", "Bob"}
    assert "Alice has taken a turn back" in write("agreed", bob, now)
    assert "Deadline" in write("agreed", alice, now)
    assert write("asked", bob, now) == ""
    # Another turn in its place counts, and so does one that goes on from it.
    play(game, alice, "g5-e7", now + HOUR)
    assert asked(game).seat.person == bob


def test_the_answer_of_the_other_is_taken_back_with_it(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    before, first = store.load_state(game), game.version
    play(game, alice, "g5-e7", now)
    play(game, bob, "d18-b16", now)
    assert take_back(game, alice, bob, now=now).to == first
    assert store.load_state(game) == before
    assert asked(game).seat.person == alice


def test_turns_can_be_taken_back_one_after_the_other(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    states, steps = [store.load_state(game)], [game.version]
    for person, text in ((alice, "g5-e7"), (bob, "d18-b16"), (alice, "h5-g6")):
        play(game, person, text, now)
        states.append(store.load_state(game))
        steps.append(game.version)
    assert take_back(game, alice, bob, now=now).to == steps[2]
    assert store.load_state(game) == states[2]
    # What was taken back is not the last turn any more.
    assert take_back(game, alice, bob, now=now).to == steps[0]
    assert store.load_state(game) == states[0]
    assert "no turn that could be taken back" in refusal(game, alice, now)
    # The same turn again, and taken back again.
    play(game, alice, "g5-e7", now)
    row = take_back(game, alice, bob, now=now)
    assert store.load_state(game) == states[0]
    assert store.load_state(game, row.to) == states[0]
    assert store.verify_game(game) is None


def test_what_is_asked_lapses_when_the_game_goes_on_or_after_two_days(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(game, alice, "g5-e7", now)
    row = take_backs.ask_take_back(game.pk, alice, now=now)
    late = now + 2 * DAY
    assert take_backs.find_open_take_back(game, late - HOUR) is not None
    assert take_backs.find_open_take_back(game, late) is None
    with pytest.raises(turns.Rejected, match="not asked any more"):
        take_backs.agree_to_take_back(row.pk, bob, now=late)
    play(game, bob, "d18-b16", now)
    with pytest.raises(turns.Rejected, match="not asked any more"):
        take_backs.agree_to_take_back(row.pk, bob, now=now)
    assert write("asked", bob, now) == ""
    # The next position is another question, and the old one is closed with it.
    take_backs.ask_take_back(game.pk, alice, now=now)
    row.refresh_from_db()
    assert row.outcome == Outcome.LAPSED


def test_the_other_refuses_and_is_not_asked_again_for_the_same_position(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(game, alice, "g5-e7", now)
    version = game.version
    row = take_backs.ask_take_back(game.pk, alice, now=now)
    assert "already" in refusal(game, bob, now)
    take_backs.decline_take_back(row.pk, bob, now=now)
    row.refresh_from_db()
    game.refresh_from_db()
    assert (row.outcome, game.version) == (Outcome.REFUSED, version)
    assert told("refused") == {"Alice"}
    assert "Bob does not agree that Alice takes a turn back" in write("refused", alice, now)
    with pytest.raises(turns.Rejected):
        take_backs.agree_to_take_back(row.pk, bob, now=now)
    assert refusal(game, alice, now) == "You have asked for this already."


def test_who_asked_can_stop_asking(game: Game, alice: Person, bob: Person, now: datetime) -> None:
    play(game, alice, "g5-e7", now)
    row = take_backs.ask_take_back(game.pk, alice, now=now)
    assert take_backs.decline_take_back(row.pk, alice, now=now).outcome == Outcome.WITHDRAWN
    assert told("refused") == set()
    with pytest.raises(turns.Rejected):
        take_backs.agree_to_take_back(row.pk, bob, now=now)


def test_nothing_is_taken_back_where_the_table_does_not_say_so(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(game, alice, "g5-e7", now)
    for pace in (PRESETS["normal"], {**PRESETS["normal"], "take_backs": False}):
        Game.objects.filter(pk=game.pk).update(pace=pace)
        assert refusal(game, alice, now) == "At this table no turn can be taken back."


def test_strangers_and_absent_players_take_nothing_back(
    game: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    play(game, alice, "g5-e7", now)
    with pytest.raises(turns.NotSeated):
        take_backs.ask_take_back(game.pk, charlie, now=now)
    row = take_backs.ask_take_back(game.pk, alice, now=now)
    with pytest.raises(turns.NotSeated):
        take_backs.agree_to_take_back(row.pk, charlie, now=now)
    take_backs.decline_take_back(row.pk, alice, now=now)
    assert "played no turn" in refusal(game, bob, now)
    game.seats.filter(person=alice).update(is_absent=True)
    assert "absent" in refusal(game, alice, now)


def test_a_game_that_is_paused_or_over_is_not_taken_back(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(game, alice, "g5-e7", now)
    turns.pause_game(game.pk, now=now)
    assert "paused" in refusal(game, alice, now)
    turns.resume_game(game.pk, now=now)
    play(game, bob, "resign", now)
    with pytest.raises(turns.GameIsOver):
        take_backs.ask_take_back(game.pk, alice, now=now)


def test_all_who_play_must_agree_and_house_players_need_not(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    game = allow(stage.begin([alice, bob, dora, erin], stage.set_up(), now=now))
    Person.objects.filter(pk=erin.pk).update(is_house=True)
    play(game, alice, "S40-S29; end", now)
    row = take_backs.ask_take_back(game.pk, alice, now=now)
    assert told("asked") == {"Bob", "Dora"}
    version = game.version
    take_backs.agree_to_take_back(row.pk, bob, now=now)
    take_backs.agree_to_take_back(row.pk, bob, now=now)
    game.refresh_from_db()
    assert game.version == version
    take_backs.agree_to_take_back(row.pk, dora, now=now)
    game.refresh_from_db()
    assert isinstance(last_event(game), TakenBack)


def test_a_turn_against_the_house_is_taken_back_at_once(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    Person.objects.filter(pk=bob.pk).update(is_house=True)
    Game.objects.filter(pk=game.pk).update(is_rated=False)
    play(game, alice, "g5-e7", now)
    assert take_backs.ask_take_back(game.pk, alice, now=now).outcome == Outcome.AGREED


def test_the_time_that_was_left_is_given_back_and_at_least_a_day(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    for played, due in ((now + 4 * HOUR, now + 10 * DAY), (now + 23 * HOUR, now + DAY)):
        Decision.objects.filter(pk=asked(game).pk).update(due_at=due, told_at=now)
        play(game, alice, "g5-e7", played)
        take_back(game, alice, bob, now=played + HOUR)
        assert asked(game).due_at == played + HOUR + max(due - played, DAY)


def test_a_die_that_was_thrown_is_not_taken_back(alice: Person, bob: Person, now: datetime) -> None:
    people = [alice, bob]
    game = allow(skirmishes.begin(people, now=now, throws=(6,)))
    skirmishes.tell(game, people, now=now, upto=skirmishes.MET)
    assert refusal(game, alice, now) == ""
    skirmishes.tell(game, people, now=now, since=skirmishes.MET, upto=skirmishes.ASKED)
    assert refusal(game, alice, now) == take_backs.REFUSALS["numbers"]
    assert refusal(game, bob, now) == take_backs.REFUSALS["numbers"]


def test_what_was_uncovered_is_not_taken_back(alice: Person, bob: Person, now: datetime) -> None:
    people = [alice, bob]
    game = allow(espionage.begin(people, now))
    skirmishes.tell(game, people, now=now, upto=espionage.BEGUN, story=espionage.STORY)
    # Set-ups are handed in in secret, and are no turns.
    assert "played no turn" in refusal(game, alice, now)
    skirmishes.tell(
        game, people, now=now, since=espionage.BEGUN, upto=espionage.MOVED, story=espionage.STORY
    )
    assert refusal(game, alice, now) == ""
    skirmishes.tell(
        game,
        people,
        now=now,
        since=espionage.MOVED,
        upto=espionage.UNCOVERED,
        story=espionage.STORY,
    )
    assert refusal(game, alice, now) == take_backs.REFUSALS["secrets"]


def test_a_player_does_not_learn_what_a_spy_of_the_other_has_learnt_of_them(
    alice: Person, bob: Person, now: datetime
) -> None:
    """Bob cannot tell whether a spy has come near, and asking must not tell, either."""
    people, spy = [alice, bob], espionage.WHITE_CAMP
    foes = espionage.BLACK_CAMPS[0].replace("e7=S", "e7=5").replace("c8=5", "c8=S")
    truths, pages = set[str](), set[str]()
    for camp in (spy, spy.replace("d2=S", "d2=1").replace("b2=1", "b2=S")):
        story = ((1, foes), (0, camp), *espionage.STORY[2:])
        game = allow(espionage.begin(people, now))
        skirmishes.tell(game, people, now=now, upto=espionage.UNCOVERED, story=story)
        assert refusal(game, bob, now) == ""
        pages.add(_ask_page(game, bob))
        turn = take_backs.find_last_turn(game.seats.get(person=bob))
        assert turn is not None
        then, present = store.load_state(game, turn.to), store.load_state(game)
        events = [event for _, event in store.read_events(game, after=turn.to)]
        truths.add(find_obstacle(game.rules, then, present, events, OPEN))
    assert truths == {"secrets", ""}  # one who knew it all would tell the two apart
    assert len(pages) == 1


def _ask_page(game: Game, person: Person) -> str:
    """Return what the page says on which a person asks to take a turn back."""
    client = Client()
    client.force_login(person)
    page = client.get(reverse("game_take_back", args=[game.pk])).content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    return re.sub(r'value="[^"]*"', "", main).replace(f"/{game.pk}/", "/")


def test_conditional_turns_of_who_asks_go_with_the_turn(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(game, alice, "g5-e7", now)
    conditional_turns.file_turns(
        game.pk, alice, "d18-b16 > h5-g6", seen_version=game.version, delay=0, now=now
    )
    row = take_back(game, alice, bob, now=now)
    assert row.outcome == Outcome.AGREED
    assert not ConditionalTurns.objects.exists()
    assert asked(game).seat.person == alice


@pytest.mark.parametrize("via", ["silence", "absence", "house"])
def test_what_was_played_for_somebody_is_not_taken_back(
    game: Game, alice: Person, bob: Person, now: datetime, via: str
) -> None:
    play(game, alice, "g5-e7", now)
    play(game, bob, "d18-b16", now)
    assert refusal(game, alice, now) == ""
    Submission.objects.filter(game=game, seat__person=bob).update(via=via)
    assert refusal(game, alice, now) == take_backs.REFUSALS["unasked"]


@pytest.mark.parametrize("via", ["standing", "premove", "foreseen", "away"])
def test_a_refusal_does_not_tell_what_was_said_ahead(
    game: Game, alice: Person, bob: Person, now: datetime, via: str
) -> None:
    """What its author agrees to harms nobody; for an absent one nothing tells it from others."""
    Game.objects.filter(pk=game.pk).update(is_rated=False)
    play(game, alice, "g5-e7", now)
    play(game, bob, "d18-b16", now)
    for said in ("web", via):
        Submission.objects.filter(game=game, seat__person=bob).update(via=said)
        game.seats.filter(person=bob).update(is_absent=False)
        assert refusal(game, alice, now) == ""
        game.seats.filter(person=bob).update(is_absent=True)
        assert refusal(game, alice, now) == take_backs.REFUSALS["unasked"]


def test_a_game_that_counts_goes_back_only_if_somebody_agrees(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    Game.objects.filter(pk=game.pk).update(is_rated=True)
    play(game, alice, "g5-e7", now)
    assert refusal(game, alice, now) == ""
    game.seats.filter(person=bob).update(is_absent=True)
    assert refusal(game, alice, now) == take_backs.REFUSALS["alone"]
    Game.objects.filter(pk=game.pk).update(is_rated=False)
    assert refusal(game, alice, now) == ""


def test_what_is_asked_lapses_when_its_asker_leaves_or_is_absent(
    game: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    play(game, alice, "g5-e7", now)
    row = take_backs.ask_take_back(game.pk, alice, now=now)
    seat = game.seats.get(person=alice)
    for change in ({"is_absent": True}, {"person": None}, {"person": charlie}):
        Seat.objects.filter(pk=seat.pk).update(**{"is_absent": False, **change})
        assert take_backs.find_open_take_back(game, now) is None
        assert write("asked", bob, now) == ""
        with pytest.raises(turns.Rejected, match="not asked any more"):
            take_backs.agree_to_take_back(row.pk, bob, now=now)
    Seat.objects.filter(pk=seat.pk).update(person=alice)
    assert take_backs.agree_to_take_back(row.pk, bob, now=now).happened


def test_nobody_who_has_left_is_back_by_a_turn_that_is_taken_back(
    alice: Person, bob: Person, charlie: Person, dora: Person, erin: Person, now: datetime
) -> None:
    game = allow(stage.begin([alice, bob, dora, erin], stage.set_up(), now=now))
    play(game, alice, "S40-S29; end", now)
    row = take_backs.ask_take_back(game.pk, alice, now=now)
    seat = game.seats.get(person=bob)
    Departure.objects.create(game=game, seat=seat, person=bob, at=now + HOUR)
    for change in ({"person": None}, {"person": charlie, "joined_at": now + 2 * HOUR}):
        game.seats.filter(pk=seat.pk).update(**change)
        take_backs.find_open_take_back(game, now + HOUR)
        with pytest.raises(turns.Rejected, match="left a seat"):
            take_backs.agree_to_take_back(row.pk, dora, now=now + 3 * HOUR)
    take_backs.decline_take_back(row.pk, alice, now=now + 3 * HOUR)
    # One who had left before the turn was asked for does not matter.
    play(game, charlie, "W40-W29; end", now + 4 * HOUR)
    play(game, dora, "N40-N29; end", now + 5 * HOUR)
    assert refusal(game, dora, now + 6 * HOUR) == ""
    assert refusal(game, alice, now + 6 * HOUR) == take_backs.REFUSALS["left"]


def test_plans_and_premoves_since_then_are_dropped_and_older_ones_stay(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    game = allow(stage.begin([alice, bob, dora, erin], stage.set_up(), now=now))

    def file(person: Person, text: str) -> None:
        premoves.file_premove(
            game.pk, person, text, seen_version=game.version, is_careful=False, now=now
        )

    file(bob, "W40-W29; end")
    early = Premove.objects.get()
    play(game, alice, "S40-S29; end", now)  # and Bob's turn is played at once
    assert refusal(game, alice, now) == ""
    assert not Premove.objects.filter(pk=early.pk).exists()
    play(game, dora, "N40-N29; end", now)
    file(alice, "S29-S40; end")
    file(bob, "W29-W40; end")
    seat = game.seats.get(person=erin)
    Draft.objects.create(
        game=game, seat=seat, person=erin, text="end", version=game.version, number=1, kept_at=now
    )
    standing_orders.file_orders(game.pk, bob, "pass", now=now)
    kept = Standing.objects.get()
    Standing.objects.create(
        game=game, seat=seat, person=erin, text="pass", turn=4, salt=b"", commitment="",
        version=game.version, filed_at=now,
    )  # fmt: skip
    take_back(game, dora, alice, bob, erin, now=now)
    assert asked(game).seat.person == dora
    assert not Premove.objects.exists()
    assert not Draft.objects.exists()
    assert standing_orders.standing_text(kept.seat) == "pass"
    assert Standing.objects.filter(seat=seat).latest("pk").text == ""
    assert "handed in ahead since then are dropped" in write("agreed", alice, now)


def test_history_replay_and_files_keep_what_was_taken_back(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(game, alice, "g5-e7", now)
    dead = game.version
    moved = known_game(game, None, dead).view
    row = take_back(game, alice, bob, now=now)
    play(game, alice, "h5-g6", now)
    steps = history.list_steps(game, None)
    (told_back,) = [step for step in steps if step.seq == row.happened]
    assert str(told_back.phrase) == (
        f"White takes a turn back: the game goes on as it was after step {row.to}."
    )
    assert str(history.list_steps(game, "white")[-2].phrase).startswith("You take a turn back")
    # Every moment is as it was then, also from a snapshot in between.
    assert known_game(game, None, dead).view == moved
    assert row.happened is not None
    assert known_game(game, None, row.happened).view == known_game(game, None, row.to).view
    film = frames.render_replay(
        game, None, frames.replay_style(list(game.seats.all())), after=1, upto=game.version
    )
    assert row.happened in [frame["seq"] for frame in film["frames"]]
    public = export.public_json(game, game.seats.all())
    assert {"seat": "white", "to": row.to} in [event["data"] for event in public["events"]]
    assert f"(white goes back to {row.to})" in export.write_notation(game, game.seats.all())
    told = [move.step.notation for move in timeline.game_timeline(game).key_moves]
    assert "g5-e7" not in told
    assert "h5-g6" in told


def test_what_was_taken_back_is_no_news(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    """Neither a loss nor an arrow is told of a capture that does not count; the take-back is."""
    pieces = {"S12": "south K", "S14": "west S", "S01": "south S", "S02": "south S"}
    for side, letter in (("west", "W"), ("north", "N"), ("east", "E")):
        pieces |= {f"{letter}0{n}": f"{side} S" for n in (1, 2, 3)}
    game = allow(stage.begin([alice, bob, dora, erin], pieces, now=now))
    play(game, alice, "S12-S13xS14; end", now)
    seen = news.collect_news(game, "north", after=1)
    assert any(item.step.losses for item in seen.items)
    take_back(game, alice, bob, dora, erin, now=now)
    seen = news.collect_news(game, "north", after=1)
    assert [item.step.back_to for item in seen.items] == [1]
    assert seen.numbered_marks(9) == ()
    assert news.collect_news(game, "south", after=1).items == ()


def test_lists_and_pages_tell_no_move_that_does_not_count(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(game, alice, "g5-e7", now)
    assert "from g5 to e7" in last_told(game, bob)
    take_back(game, alice, bob, now=now)
    assert last_told(game, bob).startswith("White takes a turn back")
    so_far = history.turn_so_far(game, "black", 1)
    assert [step.notation for step in so_far if step.is_move] == []
    assert history.last_move(history.list_steps(game, None)) is None
    play(game, alice, "h5-g6", now)
    assert "from h5 to g6" in last_told(game, bob)


def last_told(game: Game, person: Person) -> str:
    """Return what the list of a person's games says of the last step of a game."""
    [row] = queries.game_rows(Game.objects.filter(pk=game.pk), person)
    return str(row.last)


def test_the_record_is_verified_and_archived_with_what_was_taken_back(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(game, alice, "g5-e7", now)
    take_back(game, alice, bob, now=now)
    play(game, alice, "h5-g6", now)
    play(game, bob, "resign", now)
    written = export.write_record(game, game.seats.all())
    assert record.verify_record(game.rules, record.read_record(written)) == store.load_state(game)
    assert store.verify_game(game) is None
    assert repair.repair_game(game.pk, now=now) == 0
    list(archive.archive_games(now + DAY, now=now + DAY))
    game.refresh_from_db()
    assert game.archived_at is not None
    assert store.verify_game(game) is None
    assert export.write_record(game, game.seats.all()) == written
    assert known_game(game, OPEN, game.version).state == store.load_state(game)


def test_a_take_back_to_elsewhere_is_found_by_verify(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(game, alice, "g5-e7", now)
    take_back(game, alice, bob, now=now)
    # As if it had gone back to where it came from: the chain fits, the position does not.
    Game.objects.filter(pk=game.pk).update(state=bytes(game.snapshots.get().state)[:-1])
    game.refresh_from_db()
    assert "the position after event" in str(store.verify_game(game))


def test_the_database_refuses_what_goes_forward_or_is_asked_twice(
    game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    play(game, alice, "g5-e7", now)
    row = take_backs.ask_take_back(game.pk, alice, now=now)
    for change in ({"to": row.version}, {"to": 0}, {"outcome": "agreed"}, {"closed_at": now}):
        with pytest.raises(IntegrityError), transaction.atomic():
            TakeBack.objects.filter(pk=row.pk).update(**change)
    row.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


def test_a_form_that_is_sent_twice_asks_once(game: Game, alice: Person, now: datetime) -> None:
    play(game, alice, "g5-e7", now)
    rows = [
        take_backs.ask_take_back(game.pk, alice, now=now, form_key="key").pk for _again in range(2)
    ]
    assert len(set(rows)) == 1


def test_pages_ask_show_and_answer(game: Game, alice: Person, bob: Person, client: Client) -> None:
    now = clock.now()
    url, page = reverse("game_take_back", args=[game.pk]), game.get_absolute_url()
    client.force_login(alice)
    assert url in client.get(page).content.decode()
    assert "You have played no turn" in client.get(url).content.decode()
    assert client.post(url).status_code == 409
    play(game, alice, "g5-e7", now)
    assert "Ask the others" in client.get(url).content.decode()
    assert client.post(url, {"key": "k"}).status_code == 302
    assert "You ask to take your last turn back." in client.get(page).content.decode()
    client.force_login(bob)
    shown = client.get(page).content.decode()
    assert "Alice asks to take their last turn back." in shown
    row = TakeBack.objects.get()
    assert client.get(reverse("game_take_back_agree", args=[game.pk])).status_code == 302
    assert TakeBack.objects.get().outcome == ""
    agreed = client.post(
        reverse("game_take_back_agree", args=[game.pk]), {"take_back": row.pk}, follow=True
    )
    assert "You have agreed." in agreed.content.decode()
    assert "takes a turn back" in agreed.content.decode()
    refused = client.post(reverse("game_take_back_refuse", args=[game.pk]), {"take_back": row.pk})
    assert refused.status_code == 409
    assert "not asked any more" in refused.content.decode()


def test_the_pace_tells_that_turns_can_be_taken_back(game: Game) -> None:
    kinds = game.rules.judgement.decision_kinds
    assert "a turn can be taken back if all agree" in labels.describe_pace(game.pace, kinds)
    assert "taken back" not in labels.describe_pace(PRESETS["normal"], kinds)

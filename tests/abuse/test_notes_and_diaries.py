"""What somebody writes for themselves: read by nobody else, and no way around what is said."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime, timedelta

import pytest

from accounts import player_notes
from accounts.models import Person
from games.models import Diary, DiaryEntry, Game, Intervention, Note
from games.play import measures
from games.play.interventions import StaffRequest
from tests.abuse.conftest import Browse
from tests.abuse.visitors import Visitor
from tests.games import espionage, skirmishes
from web import data_export

SECRET = "I shall attack at dawn."
DAY = timedelta(days=1)


@pytest.fixture
def written(game: Game, alice: Person, browse: Browse) -> Game:
    """Alice's game, of which she has written a diary, and a note."""
    browse(alice).post("game_diary_entry", game.pk, text=SECRET)
    browse(alice).post("game_diary_note", game.pk, text=SECRET)
    return game


def end(game: Game, now: datetime) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ANNULLED, ended_at=now)


def pages_about(game: Game) -> list[tuple[str, int]]:
    views = ("game", "game_history", "game_text", "words", "game_diary", "game_sent_notices")
    return [(view, game.pk) for view in views]


def readers(*people: Person | None) -> list[Visitor]:
    return [Visitor(one) for one in people]


def test_nobody_reads_a_diary_while_the_game_runs(
    written: Game, bob: Person, charlie: Person
) -> None:
    Diary.objects.update(opened_at=written.started_at)  # as if it could have been opened
    for reader in readers(bob, charlie, None):
        assert reader.get("game_diaries", written.pk).status_code == 404
        for view, pk in pages_about(written):
            assert SECRET not in reader.read(view, pk)


def test_a_diary_is_not_opened_while_the_game_runs(
    written: Game, alice: Person, bob: Person, browse: Browse, now: datetime
) -> None:
    browse(alice).post("game_diary_open", written.pk)
    end(written, now)
    assert SECRET not in browse(bob).read("game_diaries", written.pk)
    # The control: after the end it can.
    browse(alice).post("game_diary_open", written.pk)
    assert SECRET in browse(bob).read("game_diaries", written.pk)


@pytest.mark.parametrize("view", ["game_diary_open", "game_diary_close", "game_diary_remove"])
def test_nobody_opens_closes_or_empties_the_diary_of_another(
    view: str, written: Game, alice: Person, bob: Person, browse: Browse, now: datetime
) -> None:
    end(written, now)
    if view == "game_diary_close":
        browse(alice).post("game_diary_open", written.pk)
    before = list(Diary.objects.filter(person=alice).values())
    fields = {"turn": 1, "person": alice.pk, "author": alice.pk, "pk": alice.pk}
    browse(bob).post(view, written.pk, **fields)
    assert list(Diary.objects.filter(person=alice).values()) == before
    assert DiaryEntry.objects.filter(person=alice).exists()


def test_the_open_diaries_of_a_private_game_are_read_by_no_stranger(
    written: Game, alice: Person, bob: Person, charlie: Person, browse: Browse, now: datetime
) -> None:
    end(written, now)
    browse(alice).post("game_diary_open", written.pk)
    Game.objects.update(is_private=True)
    assert SECRET in browse(bob).read("game_diaries", written.pk)
    assert browse(charlie).get("game_diaries", written.pk).status_code == 404
    assert browse(None).get("game_diaries", written.pk).status_code == 404


def test_the_note_of_a_diary_is_never_opened(
    written: Game, alice: Person, bob: Person, browse: Browse, now: datetime
) -> None:
    browse(alice).post("game_diary_entry", written.pk, text="Calm.")
    end(written, now)
    browse(alice).post("game_diary_open", written.pk)
    page = browse(bob).read("game_diaries", written.pk)
    assert "Calm." in page
    assert SECRET not in page


@pytest.mark.parametrize("turn", ["0", "7", "-1", "999999"])
def test_nobody_writes_what_they_thought_in_another_turn(
    turn: str, written: Game, alice: Person, browse: Browse
) -> None:
    """What is read after the game is what was thought then: no other turn can be named."""
    browse(alice).post("game_diary_entry", written.pk, text="I knew it.", turn=turn)
    assert [row.turn for row in DiaryEntry.objects.all()] == [1]


def test_nobody_adds_to_a_diary_after_the_end(
    written: Game, alice: Person, browse: Browse, now: datetime
) -> None:
    end(written, now)
    browse(alice).post("game_diary_entry", written.pk, text="Bob is a fool.")
    assert DiaryEntry.objects.get().text == SECRET


def test_a_stranger_writes_nothing_into_the_diaries_of_a_game(
    game: Game, charlie: Person, bob: Person, browse: Browse, now: datetime
) -> None:
    browse(charlie).post("game_diary_entry", game.pk, text=SECRET)
    browse(charlie).post("game_diary_note", game.pk, text=SECRET)
    end(game, now)
    browse(charlie).post("game_diary_open", game.pk)
    assert SECRET not in browse(bob).read("game_diaries", game.pk)


def test_who_is_silenced_says_nothing_by_opening_a_diary(
    written: Game, alice: Person, bob: Person, frank: Person, browse: Browse, now: datetime
) -> None:
    end(written, now)
    request = StaffRequest(by=frank, reason="Insults.", key="k")
    what = Intervention.What.SILENCE
    measures.impose(what, alice.pk, request, until=now + DAY, now=now)
    browse(alice).post("game_diary_open", written.pk)
    assert SECRET not in browse(bob).read("game_diaries", written.pk)


def test_those_who_keep_somebody_away_read_none_of_their_diary(
    written: Game, alice: Person, bob: Person, dora: Person, browse: Browse, now: datetime
) -> None:
    end(written, now)
    browse(alice).post("game_diary_open", written.pk)
    browse(bob).post("block", alice.pk)
    assert SECRET not in browse(bob).read("game_diaries", written.pk)
    for reader in (alice, dora, None):
        assert SECRET in browse(reader).read("game_diaries", written.pk)


# --- Notes on people and pieces --------------------------------------------------------------


def test_nobody_reads_what_somebody_has_noted_about_them(
    alice: Person, bob: Person, charlie: Person, browse: Browse
) -> None:
    browse(alice).post("player_note", bob.pk, text=SECRET)
    assert SECRET in browse(alice).read("player", bob.pk)
    for reader in readers(bob, charlie, None):
        for pk in (alice.pk, bob.pk):
            assert SECRET not in reader.read("player", pk)


def test_nobody_writes_over_what_another_has_noted(
    alice: Person, bob: Person, charlie: Person, browse: Browse
) -> None:
    browse(alice).post("player_note", bob.pk, text=SECRET)
    browse(charlie).post("player_note", bob.pk, text="", person=alice.pk, author=alice.pk)
    assert player_notes.read_note(alice, bob) == SECRET


@pytest.fixture
def pinned(alice: Person, bob: Person, browse: Browse, now: datetime) -> Game:
    """A game of hidden pieces, in which Alice has pinned a note to a piece of Bob's."""
    game, people = espionage.begin([alice, bob], now), [alice, bob]
    skirmishes.tell(game, people, now=now, upto=espionage.BEGUN, story=espionage.STORY)
    browse(alice).post("game_note", game.pk, piece="d7", text=SECRET)
    return game


def test_a_note_on_a_piece_is_read_by_its_author_alone(
    pinned: Game, alice: Person, bob: Person, charlie: Person, browse: Browse
) -> None:
    assert SECRET in browse(alice).read("game", pinned.pk)
    for reader in readers(bob, charlie, None):
        for view in ("game", "game_text", "game_history"):
            assert SECRET not in reader.read(view, pinned.pk)


def test_nobody_unpins_the_note_of_another(
    pinned: Game, bob: Person, charlie: Person, browse: Browse
) -> None:
    for one in (bob, charlie):
        browse(one).post("game_note", pinned.pk, piece="d7", text="")
    assert Note.objects.get().text == SECRET


def test_an_export_has_nothing_that_others_wrote_for_themselves(
    written: Game, alice: Person, bob: Person, browse: Browse
) -> None:
    browse(alice).post("player_note", bob.pk, text=SECRET)
    browse(alice).post("block", bob.pk)
    assert SECRET in exported(alice)  # the control
    assert SECRET not in exported(bob)


def exported(one: Person) -> str:
    """Return all that somebody's own data hold."""
    with zipfile.ZipFile(io.BytesIO(b"".join(data_export.zip_archive(one)))) as archive:
        return "".join(archive.read(name).decode(errors="replace") for name in archive.namelist())

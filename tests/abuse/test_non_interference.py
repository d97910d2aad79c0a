"""Two worlds that differ only in what Alice keeps for herself, or has told the staff: everybody
else sees the same pages, lists, letters and feeds, byte by byte, for as many queries."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection, reset_queries
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Person, PlayerNote
from games import search
from games.diary import entries
from games.diary.entries import OwnDiary
from games.models import Diary, DiaryEntry, Game, Mute, PlayerBlock
from games.play import measures
from games.play.interventions import StaffRequest
from leagues import views as league_views
from mail.models import Delivery
from reports import measures as own_measures
from reports import pages as report_pages
from reports.models import Report
from talk import remarks
from talk.models import Remark
from tests import stage
from tests.abuse.visitors import Visitor
from tests.games.replies.mailbox import WRITERS
from tests.games.test_non_interference import ONCE, differing_views, undo_all
from tests.scheduling import choose_some

pytestmark = pytest.mark.long

DAY = timedelta(days=1)
SECRET = "I shall attack at dawn."
Told = Mapping[str, bytes]
SIGNED = re.compile(rb'name="shown" value="[^"]*"')  # with the time of day
UPDATED = re.compile(rb"<updated>[^<]*</updated>")  # when a feed was asked for


class World:
    """Alice's game with Bob, who has said something, Dora and Erin; and one of theirs that is
    over. Alice was warned by the staff."""

    def __init__(self, people: list[Person], frank: Person, now: datetime) -> None:
        self.people, self.now = people, now
        alice, bob = people[:2]
        self.game = stage.begin(people, stage.set_up(), now=now - 2 * DAY, pace="leisurely")
        self.over = stage.sit_down(people, "conquest", now=now - 2 * DAY, title="Over")
        Game.objects.filter(pk=self.over.pk).update(status="over", ended_at=now)
        Visitor(bob).say(self.game.pk, "Good luck to all")
        self.remark = Remark.objects.latest("pk")
        request = StaffRequest(by=frank, reason="Insults.", key="k")
        self.measure = measures.warn(alice.pk, request, now=now)

    @property
    def alice(self) -> Visitor:
        return Visitor(self.people[0])

    @property
    def bob(self) -> Person:
        return self.people[1]


Act = Callable[[World], object]
ACTS: dict[str, Act] = {
    "nothing": lambda world: None,
    "diary entry": lambda world: world.alice.post("game_diary_entry", world.game.pk, text=SECRET),
    "diary note": lambda world: world.alice.post("game_diary_note", world.game.pk, text=SECRET),
    "note after the end": lambda world: world.alice.post(
        "game_diary_note", world.over.pk, text=SECRET
    ),
    "player note": lambda world: world.alice.post("player_note", world.bob.pk, text=SECRET),
    "block": lambda world: world.alice.post("block", world.bob.pk),
    "mute": lambda world: world.alice.post("words_mute", world.game.pk, world.remark.pk, muted="1"),
    "report of words": lambda world: world.alice.post(
        "report_words", world.game.pk, world.remark.pk, reason="insult", sentence=SECRET
    ),
    "report of a name": lambda world: world.alice.post(
        "report_name", world.bob.pk, reason="other", sentence=SECRET
    ),
    "appeal": lambda world: world.alice.post("appeal", world.measure.pk, text=SECRET),
    "read mark": lambda world: world.alice.post(
        "words_read", world.game.pk, read_to=world.remark.pk
    ),
}
SECRETS = [name for name in ACTS if name != "nothing"]
VIEWERS = {"Bob": 1, "Dora": 2, "Charlie": 4, "nobody": None}


@pytest.fixture
def compare(
    alice: Person,
    bob: Person,
    dora: Person,
    erin: Person,
    charlie: Person,
    frank: Person,
    now: datetime,
) -> Callable[[str, str], list[str]]:
    """Return what differs for a viewer if Alice has acted, or has done nothing."""
    everybody = [alice, bob, dora, erin, charlie]

    def differences(name: str, viewer: str) -> list[str]:
        place = VIEWERS[viewer]
        one = everybody[place] if place is not None else None
        found = []
        for act in ("nothing", name):
            with undo_all(), stage.seeded(bytes(32)):
                world = World(everybody[:4], frank, now)
                ACTS[act](world)
                stage.hand_in(world.game, alice, "end", now=now)
                world.alice.say(world.game.pk, "Your turn!")
                found.append(dict(seen_of(world, one)))
        assert len(found[0]) > 20
        return differing_views(found[0], found[1])

    return differences


def seen_of(world: World, viewer: Person | None) -> Iterator[tuple[str, bytes]]:
    """Yield everything that somebody can get to see of the world, by the page or letter."""
    client = Visitor(viewer).client
    for url in urls(world):
        reset_queries()
        with CaptureQueriesContext(connection) as asked:  # as often, so that it takes as long
            answer = client.get(url)
        head = f"{answer.status_code} {len(asked)} {answer.headers.get('Location', '')}\n"
        yield url, head.encode() + SIGNED.sub(b"", ONCE.sub(b"", answer.content))
    if viewer is not None:
        yield from feeds(viewer)
        yield from letters(viewer, world.now)


def urls(world: World) -> Iterator[str]:
    of_game = (
        "game", "game_history", "game_text", "game_film", "game_events", "game_diary",
        "game_diaries", "game_sent_notices", "words", "report_title",
    )  # fmt: skip
    for game in (world.game, world.over):
        yield from (reverse(name, args=[game.pk]) for name in of_game)
    for one in world.people:
        yield from (reverse(name, args=[one.pk]) for name in ("player", "report_name"))
    yield reverse("report_words", args=[world.game.pk, world.remark.pk])
    yield reverse("appeal", args=[world.measure.pk])
    plain = (
        "home", "tables", "league", "preferences", "blocks", "reports", "measures", "fairness",
        "sent_notices", "substitutes",
    )  # fmt: skip
    yield from (reverse(name) for name in plain)
    yield from (f"{reverse('tables')}?show={status}" for status in search.SHOWN)


def feeds(viewer: Person) -> Iterator[tuple[str, bytes]]:
    visitor = Visitor(viewer)
    visitor.post("open_feed", form="calendar")
    paths = re.findall(r'https?://[^"<\s]*(/feeds/[^"<\s]+)', visitor.read("feeds"))
    for path in sorted(set(paths)):
        name = path.rpartition("/")[2]
        content = visitor.client.get(path).content.replace(path.encode(), b"")
        yield f"feed {name}", UPDATED.sub(b"", content)


def letters(viewer: Person, now: datetime) -> Iterator[tuple[str, bytes]]:
    rows = Delivery.objects.filter(person=viewer, channel=None).order_by("pk")
    for number, row in enumerate(rows):
        letter = WRITERS[row.kind](row, now)
        yield f"letter {number} {row.kind} at {row.next_at}", repr(letter).encode()


CASES = [(name, viewer) for name in SECRETS for viewer in VIEWERS]
CHOSEN = [(name, "Bob") for name in SECRETS]


@pytest.mark.parametrize(("name", "viewer"), choose_some(CASES, chosen=CHOSEN))
def test_what_is_kept_to_oneself_changes_nothing_for_others(
    name: str, viewer: str, compare: Callable[[str, str], list[str]]
) -> None:
    assert compare(name, viewer) == []


# --- Planted leaks ---------------------------------------------------------------------------


def leak_diaries(monkeypatch: pytest.MonkeyPatch, alice: Person) -> None:
    monkeypatch.setattr(
        entries, "select_entries", lambda game, one: DiaryEntry.objects.filter(game=game)
    )


def leak_notes(monkeypatch: pytest.MonkeyPatch, alice: Person) -> None:
    def of_anybody(game: Game, one: Person) -> OwnDiary:
        notes = Diary.objects.filter(game=game).values_list("note", flat=True)
        return OwnDiary("".join(notes), None)

    monkeypatch.setattr(entries, "read_diary", of_anybody)


def leak_player_notes(monkeypatch: pytest.MonkeyPatch, alice: Person) -> None:
    def of_anybody(one: Person, about: Person) -> str:
        return "".join(PlayerNote.objects.filter(about=about).values_list("text", flat=True))

    monkeypatch.setattr(league_views, "read_note", of_anybody)


def leak_blocks(monkeypatch: pytest.MonkeyPatch, alice: Person) -> None:
    def may_block(viewer: Person | None, one: Person) -> bool:
        return not PlayerBlock.objects.filter(person=one).exists()

    monkeypatch.setattr(league_views, "_may_block", may_block)


def leak_mutes(monkeypatch: pytest.MonkeyPatch, alice: Person) -> None:
    rows = SimpleNamespace(filter=lambda game, person: Mute.objects.filter(game=game))
    monkeypatch.setattr(remarks, "Mute", SimpleNamespace(objects=rows))


def leak_reports(monkeypatch: pytest.MonkeyPatch, alice: Person) -> None:
    def of_anybody(one: Person, matter: Any) -> Report | None:
        return Report.objects.filter(matter=matter.name).first()

    monkeypatch.setattr(report_pages, "find_report", of_anybody)


def leak_appeals(monkeypatch: pytest.MonkeyPatch, alice: Person) -> None:
    own = own_measures.list_measures
    monkeypatch.setattr(own_measures, "list_measures", lambda one, now: own(alice, now))


LEAKS = {
    "diary entry": (leak_diaries, "/diary/"),
    "diary note": (leak_notes, "/diary/"),
    "note after the end": (leak_notes, "/diary/"),
    "player note": (leak_player_notes, "/players/"),
    "block": (leak_blocks, "/players/"),
    "mute": (leak_mutes, "/words/"),
    "report of words": (leak_reports, "/report/"),
    "report of a name": (leak_reports, "/report/"),
    "appeal": (leak_appeals, "/measures/"),
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_of_what_is_kept_is_found(
    name: str,
    alice: Person,
    compare: Callable[[str, str], list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant, where = LEAKS[name]
    plant(monkeypatch, alice)
    found = compare(name, "Dora")
    assert any(where in one for one in found), found

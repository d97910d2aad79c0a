"""Who reads what: no words reach anybody to whom they were not said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Person
from games import queries
from games.models import Departure, Game
from games.play import tables
from talk import remarks
from talk.models import Audience, Remark, TalkTerms
from tests import stage
from tests.games import espionage
from tests.talk.conftest import Say

# Who reads what while the game runs; "watchers" by players only where the table says so.
READS = {
    "alice": {"all", "players"},
    "bob": {"all", "players"},
    "charlie": {"all", "watchers"},
    "guest": set[str](),
    "nobody": set[str](),
}


@pytest.fixture
def people(alice: Person, bob: Person, charlie: Person) -> dict[str, Person | None]:
    guest = Person.objects.create_user("g@guest.invalid", name="Guest 1", is_guest=True)
    return {"alice": alice, "bob": bob, "charlie": charlie, "guest": guest, "nobody": None}


@pytest.fixture
def full(game: Game, alice: Person, charlie: Person, say: Say) -> Game:
    """A game at which something is said to each audience."""
    say(game, alice, "said to all", "all")
    say(game, alice, "said to players", "players")
    say(game, charlie, "said to watchers", "watchers")
    return game


def heard(game: Game, person: Person | None) -> set[str]:
    """Return the audiences of the words that a person reads."""
    visit = queries.load_visit(game.pk, person)
    assert visit is not None
    return {one.remark.audience for one in remarks.list_remarks(visit, most=50)}


def shown(client: Client, game: Game, person: Person | None, *views: str) -> set[str]:
    """Return the audiences whose words stand on the pages of a game."""
    client.logout()
    if person:
        client.force_login(person)
    texts = "".join(
        client.get(reverse(view, args=[game.pk]), follow=True).content.decode() for view in views
    )
    return {audience for audience in Audience.values if f"said to {audience}" in texts}


def leaks(game: Game, people: dict[str, Person | None], reads: Mapping[str, set[str]]) -> list[str]:
    """Return who reads something else than they should."""
    return [name for name, person in people.items() if heard(game, person) != set(reads[name])]


def test_words_reach_only_their_audience(full: Game, people: dict[str, Person | None]) -> None:
    assert leaks(full, people, READS) == []


def test_a_leak_between_audiences_is_found(
    full: Game, people: dict[str, Person | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: each way in which a stranger or a player could read too much is seen."""
    monkeypatch.setattr(remarks, "readable_audiences", lambda _visit: list(Audience))
    assert leaks(full, people, READS) == ["alice", "bob", "charlie", "guest", "nobody"]


def test_pages_show_each_reader_what_they_may_read(
    client: Client, full: Game, people: dict[str, Person | None]
) -> None:
    for name, person in people.items():
        pages = ("game",) if name == "guest" else ("game", "words")
        assert shown(client, full, person, *pages) == READS[name], name


def test_other_pages_of_a_game_hold_no_words(client: Client, full: Game, alice: Person) -> None:
    views = (
        "game_history",
        "game_text",
        "game_film",
        "game_outline",
        "game_events",
        "game_notation",
    )
    assert shown(client, full, alice, *views) == set()


def test_players_read_spectators_once_the_game_is_over(
    full: Game, alice: Person, charlie: Person
) -> None:
    Game.objects.filter(pk=full.pk).update(status="over", ended_at=full.started_at)
    assert heard(full, alice) == {"all", "players", "watchers"}
    assert heard(full, charlie) == {"all", "watchers"}


def test_players_read_spectators_where_the_table_says_so(full: Game, alice: Person) -> None:
    TalkTerms.objects.create(game=full, watchers_are_heard=True)
    assert heard(full, alice) == {"all", "players", "watchers"}


def test_players_read_no_spectators_where_pieces_are_hidden(
    alice: Person, bob: Person, charlie: Person, say: Say, now: datetime
) -> None:
    game = espionage.begin([alice, bob], now)
    say(game, charlie, "The flag is on a1", "watchers")
    TalkTerms.objects.create(game=game, watchers_are_heard=True)
    assert heard(game, alice) == set()


def test_who_has_left_reads_what_is_said_to_players_no_more(
    full: Game, bob: Person, now: datetime
) -> None:
    seat = full.seats.get(person=bob)
    Departure.objects.create(game=full, seat=seat, person=bob, at=now)
    full.seats.filter(pk=seat.pk).update(person=None, is_absent=True)
    assert heard(full, bob) == {"all", "watchers"}


def test_words_of_a_private_game_are_read_by_those_who_may_see_it(
    client: Client, full: Game, alice: Person, charlie: Person
) -> None:
    Game.objects.filter(pk=full.pk).update(is_private=True)
    client.force_login(charlie)
    for view in ("words", "words_say", "words_read"):
        address = reverse(view, args=[full.pk])
        answer = client.get(address) if view == "words" else client.post(address)
        assert answer.status_code == 404, view
    client.force_login(alice)
    assert client.get(reverse("words", args=[full.pk])).status_code == 200


def test_only_the_host_says_whether_spectators_are_heard_and_only_before_the_game(
    client: Client, table: Game, game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    terms = tables.TableTerms(ruleset="conquest", title="Winter", pace=game.pace)
    waiting = tables.open_table(alice, terms, now=now)

    def ask(at: Game, person: Person) -> int:
        client.force_login(person)
        return int(client.post(reverse("words_terms", args=[at.pk]), {"heard": "1"}).status_code)

    assert ask(waiting, bob) == ask(game, alice) == 422
    assert not TalkTerms.objects.exists()
    assert ask(waiting, alice) == 302
    assert TalkTerms.objects.get().watchers_are_heard


def test_only_tables_whose_pieces_lie_open_can_let_spectators_be_heard(
    client: Client, alice: Person, game: Game, now: datetime
) -> None:
    terms = tables.TableTerms(ruleset="espionage", title="Winter", pace=game.pace)
    waiting = tables.open_table(alice, terms, now=now)
    client.force_login(alice)
    assert client.post(reverse("words_terms", args=[waiting.pk]), {"heard": "1"}).status_code == 422


def fill(game: Game, person: Person, audience: str, number: int, now: datetime) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO talk_remark"
            " (game_id, person_id, audience, text, courtesy, said_at, form_key)"
            " SELECT %s, %s, %s, 'Hello', '', %s, '' FROM generate_series(1, %s)",
            [game.pk, person.pk, audience, now, number],
        )
        cursor.execute("ANALYZE talk_remark")


def rows_read(plan: dict[str, Any]) -> Iterator[int]:
    """Yield how many rows each part of a plan has read of the words, thrown away ones too."""
    if plan.get("Relation Name") == "talk_remark":
        thrown = plan.get("Rows Removed by Filter", 0)
        yield int((plan["Actual Rows"] + thrown) * plan["Actual Loops"])
    for part in plan.get("Plans", ()):
        yield from rows_read(part)


@pytest.mark.parametrize("audience", ["all", "watchers"])
def test_very_many_words_at_a_table_make_its_page_no_dearer(
    audience: str, game: Game, alice: Person, charlie: Person, say: Say, now: datetime
) -> None:
    say(game, alice, "The first word")
    fill(game, charlie, audience, 100_000, now)
    visit = queries.load_visit(game.pk, alice)
    assert visit is not None
    with CaptureQueriesContext(connection) as asked:
        found = remarks.list_remarks(visit, most=13)
    assert len(asked) == 2
    assert len(found) == (1 if audience == "watchers" else 13)
    assert 0 < sum(sum(rows_read(plan_of(query["sql"]))) for query in asked) < 200


def plan_of(query: str) -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {query}")
        (plan,) = cursor.fetchone()
    return dict(plan[0]["Plan"])


def test_older_words_are_found_from_any_place(game: Game, alice: Person, now: datetime) -> None:
    fill(game, alice, "all", 120, now)
    visit = queries.load_visit(game.pk, alice)
    assert visit is not None
    found, before = [], None
    while page := remarks.list_remarks(visit, most=50, before=before):
        found += [one.remark.pk for one in page]
        before = found[-1]
    assert found == sorted(Remark.objects.values_list("pk", flat=True), reverse=True)


def known_files(client: Client, game: Game, people: dict[str, Person | None]) -> list[bytes]:
    """Return all that programs read of a game, for each person."""
    files = []
    for person in people.values():
        client.logout()
        if person:
            client.force_login(person)
        views = ("game_film", "game_outline", "game_events", "game_notation")
        files += [client.get(reverse(view, args=[game.pk])).content for view in views]
    return files


def test_words_change_nothing_that_is_known_of_a_game(
    client: Client, game: Game, people: dict[str, Person | None], say: Say, now: datetime
) -> None:
    before = known_files(client, game, people)
    for name, audience in (("alice", "all"), ("bob", "players"), ("charlie", "watchers")):
        person = people[name]
        assert person is not None
        say(game, person, "South has the knight on #1", audience)
    assert known_files(client, game, people) == before
    assert people["alice"] is not None
    stage.hand_in(game, people["alice"], "end", now=now)
    assert known_files(client, game, people) != before  # the control

"""Seasons and cups in the browser: found, read, entered and left."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from seasons import entering
from seasons.models import Assistant, Competition, Entrant, Group, Member, Ruling
from tests.games.test_every_page import plain
from tests.games.test_long_lists import rows_read
from tests.leagues.test_long_tables import PEOPLE
from tests.seasons.competitions import (
    DAY,
    enter_all,
    open_championship,
    open_cup,
    people,
    resign_weaker,
    running_games,
    tick,
)

pytestmark = pytest.mark.django_db
MANY = 20_000
ENTRANTS = """
    INSERT INTO seasons_entrant (competition_id, person_id, entered_at, is_reserve, is_lasting,
        at_once, seeding, "left", rank)
    SELECT %(competition)s, id, now(), false, false, 3, n, '', n
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM accounts_person) AS person
"""
GROUPS = """
    INSERT INTO seasons_group (stage_id, number, told) SELECT %(stage)s, n, 0
    FROM generate_series(1, %(groups)s) AS n
"""
MEMBERS = """
    INSERT INTO seasons_member (group_id, entry_id, "order", rank, points, played, wins, ties,
        can_rise, has_risen, moved)
    SELECT g.id, e.id, mod(e.seeding - 1, 8) + 1, mod(e.seeding - 1, 8) + 1, 0, 0, 0, '[]', true,
        false, 0
    FROM seasons_entrant e JOIN seasons_group g ON g.number = (e.seeding + 7) / 8
"""


@pytest.fixture
def today() -> datetime:
    """The views go by the clock."""
    return timezone.now()


def page(client: Client, person: Person | None, url: str, **query: str) -> str:
    client.logout()
    if person:
        client.force_login(person)
    answer = client.get(url, query)
    assert answer.status_code == 200
    return plain(answer)


def post(client: Client, person: Person | None, name: str, pk: int, **fields: str) -> Any:
    client.logout()
    if person:
        client.force_login(person)
    return client.post(reverse(name, args=[pk]), fields)


def follow(client: Client, answer: Any) -> str:
    """Return what is to be read after a form was sent."""
    return plain(client.get(answer.headers["Location"]))


def group_url(season: Competition, number: int = 1) -> str:
    return reverse("competition-group", args=[season.pk, 1, number])


def play_some(season: Competition, players: list[Person], now: datetime) -> None:
    for group in Group.objects.filter(stage__competition=season):
        for game in running_games(group)[:2]:
            resign_weaker(game, players, now)
    tick(now)


def test_list_names_what_can_be_entered_what_runs_and_what_is_over(
    client: Client, now: datetime
) -> None:
    season = open_championship(now)
    assert "Open for entries Bollwerk, season 1" in page(client, None, reverse("seasons"))
    enter_all(season, people(4), now)
    tick(now + 10 * DAY)
    tick(now + 10 * DAY)
    seen = page(client, None, reverse("seasons"))
    assert "Open for entries Bollwerk, season 2" in seen
    assert "Running now Bollwerk, season 1" in seen
    assert "4 people take part." in seen
    tick(now + 100 * DAY)
    assert "Over Bollwerk, season 1" in page(client, None, reverse("seasons"))


def test_list_is_filtered_by_game(client: Client, now: datetime, alice: Person) -> None:
    open_championship(now)
    open_cup(alice, now, title="Spring", ruleset="conquest", table_size=4)
    seen = page(client, None, reverse("seasons"), game="conquest")
    assert "Spring" in seen
    assert "season 1" not in seen


def test_private_cup_is_known_to_those_who_entered_or_direct_and_to_others_by_its_link(
    client: Client, today: datetime, alice: Person, bob: Person, charlie: Person
) -> None:
    cup = open_cup(alice, today, title="Club night", is_private=True, table_size=2)
    assistant = people(1)[0]
    Assistant.objects.create(competition=cup, person=assistant)
    entering.enter(cup.pk, bob, entering.Wish(3), now=today)
    invited = reverse("competition-invited", args=[cup.invite_key])
    for reader in (alice, bob, assistant):
        assert "Club night" in page(client, reader, reverse("seasons"))
        assert "Club night" in page(client, reader, cup.get_absolute_url())
    for stranger in (charlie, None):
        assert "Club night" not in page(client, stranger, reverse("seasons"))
        assert client.get(cup.get_absolute_url()).status_code == 404
        assert client.get(group_url(cup)).status_code == 404
        assert "Club night" in page(client, stranger, invited)
    assert post(client, charlie, "competition-enter", cup.pk).status_code == 404
    assert client.get(reverse("competition-invited", args=["wrong"])).status_code == 404
    answer = post(client, charlie, "competition-enter", cup.pk, key=cup.invite_key)
    assert answer.headers["Location"] == cup.get_absolute_url()
    assert "Club night" in page(client, charlie, cup.get_absolute_url())


def test_entering_changing_the_wish_and_leaving(
    client: Client, today: datetime, alice: Person
) -> None:
    season = open_championship(today)
    form = page(client, alice, season.get_absolute_url())
    assert "Games at once, at most" in form
    answer = post(client, alice, "competition-enter", season.pk, at_once="2", is_lasting="on")
    assert "You have entered." in follow(client, answer)
    entry = Entrant.objects.get()
    assert (entry.at_once, entry.is_lasting, entry.is_reserve) == (2, True, False)
    answer = post(client, alice, "competition-enter", season.pk, at_once="5")
    assert "Saved." in follow(client, answer)
    entry.refresh_from_db()
    assert (entry.at_once, entry.is_lasting) == (5, False)
    leave = reverse("competition-leave", args=[season.pk])
    assert "You take your entry" in page(client, alice, leave)
    assert Entrant.objects.exists()
    post(client, alice, "competition-leave", season.pk)
    assert not Entrant.objects.exists()


@pytest.mark.parametrize("at_once", ["", "no", "0", "-1", "99999999999"])
def test_a_senseless_number_of_games_is_none(
    client: Client, today: datetime, alice: Person, at_once: str
) -> None:
    season = open_championship(today)
    post(client, alice, "competition-enter", season.pk, at_once=at_once)
    assert Entrant.objects.get().at_once == season.at_once


def test_who_cannot_enter_reads_why(client: Client, today: datetime, alice: Person) -> None:
    season = open_championship(today)
    Competition.objects.update(asks_finished=5)
    sentence = "This is for players who have finished at least 5 games."
    seen = page(client, alice, season.get_absolute_url())
    assert sentence in seen
    assert "Games at once, at most" not in seen
    answer = post(client, alice, "competition-enter", season.pk, at_once="2")
    assert not Entrant.objects.exists()
    assert follow(client, answer).count(sentence) == 2


def test_the_forms_act_by_post_alone_and_lead_those_who_are_signed_out_to_sign_in(
    client: Client, today: datetime, alice: Person
) -> None:
    season = open_championship(today)
    client.force_login(alice)
    answer = client.get(reverse("competition-enter", args=[season.pk]))
    assert answer.headers["Location"] == season.get_absolute_url()
    assert not Entrant.objects.exists()
    answer = post(client, None, "competition-enter", season.pk)
    assert answer.headers["Location"].endswith(f"?next={season.get_absolute_url()}")


def test_page_says_how_it_is_played_and_when(client: Client, now: datetime) -> None:
    season = open_championship(now, days=90)
    seen = page(client, None, season.get_absolute_url())
    for words in (
        "Everybody meets everybody once.",
        "A game won is one point, a level one half a point.",
        "the points of games against each other, games won",
        "Who has more pieces has won",
        "In 90 days each can make 45 turns, if all take all their time.",
        "stands last, and what others have achieved against them counts for nobody",
        "Entries close Wed 11 Mar",
        "It ends Wed 10 Jun",
    ):
        assert words in seen, words


def test_running_season_shows_its_divisions_and_the_own_place(
    client: Client, now: datetime
) -> None:
    season, players = open_championship(now), people(8)
    enter_all(season, players, now)
    tick(now + 10 * DAY)
    play_some(season, players, now + 11 * DAY)
    seen = page(client, players[0], season.get_absolute_url())
    assert "Divisions Division 1 you take part" in seen
    assert "You take part Division 1 place " in seen
    chosen = page(client, None, season.get_absolute_url(), round="1")
    assert "Division 2 Player" in chosen
    assert "How it is played" not in chosen


def test_group_page_has_the_cross_table_what_is_left_and_what_may_come(
    client: Client, now: datetime
) -> None:
    season, players = open_championship(now), people(8)
    enter_all(season, players, now)
    tick(now + 10 * DAY)
    play_some(season, players, now + 11 * DAY)
    seen = page(client, players[0], group_url(season))
    assert " beats Player " in seen
    assert "W won" in seen
    assert "… running" in seen
    assert "first in " in seen
    assert "goes down in " in seen
    second = page(client, None, group_url(season, 2))
    assert "goes up in " in second
    assert "goes down" not in second
    tick(now + 100 * DAY)
    seen = page(client, None, group_url(season))
    assert "D* drawn, adjudicated" in seen
    assert "champion" in seen
    assert "of 100 futures" not in seen


def test_group_page_says_how_often_its_reader_has_met_the_others(
    client: Client, now: datetime
) -> None:
    from leagues import ratings

    season, players = open_championship(now), people(4)
    enter_all(season, players, now)
    tick(now + 10 * DAY)
    for game in running_games(Group.objects.get()):
        resign_weaker(game, players, now + 11 * DAY)
    ratings.rate_games()
    url = group_url(season)
    assert "Opponent" not in page(client, players[0], url)
    assert "Player 4 1 1 0 0" in page(client, players[0], url, met="1")
    assert "Opponent" not in page(client, None, url, met="1")


def test_games_of_a_private_cup_are_linked_for_their_players_alone(
    client: Client, now: datetime, alice: Person
) -> None:
    cup = open_cup(alice, now, kind="round_robin", is_private=True)
    players = people(3)
    enter_all(cup, players, now)
    tick(now + 10 * DAY)
    linked = {}
    for reader in (alice, players[0]):
        client.force_login(reader)
        body = client.get(group_url(cup)).content.decode()
        games = Group.objects.get().fixtures.values_list("game", flat=True)
        linked[reader] = sum(f'href="/games/{game}/"' in body for game in games)
    assert linked == {alice: 0, players[0]: 2}


def test_who_has_left_is_named_and_stands_last(client: Client, now: datetime) -> None:
    season, players = open_championship(now), people(4)
    enter_all(season, players, now)
    tick(now + 10 * DAY)
    entering.leave(season.pk, players[0], now=now + 11 * DAY)
    tick(now + 11 * DAY)
    seen = page(client, None, group_url(season))
    assert "4 Player 1 withdrew" in seen
    assert "You took part" in page(client, players[0], season.get_absolute_url())


def test_bracket_tells_in_words_who_goes_on_and_who_has_won(
    client: Client, now: datetime, alice: Person
) -> None:
    cup, players = open_cup(alice, now), people(4)
    enter_all(cup, players, now)
    for day in range(10, 14):
        tick(now + day * DAY)
        for group in Group.objects.filter(settled_at=None):
            for game in running_games(group):
                resign_weaker(game, players, now + day * DAY)
    seen = page(client, None, cup.get_absolute_url())
    assert "Semi-finals Semi-final 1 Player 1 1 point · goes on" in seen
    tick(now + 14 * DAY)
    seen = page(client, None, cup.get_absolute_url())
    assert "Final Final Player 1 1 point · has won" in seen
    assert "Final ranking 4 Player 1 Player 2" in seen


def test_swiss_shows_the_table_of_its_newest_round(
    client: Client, now: datetime, alice: Person
) -> None:
    cup, players = open_cup(alice, now, kind="swiss", rounds=2), people(5)
    enter_all(cup, players, now)
    for day in (10, 11):
        tick(now + day * DAY)
        play_some(cup, players, now + day * DAY)
    seen = page(client, players[0], cup.get_absolute_url())
    assert "Round 2 Place Player Points" in seen
    assert "2 rounds: in each you play" in seen


def test_rulings_are_public_but_warnings_and_messages_are_not(
    client: Client, now: datetime, alice: Person, bob: Person, charlie: Person
) -> None:
    cup = open_cup(alice, now)
    enter_all(cup, [bob], now)
    for what in Ruling.What.values:
        reason = f"because of {what}"
        Ruling.objects.create(key=what, at=now, by=alice, competition=cup, what=what, reason=reason)
    for reader in (None, charlie, bob):
        seen = page(client, reader, cup.get_absolute_url())
        assert "because of warn" not in seen
        assert "The reason: because of postpone" in seen
        assert ("because of message" in seen) is (reader == bob)


def test_dashboard_names_what_one_plays_in(client: Client, now: datetime) -> None:
    season, players = open_championship(now), people(4)
    home = reverse("home")
    assert "My seasons and cups" not in page(client, players[0], home)
    enter_all(season, players, now)
    assert "You have entered. It begins Thu 12 Mar" in page(client, players[0], home)
    tick(now + 10 * DAY)
    play_some(season, players, now + 11 * DAY)
    seen = page(client, players[0], home)
    assert "Division 1: place 1 of 4" in seen
    assert "still to be decided" in seen


def test_dashboard_asks_twice_whatever_one_plays_in(
    client: Client, now: datetime, alice: Person
) -> None:
    def count() -> int:
        client.force_login(alice)
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse("home"))
        return sum("seasons_" in query["sql"] for query in captured.captured_queries)

    assert count() == 1
    players = people(6)
    for number in range(2):
        season = open_championship(now, title=f"League {number}")
        enter_all(season, [alice, *players[: 3 + 3 * number]], now)
        tick(now + 10 * DAY)
        assert count() == 2


@pytest.mark.parametrize("size", [4, 8])
def test_queries_do_not_grow_with_people_and_games(
    client: Client, now: datetime, size: int
) -> None:
    season, players = open_championship(now, group_size=size), people(2 * size)
    enter_all(season, players, now)
    tick(now + 10 * DAY)
    play_some(season, players, now + 11 * DAY)
    counted = {}
    for url in (reverse("seasons"), season.get_absolute_url(), group_url(season)):
        client.force_login(players[0])
        with CaptureQueriesContext(connection) as captured:
            client.get(url)
        counted[url] = len(captured)
    assert list(counted.values()) == [10, 17, 16]


def test_pages_of_twenty_thousand_people_read_a_page_of_them(client: Client, now: datetime) -> None:
    season = open_championship(now)
    with connection.cursor() as cursor:
        cursor.execute(PEOPLE, {"people": MANY})
        cursor.execute(ENTRANTS, {"competition": season.pk})
        season.status, season.began_at = Competition.Status.RUNNING, now
        season.save()
        stage = season.stages.create(
            number=1, begins_at=now, ends_at=now + 90 * DAY, group_count=MANY // 8, is_drawn=True
        )
        cursor.execute(GROUPS, {"stage": stage.pk, "groups": MANY // 8})
        cursor.execute(MEMBERS)
        for table in ("accounts_person", "seasons_entrant", "seasons_group", "seasons_member"):
            cursor.execute(f"ANALYZE {table}")
        cursor.execute("SET LOCAL enable_seqscan = off")
    assert Member.objects.count() == MANY
    client.force_login(Person.objects.get(name="Player 700"))
    for url in (reverse("seasons"), season.get_absolute_url(), group_url(season, 88)):
        assert rows_read(client, url) < 6_000, url
    assert rows_read(client, f"{season.get_absolute_url()}?people=9") < 6_000

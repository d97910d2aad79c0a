"""Tables that wait for somebody: invitations and rematches, with yes and no, and full tables."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import live, queries
from games.models import Game, Invitation
from games.play import rematch, tables
from mail.models import Delivery
from tests import stage
from tests.games.test_every_page import plain
from tests.markup import squeeze


@pytest.fixture
def invited(table: Game, alice: Person, bob: Person, now: datetime) -> Game:
    """A private table of Alice's, to which she has invited Bob."""
    Game.objects.update(is_private=True)
    tables.invite_addresses(table.pk, alice, [bob.email], now=now)
    return table


@pytest.fixture
def again(alice: Person, bob: Person, now: datetime) -> Game:
    """A rematch that Alice has asked Bob for."""
    game = stage.sit_down([alice, bob], "bollwerk", now=now)
    stage.hand_in(game, bob, "resign", now=now)
    return rematch.join_rematch(game.pk, alice, now=now)


def show(client: Client, person: Person, path: str) -> str:
    client.force_login(person)
    return client.get(path).content.decode()


def waiting_for(client: Client, person: Person) -> str:
    page = show(client, person, reverse("home"))
    return page.partition('id="asked-of-you"')[2].partition('id="tables-and-invitations"')[0]


def count(person: Person) -> int:
    """Return what the title counts; the lists of the dashboard must have as much."""
    dashboard = queries.load_dashboard(person)
    asked = live.count_asked(person)
    assert asked == len(dashboard.asked.rows) + len(dashboard.invited.rows)
    return asked


def post(client: Client, person: Person, name: str, table: Game) -> str:
    client.force_login(person)
    return plain(client.post(reverse(name, args=[table.pk]), follow=True))


def test_invitation_waits_in_list_and_title(client: Client, invited: Game, bob: Person) -> None:
    waiting = waiting_for(client, bob)
    assert "Alice invites you." in waiting
    assert "No, thanks" in waiting
    assert "Sit down" in waiting
    assert count(bob) == 1
    assert "<title>(1) " in show(client, bob, invited.get_absolute_url())
    assert "Alice invites you." in show(client, bob, invited.get_absolute_url())
    assert Delivery.objects.filter(kind="invitation", address=bob.email).count() == 1


def test_invitation_waits_for_nobody_else(
    client: Client, invited: Game, alice: Person, charlie: Person
) -> None:
    for person in (alice, charlie):
        assert count(person) == 0
        assert "invites you" not in show(client, person, reverse("home"))
    assert client.get(invited.get_absolute_url()).status_code == 404
    assert client.post(reverse("table_decline", args=[invited.pk])).status_code == 404


def test_invitation_is_accepted(client: Client, invited: Game, bob: Person) -> None:
    post(client, bob, "table_join", invited)
    assert invited.seats.filter(person=bob).exists()
    assert count(bob) == 0
    assert "invites you" not in show(client, bob, reverse("home"))


def test_invitation_is_declined(client: Client, invited: Game, alice: Person, bob: Person) -> None:
    assert "You have declined." in post(client, bob, "table_decline", invited)
    assert count(bob) == 0
    assert invited.title not in show(client, bob, reverse("home"))
    assert f"{bob.email} (declined)" in " ".join(
        show(client, alice, invited.get_absolute_url()).split()
    )
    # They may think better of it.
    post(client, bob, "table_join", invited)
    assert invited.seats.filter(person=bob).exists()
    assert "(declined)" not in show(client, alice, invited.get_absolute_url())


def test_invitation_is_not_asked_again_after_standing_up(
    client: Client, invited: Game, bob: Person, now: datetime
) -> None:
    tables.join_table(invited.pk, bob, now=now)
    tables.stand_up(invited.pk, bob, now=now)
    assert count(bob) == 0


def test_invitation_to_a_full_table_waits_for_its_host_alone(
    invited: Game,
    alice: Person,
    bob: Person,
    charlie: Person,
    dora: Person,
    erin: Person,
    now: datetime,
) -> None:
    for person in (charlie, dora, erin):
        tables.join_table(invited.pk, person, now=now)
    assert [count(person) for person in (alice, bob, charlie)] == [1, 0, 0]


def test_full_table_can_be_started_from_the_list(
    client: Client,
    table: Game,
    alice: Person,
    bob: Person,
    dora: Person,
    erin: Person,
    now: datetime,
) -> None:
    assert count(alice) == 0
    for person in (bob, dora, erin):
        tables.join_table(table.pk, person, now=now)
    waiting = waiting_for(client, alice)
    assert "All seats are taken: the game can begin." in waiting
    assert "No, thanks" not in waiting
    post(client, alice, "table_start", table)
    assert Game.objects.get(pk=table.pk).is_running
    assert count(alice) == 1  # her turn


def test_rematch_waits_in_list_and_title(
    client: Client, again: Game, alice: Person, bob: Person
) -> None:
    assert again.rematch_of is not None
    assert "Alice wants a rematch." in waiting_for(client, bob)
    assert count(bob) == 1
    assert count(alice) == 0
    assert "No, thanks" in show(client, bob, again.rematch_of.get_absolute_url())
    assert "No, thanks" not in show(client, alice, again.rematch_of.get_absolute_url())


def test_rematch_begins_with_a_yes_from_the_list(client: Client, again: Game, bob: Person) -> None:
    post(client, bob, "table_join", again)
    assert Game.objects.get(pk=again.pk).is_running


def test_declined_rematch_frees_its_seat(
    client: Client, again: Game, bob: Person, charlie: Person, now: datetime
) -> None:
    assert again.rematch_of is not None
    post(client, bob, "table_decline", again)
    assert count(bob) == 0
    assert "No, thanks" not in show(client, bob, again.rematch_of.get_absolute_url())
    assert queries.reserved_seats(again) == {}
    tables.join_table(again.pk, charlie, now=now)


def test_declined_rematch_is_told_to_its_host(
    client: Client, again: Game, alice: Person, bob: Person
) -> None:
    assert again.rematch_of is not None
    path = again.rematch_of.get_absolute_url()
    assert "Somebody has declined" not in show(client, alice, path)
    post(client, bob, "table_decline", again)
    words = "Somebody has declined. You can fill the seat and start."
    assert words in show(client, alice, path)
    assert "Bob (declined)" in " ".join(show(client, alice, again.get_absolute_url()).split())


def test_declined_rematch_says_nothing_to_the_one_who_declined(
    client: Client, again: Game, bob: Person
) -> None:
    assert again.rematch_of is not None
    post(client, bob, "table_decline", again)
    page = show(client, bob, again.rematch_of.get_absolute_url())
    assert "Join the rematch" in page
    assert "Somebody has declined" not in page
    assert "wants a rematch" not in page


def test_declined_rematch_names_its_host_to_the_others(
    client: Client, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    game = stage.sit_down([alice, bob, dora, erin], "conquest", now=now)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, ended_at=now)
    table = rematch.join_rematch(game.pk, alice, now=now)
    tables.decline_invitation(table.pk, bob, now=now)
    tables.join_table(table.pk, dora, now=now)
    told = "Somebody has declined. Alice can fill the seat and start."
    assert told in squeeze(show(client, erin, game.get_absolute_url()))
    told = "Jemand hat abgelehnt. Alice kann den Platz anders besetzen und die Partie starten."
    assert told in squeeze(show(client, dora, game.get_absolute_url()))


def test_declined_rematch_whose_seats_are_all_taken_is_not_told_any_more(
    client: Client, again: Game, alice: Person, bob: Person, charlie: Person, now: datetime
) -> None:
    assert again.rematch_of is not None
    post(client, bob, "table_decline", again)
    tables.join_table(again.pk, charlie, now=now)
    page = show(client, alice, again.rematch_of.get_absolute_url())
    assert "To the rematch" in page
    assert "Somebody has declined" not in page


def test_invitation_is_news_to_an_open_list(
    table: Game, alice: Person, bob: Person, now: datetime
) -> None:
    page = live.OpenPage(bob.pk)
    before = live.page_stamp(page)
    tables.invite_addresses(table.pk, alice, [bob.email], now=now)
    after = live.page_stamp(page)
    assert before is not None
    assert after is not None
    assert (before.asked, after.asked) == (0, 1)
    assert before.news != after.news


def test_removed_person_is_not_asked_any_more(
    invited: Game, alice: Person, bob: Person, now: datetime
) -> None:
    tables.join_table(invited.pk, bob, now=now)
    tables.remove_player(invited.pk, alice, bob.pk, now=now)
    assert Invitation.objects.filter(declined_at=None).exists()
    assert count(bob) == 0

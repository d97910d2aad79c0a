"""Keeping away: what does not happen between two people any more, and that nobody is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from threading import Barrier, Thread

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import personal_data, queries, search
from games.agreements import nudges
from games.letters import writers
from games.models import Decision, Game, Invitation, Mute, Nudge, PlayerBlock, Removal, Seat
from games.play import (
    blocks,
    interventions,
    keeping_away,
    rematch,
    seat_requests,
    substitutes,
    tables,
    turns,
)
from games.play.clock import PRESETS
from mail.models import Delivery
from tests import stage
from tests.conftest import person

DAY = timedelta(days=1)
NO_SEAT = "You cannot sit down at this table."


def open_table(host: Person, now: datetime, ruleset: str = "conquest") -> Game:
    terms = tables.TableTerms(ruleset=ruleset, title="Spring", pace=PRESETS["normal"])
    return tables.host_table(host, terms, now=now)


def refuse(words: str, act: Callable[[], object]) -> None:
    with pytest.raises((tables.TableRejected, turns.Rejected), match=re.escape(words)):
        act()


@pytest.fixture
def blocked(alice: Person, bob: Person, now: datetime) -> PlayerBlock:
    """Alice keeps Bob away."""
    return blocks.block(alice, bob, now=now - DAY)


def test_a_block_holds_both_ways(
    blocked: PlayerBlock, alice: Person, bob: Person, charlie: Person
) -> None:
    assert keeping_away.is_kept_away(alice, bob)
    assert keeping_away.is_kept_away(bob, alice)
    assert not keeping_away.is_kept_away(alice, charlie)
    assert not keeping_away.is_kept_away(bob, charlie)


def test_a_block_is_one_of_another_person(
    blocked: PlayerBlock, alice: Person, bob: Person, now: datetime
) -> None:
    assert blocks.block(alice, bob, now=now) == blocked
    with pytest.raises(IntegrityError), transaction.atomic():
        PlayerBlock.objects.create(person=alice, other=bob, at=now)
    with pytest.raises(IntegrityError), transaction.atomic():
        PlayerBlock.objects.create(person=alice, other=alice, at=now)
    house = person("House", is_house=True)
    for other in (alice, house):
        with pytest.raises(keeping_away.BlockRefused):
            blocks.block(alice, other, now=now)


def test_blocks_of_a_person_are_bounded(
    blocked: PlayerBlock,
    alice: Person,
    dora: Person,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keeping_away, "MOST", 1)
    with pytest.raises(keeping_away.BlockRefused, match="many people"):
        blocks.block(alice, dora, now=now)


def test_no_seats_together_at_tables(
    blocked: PlayerBlock, alice: Person, bob: Person, dora: Person, now: datetime
) -> None:
    hers, his, free = open_table(alice, now), open_table(bob, now), open_table(dora, now)
    refuse(NO_SEAT, lambda: tables.join_table(hers.pk, bob, now=now))
    refuse("You keep away from Bob.", lambda: tables.join_table(his.pk, alice, now=now))
    tables.join_table(free.pk, alice, now=now)
    refuse(NO_SEAT, lambda: tables.join_table(free.pk, bob, now=now))
    blocks.unblock(alice, bob.pk)
    tables.join_table(free.pk, bob, now=now)


def test_a_refusal_is_the_one_that_others_get(
    blocked: PlayerBlock, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    table = open_table(alice, now, "bollwerk")
    tables.join_table(table.pk, dora, now=now) if table.seats.count() > 2 else None
    other = open_table(dora, now)
    Removal.objects.create(game=other, person=erin, at=now)
    refuse(NO_SEAT, lambda: tables.join_table(other.pk, erin, now=now))
    refuse(NO_SEAT, lambda: tables.join_table(table.pk, bob, now=now))
    # Where all are refused, he reads why all are.
    Seat.objects.filter(game=table, person=None).update(person=erin)
    refuse("No seat is free.", lambda: tables.join_table(table.pk, bob, now=now))
    taken = table.seats.exclude(person=None).first()
    assert taken is not None
    refuse(
        "This seat is taken.",
        lambda: tables.join_table(table.pk, bob, seat_name=taken.name, now=now),
    )


def test_no_seats_together_in_games(
    blocked: PlayerBlock, alice: Person, bob: Person, dora: Person, now: datetime
) -> None:
    game = stage.sit_down([alice, dora], "bollwerk", now=now)
    seat = game.seats.get(person=dora)
    Seat.objects.filter(pk=seat.pk).update(is_absent=True)
    refuse(NO_SEAT, lambda: turns.become_substitute(game.pk, seat.name, bob, now=now))
    staff = person("Staff", is_staff=True, is_superuser=True)
    request = interventions.StaffRequest(by=staff, reason="r", key="k")
    refuse(
        "This person cannot sit in this game.",
        lambda: interventions.substitute_player(seat.pk, request, person=bob, now=now),
    )


def test_no_requests_for_seats(
    blocked: PlayerBlock, alice: Person, bob: Person, dora: Person, now: datetime
) -> None:
    game = stage.sit_down([alice, dora], "espionage", now=now)
    Person.objects.update(joined_at=now - 30 * DAY)
    bob.refresh_from_db()
    seat = game.seats.get(person=dora)
    Seat.objects.filter(pk=seat.pk).update(is_absent=True)
    refuse(
        "The host cannot be asked for this seat.",
        lambda: seat_requests.ask_host(game.pk, seat.name, bob, now=now),
    )
    blocks.unblock(alice, bob.pk)
    request = seat_requests.ask_host(game.pk, seat.name, bob, now=now)
    blocks.block(alice, bob, now=now)
    assert not seat_requests.accept_request(request.pk, alice, now=now).is_accepted


def test_a_host_lets_nobody_in_whom_they_keep_away(
    blocked: PlayerBlock, alice: Person, bob: Person, dora: Person, now: datetime
) -> None:
    game = stage.sit_down([alice, dora], "espionage", now=now)
    Seat.objects.filter(person=dora).update(is_absent=True)
    refuse(
        "You keep away from Bob.", lambda: tables.allow_substitute(game.pk, alice, "Bob", now=now)
    )
    his = stage.sit_down([bob, dora], "espionage", now=now)
    Person.objects.update(joined_at=now - 30 * DAY)
    Seat.objects.filter(game=his, person=dora).update(is_absent=True)
    assert tables.allow_substitute(his.pk, bob, "Alice", now=now) == alice
    assert not Invitation.sent_to(alice).exists()


@pytest.mark.parametrize("is_theirs", [True, False])
def test_no_invitations_between_the_two(
    is_theirs: bool, blocked: PlayerBlock, alice: Person, bob: Person, now: datetime
) -> None:
    host, guest = (bob, alice) if is_theirs else (alice, bob)
    table = open_table(host, now)
    Game.objects.update(is_private=True)
    # To the host it looks like any other: addresses tell nobody whose they are.
    assert tables.invite_addresses(table.pk, host, [guest.email], now=now) == 1
    delivery = Delivery.objects.get(kind="invitation")
    assert writers.WRITERS["invitation"](delivery, now) is None
    assert not queries.waits_for_answer(table, guest)
    assert queries.load_visit(table.pk, guest) is None
    sent = dict(personal_data.export(guest))["invitations"]
    assert [one for one in sent if not one["by_me"]] == []
    # The control: without the block there is a letter, and it waits for an answer.
    blocks.unblock(alice, bob.pk)
    assert writers.WRITERS["invitation"](delivery, now) is not None
    assert queries.waits_for_answer(table, guest)


def test_an_invitation_of_before_stays_with_those_who_are_kept_away(
    alice: Person, bob: Person, now: datetime
) -> None:
    hers, his = open_table(alice, now), open_table(bob, now)
    tables.invite_addresses(hers.pk, alice, [bob.email], now=now)
    tables.invite_addresses(his.pk, bob, [alice.email], now=now)
    blocks.block(alice, bob, now=now + DAY)
    assert queries.waits_for_answer(hers, bob)
    assert not queries.waits_for_answer(his, alice)


def finish(game: Game, now: datetime) -> Game:
    Game.objects.filter(pk=game.pk).update(status="over", ended_at=now)
    return game


def test_no_rematch_between_the_two(alice: Person, bob: Person, now: datetime) -> None:
    game = finish(stage.sit_down([alice, bob], "bollwerk", now=now), now)
    blocks.block(alice, bob, now=now)
    refuse("You keep away from Bob.", lambda: rematch.join_rematch(game.pk, alice, now=now))
    assert not game.rematches.exists()
    table = rematch.join_rematch(game.pk, bob, now=now)
    assert table.seats.filter(person=bob).exists()
    letter = Delivery.objects.get(kind="invitation")
    assert writers.WRITERS["invitation"](letter, now) is None
    assert not queries.waits_for_answer(table, alice)
    refuse("You keep away from Bob.", lambda: tables.join_table(table.pk, alice, now=now))


def test_no_nudges_between_the_two(
    alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    game = stage.begin([alice, bob, dora, erin], stage.set_up(), now=now - DAY, pace="leisurely")
    Decision.objects.update(told_at=now - DAY)
    decision = Decision.objects.get(closed_at=None)
    blocks.block(alice, bob, now=now)
    refuse(
        "Alice wants no nudges.", lambda: nudges.nudge_player(game.pk, decision.pk, bob, now=now)
    )
    Person.objects.filter(pk=alice.pk).update(nudges=False)
    refuse(
        "Alice wants no nudges.", lambda: nudges.nudge_player(game.pk, decision.pk, dora, now=now)
    )
    Person.objects.filter(pk=alice.pk).update(nudges=True)
    nudges.nudge_player(game.pk, decision.pk, dora, now=now)
    assert Nudge.objects.count() == 1


def test_running_games_go_on(alice: Person, bob: Person, now: datetime) -> None:
    game = stage.begin([alice, bob, person("Third"), person("Fourth")], stage.set_up(), now=now)
    blocks.block(bob, alice, now=now)
    stage.hand_in(game, alice, "end", now=now)
    stage.hand_in(game, bob, "end", now=now)
    Seat.objects.filter(person=bob).update(is_absent=True)
    assert not turns.return_to_seat(game.pk, bob, now=now).is_absent


def test_tables_that_have_not_begun_are_left(
    alice: Person, bob: Person, dora: Person, now: datetime
) -> None:
    hers, his, free = open_table(alice, now), open_table(bob, now), open_table(dora, now)
    for table, one in ((hers, bob), (his, alice), (free, alice), (free, bob)):
        tables.join_table(table.pk, one, now=now)
    blocks.block(alice, bob, now=now)
    assert not hers.seats.filter(person=bob).exists()
    assert not his.seats.filter(person=alice).exists()
    assert [seat.person for seat in free.seats.exclude(person=None)] == [dora, bob]
    assert {game.status for game in Game.objects.all()} == {"open"}
    # He reads what everybody reads whom a host has taken from a table.
    assert [row.about["what"] for row in Delivery.objects.filter(person=bob)] == ["removed"]


@pytest.mark.django_db(transaction=True)
def test_who_sits_down_while_they_are_blocked_does_not_stay(
    alice: Person, bob: Person, dora: Person, now: datetime
) -> None:
    table = open_table(dora, now)
    tables.join_table(table.pk, alice, now=now)
    ready = Barrier(2)

    def at_once(act: Callable[[], object]) -> None:
        ready.wait()
        try:
            act()
        except tables.TableRejected:
            pass
        finally:
            connection.close()

    acts = (
        lambda: tables.join_table(table.pk, bob, now=now),
        lambda: blocks.block(alice, bob, now=now),
    )
    threads = [Thread(target=at_once, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seated = set(table.seats.exclude(person=None).values_list("person", flat=True))
    assert not {alice.pk, bob.pk} <= seated


def test_blocks_go_with_either_account(
    blocked: PlayerBlock, alice: Person, bob: Person, table: Game, now: datetime
) -> None:
    keeping_away.mute(table, alice, bob, now=now)
    exported = dict(personal_data.export(alice))
    assert exported["blocks-of-players"] == [{"other_id": bob.pk, "at": blocked.at}]
    assert exported["mutes"] == [{"game_id": table.pk, "other_id": bob.pk, "at": now}]
    # Who is kept away finds nothing of it in their data.
    his = dict(personal_data.export(bob))
    assert his["blocks-of-players"] == his["mutes"] == []
    personal_data.erase(bob)
    assert not PlayerBlock.objects.exists()
    assert not Mute.objects.exists()


def test_mutes_are_of_one_table(
    table: Game, game: Game, alice: Person, bob: Person, now: datetime
) -> None:
    other = open_table(alice, now)
    keeping_away.mute(table, alice, bob, now=now)
    keeping_away.mute(table, alice, bob, now=now)
    assert keeping_away.is_muted(table, alice, bob)
    assert keeping_away.muted_people(table, alice) == {bob.pk}
    assert not keeping_away.is_muted(table, bob, alice)
    assert not keeping_away.is_muted(other, alice, bob)
    keeping_away.unmute(table, alice, bob)
    assert not keeping_away.is_muted(table, alice, bob)


def test_a_player_is_blocked_on_their_page(client: Client, alice: Person, bob: Person) -> None:
    client.force_login(alice)
    page = reverse("player", args=[bob.pk])
    assert "Keep away from Bob" in client.get(page).content.decode()
    assert "Keep away" not in client.get(reverse("player", args=[alice.pk])).content.decode()
    answer = client.post(reverse("block", args=[bob.pk]), follow=True)
    listed = answer.content.decode()
    assert "You keep away from Bob from now on. They are not told." in listed
    assert "at a table of two that can only be you" in listed
    assert "Let them come near again" in client.get(page).content.decode()
    assert reverse("blocks") in client.get(reverse("preferences")).content.decode()
    client.post(reverse("unblock", args=[bob.pk]))
    assert not PlayerBlock.objects.exists()
    assert "You keep nobody away" in client.get(reverse("blocks")).content.decode()


@pytest.mark.parametrize("number", ["house", "nobody", "own"])
def test_nobody_else_is_blocked(number: str, client: Client, alice: Person) -> None:
    client.force_login(alice)
    house = person("House", is_house=True)
    pk = {"house": house.pk, "nobody": 10**6, "own": alice.pk}[number]
    answer = client.post(reverse("block", args=[pk]))
    assert answer.status_code == (404 if number == "nobody" else 302)
    assert not PlayerBlock.objects.exists()


# --- What those who are kept away see ------------------------------------------------------

CHANGING = re.compile(rb'name="(csrfmiddlewaretoken|key)" value="[^"]*"|data-pass="[^"]*"')


def pages_of(one: Person, *, games: Mapping[str, Game], others: list[Person]) -> dict[str, bytes]:
    """Return all that somebody sees of tables, games and people."""
    client = Client()
    client.force_login(one)
    urls = [
        *(reverse(name) for name in ("home", "tables", "league", "preferences", "blocks")),
        *(f"{reverse('tables')}?show={status}" for status in search.SHOWN),
        *(f"{reverse('tables')}?words={other.name}" for other in others),
        *(reverse("player", args=[other.pk]) for other in others),
        *(game.get_absolute_url() for game in games.values()),
        *(reverse("invite", args=[game.invite_key]) for game in games.values()),
        reverse("sent_notices"),
    ]
    return {url: CHANGING.sub(b"", client.get(url, follow=True).content) for url in urls}


@pytest.fixture
def site(alice: Person, bob: Person, dora: Person, erin: Person, now: datetime) -> dict[str, Game]:
    """Games of all kinds of Alice: one with Bob, one with a seat to take over, one that is over;
    and tables of hers, at one of which he is invited."""
    games = {
        "with him": stage.begin(
            [alice, bob, dora, erin], stage.set_up(), now=now - 2 * DAY, pace="leisurely"
        ),
        "vacant": stage.sit_down([alice, dora], "bollwerk", now=now),
        "over": finish(stage.sit_down([alice, bob], "bollwerk", now=now), now),
        "open": open_table(alice, now),
        "invited": open_table(alice, now, "bollwerk"),
    }
    # He can nudge her.
    Decision.objects.filter(game=games["with him"]).update(told_at=now - 2 * DAY)
    Seat.objects.filter(game=games["vacant"], person=dora).update(is_absent=True)
    tables.invite_addresses(games["invited"].pk, alice, [bob.email], now=now)
    for game in games.values():
        game.refresh_from_db()
    return games


@pytest.mark.usefixtures("still_clock")
def test_no_page_changes_for_those_who_are_kept_away(
    site: dict[str, Game], alice: Person, bob: Person, dora: Person, now: datetime
) -> None:
    before = pages_of(bob, games=site, others=[alice, dora])
    assert len(before) > 15
    blocks.block(alice, bob, now=now + DAY)
    assert pages_of(bob, games=site, others=[alice, dora]) == before


def hide_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a leak: lists leave out the tables of those who keep their reader away."""
    visible = search._visible_filter

    def leaking_filter(one: Person | None) -> Q:
        hosts = PlayerBlock.objects.filter(other=one).values("person")
        return visible(one) & ~Q(host__in=hosts)

    monkeypatch.setattr(search, "_visible_filter", leaking_filter)


def hide_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a leak: the page of a game says what would be refused."""
    before = substitutes.refuse_substitute

    def leaking_refusal(game: Game, one: Person) -> str:
        return before(game, one) or keeping_away.refuse_at_table(game, one)

    monkeypatch.setattr(queries, "refuse_substitute", leaking_refusal)


def hide_nudges(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a leak: the page of a game offers no nudge that would be refused."""
    before = nudges.refuse_nudge

    def leaking_refusal(decision: Decision, by: Seat, now: datetime) -> str:
        asked, waits = decision.seat.person, by.person
        if asked and waits and keeping_away.is_kept_away(asked, waits):
            return "No."
        return before(decision, by, now)

    monkeypatch.setattr(nudges, "refuse_nudge", leaking_refusal)


@pytest.mark.usefixtures("still_clock")
@pytest.mark.parametrize("plant", [hide_tables, hide_seats, hide_nudges])
def test_a_planted_leak_of_a_block_is_found(
    plant: Callable[[pytest.MonkeyPatch], None],
    site: dict[str, Game],
    alice: Person,
    bob: Person,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant(monkeypatch)
    before = pages_of(bob, games=site, others=[alice])
    blocks.block(alice, bob, now=now + DAY)
    assert pages_of(bob, games=site, others=[alice]) != before

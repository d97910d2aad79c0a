"""Tables by letter: open one, sit down, invite people, accept and decline."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.utils import translation

from accounts.models import Person
from accounts.reply_address import Purpose, read_reply_token
from conquest import registry
from games.forms import TableForm, usual_values
from games.letters import writers
from games.models import Decision, Game, Invitation, Seat
from games.play import rematch, tables
from games.play.clock import PRESETS
from games.replies.game_names import list_paces, split_game_name, split_pace_name
from games.replies.tables import TARGET
from mail.letters import Letter
from mail.models import Delivery
from tests.games.replies.mailbox import Mailbox

MakeMailbox = Callable[[Person], Mailbox]


def plain(text: str) -> str:
    return " ".join(text.split())


def open_table(host: Person, now: datetime, **terms: Any) -> Game:
    usual = {"ruleset": "bollwerk", "title": "Spring", "pace": PRESETS["normal"]}
    return tables.host_table(host, tables.TableTerms(**usual | terms), now=now)


def invite(table: Game, person: Person, now: datetime) -> Letter:
    """Invite a person to a table; return the letter."""
    tables.invite_addresses(table.pk, table.host, [person.email], now=now)
    delivery = Delivery.objects.filter(kind="invitation", address=person.email).latest("pk")
    letter = writers.WRITERS["invitation"](delivery, now)
    assert letter is not None
    return letter


def sitting(table: Game) -> list[Person]:
    seats = table.seats.exclude(person=None).select_related("person").order_by("joined_at", "order")
    return [seat.person for seat in seats if seat.person]


@pytest.mark.parametrize(
    ("said", "slug", "preset"),
    [
        ("NEW conquest normal", "conquest", "normal"),
        ("NEU Bollwerk schnell", "bollwerk", "fast"),
        ("new Grand Conquest time bank", "grand-conquest", "banked"),
        ("new grand-conquest", "grand-conquest", "normal"),
        ("Neu Eiserne Armada gemütlich", "armada", "leisurely"),
    ],
)
def test_new_opens_a_table_with_its_host(
    said: str, slug: str, preset: str, duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", said) == "opened"
    table = Game.objects.exclude(pk=duel.pk).get()
    assert (table.ruleset, table.host, sitting(table)) == (slug, alice, [alice])
    assert table.pace["clocks"] == PRESETS[preset]["clocks"]
    letter = hers.letter("answer")
    assert f" {table.pk}]" in letter.subject
    assert f"INVITE name@example.org to {table.pk}" in plain(letter.text)


def test_new_table_is_the_one_that_the_page_opens(
    duel: Game, alice: Person, mailbox: MakeMailbox, client: Any
) -> None:
    mailbox(alice).reply("decision", "NEW conquest fast")
    by_letter = Game.objects.exclude(pk=duel.pk).get()
    client.force_login(alice)
    form = TableForm("conquest")
    values = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in values.items() if value not in (None, False)}
    client.post("/tables/new/", sent | {"ruleset": "conquest", "preset": "fast", "title": "x"})
    by_page = Game.objects.latest("pk")
    assert by_page.pk != by_letter.pk
    same = ("pace", "options", "is_private", "is_rated", "may_try", "starts_itself", "stand_in")
    assert [getattr(by_letter, name) for name in same] == [getattr(by_page, name) for name in same]


def test_new_table_has_the_title_that_was_written(
    duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    mailbox(alice).reply("decision", "NEW conquest normal Rainy evenings")
    assert Game.objects.latest("pk").title == "Rainy evenings"


@pytest.mark.parametrize(
    ("said", "players"),
    [
        ("NEW conquest for two players fast", 2),
        ("NEW Grand Conquest 3", 3),
        ("NEU Conquest zu viert schnell Regen", 4),
        ("NEU Eiserne Armada für drei Spieler", 3),
        ("NEW bollwerk two", 2),
    ],
)
def test_new_table_has_the_seats_that_were_written(
    said: str, players: int, duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    mailbox(alice).reply("decision", said)
    assert Game.objects.latest("pk").seats.count() == players


@pytest.mark.parametrize("said", ["NEW bollwerk for three players", "NEU Conquest zu zehnt"])
def test_new_table_has_no_seats_that_the_game_has_not(
    said: str, duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    assert mailbox(alice).reply("decision", said) == "refused"
    assert Game.objects.count() == 1


def test_new_without_a_game_tells_games_and_paces(
    duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    hers = mailbox(alice)
    for said in ("NEW", "NEW chess", "NEW conquest quickly"):
        assert hers.reply("decision", said) == "refused"
    text = plain(hers.letter("answer").text)
    assert "Bollwerk" in text
    assert "Leisurely, Normal, Fast, Time bank" in text
    assert Game.objects.count() == 1


def test_mail_opens_one_table_however_often_it_is_handled(
    duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    hers = mailbox(alice)
    for _again in range(2):
        assert hers.reply("decision", "NEW conquest normal", key="message-" + "a" * 64) == "opened"
    assert Game.objects.count() == 2


def test_new_has_the_limits_of_the_page(
    duel: Game, alice: Person, mailbox: MakeMailbox, settings: Any
) -> None:
    settings.MAX_OPEN_TABLES = 0
    hers = mailbox(alice)
    assert hers.reply("decision", "NEW conquest normal") == "refused"
    assert "You have many open tables." in hers.letter("answer").text


def test_join_sits_down(
    duel: Game, alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    table = open_table(bob, now, ruleset="conquest")
    hers = mailbox(alice)
    assert hers.reply("decision", f"JOIN {table.pk}") == "joined"
    assert set(sitting(table)) == {bob, alice}
    assert "2 seats free." in plain(hers.letter("answer").text)
    assert hers.reply("decision", f"Mitspielen an Tisch {table.pk}") == "refused"
    assert "You sit at this table already." in hers.letter("answer").text


def says_to_wait(box: Mailbox) -> bool:
    return "You get a letter as soon as it is your turn." in plain(box.letter("answer").text)


def is_asked(person: Person, game: Game) -> bool:
    return Decision.objects.filter(seat__game=game, seat__person=person, closed_at=None).exists()


def test_join_of_the_last_shows_the_game(
    duel: Game, alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    table = open_table(bob, now, starts_itself=True)
    hers = mailbox(alice)
    assert hers.reply("decision", f"JOIN {table.pk}") == "begun"
    letter = hers.letter("answer")
    assert "The game has begun." in letter.text
    assert letter.pictures
    assert says_to_wait(hers) is not is_asked(alice, table)


@pytest.mark.parametrize("said", ["JOIN", "JOIN us", "JOIN 999999"])
def test_join_of_no_table_is_refused(
    said: str, duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    assert mailbox(alice).reply("decision", said) == "refused"


def test_join_of_a_private_table_says_what_it_says_of_none(
    duel: Game, alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    table = open_table(bob, now, is_private=True)
    hers = mailbox(alice)
    assert hers.reply("decision", f"JOIN {table.pk}") == "refused"
    assert f"There is no table {table.pk} that you can see." in plain(hers.letter("answer").text)
    assert sitting(table) == [bob]


@pytest.mark.parametrize(
    "said",
    [
        "INVITE guest@example.org to {}",
        "EINLADEN guest@example.org zu {}",
        "Einladen guest@example.org an den Tisch {}",
        "Invite guest@example.org <mailto:guest@example.org> to table {}",
    ],
)
def test_invite_sends_a_letter(
    said: str, duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    table = open_table(alice, now)
    hers = mailbox(alice)
    assert hers.reply("decision", said.format(table.pk)) == "invited"
    assert Invitation.objects.get(game=table).address == "guest@example.org"
    assert "1 letter is on its way." in plain(hers.letter("answer").text)


def test_invite_in_the_thread_of_a_table_needs_no_number(
    duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "NEW conquest normal")
    assert hers.reply("answer", "INVITE one@example.org, two@example.org") == "invited"
    assert Invitation.objects.count() == 2


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("INVITE guest@example.org", "Answer with INVITE, an address and a table"),
        ("INVITE", "Answer with INVITE, an address and a table"),
        ("INVITE nobody to {}", "nobody is not an email address."),
        ("INVITE guest@example.org to 999999", "There is no table 999999"),
    ],
)
def test_invite_that_cannot_be_sent_is_explained(
    said: str, reason: str, duel: Game, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    table = open_table(alice, now)
    hers = mailbox(alice)
    assert hers.reply("decision", said.format(table.pk)) == "refused"
    assert reason in plain(hers.letter("answer").text)
    assert not Invitation.objects.exists()


def test_invite_to_the_table_of_others_is_refused(
    duel: Game, alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    table = open_table(bob, now)
    hers = mailbox(alice)
    assert hers.reply("decision", f"INVITE guest@example.org to {table.pk}") == "refused"
    assert "Only the host of the table can do this." in hers.letter("answer").text
    assert not Invitation.objects.exists()


def test_yes_to_an_invitation_sits_down(
    bob: Person, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    table = open_table(bob, now, ruleset="conquest", is_private=True)
    letter = invite(table, alice, now)
    hers = mailbox(alice)
    assert hers.reply(letter, "Ja, gern") == "joined"
    assert set(sitting(table)) == {bob, alice}
    assert hers.reply(letter, "yes") == "refused"


def test_no_to_an_invitation_declines(
    bob: Person, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    table = open_table(bob, now)
    assert mailbox(alice).reply(invite(table, alice, now), "NO") == "declined"
    assert Invitation.objects.get(game=table).declined_at == now
    assert sitting(table) == [bob]


def test_no_after_a_yes_is_refused(
    bob: Person, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    table = open_table(bob, now, ruleset="conquest")
    letter = invite(table, alice, now)
    hers = mailbox(alice)
    assert hers.reply(letter, "YES") == "joined"
    assert hers.reply(letter, "NO") == "refused"
    assert "You sit at this table. You can stand up" in plain(hers.letter("answer").text)
    assert Invitation.objects.get(game=table).declined_at is None
    assert sitting(table) == [bob, alice]


@pytest.mark.parametrize("leave", [tables.stand_up, tables.decline_invitation])
def test_yes_after_a_stand_up_or_a_no_is_asked_about(
    leave: Callable[..., None], bob: Person, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    table = open_table(bob, now, ruleset="conquest")
    letter = invite(table, alice, now)
    leave(table.pk, alice, now=now)
    hers = mailbox(alice)
    assert hers.reply(letter, "YES") == "asked"
    assert sitting(table) == [bob]
    assert hers.reply("answer", "YES") == "joined"
    assert sitting(table) == [bob, alice]


def test_yes_to_a_letter_that_invites_nobody_seats_nobody(
    duel: Game, bob: Person, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    table = open_table(bob, now, ruleset="conquest")
    hers = mailbox(alice)
    hers.reply("decision", f"JOIN {table.pk}")
    letter = hers.letter("answer")
    tables.stand_up(table.pk, alice, now=now)
    assert hers.reply(letter, "YES") == "refused"
    assert sitting(table) == [bob]


def test_invitation_forwarded_to_somebody_else_seats_nobody(
    bob: Person, alice: Person, charlie: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    table = open_table(bob, now, is_private=True)
    letter = invite(table, alice, now)
    assert mailbox(charlie).reply(letter, "YES") == "other-sender"
    assert sitting(table) == [bob]


def test_orders_to_an_invitation_are_asked_about(
    bob: Person, alice: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    letter = invite(open_table(bob, now), alice, now)
    assert mailbox(alice).reply(letter, "a4-a5") == "no-game"


def test_yes_to_a_rematch_sits_down_at_the_own_seat(
    duel: Game, alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    Game.objects.filter(pk=duel.pk).update(status=Game.Status.OVER, ended_at=now)
    table = rematch.join_rematch(duel.pk, alice, now=now)
    invitation = Invitation.objects.get(person=bob)
    delivery = Delivery.objects.get(kind="invitation", about={"invitation": invitation.pk})
    letter = writers.WRITERS["invitation"](delivery, now)
    assert letter is not None
    assert mailbox(bob).reply(letter, "YES") == "joined"
    assert Seat.objects.get(game=table, person=bob).pk == invitation.seat_id


def test_yes_of_the_host_begins_the_game_of_a_full_table(
    alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    table = open_table(alice, now)
    tables.join_table(table.pk, bob, now=now)
    hers = mailbox(alice)
    assert hers.reply("table", "YES") == "begun"
    assert Game.objects.get(pk=table.pk).is_running
    assert says_to_wait(hers) is not is_asked(alice, table)


def test_yes_of_the_host_to_a_letter_of_other_players_is_asked_about(
    alice: Person, bob: Person, charlie: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    table = open_table(alice, now)
    tables.join_table(table.pk, bob, now=now)
    hers = mailbox(alice)
    letter = hers.letter("table")
    tables.stand_up(table.pk, bob, now=now)
    tables.join_table(table.pk, charlie, now=now)
    assert hers.reply(letter, "YES") == "asked"
    assert Game.objects.get(pk=table.pk).started_at is None
    assert "At the table so far: Alice, Charlie." in plain(hers.letter("answer").text)
    assert hers.reply("answer", "YES") == "begun"


def test_yes_of_the_host_to_a_letter_from_before_the_table_was_full_is_asked_about(
    duel: Game, alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    table = open_table(alice, now)
    hers = mailbox(alice)
    hers.reply("decision", f"INVITE {bob.email} to {table.pk}")
    letter = hers.letter("answer")
    tables.join_table(table.pk, bob, now=now)
    assert hers.reply(letter, "YES") == "asked"
    assert Game.objects.get(pk=table.pk).started_at is None


def test_answers_to_a_table_letter_are_about_the_game_once_it_runs(
    alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    table = open_table(alice, now)
    tables.join_table(table.pk, bob, now=now)
    hers = mailbox(alice)
    letter = hers.letter("table")
    hers.reply(letter, "YES")
    assert hers.reply(letter, "BOARD") == "board"


def test_no_to_a_letter_that_invites_nobody_is_refused(
    alice: Person, bob: Person, mailbox: MakeMailbox, now: datetime
) -> None:
    table = open_table(alice, now)
    tables.join_table(table.pk, bob, now=now)
    assert mailbox(alice).reply("table", "NO") == "refused"


def test_letters_about_tables_are_answered_about_tables(
    duel: Game, alice: Person, mailbox: MakeMailbox
) -> None:
    hers = mailbox(alice)
    hers.reply("decision", "NEW conquest normal")
    token = hers.letter("answer").reply_to.removeprefix("reply+").partition("@")[0]
    topic = read_reply_token(token)
    assert topic is not None
    assert (topic.purpose, topic.about) == (Purpose.TABLE, Game.objects.latest("pk").pk)


@pytest.mark.parametrize("slug", sorted(registry.find_rulesets()))
def test_usual_values_open_a_table_of_every_game(slug: str) -> None:
    form = TableForm(slug, usual_values(slug) | {"title": "Autumn"})
    assert form.is_valid(), form.errors
    assert form.terms.options == {}


@pytest.mark.parametrize("language", ["en", "de"])
def test_games_and_paces_are_found_by_their_names(language: str) -> None:
    with translation.override(language):
        for slug, title in registry.ruleset_choices():
            name = title.translate_with(translation.gettext)
            for preset, pace in list_paces():
                found, rest = split_game_name(f"{name.upper()}  {pace}")
                assert (found, split_pace_name(rest)) == (slug, (preset, ""))
    assert split_game_name("conquests normal") == ("", "conquests normal")


def test_an_invitation_of_many_commas_is_read_once() -> None:
    """Each of them could begin the words that name the table; it took minutes."""
    assert TARGET.search("x" + "," * 200_000 + "x") is None
    found = TARGET.search("bob@example.org, charlie@example.org to table 12")
    assert found is not None
    assert found["number"] == "12"


def test_joining_a_table_that_is_none_tells_which_are_open(
    duel: Game, alice: Person, mailbox: Callable[[Person], Mailbox]
) -> None:
    hers = mailbox(alice)
    assert hers.reply("decision", "NEW conquest normal") == "opened"
    assert hers.reply("answer", "JOIN 99999999") == "refused"
    text = hers.letter("answer").text
    assert "Open tables" in text
    assert "/tables/" in text

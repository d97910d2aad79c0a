"""Reports as a weapon, doors of the staff, and ways around what the staff has decided."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import signing
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.forms import usual_values
from games.models import Game, Intervention, Seat
from games.play import measures, restrictions, tables
from games.play.clock import PRESETS
from games.play.interventions import StaffRequest
from reports.matters import SALT
from reports.models import Appeal, Report
from talk.models import Remark
from tests import passkeys, stage
from tests.abuse.conftest import Browse, Mailboxes
from tests.conftest import person

DAY = timedelta(days=1)
INSULT = "You are a fool."
TOKENS = re.compile(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"|data-pass="[^"]*"')
What = Intervention.What
Impose = Callable[[What, Person], Intervention]


@pytest.fixture
def insult(game: Game, bob: Person, browse: Browse) -> Remark:
    browse(bob).say(game.pk, INSULT)
    return Remark.objects.get()


@pytest.fixture
def impose(frank: Person, now: datetime) -> Impose:
    """Let the staff keep somebody from something for a week."""

    def decide(what: What, one: Person) -> Intervention:
        request = StaffRequest(by=frank, reason="Insults.", key=f"{what}-{one.pk}")
        return measures.impose(what, one.pk, request, until=now + 7 * DAY, now=now)

    return decide


# --- Reports ---------------------------------------------------------------------------------


@pytest.mark.parametrize("whose", ["own words", "own name", "own title", "the house", "a guest"])
def test_nobody_reports_themselves_or_nobody(
    whose: str, game: Game, alice: Person, bob: Person, insult: Remark, browse: Browse
) -> None:
    house = person("Sextant", is_house=True)
    guest = Person.objects.create_user("g@guest.invalid", name="Guest 1", is_guest=True)
    by, view, args = {
        "own words": (bob, "report_words", (game.pk, insult.pk)),
        "own name": (bob, "report_name", (bob.pk,)),
        "own title": (alice, "report_title", (game.pk,)),
        "the house": (bob, "report_name", (house.pk,)),
        "a guest": (bob, "report_name", (guest.pk,)),
    }[whose]
    assert browse(by).post(view, *args, reason="insult").status_code in (404, 422)
    assert not Report.objects.exists()


def test_the_same_is_reported_once_however_it_is_dressed(
    game: Game, alice: Person, insult: Remark, browse: Browse
) -> None:
    for reason in ("insult", "hatred", "flood"):
        browse(alice).post("report_words", game.pk, insult.pk, reason=reason, sentence=reason)
    assert [row.reason for row in Report.objects.all()] == ["insult"]


def test_words_of_another_table_are_not_reported_through_ones_own(
    game: Game, alice: Person, bob: Person, charlie: Person, browse: Browse, now: datetime
) -> None:
    """Charlie reads by a report what is said at a private game, or so he thinks."""
    browse(bob).say(game.pk, INSULT, "players")
    remark = Remark.objects.get()
    own = stage.sit_down([charlie, alice], "bollwerk", now=now)
    for pk in (game.pk, own.pk):
        answer = browse(charlie).get("report_words", pk, remark.pk)
        assert answer.status_code == 404
        assert INSULT not in answer.content.decode()


FORGED = {
    "made up": "worse",
    "signed with another salt": signing.dumps(["words-1", "worse"], salt="other"),
}


@pytest.mark.parametrize("shown", FORGED.values(), ids=FORGED)
def test_evidence_is_not_forged(
    shown: str, game: Game, alice: Person, insult: Remark, browse: Browse
) -> None:
    browse(alice).post("report_words", game.pk, insult.pk, reason="insult", shown=shown)
    assert [row.evidence for row in Report.objects.all()] == [INSULT]


def test_evidence_of_one_matter_is_not_shown_for_another(
    game: Game, alice: Person, bob: Person, insult: Remark, browse: Browse
) -> None:
    """Alice puts what the form of Bob's insult has shown into the form of his harmless words."""
    shown = browse(alice).get("report_words", game.pk, insult.pk).context["form"].shown
    assert signing.loads(shown, salt=SALT)[1] == INSULT
    browse(bob).say(game.pk, "Good morning")
    harmless = Remark.objects.latest("pk")
    browse(alice).post("report_words", game.pk, harmless.pk, reason="insult", shown=shown)
    assert [row.evidence for row in Report.objects.all()] == ["Good morning"]


def test_nobody_learns_the_name_of_who_has_no_page(bob: Person, browse: Browse) -> None:
    """Who has not confirmed an address, or whose account is closed, has no page; nor a report."""
    waiting, closed = person("Newcomer"), person("Closed", is_active=False)
    EmailAddress.objects.create(user=waiting, email=waiting.email, verified=False, primary=True)
    for one in (waiting, closed):
        for view in ("player", "report_name"):
            answer = browse(bob).get(view, one.pk)
            assert answer.status_code == 404
            assert one.name not in answer.content.decode()


def test_who_is_reported_sees_nothing_of_it(
    game: Game, alice: Person, bob: Person, insult: Remark, browse: Browse
) -> None:
    def seen() -> list[str]:
        pages: list[tuple[str, tuple[int, ...]]] = [
            ("reports", ()),
            ("measures", ()),
            ("home", ()),
            ("player", (bob.pk,)),
            ("words", (game.pk,)),
        ]
        return [TOKENS.sub("", browse(bob).read(view, *args)) for view, args in pages]

    before = seen()
    browse(alice).post("report_words", game.pk, insult.pk, reason="insult", sentence="He did.")
    browse(alice).post("report_name", bob.pk, reason="insult")
    assert Report.objects.count() == 2
    assert seen() == before


# --- Doors of the staff ------------------------------------------------------------------------

STAFF_DOORS = [
    "admin:index", "admin:reports_report_changelist", "admin:reports_appeal_changelist",
    "admin:games_intervention_changelist", "admin:games_restriction_changelist",
    "admin:accounts_person_changelist", "admin:talk_remark_changelist",
    "admin:games_playerblock_changelist", "admin:games_game_changelist",
]  # fmt: skip


@pytest.mark.parametrize("door", STAFF_DOORS)
def test_doors_of_the_staff_are_closed_to_others(
    door: str, bob: Person, frank: Person, browse: Browse
) -> None:
    for visitor in (browse(bob), browse(None)):
        for answer in (visitor.get(door), visitor.post(door, action="delete_selected")):
            assert answer.status_code in (302, 403, 404)
    # The control: one of the staff comes in by a passkey.
    assert passkeys.sign_in(Client(), frank).get(reverse(door)).status_code == 200


def test_one_of_the_staff_without_rights_finds_no_queue(db: None) -> None:
    client = passkeys.sign_in(Client(), person("Helper", is_staff=True))
    for door in STAFF_DOORS[1:]:
        assert client.get(reverse(door)).status_code == 403


# --- Appeals -------------------------------------------------------------------------------------


def test_nobody_appeals_reads_or_finds_the_measure_of_another(
    alice: Person, bob: Person, impose: Impose, browse: Browse
) -> None:
    done = impose(What.SILENCE, alice)
    for one in (bob, None):
        assert browse(one).get("appeal", done.pk).status_code in (302, 404)
        assert browse(one).post("appeal", done.pk, text="Unfair").status_code in (302, 404)
    assert not Appeal.objects.exists()
    assert "Insults." not in browse(bob).read("measures")


def test_appeals_are_no_flood(alice: Person, impose: Impose, browse: Browse) -> None:
    done = impose(What.SILENCE, alice)
    for number in range(5):
        browse(alice).post("appeal", done.pk, text=f"Unfair {number}")
    assert [row.text for row in Appeal.objects.all()] == ["Unfair 0"]


def test_an_open_appeal_lifts_nothing(
    game: Game, alice: Person, impose: Impose, browse: Browse
) -> None:
    done = impose(What.SILENCE, alice)
    browse(alice).post("appeal", done.pk, text="Unfair")
    assert browse(alice).say(game.pk, INSULT).status_code == 422


# --- Around what is off: words -----------------------------------------------------------------


@pytest.fixture
def silenced(game: Game, bob: Person, alice: Person, impose: Impose, browse: Browse) -> Remark:
    """Words of Bob, who is silenced then; Alice has answered, of which he has a letter."""
    browse(bob).say(game.pk, "Hello")
    browse(alice).say(game.pk, "Hello, Bob", "players")
    impose(What.SILENCE, bob)
    return Remark.objects.get(person=bob)


def say_by_page(browse: Browse, mailbox: Mailboxes, bob: Person, said: Remark) -> None:
    browse(bob).say(said.game_id, INSULT)


def say_among_players(browse: Browse, mailbox: Mailboxes, bob: Person, said: Remark) -> None:
    browse(bob).say(said.game_id, INSULT, "players")


def say_by_mail(browse: Browse, mailbox: Mailboxes, bob: Person, said: Remark) -> None:
    assert mailbox(bob).reply("words", INSULT) == "refused"


def say_by_edit(browse: Browse, mailbox: Mailboxes, bob: Person, said: Remark) -> None:
    browse(bob).post("words_edit", said.game_id, said.pk, text=INSULT)


def say_by_an_old_form(browse: Browse, mailbox: Mailboxes, bob: Person, said: Remark) -> None:
    browse(bob).say(said.game_id, "Hello", key="old")
    browse(bob).say(said.game_id, INSULT, key="old")


def say_by_courtesies(browse: Browse, mailbox: Mailboxes, bob: Person, said: Remark) -> None:
    for _ in range(3):
        browse(bob).say(said.game_id, courtesy="delay")


EVASIONS = [
    say_by_page, say_among_players, say_by_mail, say_by_edit, say_by_an_old_form, say_by_courtesies
]  # fmt: skip


@pytest.mark.parametrize("evade", EVASIONS)
def test_who_is_silenced_says_nothing(
    evade: Any, silenced: Remark, bob: Person, browse: Browse, mailbox: Mailboxes
) -> None:
    evade(browse, mailbox, bob, silenced)
    assert [row.text for row in Remark.objects.filter(person=bob)] == ["Hello"]


def test_who_is_silenced_would_say_it_without_the_guard(
    silenced: Remark, bob: Person, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: it is this question alone that keeps them from it."""
    monkeypatch.setattr(restrictions, "refuse_words", lambda one, now: "")
    browse(bob).say(silenced.game_id, INSULT)
    browse(bob).post("words_edit", silenced.game_id, silenced.pk, text=INSULT)
    assert {row.text for row in Remark.objects.filter(person=bob)} == {INSULT}


def test_who_is_silenced_speaks_by_no_title_or_name_of_before(
    silenced: Remark, bob: Person, frank: Person, browse: Browse, now: datetime
) -> None:
    """Names and titles are measures of their own: the staff resets them, and that holds."""
    fields = usual_values("bollwerk") | {"ruleset": "bollwerk", "preset": "normal"}
    browse(bob).post("table_new", title="Alice cheats", **fields)
    table = Game.objects.get(host=bob)
    request = StaffRequest(by=frank, reason="Insults.", key="title")
    measures.retitle(table.pk, request, now=now)
    assert "Alice cheats" not in browse(None).read("tables")


# --- Around what is off: tables -----------------------------------------------------------------


@pytest.fixture
def free_table(alice: Person, now: datetime) -> Game:
    terms = tables.TableTerms(ruleset="bollwerk", title="Spring", pace=PRESETS["normal"])
    return tables.host_table(alice, terms, now=now)


Attempt = Callable[[Browse, Mailboxes, Person, Game], object]


def join_by_page(browse: Browse, mailbox: Mailboxes, bob: Person, table: Game) -> None:
    browse(bob).post("table_join", table.pk)


def join_by_link(browse: Browse, mailbox: Mailboxes, bob: Person, table: Game) -> None:
    browse(bob).post("table_join", table.pk, key=table.invite_key)


def join_by_mail(browse: Browse, mailbox: Mailboxes, bob: Person, table: Game) -> None:
    mailbox(bob).reply("decision", f"JOIN {table.pk}")


def join_by_invitation(browse: Browse, mailbox: Mailboxes, bob: Person, table: Game) -> None:
    browse(table.host).post("table_invite", table.pk, addresses=bob.email)
    mailbox(bob).reply("decision", f"JOIN {table.pk}")
    browse(bob).post("table_join", table.pk)


def open_by_page(browse: Browse, mailbox: Mailboxes, bob: Person, table: Game) -> None:
    fields = usual_values("bollwerk") | {"ruleset": "bollwerk", "preset": "normal"}
    browse(bob).post("table_new", title="Mine", **fields)


def open_by_mail(browse: Browse, mailbox: Mailboxes, bob: Person, table: Game) -> None:
    mailbox(bob).reply("decision", "NEW Bollwerk normal Mine")


def play_the_house(browse: Browse, mailbox: Mailboxes, bob: Person, table: Game) -> None:
    for number in range(3):
        person(f"Bot{number}", is_house=True)
    browse(bob).post("table_play", ruleset="bollwerk")


def ask_for_a_rematch(browse: Browse, mailbox: Mailboxes, bob: Person, table: Game) -> None:
    game = Game.objects.get(title="Over")
    browse(bob).post("game_rematch", game.pk)


def take_a_seat_over(browse: Browse, mailbox: Mailboxes, bob: Person, table: Game) -> None:
    seat = Seat.objects.get(game__title="Vacant", is_absent=True)
    browse(bob).post("game_takeover", seat.game_id, seat=seat.name)


ATTEMPTS: list[Attempt] = [
    join_by_page, join_by_link, join_by_mail, join_by_invitation, open_by_page, open_by_mail,
    play_the_house, ask_for_a_rematch, take_a_seat_over,
]  # fmt: skip
SKIRTED = [What.NO_TABLES, What.UNRATED]


@pytest.fixture
def site(alice: Person, bob: Person, dora: Person, now: datetime) -> None:
    """A game in which Bob is asked, one that is over, and one with an absent seat."""
    stage.sit_down([bob, alice], "bollwerk", now=now, title="Asked")
    over = stage.sit_down([alice, bob], "bollwerk", now=now, title="Over")
    Game.objects.filter(pk=over.pk).update(status=Game.Status.OVER, ended_at=now)
    vacant = stage.sit_down([alice, dora], "bollwerk", now=now, title="Vacant")
    Seat.objects.filter(game=vacant, person=dora).update(is_absent=True)


def seats_of(one: Person) -> int:
    return Seat.objects.filter(person=one).count() + Game.objects.filter(host=one).count()


@pytest.mark.parametrize("what", SKIRTED)
@pytest.mark.parametrize("attempt", ATTEMPTS)
@pytest.mark.usefixtures("site")
def test_who_is_kept_from_tables_comes_to_none(
    what: What,
    attempt: Attempt,
    free_table: Game,
    bob: Person,
    impose: Impose,
    browse: Browse,
    mailbox: Mailboxes,
) -> None:
    impose(what, bob)
    before = seats_of(bob)
    attempt(browse, mailbox, bob, free_table)
    allowed = what == What.UNRATED and attempt is play_the_house  # it counts for nothing
    assert (seats_of(bob) > before) == allowed


@pytest.mark.parametrize("attempt", ATTEMPTS)
@pytest.mark.usefixtures("site")
def test_each_attempt_succeeds_for_others(
    attempt: Attempt, free_table: Game, bob: Person, browse: Browse, mailbox: Mailboxes
) -> None:
    """The control: without a measure Bob gets there by each of these ways."""
    before = seats_of(bob)
    attempt(browse, mailbox, bob, free_table)
    assert seats_of(bob) > before

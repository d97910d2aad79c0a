"""Two games that differ only in what a person may not know look the same to them, byte by byte.

Both are played in the same rows of the database, one after the other, and all outputs are compared:
pages, plans, films, letters with their pictures, files, drafts, refusals, proposals,
answers to mails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeAlias
from unittest import mock

import pytest
from django.db import connection, reset_queries, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Person
from api import budgets
from conquest import registry
from conquest.core import OPEN, RuleSet
from conquest.kit import commitments
from games import queries
from games.ahead import premoves, standing_orders
from games.ahead.standing_orders import delays
from games.letters import writers
from games.letters.reply_to import seat_reply_address
from games.models import Decision, Draft, Game, Note, Premove, Preview, Seat, Standing, Submission
from games.notes import pins
from games.pages import access
from games.play import bots, history, knowledge, seat_requests, substitutes, turns
from games.play.knowledge import known_game
from games.play.turns import advance, delayed_orders
from games.replay import timeline
from games.replies import letters as replies
from mail import pictures
from mail.letters import Letter
from mail.models import Delivery
from tests import incoming, stage
from tests.api.conftest import Program, make_secret
from tests.games import armada, espionage, skirmishes
from tests.games.skirmishes import ASKED, BIRCH, MET, READY, STORY
from tests.scheduling import choose_one, choose_some

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("still_clock")]

Told: TypeAlias = Mapping[str, bytes]
Ways: TypeAlias = Callable[[str], bool]
"""Tells of a page, file or letter whether it is to be looked at."""
ATTACKED = stage.set_up() | {"S13": "east K"}
LEAKS_OF_A_VIEW = (
    "game_text", "game_try", "game_film", "plan", "letter decision", "check", "mail ",
)  # fmt: skip


@dataclass(frozen=True)
class Plot:
    """A game with a secret set-up, told twice: with one and with the other of two ``camps`` of
    the second player, who sets up first.

    ``orders`` are tried at each moment, those that are ``risky`` not to the end: what comes of
    them may differ. ``chosen`` is asked of the page, ``commands`` of the board in words.
    ``control`` is a moment at which leaks would be seen, by the ways of ``leaks``.
    """

    ruleset: str
    begin: Callable[[Sequence[Person], datetime], Game]
    camps: tuple[str, str]
    rest: Sequence[tuple[int, str]]
    orders: tuple[str, ...]
    chosen: str
    commands: tuple[str, ...]
    moments: Mapping[str, int]
    control: int
    leaks: Mapping[str, tuple[str, ...]]
    risky: tuple[str, ...] = ()

    def story(self, camp: str) -> list[tuple[int, str]]:
        return [(BIRCH, camp), *self.rest]


SKIRMISH = Plot(
    ruleset="skirmish",
    begin=lambda people, now: skirmishes.begin(people, now=now),
    camps=(STORY[1][1], "muster b5 scout, c5 captain, d5 guard"),  # the guard is shown in the end
    rest=(STORY[0], *STORY[2:]),
    orders=("", "d3 to d4", "b1 to b2 fence c2", "d1 to e5", "muster b5 scout"),
    risky=("d3 to d4", "b1 to b2 fence c2"),
    chosen="piece=d3&tool=fence",
    commands=("z d4", "f unknown", "f captain", "w d3", "s d4", "l", "b"),
    moments={"set up": READY, "met": MET, "asked": ASKED},
    control=READY + 1,
    leaks={
        "write_view": (
            "game_text",
            "game_try",
            "game_film",
            "plan",
            "letter decision",
            "check",
            "mail ",
            "/position",
        ),
        "witness": ("/steps", "game_history", "game_events", "game_notation", "game_film"),
    },
)
ESPIONAGE = Plot(
    ruleset="espionage",
    begin=espionage.begin,
    camps=espionage.BLACK_CAMPS,
    rest=espionage.REST,
    orders=(
        "",
        "d3-d4 e3-e4",
        "e4-e5 f2-f3",
        "a2-a3",
        "b2-b3 c2-c3; draw?",
        "e5-e6 b2-b3; resign",
        "setup a1=5",
    ),
    chosen="piece=e4&tool=S",
    commands=("z d5", "f hidden", "f mine", "w e4", "s h8", "l", "b"),
    moments={
        "set up": espionage.BEGUN,
        "met": espionage.UNCOVERED,
        "fought": espionage.FOUGHT,
        "offered": espionage.OFFERED,
    },
    control=espionage.MOVED,
    leaks={
        "write_view": (
            "game_text",
            "game_try",
            "game_film",
            "plan",
            "letter decision",
            "check",
            "mail ",
            "/position",
        ),
        "witness": ("/steps", "game_events", "game_notation"),
    },
)
ARMADA = Plot(
    ruleset="armada",
    begin=armada.begin,
    camps=armada.CAMPS,
    rest=armada.REST,
    orders=("", "e5-d5", "e4-e5", "d5xd6", "f2-f3", "throw e11", "throw f6", "skip", "setup a1=5"),
    risky=("throw e11", "d5xd6"),
    chosen="piece=e5",
    commands=("z d6", "f hidden", "f king", "w e5", "s h8", "l", "b"),
    moments={
        "set up": armada.BEGUN,
        "thrown": armada.THROWN,
        "moved": armada.MOVED,
        "met": armada.MET,
    },
    control=armada.MOVED,
    leaks={
        "write_view": (
            "game_text",
            "game_try",
            "game_film",
            "plan",
            "letter decision",
            "check",
            "mail ",
            "/position",
        ),
        "witness": ("/steps", "game_events", "game_notation"),
    },
)
CONQUEST = Plot(
    ruleset="conquest",
    begin=lambda people, now: stage.begin(people, ATTACKED, now=now, turn="east"),
    camps=("", ""),
    rest=(),
    orders=("", "S13xS33; end", "S13-S14; end", "S13xS33!"),
    risky=("S13-S14; end", "S13xS33!"),  # South is asked for her turn, and plays at once
    chosen="piece=S13",
    commands=("z S33", "w S13", "l", "b"),
    moments={},
    control=0,
    leaks={},
)
PLOTS = {plot.ruleset: plot for plot in (SKIRMISH, ESPIONAGE, ARMADA)}
BRIEF = "skirmish in brief"


def in_brief(plot: Plot) -> Plot:
    """Return a plot with fewer texts that are tried, at the same pages."""
    return replace(plot, orders=plot.orders[:2], commands=plot.commands[:1])


PLOTS[BRIEF] = in_brief(replace(SKIRMISH, orders=("", "d1 to e5"), risky=()))


ONCE = re.compile(  # what is made again for every answer, and the ETag, which is made of it
    rb'name="(?:csrfmiddlewaretoken|key)" value="[^"]*"|data-pass="[^"]*"|csrftoken=[^;]*|ETag: .*'
)


@contextmanager
def undo_all() -> Iterator[None]:
    """Undo all, the numbers of rows and what a process remembers as well: what comes next gets the
    same ones, and is asked for as often."""
    timeline._walk_timeline.cache_clear()
    with connection.cursor() as cursor:
        cursor.execute("SELECT schemaname || '.' || sequencename, last_value FROM pg_sequences")
        before = cursor.fetchall()
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
        for name, value in before:
            cursor.execute("SELECT setval(%s, %s, %s)", [name, value or 1, value is not None])


def every_way(way: str) -> bool:
    return True


def ways_with(*words: str) -> Ways:
    """Return the ways that have any of these words."""
    return lambda way: any(word in way for word in words)


def views_of(
    plot: Plot, game: Game, viewer: Person | None, now: datetime, ways: Ways = every_way
) -> Told:
    """Return everything a person can get to see of a game, by the page, file or letter."""
    client = Client()
    if viewer:
        client.force_login(viewer)
    seen: dict[str, bytes] = dict(looked_at(plot, client, game, ways))
    seen.update(told_to_program(plot, game, viewer, ways))
    if viewer:
        seen.update(sent_answers(plot, client, game, ways))
        seen.update(written_letters(viewer, now))
        seen.update(answered_mails(plot, game, viewer, now, ways))
        seen.update(turns_at_once(plot, game, viewer, now, ways))
        seen.update(bot_proposal(game, viewer))
    return seen


def looked_at(
    plot: Plot, client: Client, game: Game, ways: Ways = every_way
) -> Iterator[tuple[str, bytes]]:
    """Yield the answer to everything that can be looked at."""
    yield from answers(client, *filter(ways, addresses(plot, game)))


def addresses(plot: Plot, game: Game) -> Iterator[str]:
    here = {name: reverse(f"game_{name}", args=[game.pk]) for name in NAMES}
    yield from (*here.values(), reverse("home"), reverse("tables"))
    yield from (reverse("fairness"), reverse("fairness_chain"))
    page = reverse("game", args=[game.pk])
    yield from (f"{page}?plan={text}&{plot.chosen}" for text in plot.orders)
    for step in (2, 3, game.version - 1):
        yield from (f"{here[name]}?upto={step}" for name in ("history", "film"))
    for seat in game.rules.seating.table_layout(game.options).seats:
        yield from (f"{page}?eyes={seat}", f"{here['history']}?eyes={seat}&upto=3")
        yield from (f"{here[name]}?eyes={seat}" for name in ("film", "outline"))
        for text in plot.orders[1:3]:  # every scene is made of the same knowledge
            yield f"{here['try']}?seat={seat}&plan={text}"
            yield f"{here['try']}?past={seat}: {text}"
    yield from (f"{here['text']}?ask={command}" for command in plot.commands)
    for step in (2, 3, game.version - 1):
        yield reverse("game_step_svg", args=[game.pk, step])  # the same is painted as PNG
        yield f"{here['embed']}?upto={step}"


NAMES = (
    "text", "try", "film", "outline", "history", "answer", "notation", "events", "proof",
    "standing", "embed",
)  # fmt: skip


def answers(client: Client, *addresses: str) -> Iterator[tuple[str, bytes]]:
    for address in addresses:
        reset_queries()  # Django counts no more than so many
        with CaptureQueriesContext(connection) as asked:  # as often, so that it takes as long
            answer = client.get(address)
        head = f"{len(asked)}\n"
        head += "".join(f"{name}: {value}\n" for name, value in sorted(answer.items()))
        yield address, ONCE.sub(b"", head.encode() + answer.content)


def sent_answers(plot: Plot, client: Client, game: Game, ways: Ways) -> Iterator[tuple[str, bytes]]:
    """Yield the answer to everything that can be sent; what counts is undone."""
    for name in ("plan", "check", "submit"):
        for text in plot.orders:
            given = {"text": text, "seen": game.version, "key": text, "draft": "0"}
            accept = "application/json" if name == "plan" else "text/html"
            if name == "submit" and text in plot.risky:
                continue  # what comes of it may differ: a fight shows ranks
            if not ways(f"{name} {text}"):
                continue
            reset_queries()
            with transaction.atomic(), CaptureQueriesContext(connection) as asked:
                answer = client.post(
                    reverse(f"game_{name}", args=[game.pk]), given, headers={"accept": accept}
                )
                drafts = list(Draft.objects.values_list("text", "version", "number"))
                transaction.set_rollback(True)
            content = ONCE.sub(b"", answer.content) + repr((len(asked), drafts)).encode()
            yield f"{name} {text}", content


def written_letters(person: Person, now: datetime) -> Iterator[tuple[str, bytes]]:
    """Yield the last letter of each kind to a person, with the drawings of its pictures."""
    latest = Delivery.objects.filter(person_id=person.pk).order_by("kind", "-pk").distinct("kind")
    for delivery in latest:
        with unpainted_pictures():
            letter = writers.WRITERS[delivery.kind](delivery, now)
        yield f"letter {delivery.kind} {delivery.pk}", repr(letter).encode()


def answered_mails(
    plot: Plot, game: Game, person: Person, now: datetime, ways: Ways
) -> Iterator[tuple[str, bytes]]:
    """Yield the answer to each mail that a person can write, and to their yes to what it shows;
    what counts is undone."""
    seat = Seat.objects.get(game=game, person=person)
    for text in filter(None, (*plot.orders, *WORDS)):
        if not ways(f"mail {text}"):
            continue
        reset_queries()
        with transaction.atomic(), CaptureQueriesContext(connection) as asked:
            answer = answer_to(text, seat_reply_address(seat, now), person, now)
            said = repr((len(asked), answer))
            if text not in plot.risky and Preview.objects.exists():
                counted = answer_to("YES", answer.reply_to, person, now)
                # The end of a game shows all there is.
                said += repr(counted) if Game.objects.get(pk=game.pk).is_running else ""
            transaction.set_rollback(True)
        yield f"mail {text}", said.encode()


def turns_at_once(
    plot: Plot, game: Game, person: Person, now: datetime, ways: Ways
) -> Iterator[tuple[str, bytes]]:
    """Yield the answer to each turn by mail of a person whose turns count at once; what counts is
    undone."""
    seat = Seat.objects.get(game=game, person=person)
    for text in filter(None, plot.orders):
        if text in plot.risky or not ways(f"mail at once {text}"):
            continue
        reset_queries()
        with transaction.atomic(), CaptureQueriesContext(connection) as asked:
            Person.objects.filter(pk=person.pk).update(turns_at_once=True)
            answer = answer_to(text, seat_reply_address(seat, now), person, now)
            # The end of a game shows all there is.
            is_running = Game.objects.get(pk=game.pk).is_running
            transaction.set_rollback(True)
        if is_running:
            yield f"mail at once {text}", repr((len(asked), answer)).encode()


def answer_to(text: str, to: str, person: Person, now: datetime) -> Letter:
    """Bring a mail and let it be handled; return its answer, with the drawings of its pictures."""
    name = f"<{Delivery.objects.count()}@example.org>"
    raw = incoming.write_mail(to, text, sender=person.email, name=name)
    incoming.arrive(raw, to, now, sender=person.email)
    incoming.handle(now)
    delivery = Delivery.objects.filter(kind="answer").latest("pk")
    with unpainted_pictures():
        letter = replies.WRITERS["answer"](delivery, now)
    assert letter is not None
    return letter


def unpainted_pictures() -> AbstractContextManager[object]:
    """Let letters have drawings for pictures: equal ones are painted alike, which takes long."""
    return mock.patch.object(pictures, "cached_picture", lambda drawing, *_: drawing.encode())


def told_to_program(
    plot: Plot, game: Game, viewer: Person | None, ways: Ways
) -> Iterator[tuple[str, bytes]]:
    """Yield the answer to everything that a program can ask for or send; what counts is undone."""
    budgets.budgets = budgets.RequestBudgets()
    program = Program(make_secret(viewer) if viewer else "")
    here = f"/games/{game.pk}"
    for path in (*(f"{here}{part}" for part in TOLD_TO_PROGRAMS), "/tables?status=running"):
        if ways(f"api {path}"):
            yield f"api {path}", _told(lambda path=path: program.get_url(path))  # type: ignore[misc]
    for name in ("options", "check", "orders") if viewer else ():
        for text in plot.orders:
            if not ways(f"api {name} {text}") or (name == "orders" and text in plot.risky):
                continue
            body = {"text": text} | ({"version": game.version} if name == "orders" else {})
            yield (
                f"api {name} {text}",
                _told(lambda name=name, body=body: program.post(f"{here}/{name}", body)),  # type: ignore[misc]
            )


def _told(ask: Callable[[], Any]) -> bytes:
    """Return the status and the content of an answer, and how many queries it took."""
    reset_queries()
    with transaction.atomic(), CaptureQueriesContext(connection) as asked:
        answer = ask()
        transaction.set_rollback(True)
    return f"{len(asked)} {answer.status_code} ".encode() + bytes(answer.content)


TOLD_TO_PROGRAMS = (
    "", "/position", "/position?upto=3", "/position?upto=3&then=white", "/events",
    "/events?after=3", "/steps", "/film", "/notation", "/record", "/actions", "/agreements",
    "/draft", "/premove", "/conditional-turns", "/standing-orders", "/notes", "/words",
)  # fmt: skip


def least_views(plot: Plot) -> int:
    """Return how many views are compared at least: fewer of a plot that is told in brief."""
    return 30 if plot is PLOTS[BRIEF] else 50


WORDS = ("BOARD", "STATUS", "HELP", "STANDING", "DRAW", "e4")


def bot_proposal(game: Game, person: Person) -> Told:
    """Return what a bot would hand in at a person's seat."""
    seat = Seat.objects.get(game=game, person=person)
    if seat.name not in game.rules.judgement.to_act(known_game(game, seat.name).state):
        return {}
    return {"proposal": bots.bot_orders(known_game(game, seat.name), seat).encode()}


@pytest.fixture(autouse=True)
def answerable(settings: Any) -> None:
    """Let letters be answered, and our mail host vouch for answers."""
    settings.REPLY_ADDRESS = incoming.REPLIES
    settings.MAIL_AUTHSERV_IDS = [incoming.SITE]


@pytest.fixture(params=choose_one(PLOTS, BRIEF))
def plot(request: pytest.FixtureRequest) -> Plot:
    """Every game with secrets, in turn."""
    return PLOTS[request.param]


@pytest.fixture(params=choose_one(["whole", "in brief"], "in brief"))
def shorten(request: pytest.FixtureRequest) -> Callable[[Plot], Plot]:
    """Whether the plots of one game are told with all texts that are tried, or some."""
    return in_brief if request.param == "in brief" else lambda plot: plot


@pytest.fixture
def compare_camps(
    plot: Plot, alice: Person, bob: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[Told, Told]]:
    """Tell the plot twice up to a moment, with two camps of Bob; return what is seen.

    Commitments to camps are public and differ; they are taken as equal here, since the salt in
    them is what nobody sees (``tests/games/fairness/test_views.py``).
    """
    monkeypatch.setattr(
        commitments, "hash_order", lambda salt, order: commitments.hash_secret(salt)
    )

    def twice(moment: int, viewer: Person | None, ways: Ways = every_way) -> tuple[Told, Told]:
        found = []
        for camp in plot.camps:
            with undo_all():
                game, people = plot.begin([alice, bob], now), [alice, bob]
                skirmishes.tell(game, people, now=now, upto=moment, story=plot.story(camp))
                found.append(views_of(plot, game, viewer, now, ways))
        return found[0], found[1]

    return twice


def differing_views(one: Told, other: Told) -> list[str]:
    return [way for way in {**one, **other} if one.get(way) != other.get(way)]


MOMENTS = [(slug, name) for slug, plot in PLOTS.items() for name in plot.moments]


@pytest.mark.parametrize(
    ("plot", "name"), choose_some(MOMENTS, chosen=[(BRIEF, "met")]), indirect=["plot"]
)
def test_a_player_sees_no_difference_between_two_hidden_camps(
    plot: Plot, compare_camps: Any, alice: Person, name: str
) -> None:
    one, other = compare_camps(plot.moments[name], alice)
    assert len(one) > least_views(plot)
    assert differing_views(one, other) == []


def test_the_public_sees_no_difference_between_two_hidden_camps(
    plot: Plot, compare_camps: Any
) -> None:
    one, other = compare_camps(max(plot.moments.values()), None)
    assert differing_views(one, other) == []


def leak(rules: RuleSet[Any, Any, Any], name: str) -> RuleSet[Any, Any, Any]:
    """Plant a leak: a view, or events, that show everybody all."""
    real = getattr(rules.knowledge, name)
    leaky: dict[str, Any] = {name: lambda what, viewer: real(what, OPEN), "mask": None}
    return replace(rules, knowledge=replace(rules.knowledge, **leaky))


@pytest.mark.parametrize("planted", ["write_view", "witness"])
def test_a_planted_leak_is_found(
    plot: Plot, compare_camps: Any, alice: Person, monkeypatch: pytest.MonkeyPatch, planted: str
) -> None:
    """Control: with a leak the two games differ, on every way that it can take."""
    monkeypatch.setitem(
        registry.find_rulesets(), plot.ruleset, leak(registry.get_ruleset(plot.ruleset), planted)
    )
    wanted = [
        reverse(way, args=[1]).split("1")[1] if way.startswith("game_") else way
        for way in plot.leaks[planted]
    ]
    viewer = alice if planted == "write_view" else None
    found = differing_views(*compare_camps(plot.control, viewer, ways_with(*wanted)))
    for way in wanted:
        assert any(way in one for one in found), way


def test_a_leak_by_past_viewers_is_found(
    plot: Plot, compare_camps: Any, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control: were it not asked whether the game is over, every seat's eyes would be open."""
    for module in (knowledge, history):
        monkeypatch.setattr(
            module, "effective_viewer", lambda game, viewer, then=None: then or viewer
        )
    monkeypatch.setattr(access, "past_viewers", lambda game: game.rules.seating.seats)
    found = differing_views(*compare_camps(plot.control, alice))
    assert found
    assert all("eyes=" in way for way in found)
    for way in ("/?eyes=", "/history/?eyes=", "/film/?eyes="):
        assert any(way in one for one in found), way


def test_both_camps_are_shown_once_the_game_is_over(plot: Plot, compare_camps: Any) -> None:
    """Control: the two games are not the same, and the end opens all of it."""
    one, other = compare_camps(len(plot.story("")), None)
    assert len(differing_views(one, other)) > 10


NOTED = (("d7", "mine?"), ("c8", "S or 5")), (("d7", "headquarters"),)


@pytest.fixture
def compare_notes(
    shorten: Callable[[Plot], Plot], alice: Person, bob: Person, charlie: Person, now: datetime
) -> Callable[..., tuple[Told, Told]]:
    """Tell a game of Espionage twice up to a moment, in which Alice has noted other things about
    Bob's pieces; return what is seen, the record of the game among it. Charlie takes her seat."""

    def twice(moment: int, viewer: Person | None, ways: Ways = every_way) -> tuple[Told, Told]:
        found = []
        for pinned in NOTED:
            with undo_all():
                game, people = ESPIONAGE.begin([alice, bob], now), [alice, bob]
                story = ESPIONAGE.story(ESPIONAGE.camps[0])
                skirmishes.tell(game, people, now=now, upto=moment, story=story)
                for piece, text in pinned:
                    pins.pin_note(game, alice, piece, text)
                if viewer == charlie:
                    game.seats.filter(person=alice).update(person=charlie)
                seen = views_of(shorten(ESPIONAGE), game, viewer, now, ways)
                found.append({**seen, **record_views(game)})
        return found[0], found[1]

    return twice


def record_views(game: Game) -> Told:
    return dict(answers(Client(), reverse("game_record", args=[game.pk])))


LOOKS = [("Bob", "fought"), ("Bob", "over"), ("Charlie", "fought"), ("", "fought")]


@pytest.mark.parametrize(("viewer", "moment"), choose_some(LOOKS, chosen=[("Charlie", "fought")]))
def test_notes_are_shown_to_nobody_else(
    compare_notes: Any, bob: Person, charlie: Person, viewer: str, moment: str
) -> None:
    moments = {"fought": espionage.FOUGHT, "over": len(ESPIONAGE.story(""))}
    person = {"Bob": bob, "Charlie": charlie}.get(viewer)
    one, other = compare_notes(moments[moment], person)
    assert len(one) > 30
    assert differing_views(one, other) == []


def test_a_leak_of_notes_is_found(
    compare_notes: Any, charlie: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control: were notes read without asking whose they are, they would be seen in their seat."""

    def of_anybody(game: Game, person: Person) -> Mapping[str, str]:
        return dict(Note.objects.filter(game=game).values_list("piece", "text"))

    monkeypatch.setattr(pins, "read_notes", of_anybody)
    wanted = ("/?plan=", "plan ")
    found = differing_views(*compare_notes(espionage.FOUGHT, charlie, ways_with(*wanted)))
    for way in wanted:
        assert any(way in one for one in found), way


UNUSED = "pass if lost E\nrecapture at C22 with any\nask"
NEXT = "S40-S29; end"


@pytest.fixture
def secret_salts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take commitments to standing orders as equal, since the salt in them is what nobody sees
    (``tests/games/fairness/test_orders.py``)."""
    monkeypatch.setattr(
        commitments, "hash_standing_orders", lambda salt, seat, text: commitments.hash_secret(salt)
    )


@pytest.fixture
def compare_files_ahead(
    shorten: Callable[[Plot], Plot],
    alice: Person,
    bob: Person,
    dora: Person,
    erin: Person,
    now: datetime,
    secret_salts: None,
) -> Callable[..., tuple[Told, Told]]:
    """Tell a game of Conquest twice, in which South, Alice, has said nothing ahead, or has standing
    orders that have not answered yet and has handed in her next turn: before she is asked for a
    recapture, or when she has been."""

    def twice(viewer: Person | None, is_asked: bool, ways: Ways = every_way) -> tuple[Told, Told]:
        found = []
        for text in ("", UNUSED):
            with undo_all(), stage.seeded(bytes(32)):
                game = CONQUEST.begin([alice, bob, dora, erin], now)
                standing_orders.file_orders(game.pk, alice, text, now=now)
                if text:
                    seen = game.version
                    premoves.file_premove(
                        game.pk, alice, NEXT, seen_version=seen, is_careful=True, now=now
                    )
                if is_asked:
                    stage.hand_in(game, erin, "S13xS33; end", now=now)
                game.refresh_from_db()
                found.append(views_of(shorten(CONQUEST), game, viewer, now, ways))
        return found[0], found[1]

    return twice


@pytest.mark.parametrize(
    ("viewer", "is_asked"),
    choose_some([("Erin", False), ("Bob", True), ("", True)], chosen=[("Bob", True)]),
)
def test_standing_orders_and_premoves_show_to_nobody_else(
    compare_files_ahead: Any, bob: Person, erin: Person, viewer: str, is_asked: bool
) -> None:
    """CP4: neither whether there are any, nor how long somebody thought about them."""
    person = {"Bob": bob, "Erin": erin}.get(viewer)
    one, other = compare_files_ahead(person, is_asked)
    assert len(one) > 30
    assert differing_views(one, other) == []


def test_a_leak_of_standing_orders_and_premoves_is_found(
    compare_files_ahead: Any, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control: were it read without asking whose it is, everybody would see it."""
    of_anybody = Standing.objects.order_by("-id")
    monkeypatch.setattr(
        standing_orders, "filed_orders", lambda seat: of_anybody.filter(game=seat.game)
    )
    next_turns = Premove.objects.order_by("-id")
    monkeypatch.setattr(
        premoves, "waiting_premove", lambda seat: next_turns.filter(seat__game=seat.game).first()
    )
    wanted = ("/standing/", "/?plan=")
    found = differing_views(*compare_files_ahead(bob, False, ways_with(*wanted)))
    for way in wanted:
        assert any(way in one for one in found), way


WAITING = "recapture with E"
ANSWER_AFTER = timedelta(hours=3)


@pytest.fixture
def compare_answers(
    shorten: Callable[[Plot], Plot],
    alice: Person,
    bob: Person,
    dora: Person,
    erin: Person,
    now: datetime,
    secret_salts: None,
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[..., tuple[Told, Told]]:
    """Tell a game of Conquest twice, in which South, Alice, is asked for a recapture: she answers
    after three hours by herself, or her standing orders do as she would. Return what is seen, with
    the number of queries that the attack took, while she is asked or after her answer."""
    monkeypatch.setattr(
        delays, "draw_moment", lambda decision, *_: decision.opened_at + ANSWER_AFTER
    )

    def by_hand(game: Game) -> None:
        stage.hand_in(game, alice, "S32xS33", now=now + ANSWER_AFTER)

    def by_orders(game: Game) -> None:
        decision = Decision.objects.get(game=game, closed_at=None)
        turns.answer_by_delayed_orders(decision.pk, 0.5, now=now + ANSWER_AFTER)

    def twice(
        viewer: Person | None, is_answered: bool, ways: Ways = every_way
    ) -> tuple[Told, Told]:
        found = []
        for text, answer in (("", by_hand), (WAITING, by_orders)):
            with undo_all(), stage.seeded(bytes(32)):
                Person.objects.filter(pk=alice.pk).update(orders_wait=bool(text))
                game = CONQUEST.begin([alice, bob, dora, erin], now)
                standing_orders.file_orders(game.pk, alice, text, now=now)
                reset_queries()
                with CaptureQueriesContext(connection) as asked:
                    stage.hand_in(game, erin, "S13xS33; end", now=now)
                for pk in turns.list_delayed_orders(now):
                    turns.answer_by_delayed_orders(pk, 0.5, now=now)
                if is_answered:
                    answer(game)
                game.refresh_from_db()
                seen = views_of(shorten(CONQUEST), game, viewer, now + ANSWER_AFTER, ways)
                seen = {**seen, **player_views(alice, viewer), "attack": repr(len(asked)).encode()}
                found.append(seen)
        return found[0], found[1]

    return twice


def player_views(person: Person, viewer: Person | None) -> Told:
    """Return what somebody sees of how reliable a person is."""
    client = Client()
    if viewer:
        client.force_login(viewer)
    return dict(answers(client, reverse("player", args=[person.pk])))


@pytest.mark.parametrize(
    ("viewer", "is_answered"),
    choose_some(
        [("Erin", False), ("Erin", True), ("Bob", False), ("Bob", True), ("", True)],
        chosen=[("Bob", False), ("Erin", True)],
    ),
)
def test_standing_orders_that_take_a_while_look_like_an_answer_by_hand(
    compare_answers: Any, bob: Person, erin: Person, viewer: str, is_answered: bool
) -> None:
    """To everybody else: pages, letters, files, and how reliable their owner is."""
    person = {"Bob": bob, "Erin": erin}.get(viewer)
    one, other = compare_answers(person, is_answered)
    assert len(one) > 30
    assert differing_views(one, other) == []


def test_standing_orders_that_answer_at_once_would_be_found(
    compare_answers: Any, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control: without the delay no question opens."""
    monkeypatch.setattr(standing_orders, "waits_for_moment", lambda *_: False)
    found = differing_views(*compare_answers(bob, False, ways_with("/history/")))
    assert any("/history/" in way for way in found)


def test_commitments_of_those_alone_who_have_orders_would_be_found(
    compare_answers: Any, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control: were no list not committed, the page of fairness would tell who has one."""
    texts_by_seat = standing_orders.texts_by_seat

    def filled(*given: Any) -> dict[str, str]:
        return {seat: text for seat, text in texts_by_seat(*given).items() if text}

    monkeypatch.setattr(standing_orders, "texts_by_seat", filled)
    found = differing_views(*compare_answers(bob, False, ways_with("/proof/")))
    assert any("/proof/" in way for way in found)


def test_an_answer_that_did_not_count_for_its_owner_would_be_found(
    compare_answers: Any, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control: who reads how reliable somebody is could tell answers by orders from others."""

    def uncounted(locked: Any, *given: Any) -> None:
        locked.measured.clear()
        advance.advance_game(locked, *given)

    monkeypatch.setattr(delayed_orders, "advance_game", uncounted)
    found = differing_views(*compare_answers(bob, True, ways_with("/history/")))
    assert any("/players/" in way for way in found)


@pytest.fixture
def compare_inherited(
    plot: Plot,
    alice: Person,
    bob: Person,
    charlie: Person,
    now: datetime,
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[..., tuple[Told, Told]]:
    """Tell the plot twice, with two camps of Bob; Charlie, who has watched so far, then takes over
    the seat at a place, or does what ``then`` says with it. Return what is seen after that."""
    monkeypatch.setattr(
        commitments, "hash_order", lambda salt, order: commitments.hash_secret(salt)
    )
    monkeypatch.setattr(substitutes, "MIN_GAMES", 0)  # Charlie needs nobody's word.

    def twice(
        place: int, see: Callable[[Game], Told], then: Any = turns.become_substitute
    ) -> tuple[Told, Told]:
        found = []
        for camp in plot.camps:
            with undo_all():
                people = [alice, bob]
                game = plot.begin(people, now)
                story = plot.story(camp)
                skirmishes.tell(game, people, now=now, upto=plot.control, story=story)
                seen_by(plot, charlie, game)
                seat = game.seats.get(person=people[place])
                game.seats.filter(pk=seat.pk).update(is_absent=True)
                then(game.pk, seat.name, charlie, now=now)
                game.refresh_from_db()
                found.append(see(game))
        return found[0], found[1]

    return twice


def seen_by(plot: Plot, person: Person, game: Game, ways: Ways = every_way) -> Told:
    """Return everything that a person can look at, at any seat."""
    client = Client()
    client.force_login(person)
    return dict(looked_at(plot, client, game, ways))


def test_a_substitute_learns_no_more_than_the_seat_knows(
    plot: Plot, compare_inherited: Any, charlie: Person, now: datetime
) -> None:
    one, other = compare_inherited(0, lambda game: views_of(plot, game, charlie, now))
    assert len(one) > least_views(plot)
    assert differing_views(one, other) == []


def test_a_substitute_learns_what_the_seat_knows(
    plot: Plot, compare_inherited: Any, charlie: Person
) -> None:
    """Control: in the seat whose camps are two, they are seen."""
    ways = ways_with("/text/")
    found = differing_views(*compare_inherited(1, lambda game: seen_by(plot, charlie, game, ways)))
    assert any(map(ways, found))


def test_a_former_player_of_a_seat_sees_what_the_public_knows(
    plot: Plot, compare_inherited: Any, bob: Person
) -> None:
    one, other = compare_inherited(1, lambda game: seen_by(plot, bob, game))
    assert differing_views(one, other) == []


@pytest.fixture
def with_few_games(
    compare_inherited: Any, charlie: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Charlie, whose account is old, needs the word of the host."""
    monkeypatch.setattr(substitutes, "MIN_GAMES", 5)
    Person.objects.filter(pk=charlie.pk).update(joined_at=now - timedelta(days=30))
    charlie.refresh_from_db()


def ask_in_vain(game: int, seat: str, person: Person, *, now: datetime) -> None:
    request = seat_requests.ask_host(game, seat, person, now=now)
    seat_requests.decline_request(request.pk, request.game.host, now=now)


@pytest.mark.usefixtures("with_few_games")
@pytest.mark.parametrize("then", choose_one([seat_requests.ask_host, ask_in_vain], ask_in_vain))
def test_a_request_for_a_seat_tells_nothing_of_what_is_hidden_there(
    plot: Plot, compare_inherited: Any, alice: Person, charlie: Person, now: datetime, then: Any
) -> None:
    def see(game: Game) -> Told:
        """Return what the host, and the person who asks, read on pages and in letters."""
        seen = {
            viewer: {**seen_by(plot, viewer, game), **dict(written_letters(viewer, now))}
            for viewer in (alice, charlie)
        }
        return {f"{one} {way}": words for one in seen for way, words in seen[one].items()}

    one, other = compare_inherited(1, see, then)
    assert any("letter seat-request" in way for way in one)
    assert differing_views(one, other) == []


@pytest.mark.usefixtures("with_few_games")
def test_a_request_that_let_its_person_look_would_be_found(
    plot: Plot, compare_inherited: Any, charlie: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control: a leak that is planted."""
    asked = property(lambda visit: visit.own_request.seat if visit.own_request else None)
    monkeypatch.setattr(queries.Visit, "mine", asked)
    ways = ways_with("/text/")
    see = partial(seen_by, plot, charlie, ways=ways)
    found = differing_views(*compare_inherited(1, see, seat_requests.ask_host))
    assert any(map(ways, found))


FILES = ("record", "notation", "events")


def files(game: Game, person: Person | None) -> Told:
    """Return the files of a game that still runs as somebody gets them; there is no record yet."""
    client = Client()
    if person:
        client.force_login(person)
    here = {name: reverse(f"game_{name}", args=[game.pk]) for name in FILES}
    found = {name: client.get(address) for name, address in here.items()}
    assert found["record"].status_code == 404
    return {name: found[name].content for name in ("notation", "events")}


def test_files_before_the_end_are_the_same_for_players_and_public(
    plot: Plot, alice: Person, bob: Person, now: datetime
) -> None:
    people, story = [alice, bob], plot.story(plot.camps[0])
    game = plot.begin(people, now)
    for moment in sorted(plot.moments.values()):
        since = Submission.objects.filter(seat__game=game).count()
        skirmishes.tell(game, people, now=now, upto=moment, since=since, story=story)
        public = files(game, None)
        assert files(game, alice) == files(game, bob) == public

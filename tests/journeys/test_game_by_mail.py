"""Four people play a whole game by mail alone: Postfix, the postbox by LMTP, and mail programs.

It is the shortest that is kept, and its last turns alone in ``make test``: what comes before them
is played on the site. ``MAIL_GAME`` names another, such as "conquest-last_two", which
has ten recaptures and, as the shortest, two standing orders that answer for their seats.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from email.message import EmailMessage
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from accounts.models import Person
from games.ahead.standing_orders import file_orders
from games.models import Decision, Event, Game, Standing, Submission
from games.play import clock
from mail.models import Delivery
from tests import mail_host, mail_programs, servers, stage
from tests.faults import sites
from tests.faults.sites import Site
from tests.scheduling import choose_one
from tests.whole_games import WholeGame, kept

pytestmark = [
    pytest.mark.long,
    pytest.mark.servers,
    mail_host.needs_postfix,
    mail_programs.needs_neomutt,
    mail_programs.needs_swaks,
]

LAST = 10  # turns
Send: TypeAlias = Callable[[EmailMessage, str], None]
# Before which orders of a kept game a seat files what answers for it from then on.
STANDING = {
    "conquest-immobilised": {
        3: ("north", "recapture at BNE1 with any"),
        7: ("south", "recapture at BSW1 with any"),
    },
    "conquest-last_two": {
        16: ("north", "recapture at G3 with any"),
        34: ("south", "recapture at E27 with any"),
    },
}


@dataclass
class Players:
    """People who read their letters at a post office and answer through a mail host, each with a
    program of their own: the last letter about a decision, ``last``."""

    office: servers.PostOffice
    programs: Mapping[str, Send]
    answers: dict[str, int] = field(default_factory=dict)
    last: dict[int, EmailMessage] = field(default_factory=dict)

    def answer(self, game: Game, person: Person, text: str) -> None:
        """Answer the last letter that asks a person for a turn, and say yes to what it shows."""
        decision = Decision.objects.get(game=game, seat__person=person, closed_at=None)
        send, address = self.programs[person.name], person.email
        # A turn that somebody has answered ahead goes on, and the answer to it asks for the rest.
        send(self.last.get(decision.pk) or self._asking_letter(decision), text)
        shown = self._next_answer(address)
        if not Decision.objects.filter(pk=decision.pk, closed_at=None).exists():
            return
        send(shown, _yes(person))
        self.last[decision.pk] = self._next_answer(address)

    def file_standing_orders(self, game: Game, person: Person, text: str) -> None:
        """Answer the first letter of a game with standing orders, and say yes to them."""
        send, address = self.programs[person.name], person.email
        word = "STEHEND" if person.language == "de" else "STANDING"
        decision = Decision.objects.filter(game=game, seat__person=person).earliest("pk")
        send(self._asking_letter(decision), f"{word}\n{text}")
        send(self._next_answer(address), _yes(person))
        self._next_answer(address)

    def _asking_letter(self, decision: Decision) -> EmailMessage:
        delivery = Delivery.objects.get(kind="decision", about__decision=decision.pk)
        name, address = delivery.message_name, delivery.address

        def find() -> EmailMessage | None:
            letters = self.office.to(address)
            return next((one for one in letters if name in str(one["Message-ID"])), None)

        found: EmailMessage = servers.until(find, f"the letter {name} to {address}")
        return found

    def _next_answer(self, address: str) -> EmailMessage:
        """Wait for one more answer to a person, and return it."""
        seen = self.answers.get(address, 0)
        servers.until(lambda: len(self._answers(address)) > seen, f"an answer to {address}")
        self.answers[address] = seen + 1
        return self._answers(address)[seen]

    def _answers(self, address: str) -> list[EmailMessage]:
        letters = self.office.to(address)
        return [one for one in letters if one["Auto-Submitted"] == "auto-replied"]


@pytest.fixture
def office() -> Iterator[servers.PostOffice]:
    with servers.post_office() as office:
        yield office


@pytest.fixture
def site(
    django_db_setup: None,
    django_db_blocker: Any,
    office: servers.PostOffice,
    tmp_path: Path,
    settings: Any,
) -> Iterator[Site]:
    settings.REPLY_ADDRESS = f"reply@{mail_host.SITE}"
    with django_db_blocker.unblock(), sites.founded(office, tmp_path / "site") as site:
        site.env["REPLY_ADDRESS"] = settings.REPLY_ADDRESS
        site.env["MAIL_AUTHSERV_IDS"] = mail_host.SITE
        yield site


@pytest.fixture
def players(site: Site, office: servers.PostOffice, tmp_path: Path) -> Iterator[Players]:
    """Run Postfix, the postbox and all ticks; yield the programs of the people."""
    postbox = servers.free_port()
    with ExitStack() as stack:
        port = stack.enter_context(mail_host.postfix(postbox=postbox, office=office.port))
        env = {**site.env, "EMAIL_URL": f"smtp://127.0.0.1:{port}"}
        command = servers.module("django", "postbox", "--lmtp", f"127.0.0.1:{postbox}")
        stack.enter_context(servers.running(command, env, "postbox"))
        stack.enter_context(servers.running(servers.module("django", "run_ticks"), env, "ticks"))
        yield Players(office, _programs(port, tmp_path))


def _programs(port: int, folder: Path) -> dict[str, Send]:
    """Return what each person answers with: two real mail programs, a web mailer and swaks."""

    def neomutt(name: str) -> Send:
        return lambda letter, text: mail_programs.reply_with_neomutt(
            letter, text, port=port, folder=folder / name
        )

    return {
        "Alice": neomutt("alice"),
        "Bob": lambda letter, text: mail_programs.reply_as_gmail(letter, text, port=port),
        "Dora": neomutt("dora"),
        "Erin": lambda letter, text: mail_programs.reply_with_swaks(letter, text, port=port),
    }


@pytest.fixture
def whole() -> WholeGame:
    name = os.environ.get("MAIL_GAME", "conquest-immobilised")
    return next(game for game in kept() if game.name == name)


@pytest.mark.parametrize("extent", choose_one(["whole", "last"], "last"))
def test_a_game_of_conquest_is_played_to_its_end_by_mail(
    whole: WholeGame, players: Players, extent: str
) -> None:
    people = sites.people()
    Person.objects.filter(name="Dora").update(language="de")
    by_mail, by_web = (stage.sit_down(people, "conquest", now=clock.now()) for _way in range(2))
    standing = STANDING.get(whole.name, {})
    begin = 0 if extent == "whole" else len(whole.submissions) - LAST
    for number, (seat, text) in enumerate(whole.submissions):
        if number in standing:
            _file_standing_orders(by_web, by_mail, players, *standing[number], number >= begin)
        if _owes(by_web, seat):  # else the standing orders have answered the same
            stage.hand_in(by_web, _player(by_web, seat), text, now=clock.now())
            if number < begin:
                stage.hand_in(by_mail, _player(by_mail, seat), text, now=clock.now())
            else:
                players.answer(by_mail, _player(by_mail, seat), text)
    by_mail.refresh_from_db()
    assert (by_mail.status, by_mail.reason) == (Game.Status.OVER, whole.reason)
    assert _events(by_mail) == _events(by_web)
    assert _seats_by_way(by_mail) == {
        "letter": {*sites.SEATS},
        **({"web": {*sites.SEATS}} if begin else {}),
        **({"standing": {seat for seat, _text in standing.values()}} if standing else {}),
    }


def _file_standing_orders(
    by_web: Game, by_mail: Game, players: Players, seat: str, text: str, is_by_mail: bool
) -> None:
    file_orders(by_web.pk, _player(by_web, seat), text, now=clock.now())
    if is_by_mail:
        players.file_standing_orders(by_mail, _player(by_mail, seat), text)
    else:
        file_orders(by_mail.pk, _player(by_mail, seat), text, now=clock.now())
    filed = Standing.objects.filter(game=by_mail, person=_player(by_mail, seat))
    assert filed.latest("pk").text.casefold() == text.casefold()


def _owes(game: Game, seat: str) -> bool:
    return Decision.objects.filter(game=game, seat__name=seat, closed_at=None).exists()


def _seats_by_way(game: Game) -> dict[str, set[str]]:
    """Return by which ways turns and answers of a game have come, and of whom."""
    found = defaultdict(set)
    for way, seat in Submission.objects.filter(game=game).values_list("via", "seat__name"):
        found[way].add(seat)
    return dict(found)


def _yes(person: Person) -> str:
    return "JA" if person.language == "de" else "YES"


def _player(game: Game, seat: str) -> Person:
    person = game.seats.get(name=seat).person
    assert person is not None
    return person


def _events(game: Game) -> list[tuple[str, Any]]:
    return list(Event.objects.filter(game=game).order_by("seq").values_list("kind", "data"))

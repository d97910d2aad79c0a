"""What hostile mails are after: games that wait for a turn, and good addresses of their players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models import Person
from games.letters.reply_to import (
    account_reply_address,
    decision_reply_address,
    preview_reply_address,
    seat_reply_address,
)
from games.models import Decision, Game, Preview
from games.play import clock
from tests import incoming
from tests.faults import mails, sites

DATE = "Fri, 27 Nov 2026 12:00:00 +0000"
PAST = timedelta(days=121)  # after which an address is good no longer


@dataclass(frozen=True, slots=True)
class HostileMail:
    """A mail as a mail server brings it to the postbox. One that is not ``stuffed`` is sent
    without the dots that its lines should have."""

    raw: bytes
    to: str
    sender: str
    is_stuffed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A player who is on turn, and addresses that are good for them: ``turn`` for orders, ``yes``
    for what ``shown``, a proved mail that has acted, has let them see. They also have ``expired``
    addresses, one of a turn that is over (``past_turn``), and one of a seat in a game in which
    another player is on turn (``other_game``). ``others`` is good for somebody else."""

    email: str
    turn: str
    yes: str
    account: str
    expired: str
    past_turn: str
    other_game: str
    others: str
    shown: HostileMail


def open_games(groups: int) -> list[Game]:
    """Begin a game for each person of some groups of four, in which they have the first turn."""
    return [game for group in range(groups) for game in _open_games(group)]


def _open_games(group: int) -> Iterator[Game]:
    names = [f"{name} {group + 1}" for name in sites.NAMES]
    people = [
        Person.objects.create_user(f"{name.replace(' ', '.').lower()}@example.org", name=name)
        for name in names
    ]
    for number in range(len(people)):
        yield sites.begin([*people[number:], *people[:number]])


def write_orders(game: Game) -> HostileMail:
    """Return a proved mail with the orders of the player who is on turn in a game."""
    to, email = mails.turn_address(game), _player(game).email
    return HostileMail(incoming.write_mail(to, mails.ORDERS, sender=email, Date=DATE), to, email)


def say_yes(target: Target) -> HostileMail:
    """Return a proved mail that hands in what was shown."""
    raw = incoming.write_mail(target.yes, "YES", sender=target.email)
    return HostileMail(raw, target.yes, target.email)


def find_targets(games: Sequence[Game], shown: Sequence[HostileMail]) -> list[Target]:
    """Return a target for each game, whose orders have been shown."""
    now = clock.now()
    return [
        _target(game, _neighbour(games, number), mail, now)
        for number, (game, mail) in enumerate(zip(games, shown, strict=True))
    ]


def _neighbour(games: Sequence[Game], number: int) -> Game:
    """Return another game of the same four people."""
    return games[number ^ 1]


def _target(game: Game, other: Game, shown: HostileMail, now: datetime) -> Target:
    person, decision = _player(game), _decision(game)
    return Target(
        email=person.email,
        turn=decision_reply_address(decision, now),
        yes=preview_reply_address(Preview.objects.get(person=person), now),
        account=account_reply_address(person, now),
        expired=decision_reply_address(decision, now - PAST),
        past_turn=decision_reply_address(decision, now, version=0),
        other_game=seat_reply_address(other.seats.get(person=person), now),
        others=mails.turn_address(other),
        shown=shown,
    )


def _decision(game: Game) -> Decision:
    return Decision.objects.get(game=game, closed_at=None)


def _player(game: Game) -> Person:
    person = _decision(game).seat.person
    assert person is not None
    return person

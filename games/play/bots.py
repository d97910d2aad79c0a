"""House players: they answer what is asked of them through the same door as people.

What they hand in is the rule set's proposal; they know no more than their seat may see.
"""

from __future__ import annotations

import hashlib
from datetime import datetime

from accounts import names
from accounts.models import Person
from conquest.core import Numbers
from conquest.kit import chance
from games.models import Decision, Game, Seat, Submission
from games.play import turns
from games.play.knowledge import KnownGame, known_game

NAMES = names.HOUSE
DOMAIN = "house.invalid"


def get_or_create_bots() -> list[Person]:
    """Return the house players, making those that are not there yet."""
    return [_get_or_create_bot(name) for name in NAMES]


def answer_decision(decision: Decision, *, now: datetime) -> bool:
    """Play what is asked of a house player; say whether it still was asked."""
    game, seat = Game.objects.get(pk=decision.game_id), decision.seat
    seen = known_game(game, seat.name)
    if seat.player is None or seat.name not in game.rules.judgement.to_act(seen.state):
        return False
    orders = turns.Orders(
        game_id=game.pk,
        person=seat.player,
        text=bot_orders(seen, seat),
        seen_version=game.version,
        key=f"house-{decision.pk}-{game.version}",
        via=Submission.Via.HOUSE,
    )
    try:
        turns.submit(orders, now=now)
    except turns.Rejected:
        return False
    return True


def bot_orders(seen: KnownGame, seat: Seat) -> str:
    """Return what a house player of the seat's strength hands in, knowing what its seat knows."""
    levels = seen.rules.composing.levels
    name = seat.game.stand_in if seat.stand_in else seat.level
    level = next((one for one in levels if one.name == name), levels[0])
    return level.propose_orders(seen.state, seat.name, _bot_numbers(seen))


def _bot_numbers(seen: KnownGame) -> Numbers:
    """Return the whims of a house player: from another key than the game's chance, so that
    they tell nothing of it, and the same for the same moment."""
    whims = f"whims {bytes(seen.game.seed).hex()} {seen.version}"
    return chance.keyed_numbers(hashlib.sha256(whims.encode()).digest())


def _get_or_create_bot(name: str) -> Person:
    address = f"{name.lower()}@{DOMAIN}"
    known = Person.objects.filter(email=address).first()
    if known is not None:
        return known
    taken = Person.objects.filter(likeness=names.likeness(name)).exists()
    called = f"{name} of the house" if taken else name
    return Person.objects.create_user(address, name=called, is_house=True)

"""Bots: they submit turns in the same way as people, and know no more than their seat may see.

What they hand in is proposed by the rule set.
"""

from __future__ import annotations

import hashlib
from datetime import datetime

from django.db import IntegrityError, transaction

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
    """Return all bots, and create those that do not exist yet."""
    addresses = {_address(name): name for name in NAMES}
    there = {bot.email: bot for bot in Person.objects.filter(email__in=addresses)}
    return [there.get(address) or _create_bot(name) for address, name in addresses.items()]


def answer_decision(decision: Decision, *, now: datetime) -> bool:
    """Submit a bot's answer to a decision; return whether it was still open."""
    game, seat = Game.objects.get(pk=decision.game_id), decision.seat
    # Without a lock: thinking takes a while. If the game goes on meanwhile, the answer is stale.
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
    """Return what a bot of the seat's strength hands in, knowing what its seat knows."""
    levels = seen.rules.composing.levels
    name = seat.game.stand_in if seat.stand_in else seat.level
    level = next((level for level in levels if level.name == name), levels[0])
    return level.propose_orders(seen.state, seat.name, _bot_numbers(seen))


def _bot_numbers(seen: KnownGame) -> Numbers:
    """Return the random numbers of a bot, the same for the same game and version."""
    # From another key than the game's chance, so that a bot's moves tell nothing of that.
    whims = f"whims {bytes(seen.game.seed).hex()} {seen.version}"
    return chance.keyed_numbers(hashlib.sha256(whims.encode()).digest())


def _address(name: str) -> str:
    return f"{name.lower()}@{DOMAIN}"


def _create_bot(name: str) -> Person:
    # A person may have chosen the name, or one that looks like it, before there was the bot.
    is_taken = Person.objects.filter(likeness=names.likeness(name)).exists()
    full_name = f"{name} of the house" if is_taken else name
    try:
        with transaction.atomic():
            return Person.objects.create_user(_address(name), name=full_name, is_house=True)
    except IntegrityError:  # another worker was first
        return Person.objects.get(email=_address(name))

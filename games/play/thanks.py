"""Thanks for a game: each player can thank the others once."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Person
from games.models import Game, Thanks


def give_thanks(game: Game, person: Person, *, now: datetime) -> None:
    """Record that a person thanks the others for a game; a second time has no effect."""
    Thanks.objects.get_or_create(game=game, person=person, defaults={"at": now})


def list_thankers(game: Game) -> list[Person]:
    """Return the people who have thanked for a game, the earliest first."""
    thanks = game.thanks.select_related("person").order_by("at", "pk")
    return [row.person for row in thanks]

"""Thanks for a game: each of its players can thank the others, once."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Person
from games.models import Game, Thanks


def give_thanks(game: Game, person: Person, *, now: datetime) -> None:
    """Thank the others for a game; whoever has thanked already has."""
    Thanks.objects.get_or_create(game=game, person=person, defaults={"at": now})


def list_thankers(game: Game) -> list[Person]:
    """Return who has thanked for a game, the first first."""
    thanks = game.thanks.select_related("person").order_by("at", "pk")
    return [one.person for one in thanks]

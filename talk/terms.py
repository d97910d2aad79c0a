"""What a host says about words at their table, before the game begins."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Game
from games.queries import Visit
from talk.audiences import hides_watchers
from talk.models import TalkTerms


@dataclass(frozen=True, slots=True)
class ShownTerms:
    """Whether players read what spectators say while the game runs, and whether the visitor
    ``may_set`` that."""

    is_heard: bool
    may_set: bool


def describe_terms(visit: Visit) -> ShownTerms:
    """Return what is said about words at a table."""
    set_so = TalkTerms.objects.filter(game=visit.game, watchers_are_heard=True)
    return ShownTerms(not hides_watchers(visit.game) and set_so.exists(), may_set(visit))


def may_set(visit: Visit) -> bool:
    """Whether a visitor may say what holds for words: the host, before anybody has watched."""
    is_open = visit.game.status == Game.Status.OPEN
    return visit.is_host and is_open and not hides_watchers(visit.game)


def set_watchers_heard(table: Game, *, is_heard: bool) -> None:
    """Let players read what spectators say while the game runs, or not."""
    TalkTerms.objects.update_or_create(game=table, defaults={"watchers_are_heard": is_heard})

"""The list of all that programs read: files, feeds, and what scripts of pages ask for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.urls import reverse

from games import live
from games.models import Game
from tests.gallery.site import Gallery

READERS = ("Alice", "Bob")


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """An address that a program asks for ``who`` (nobody: ""), with a ``post`` if it sends one,
    and with the pass of a page where it ``shows`` one."""

    path: str
    who: str = ""
    post: Mapping[str, str] | None = None
    shows: live.OpenPage | None = None


def feeds(gallery: Gallery) -> dict[str, Feed]:
    """Return every feed of the site by a name for it."""
    found = dict(_public(gallery))
    for name, game in gallery.content.games.items():
        if game.started_at is not None:
            found |= {f"{name}-{what}": feed for what, feed in _of_game(game)}
    return found


Named = Iterator[tuple[str, Feed]]


def _public(gallery: Gallery) -> Named:
    for name in (
        "manifest",
        "worker",
        "security",
        "fairness_chain",
        "record_keys_json",
        "archive_json",
    ):
        yield name, Feed(path=reverse(name))
    yield "export", Feed(path=reverse("export"), who="Alice", post={})
    alice = gallery.content.people["Alice"]
    yield "news", Feed(path=reverse("news"), shows=live.OpenPage(alice.pk))


def _of_game(game: Game) -> Named:
    sitting = set(game.seats.values_list("person__name", flat=True))
    for who in ("", *[name for name in READERS if name in sitting][:1]):
        of = f"-{who}" if who else ""
        for name in ("game_film", "game_outline"):
            after = max(0, game.version - 12)
            yield name + of, Feed(path=f"{reverse(name, args=[game.pk])}?after={after}", who=who)
        reach = f"{reverse('game_reach', args=[game.pk])}?field={game.sample_field}"
        yield f"game_reach{of}", Feed(path=reach, who=who)
        if who and game.is_running:
            plan = reverse("game_plan", args=[game.pk])
            yield f"game_plan{of}", Feed(path=plan, who=who, post={"text": ""})
    record = ("game_record",) if game.has_ended else ()
    for name in ("game_notation", "game_events", *record):
        yield name, Feed(path=reverse(name, args=[game.pk]))
    yield "news", Feed(path=reverse("news"), shows=live.OpenPage(None, game.pk))

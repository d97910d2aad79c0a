"""The archive as other programs read it: values for JSON, the same for everybody."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import translation

from accounts.display_text import plain_text
from records.models import MonthlyDump
from records.openings import Opening, OpeningPage
from records.search import ArchivePage, FoundGame, FoundPlayer
from records.signing import format_time


def page_as_json(page: ArchivePage) -> dict[str, Any]:
    """Return a page of found games; ``after`` is what asks for the next one."""
    return {
        "games": [_game_as_json(game) for game in page.games],
        "after": str(page.following) if page.following else None,
        "is_cut": page.is_cut,
    }


def _game_as_json(game: FoundGame) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": plain_text(game.title),
        "ruleset": game.ruleset,
        "board": game.board,
        "ended_at": format_time(game.ended_at),
        "turns": game.turns,
        "winners": list(game.winners),
        "reason": game.reason,
        "was_left": game.was_left,
        "players": [_player_as_json(player) for player in game.players],
        "url": settings.SITE_URL + reverse("game", args=[game.id]),
        "record": settings.SITE_URL + reverse("record_signed", args=[game.id]),
    }


def _player_as_json(player: FoundPlayer) -> dict[str, Any]:
    # Programs read English, also where a former player has no name of their own.
    with translation.override("en"):
        name = plain_text(str(player.name))
    return {"seat": player.seat, "id": player.person, "name": name, "has_won": player.has_won}


def openings_as_json(page: OpeningPage | None) -> dict[str, Any]:
    """Return a place in the tree of openings; where no game is in it yet, None as what is here."""
    if page is None:
        return {"here": None, "turns": [], "following": [], "boards": []}
    return {
        "ruleset": page.ruleset,
        "board": page.here.board,
        "turns": [one.turn for one in page.turns],
        "here": _opening_as_json(page.here),
        "following": [_opening_as_json(one) for one in page.following],
        "boards": [_opening_as_json(one) for one in page.boards],
    }


def _opening_as_json(one: Opening) -> dict[str, Any]:
    return {
        "key": one.key,
        "board": one.board,
        "turn": one.turn,
        "games": one.games,
        "draws": one.draws,
        "wins": dict(one.wins),
    }


def dump_as_json(dump: MonthlyDump) -> dict[str, Any]:
    """Return the files of a rule set and a month."""
    month = f"{dump.month:%Y-%m}"
    of_month = [dump.ruleset, month]
    return {
        "ruleset": dump.ruleset,
        "month": month,
        "made_at": format_time(dump.made_at) if dump.made_at else None,
        "checksums": settings.SITE_URL + reverse("dump_checksums", args=of_month),
        "files": [
            {
                "name": part.file_name,
                "games": part.games,
                "bytes": part.size,
                "sha256": part.sha256,
                "url": settings.SITE_URL + reverse("dump_file", args=[*of_month, part.number]),
            }
            for part in dump.parts.all()
        ],
    }

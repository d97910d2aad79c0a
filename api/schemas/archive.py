"""The public archive: finished games, how they began, files of months, and the keys that sign."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from api.documentation import about
from api.schemas.games import AT

SITE = "https://example.org"
DUMP = f"{SITE}/archive/files/bollwerk/2026-11"


class ArchivedPlayerOut(Schema):
    """Who sat at a seat when a game ended."""

    seat: str = about("The name of the seat.", "white")
    id: int = about("The number of the person.", 7)
    name: str = about("The name that everybody reads.", "Alice")
    has_won: bool = about("Whether they have won.", True)


class ArchivedGameOut(Schema):
    """A finished public game."""

    id: int = about("The number of the game.", 42)
    title: str = about("What it is called.", "Winter")
    rule_set: str = about("By which rules it was played.", "bollwerk")
    board: str = about("The board it was played on.", "small")
    ended_at: datetime = about("When it ended, in UTC.", AT)
    turns: int = about("How many turns all seats have made together.", 61)
    winners: list[str] = about("The seats that have won; none where it was drawn.", ["white"])
    reason: str = about("How the rules say that it ended.", "no_move")
    was_left: bool = about("Whether somebody has left it before its end.", False)
    players: list[ArchivedPlayerOut] = about("Who played, in the order of play.", [])
    url: str = about("The address of its page.", f"{SITE}/games/42/")
    record: str = about("The address of its signed record.", f"{SITE}/games/42/signed-record.txt")


class ArchiveOut(Schema):
    """A page of the archive."""

    games: list[ArchivedGameOut] = about("The games, those that ended last first.", [])
    after: str = about('Ask with it for the next page; "" after the last.', "")
    is_cut: bool = about("Whether many games were looked at, and fewer than a page matched.", False)
    unknown_names: list[str] = about("The names asked for that are nobody's.", [])


class OpeningOut(Schema):
    """A way in which games began, and what came of it."""

    key: str = about("By what to ask for it.", "0f3a8c1d2b4e5f60718293a4b5c6d7e8")
    board: str = about("The board.", "small")
    turn: str = about('Its last turn, "" at the beginning.', "white: e5-e7")
    games: int = about("How many games began so.", 31)
    draws: int = about("How many of them nobody has won.", 3)
    wins: dict[str, int] = about("How many of them each seat has won.", {"white": 16, "black": 12})


class OpeningsOut(Schema):
    """A place in the tree of openings."""

    rule_set: str = about("By which rules these games were played.", "bollwerk")
    turns: list[str] = about("The turns that lead here.", ["white: e5-e7"])
    here: OpeningOut | None = about("This place; null while there is no game.", None)
    following: list[OpeningOut] = about("How games went on: turns that enough have in common.", [])
    boards: list[OpeningOut] = about("The boards on which games began.", [])


class DumpFileOut(Schema):
    """A file with the records of games, compressed by gzip."""

    name: str = about("What it is called.", "bollwerk-2026-11-1.txt.gz")
    games: int = about("How many games are in it.", 250)
    bytes: int = about("How many bytes it has.", 180_000)
    sha256: str = about("Its checksum, in hexadecimal digits.", "9f86d081884c7d65…")
    url: str = about("Where it is.", f"{DUMP}/1.txt.gz")


class DumpOut(Schema):
    """The files of a rule set and a month."""

    rule_set: str = about("By which rules the games were played.", "bollwerk")
    month: str = about("The month in which they ended, in UTC.", "2026-11")
    made_at: datetime = about("When the files were made.", AT)
    checksums: str = about("Where its signed checksums are.", f"{DUMP}/checksums.txt")
    files: list[DumpFileOut] = about("The files, in the order in which their games ended.", [])


class DumpsOut(Schema):
    """A page of the list of files."""

    months: list[DumpOut] = about("The months, the newest first.", [])
    after: str = about('Ask with it for the next page; "" after the last.', "")


class KeyOut(Schema):
    """A key that signs records, or has signed them."""

    id: str = about("By what signatures name it.", "21fe31dfa154a261")
    public_key: str = about(
        "The public key of Ed25519, in base64.", "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
    )
    since: datetime = about("Since when it signs.", AT)
    until: datetime | None = about("Until when it has signed.", None)
    withdrawn: datetime | None = about("When it was withdrawn: it proves nothing since.", None)


class KeysOut(Schema):
    """The keys of the site. The verifier of records reads this as it is."""

    site: str = about("The site they sign for.", SITE)
    keys: list[KeyOut] = about("The keys, the newest first.", [])

"""The public archive: finished games, how they began, files of months, and the keys that sign."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from api.documentation import describe_field
from api.schemas.games import AT

SITE = "https://example.org"
DUMP = f"{SITE}/archive/files/bollwerk/2026-11"


class ArchivedPlayerOut(Schema):
    """Who sat at a seat when a game ended."""

    seat: str = describe_field("The name of the seat.", "white")
    id: int = describe_field("The number of the person.", 7)
    name: str = describe_field("The name that everybody reads.", "Alice")
    has_won: bool = describe_field("Whether they have won.", True)


class ArchivedGameOut(Schema):
    """A finished public game."""

    id: int = describe_field("The number of the game.", 42)
    title: str = describe_field("What it is called.", "Winter")
    rule_set: str = describe_field("By which rules it was played.", "bollwerk")
    board: str = describe_field("The board it was played on.", "small")
    ended_at: datetime = describe_field("When it ended, in UTC.", AT)
    turns: int = describe_field("How many turns all seats have made together.", 61)
    winners: list[str] = describe_field(
        "The seats that have won; none where it was drawn.", ["white"]
    )
    reason: str = describe_field("How the rules say that it ended.", "no_move")
    was_left: bool = describe_field("Whether somebody has left it before its end.", False)
    players: list[ArchivedPlayerOut] = describe_field("Who played, in the order of play.", [])
    url: str = describe_field("The address of its page.", f"{SITE}/games/42/")
    record: str = describe_field(
        "The address of its signed record.", f"{SITE}/games/42/signed-record.txt"
    )


class ArchiveOut(Schema):
    """A page of the archive."""

    games: list[ArchivedGameOut] = describe_field("The games, those that ended last first.", [])
    after: str = describe_field('Ask with it for the next page; "" after the last.', "")
    is_cut: bool = describe_field(
        "Whether many games were looked at, and fewer than a page matched.", False
    )
    unknown_names: list[str] = describe_field("The names asked for that are nobody's.", [])


class OpeningOut(Schema):
    """A way in which games began, and what came of it."""

    key: str = describe_field("By what to ask for it.", "0f3a8c1d2b4e5f60718293a4b5c6d7e8")
    board: str = describe_field("The board.", "small")
    turn: str = describe_field('Its last turn, "" at the beginning.', "white: e5-e7")
    games: int = describe_field("How many games began so.", 31)
    draws: int = describe_field("How many of them nobody has won.", 3)
    wins: dict[str, int] = describe_field(
        "How many of them each seat has won.", {"white": 16, "black": 12}
    )


class OpeningsOut(Schema):
    """A place in the tree of openings."""

    rule_set: str = describe_field("By which rules these games were played.", "bollwerk")
    turns: list[str] = describe_field("The turns that lead here.", ["white: e5-e7"])
    here: OpeningOut | None = describe_field("This place; null while there is no game.", None)
    following: list[OpeningOut] = describe_field(
        "How games went on: turns that enough have in common.", []
    )
    boards: list[OpeningOut] = describe_field("The boards on which games began.", [])


class DumpFileOut(Schema):
    """A file with the records of games, compressed by gzip."""

    name: str = describe_field("What it is called.", "bollwerk-2026-11-1.txt.gz")
    games: int = describe_field("How many games are in it.", 250)
    bytes: int = describe_field("How many bytes it has.", 180_000)
    sha256: str = describe_field("Its checksum, in hexadecimal digits.", "9f86d081884c7d65…")
    url: str = describe_field("Where it is.", f"{DUMP}/1.txt.gz")


class DumpOut(Schema):
    """The files of a rule set and a month."""

    rule_set: str = describe_field("By which rules the games were played.", "bollwerk")
    month: str = describe_field("The month in which they ended, in UTC.", "2026-11")
    made_at: datetime = describe_field("When the files were made.", AT)
    checksums: str = describe_field("Where its signed checksums are.", f"{DUMP}/checksums.txt")
    files: list[DumpFileOut] = describe_field(
        "The files, in the order in which their games ended.", []
    )


class DumpsOut(Schema):
    """A page of the list of files."""

    months: list[DumpOut] = describe_field("The months, the newest first.", [])
    after: str = describe_field('Ask with it for the next page; "" after the last.', "")


class KeyOut(Schema):
    """A key that signs records, or has signed them."""

    id: str = describe_field("By what signatures name it.", "21fe31dfa154a261")
    public_key: str = describe_field(
        "The public key of Ed25519, in base64.", "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
    )
    since: datetime = describe_field("Since when it signs.", AT)
    until: datetime | None = describe_field("Until when it has signed.", None)
    withdrawn: datetime | None = describe_field(
        "When it was withdrawn: it proves nothing since.", None
    )


class KeysOut(Schema):
    """The keys of the site. The verifier of records reads this as it is."""

    site: str = describe_field("The site they sign for.", SITE)
    keys: list[KeyOut] = describe_field("The keys, the newest first.", [])

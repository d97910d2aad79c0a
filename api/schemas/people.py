"""People, as everybody may know them."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from api.documentation import about


class PersonOut(Schema):
    """Somebody who plays here."""

    id: int = about("The number of the person.", 7)
    name: str = about("The name that everybody reads.", "Alice")
    is_house: bool = about("Whether this is a house player, a program of the site.", False)
    is_bot: bool = about("Whether this is a bot: a program of another person plays.", False)
    owner: int | None = about("The number of the person who answers for a bot.", None, default=None)
    url: str = about("The address of their page.", "https://example.org/players/7/")


class MeOut(PersonOut):
    """The person whose token is used."""

    language: str = about("The language in which sentences are told, as a code.", "en")
    time_zone: str = about("The zone of their days and nights.", "Europe/Berlin")
    scopes: list[str] = about("What the token may do.", ["read", "play"])
    token_ends_at: datetime = about("When the token ends, in UTC.", "2027-01-31T12:00:00Z")

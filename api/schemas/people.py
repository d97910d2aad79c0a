"""People, as everybody may know them."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from api.documentation import describe_field


class PersonOut(Schema):
    """Somebody who plays here."""

    id: int = describe_field("The number of the person.", 7)
    name: str = describe_field("The name that everybody reads.", "Alice")
    is_house: bool = describe_field("Whether this is a house player, a program of the site.", False)
    is_bot: bool = describe_field(
        "Whether this is a bot: a program of another person plays.", False
    )
    owner: int | None = describe_field(
        "The number of the person who answers for a bot.", None, default=None
    )
    url: str = describe_field("The address of their page.", "https://example.org/players/7/")


class MeOut(PersonOut):
    """The person whose token is used."""

    language: str = describe_field("The language in which sentences are told, as a code.", "en")
    time_zone: str = describe_field("The zone of their days and nights.", "Europe/Berlin")
    scopes: list[str] = describe_field("What the token may do.", ["read", "play"])
    token_ends_at: datetime = describe_field("When the token ends, in UTC.", "2027-01-31T12:00:00Z")

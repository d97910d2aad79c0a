"""Animations of public games."""

from __future__ import annotations

from typing import Literal

from ninja import Schema

from api.documentation import StrictSchema, describe_field

Form = Literal["gif", "webp"]
Theme = Literal["light", "dark"]
State = Literal["unasked", "waiting", "ready", "failed"]


class AnimationIn(StrictSchema):
    """Which animation is wanted."""

    form: Form = describe_field("The form of the file.", "gif")
    theme: Theme = describe_field("The colours of the board.", "light", default="light")


class AnimationOut(Schema):
    """An animation of a game in your language, and where its file is."""

    form: Form = describe_field("The form of the file.", "gif")
    language: str = describe_field("The language of its sentences, as a code.", "en")
    theme: Theme = describe_field("The colours of the board.", "light")
    state: State = describe_field(
        "Whether nobody has asked for it, it waits, is ready, or failed.", "ready"
    )
    is_current: bool = describe_field("Whether the file shows all of the game up to now.", True)
    url: str | None = describe_field(
        "Where the file is; null while there is none.",
        "https://example.org/games/42/animation/en-light.gif",
    )

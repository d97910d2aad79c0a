"""Animations of public games."""

from __future__ import annotations

from typing import Literal

from ninja import Schema

from api.documentation import Taken, about

Form = Literal["gif", "webp"]
Theme = Literal["light", "dark"]
State = Literal["unasked", "waiting", "ready", "failed"]


class AnimationIn(Taken):
    """Which animation is wanted."""

    form: Form = about("The form of the file.", "gif")
    theme: Theme = about("The colours of the board.", "light", default="light")


class AnimationOut(Schema):
    """An animation of a game in your language, and where its file is."""

    form: Form = about("The form of the file.", "gif")
    language: str = about("The language of its sentences, as a code.", "en")
    theme: Theme = about("The colours of the board.", "light")
    state: State = about("Whether nobody has asked for it, it waits, is ready, or failed.", "ready")
    is_current: bool = about("Whether the file shows all of the game up to now.", True)
    url: str | None = about(
        "Where the file is; null while there is none.",
        "https://example.org/games/42/animation/en-light.gif",
    )

"""What can be done beside a turn, and what is said ahead."""

from __future__ import annotations

from typing import Literal

from ninja import Schema

from api.documentation import StrictSchema, describe_field
from games.play.refusals import MAX_PLAN_CHARS

MAX_VERSION = 2**31 - 1
Delay = Literal[0, 10, 60, 180, 480, 1440]  # those of the page: games.ahead.conditional_turns


class ActionOut(Schema):
    """Something that can be done beside a turn."""

    text: str = describe_field("The orders to hand in for it.", "resign")
    words: str = describe_field("What it is called.", "Resign")
    explained: str = describe_field("What it means.", "You lose the game.")
    any_time: bool = describe_field(
        "Whether nothing that happens meanwhile makes it too late.", True
    )
    is_grave: bool = describe_field("Whether a person is asked twice.", True)
    accepts: bool = describe_field("Whether it accepts what is offered to you.", False)


class DoneOut(Schema):
    """Whether something had an effect."""

    done: bool = describe_field("Whether it had an effect: a second time it has none.", True)


class DeclineIn(StrictSchema):
    """Which offer is declined."""

    version: int = describe_field(
        "The version of the game you have seen.", 17, ge=0, le=MAX_VERSION
    )


class AheadIn(StrictSchema):
    """A turn to hand in ahead."""

    text: str = describe_field('The orders; "" takes back what waits.', "s40-s29; end")
    version: int = describe_field("The version it was written for.", 17, ge=0, le=MAX_VERSION)
    is_careful: bool = describe_field(
        "Whether it is dropped where anything comes near its pieces.", True, default=True
    )


class AheadOut(Schema):
    """A turn that waits."""

    text: str = describe_field('The orders, "" if none wait.', "s40-s29; end")
    is_careful: bool = describe_field(
        "Whether it is dropped where anything comes near its pieces.", True
    )


class ConditionalIn(StrictSchema):
    """Turns that answer turns of the other side."""

    text: str = describe_field(
        'The lines; "" takes back what waits.', "e2-e4 d7-d5", max_length=MAX_PLAN_CHARS
    )
    version: int = describe_field("The version they were written for.", 17, ge=0, le=MAX_VERSION)
    delay: Delay = describe_field("After how many minutes they answer.", 0, default=0)


class ConditionalOut(Schema):
    """Turns that wait."""

    text: str = describe_field('The lines, "" if none wait.', "")
    delay: int = describe_field("After how many minutes they answer.", 0)


class StandingIn(StrictSchema):
    """Answers given ahead."""

    text: str = describe_field("The lines, the first that fits answers.", "never", max_length=8_000)


class StandingOut(Schema):
    """Answers given ahead."""

    text: str = describe_field('The lines, "" if there are none.', "never")

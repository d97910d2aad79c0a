"""How each value that programs send and are sent is documented: in words, with an example."""

from __future__ import annotations

from typing import Any

from ninja import Field, Schema
from pydantic import ConfigDict


class StrictSchema(Schema):
    """What programs send: of the right kinds, and nothing that is not known."""

    model_config = ConfigDict(strict=True, extra="forbid")


def describe_field(words: str, example: Any, **more: Any) -> Any:
    """Return a field of a schema, described in words, with an example; without ``default`` it must
    be given."""
    default = {} if "default_factory" in more else {"default": more.pop("default", ...)}
    return Field(description=words, examples=[example], **default, **more)

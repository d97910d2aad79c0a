"""How news for programs are described: in the OpenAPI description and on the reference page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ninja import Schema

from api.schemas.games import AT
from api.schemas.news import CompetitionNews, HookTestNews, OwnGameNews, TableNews, TurnNews
from games.play.program_news import ProgramTopic
from mail.hooks.registration import TEST

HEADERS = {
    "webhook-id": "The id of the message, the same each time it is sent.",
    "webhook-timestamp": "When it is sent, in seconds since 1970.",
    "webhook-signature": "One signature or two, separated by a blank.",
}


@dataclass(frozen=True, slots=True)
class NewsKind:
    """A kind of news: its type, what it tells, and the schema of its data."""

    name: str
    summary: str
    schema: type[Schema]

    @property
    def example(self) -> dict[str, Any]:
        """A message of this kind."""
        values = self.schema.model_json_schema()["properties"]
        data = {name: told["examples"][0] for name, told in values.items()}
        return {"type": self.name, "timestamp": AT, "data": data}

    @property
    def message_schema(self) -> dict[str, Any]:
        """The schema of a message of this kind."""
        moment = {"type": "string", "format": "date-time", "description": "When it happened."}
        return {
            "type": "object",
            "required": ["type", "timestamp", "data"],
            "properties": {
                "type": {"const": self.name},
                "timestamp": moment,
                "data": self.schema.model_json_schema(),
            },
            "examples": [self.example],
        }


KINDS = (
    NewsKind(ProgramTopic.TURN.value, "Something is asked of you", TurnNews),
    NewsKind(ProgramTopic.STARTED.value, "A game of yours has begun", OwnGameNews),
    NewsKind(ProgramTopic.OVER.value, "A game of yours is over", OwnGameNews),
    NewsKind(ProgramTopic.FULL.value, "A table of yours is full", TableNews),
    NewsKind(ProgramTopic.SEASON.value, "News of a season or cup of yours", CompetitionNews),
    NewsKind(TEST, "You have asked for a test", HookTestNews),
)


def describe_webhooks() -> Mapping[str, Any]:
    """Return what is posted to hooks, as OpenAPI 3.1 describes webhooks."""
    return {kind.name: {"post": _describe_kind(kind)} for kind in KINDS}


def _describe_kind(kind: NewsKind) -> dict[str, Any]:
    parameters = [
        {
            "name": name,
            "in": "header",
            "required": True,
            "description": words,
            "schema": {"type": "string"},
        }
        for name, words in HEADERS.items()
    ]
    content = {"application/json": {"schema": kind.message_schema}}
    return {
        "operationId": f"news_{kind.name.replace('.', '_')}",
        "summary": kind.summary,
        "tags": ["News"],
        "parameters": parameters,
        "requestBody": {"required": True, "content": content},
        "responses": {"2XX": {"description": "Taken: it is not sent again."}},
    }

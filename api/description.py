"""What the OpenAPI description says beside what django-ninja finds in the code: how problems are
told, which answers are text, which requests can be sent again, and what needs which scope."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ninja import NinjaAPI

from api.authentication import PLAY, PUBLIC, READ, TABLES, TALK
from api.models import Scope
from api.problems import MEDIA_TYPE
from api.repeats import HEADER, KEY
from api.schemas.problems import ProblemOut

METHODS = ("get", "post", "put", "delete")
PROBLEM = "ProblemOut"
REF = f"#/components/schemas/{PROBLEM}"
TOKEN = "AccessToken"
TOKEN_SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "bearerFormat": "zugpost_…",
    "description": "An access token, which a person makes under *Preferences*, *Programs*.",
}
SCOPES = {
    type(token).__name__: token.scope.value if token.scope else ""
    for token in (PUBLIC, READ, PLAY, TABLES, TALK)
}
TOLD = {
    "4XX": "It is refused, in one sentence.",
    "503": "The site, or this game, cannot answer now: come again after `Retry-After` seconds.",
}
REPEAT = {
    "in": "header",
    "name": HEADER,
    "required": False,
    "description": "The same again within a day has no second effect, and the same answer.",
    "schema": {"type": "string", "pattern": f"^{KEY.pattern}$"},
    "examples": {"key": {"value": "a-turn-of-mine"}},
}
KNOWN = {
    "in": "header",
    "name": "If-None-Match",
    "required": False,
    "description": "The ETag of the answer before: nothing new is answered by 304.",
    "schema": {"type": "string"},
    "examples": {"etag": {"value": '"0f3a"'}},
}
# Operations whose answers have an ETag, beside those that can wait.
WITH_ETAG = ("get_openings", "get_position", "list_files", "list_keys")


class DescribedAPI(NinjaAPI):
    """django-ninja's API, whose description has all that programs must know."""

    def get_openapi_schema(self, **more: Any) -> Any:
        """Return the OpenAPI description."""
        described = super().get_openapi_schema(**more)
        components = described["components"]
        problem = ProblemOut.model_json_schema(ref_template="#/components/schemas/{model}")
        components["schemas"] |= {**problem.pop("$defs"), PROBLEM: problem}
        components["securitySchemes"] = {TOKEN: TOKEN_SCHEME}
        for method, operation in list_operations(described):
            _complete(method, operation)
        return described


def list_operations(described: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the operations of a description, each with its method."""
    for item in described["paths"].values():
        for method in METHODS:
            if method in item:
                yield method, item[method]


def _complete(method: str, operation: dict[str, Any]) -> None:
    responses = operation["responses"]
    operation["operationId"] = operation["operationId"].rpartition(".")[2]
    for status, words in TOLD.items():
        content = {MEDIA_TYPE: {"schema": {"$ref": REF}}}
        responses[status] = {"description": words, "content": content}
    # Said by the web server, which knows no programs.
    responses["414"] = {"description": "The address is too long.", "content": {"text/html": {}}}
    _name_text(responses)
    operation["security"] = _name_scope(operation["security"])
    parameters = operation.setdefault("parameters", [])
    for parameter in parameters:
        parameter.pop("examples", None)  # its schema has them; here they would have names
    if method == "post":
        parameters.append(REPEAT)
    can_wait = any(parameter["name"] == "wait" for parameter in parameters)
    if can_wait or operation["operationId"] in WITH_ETAG:
        parameters.append(KNOWN)
        responses[304] = {"description": "Nothing is new."}


def _name_scope(security: list[dict[str, Any]]) -> list[dict[str, list[str]]]:
    """Return which token is wanted: one of a scope, or none where everybody may read."""
    (wanted,) = security[0]
    scope = SCOPES[wanted]
    return [{TOKEN: [scope]}] if scope else [{}, {TOKEN: [Scope.READ.value]}]


def _name_text(responses: Mapping[Any, Any]) -> None:
    """Say of answers that are plain text that they are."""
    for told in responses.values():
        content = told.get("content", {})
        plain = content.get("application/json", {}).get("schema", {})
        if plain.get("type") == "string":
            content["text/plain"] = content.pop("application/json")

"""The reference of the API: one page made of its OpenAPI description, in the look of the site."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from api.description import TOKEN
from api.hooks import descriptions
from api.problems import KINDS
from api.site import MODULES, api

METHODS = ("get", "post", "put", "delete")
CODE = re.compile("`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Value:
    """A value that is sent: its name, its kind, what it means, an example, whether it must be."""

    name: str
    kind: str
    words: SafeString
    example: str
    is_required: bool


@dataclass(frozen=True, slots=True)
class OperationPage:
    """An operation: how it is asked for, what it does, what it takes and what it returns."""

    anchor: str
    method: str
    path: str
    summary: str
    words: SafeString
    scope: str
    parameters: tuple[Value, ...]
    body: str
    answer: str


@dataclass(frozen=True, slots=True)
class SchemaPage:
    """A schema, with its values and an example."""

    name: str
    words: SafeString
    values: tuple[Value, ...]
    example: str


@dataclass(frozen=True, slots=True)
class NewsPage:
    """A kind of news for hooks, with the values of its data and an example."""

    name: str
    summary: str
    values: tuple[Value, ...]
    example: str


@require_safe
def show_reference(request: HttpRequest) -> HttpResponse:
    """Show what programs can do, as the OpenAPI description says it."""
    described = _describe_api()
    context = {
        "site": settings.SITE_URL,
        "subjects": _list_subjects(described),
        "schemas": _list_schemas(described),
        "news": _list_news(),
        "problems": [(kind, status, _(words)) for kind, (status, words) in KINDS.items()],
    }
    return render(request, "api/reference.html", context)


@cache
def _describe_api() -> Mapping[str, Any]:
    """Return the OpenAPI description, which is the same as long as the process lives."""
    described: Mapping[str, Any] = json.loads(json.dumps(api.get_openapi_schema()))
    return described


def api_paths() -> Iterator[tuple[str, Any]]:
    """Yield each path of the API with the operations that answer there."""
    for module in MODULES:
        for path, view in module.router.path_operations.items():
            yield f"/api/v1{path}", view


def _list_subjects(described: Mapping[str, Any]) -> list[tuple[str, list[OperationPage]]]:
    subjects: dict[str, list[OperationPage]] = {}
    for path, item in described["paths"].items():
        for method in METHODS:
            if method in item:
                page = _show_operation(path, method, item[method])
                subjects.setdefault(item[method]["tags"][0], []).append(page)
    return list(subjects.items())


def _show_operation(path: str, method: str, told: Mapping[str, Any]) -> OperationPage:
    parameters = tuple(
        _show_value(one["name"], one["schema"], is_required=one["required"])
        for one in told.get("parameters", ())
    )
    body = told.get("requestBody", {}).get("content", {}).get("application/json", {})
    return OperationPage(
        anchor=told["operationId"],
        method=method.upper(),
        path=path,
        summary=told["summary"],
        words=_mark_code(told.get("description", "")),
        scope=_find_scope(told["security"]),
        parameters=parameters,
        body=_kind_of(body.get("schema", {})) if body else "",
        answer=_show_answer(told["responses"]),
    )


def _find_scope(security: list[dict[str, list[str]]]) -> str:
    """Return which scope a token needs, "" where none is needed."""
    return "" if {} in security else security[0][TOKEN][0]


def _show_answer(responses: Mapping[str, Any]) -> str:
    for told in responses.values():
        for content in told.get("content", {}).values():
            return _kind_of(content["schema"])
    return ""


def _list_schemas(described: Mapping[str, Any]) -> list[SchemaPage]:
    schemas = described["components"]["schemas"]
    return [
        SchemaPage(
            name=name,
            words=_mark_code(schema.get("description", "")),
            values=tuple(_list_values(schema)),
            example=json.dumps(_make_example(schema), indent=2, ensure_ascii=False),
        )
        for name, schema in sorted(schemas.items())
    ]


def _list_news() -> list[NewsPage]:
    return [
        NewsPage(
            name=kind.name,
            summary=kind.summary,
            values=tuple(_list_values(kind.schema.model_json_schema())),
            example=json.dumps(kind.example, indent=2, ensure_ascii=False),
        )
        for kind in descriptions.KINDS
    ]


def _list_values(schema: Mapping[str, Any]) -> Iterator[Value]:
    required = schema.get("required", ())
    for name, told in schema.get("properties", {}).items():
        yield _show_value(name, told, is_required=name in required)


def _show_value(name: str, told: Mapping[str, Any], *, is_required: bool) -> Value:
    example = json.dumps(told.get("examples", [None])[0], ensure_ascii=False)
    words = _mark_code(told.get("description", ""))
    return Value(name, _kind_of(told), words, example, is_required)


def _mark_code(words: str) -> SafeString:
    """Return words as HTML, with what stands between backticks as code."""
    parts = CODE.split(words)  # in turn: words, and code
    pairs = zip(parts[1::2], parts[2::2], strict=True)
    code = '<code translate="no">{}</code>{}'
    return format_html("{}{}", parts[0], format_html_join("", code, pairs))


def _make_example(schema: Mapping[str, Any]) -> dict[str, Any]:
    properties = schema.get("properties", {})
    return {name: told.get("examples", [None])[0] for name, told in properties.items()}


def _kind_of(told: Mapping[str, Any]) -> str:
    """Return what kind of value it is: "integer", "GameOut", "list of GameOut"."""
    if "$ref" in told:
        return str(told["$ref"]).rpartition("/")[2]
    if "anyOf" in told:
        return " | ".join(dict.fromkeys(_kind_of(one) for one in told["anyOf"]))
    if told.get("type") == "array":
        return f"list of {_kind_of(told['items'])}"
    if "enum" in told:
        return " | ".join(map(str, told["enum"]))
    return str(told.get("format") or told.get("type") or "any value")

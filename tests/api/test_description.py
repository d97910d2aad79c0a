"""The description of the API: nothing undocumented, and nothing taken away since the last
release."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from api import reference
from api.description import list_operations
from api.site import api

RELEASED = Path(__file__).with_name("released.json")


@pytest.fixture(scope="module")
def described() -> Any:
    return json.loads(json.dumps(api.get_openapi_schema()))


def test_each_operation_says_what_it_does(described: Any) -> None:
    operations = [operation for _method, operation in list_operations(described)]
    assert all(operation["summary"] and operation["description"] for operation in operations)
    assert len({operation["operationId"] for operation in operations}) == len(operations)


def test_each_value_is_described_with_an_example(described: Any) -> None:
    bare = [
        f"{name}.{field}"
        for name, schema in described["components"]["schemas"].items()
        for field, told in schema.get("properties", {}).items()
        if not told.get("description") or "examples" not in told
    ]
    assert bare == []


def test_each_parameter_is_described(described: Any) -> None:
    bare = [
        (operation["operationId"], parameter["name"])
        for _method, operation in list_operations(described)
        for parameter in operation["parameters"]
        if not parameter.get("description")
    ]
    assert bare == []


def test_nothing_is_taken_away_within_a_version(described: Any) -> None:
    """What was released is kept by ``make released-api``; a test of what follows is a control."""
    released = json.loads(RELEASED.read_text())
    assert list(missing_promises(released, described)) == []


def test_a_broken_promise_of_the_description_is_found(described: Any) -> None:
    """Control."""
    released = json.loads(json.dumps(described))
    released["paths"]["/api/v1/gone"] = {"get": {"parameters": []}}
    released["components"]["schemas"]["GameOut"]["properties"]["gone"] = {"type": "string"}
    described = json.loads(json.dumps(described))
    schemas = described["components"]["schemas"]
    schemas["OrdersIn"]["required"] = [*schemas["OrdersIn"]["required"], "ahead"]
    schemas["GameOut"]["properties"]["version"]["type"] = "string"
    assert sorted(missing_promises(released, described)) == [
        "GET /api/v1/gone",
        "GameOut.gone",
        "GameOut.version is another kind of value",
        "OrdersIn.ahead must be given now",
    ]


def missing_promises(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """Yield what programs of a released version would miss."""
    for path, item in old["paths"].items():
        for method, told in item.items():
            present = new["paths"].get(path, {}).get(method)
            if present is None:
                yield f"{method.upper()} {path}"
                continue
            names = {one["name"] for one in present["parameters"]}
            yield from (
                f"{method.upper()} {path} {one['name']}"
                for one in told["parameters"]
                if one["name"] not in names
            )
            known = {one["name"] for one in told["parameters"]}
            yield from (
                f"{method.upper()} {path} wants {one['name']}"
                for one in present["parameters"]
                if one["required"] and one["name"] not in known
            )
    for name, schema in old["components"]["schemas"].items():
        yield from _missing_values(name, schema, new["components"]["schemas"].get(name, {}))


def _missing_values(name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    properties = new.get("properties", {})
    for field, told in old.get("properties", {}).items():
        if field not in properties:
            yield f"{name}.{field}"
        elif _kind(told) != _kind(properties[field]):
            yield f"{name}.{field} is another kind of value"
    if name.endswith("In"):
        fresh = set(new.get("required", ())) - set(old.get("required", ()))
        yield from (f"{name}.{field} must be given now" for field in sorted(fresh))


def _kind(told: Mapping[str, Any]) -> str:
    kept = ("type", "$ref", "anyOf", "items", "format")
    return json.dumps({name: told[name] for name in kept if name in told}, sort_keys=True)


def test_the_reference_shows_code_as_code(client: Client) -> None:
    page = client.get("/api/").content.decode()
    assert '<code translate="no">If-None-Match</code> the answer' in page
    assert "`" not in page


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("A `b` c.", 'A <code translate="no">b</code> c.'),
        ("`<b>`", '<code translate="no">&lt;b&gt;</code>'),
        ("<i> ` & `", "&lt;i&gt; <code"),
        ("One ` alone <b>", "One ` alone &lt;b&gt;"),
        ("", ""),
    ],
)
def test_words_of_the_reference_are_escaped(words: str, shown: str) -> None:
    assert reference._mark_code(words).startswith(shown)


def test_the_reference_shows_every_operation(client: Client, described: Any) -> None:
    page = client.get("/api/").content.decode()
    for _method, operation in list_operations(described):
        assert f'id="{operation["operationId"]}"' in page

"""What is described of news for programs, and what is sent, are the same."""

from __future__ import annotations

import pytest
from django.test import Client

from api.hooks import descriptions
from api.hooks.payloads import WRITERS
from games.play.program_news import ProgramTopic
from tests.api.conftest import Connect

FORBIDDEN = {"state", "position", "view", "lines", "seats", "orders", "events", "report"}


def test_each_kind_that_is_sent_is_described() -> None:
    names = [kind.name for kind in descriptions.KINDS]
    assert set(names) == set(WRITERS) == {*ProgramTopic, "test"}


def test_openapi_tells_each_kind_as_a_webhook(connect: Connect) -> None:
    described = connect().get("/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    assert set(described["webhooks"]) == set(WRITERS)
    for name, item in described["webhooks"].items():
        schema = item["post"]["requestBody"]["content"]["application/json"]["schema"]
        assert schema["properties"]["type"] == {"const": name}
        assert {one["name"] for one in item["post"]["parameters"]} == set(descriptions.HEADERS)


@pytest.mark.django_db
def test_the_reference_shows_each_kind_with_an_example(client: Client) -> None:
    page = client.get("/api/").content.decode()
    for kind in descriptions.KINDS:
        assert f'id="news-{kind.name}"' in page
        assert f"&quot;type&quot;: &quot;{kind.name}&quot;" in page


@pytest.mark.parametrize("kind", descriptions.KINDS, ids=lambda kind: kind.name)
def test_no_kind_has_a_place_for_a_position(kind: descriptions.NewsKind) -> None:
    told = kind.schema.model_json_schema()["properties"]
    assert not FORBIDDEN & set(told)
    assert {value["type"] for value in told.values()} <= {"string", "integer"}

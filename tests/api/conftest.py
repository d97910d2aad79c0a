"""Programs of the people in the tests."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Person
from api import authentication, budgets, tokens
from api.models import Scope

Connect = Callable[..., "Program"]


class Program:
    """A program that speaks to the API, with a token or without one."""

    def __init__(self, token: str = "", **headers: str) -> None:
        shown = {"Authorization": f"Bearer {token}"} if token else {}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.client = Client(headers={**shown, **named})

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/v1{path}", query)

    def get_url(self, path: str) -> Any:
        """Ask for a path with its query."""
        return self.client.get(f"/api/v1{path}")

    def post(self, path: str, data: Any = None, **headers: str) -> Any:
        return self.send("post", path, data, **headers)

    def put(self, path: str, data: Any = None, **headers: str) -> Any:
        return self.send("put", path, data, **headers)

    def send(self, method: str, path: str, data: Any = None, **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        send = getattr(self.client, method)
        return send(f"/api/v1{path}", data or {}, content_type="application/json", headers=named)


def make_secret(person: Person, *scopes: str) -> str:
    """Return a token of a person, by default one that may do everything."""
    wanted = scopes or tuple(Scope)
    return tokens.make_token(person, "bot", wanted, days=30, now=timezone.now())[1]


@pytest.fixture(autouse=True)
def full_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test use up what another one may ask for, and none get any back while it waits."""
    monkeypatch.setattr(budgets, "budgets", budgets.RequestBudgets())
    monkeypatch.setattr(authentication, "time", SimpleNamespace(monotonic=lambda: 0.0))


@pytest.fixture
def connect(db: None) -> Connect:
    """Return a function that connects a program of a person, or of nobody."""

    def connect_program(person: Person | None = None, *scopes: str, **headers: str) -> Program:
        return Program(make_secret(person, *scopes) if person else "", **headers)

    return connect_program

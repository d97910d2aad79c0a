"""A form as a browser sends it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.forms import BaseForm
from django.test import Client
from django.urls import reverse


def filled(form: BaseForm) -> dict[str, Any]:
    """Return what a browser sends of a form as it stands: of a box that is not ticked, nothing."""
    values = {field.html_name: field.value() for field in form}
    return {name: _sent(value) for name, value in values.items() if value is not False}


def _sent(value: object) -> str | list[str]:
    if isinstance(value, list):
        return [str(one) for one in value]
    if value is True:
        return "on"
    return "" if value is None else str(value)


def new_table(
    client: Client,
    *,
    ruleset: str = "conquest",
    unticked: Collection[str] = (),
    **fields: str | list[str],
) -> Any:
    """Open a table by the form of a game, with these ``fields`` filled in otherwise."""
    address = reverse("table_new")
    form = client.get(address, {"ruleset": ruleset}).context["form"]
    given = {"ruleset": ruleset, **filled(form), **fields}
    return client.post(address, {name: given[name] for name in given if name not in unticked})

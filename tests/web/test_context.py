"""The context of every page: what pages say where letters can be answered."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse


@pytest.mark.parametrize(("address", "is_told"), [("reply@play.example.org", True), ("", False)])
@pytest.mark.django_db
def test_help_tells_of_replies_where_letters_can_be_answered(
    client: Client, settings: Any, address: str, is_told: bool
) -> None:
    settings.REPLY_ADDRESS = address
    page = client.get(reverse("help")).content.decode()
    assert ("Playing by letter" in page) is is_told
    assert ("STATUS: all your games" in page) is is_told

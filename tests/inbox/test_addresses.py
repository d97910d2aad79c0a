"""Addresses of ours are known by their shape."""

from __future__ import annotations

from typing import Any

import pytest

from inbox.addresses import find_reply_token
from tests.inbox.conftest import TO_ALICE, TOKEN


@pytest.mark.parametrize(
    ("setting", "address"),
    [
        ("reply@play.example.org", TO_ALICE),
        ("reply@play.example.org", TO_ALICE.upper()),
        ("@reply.example.org", f"{TOKEN}@reply.example.org"),
    ],
)
def test_an_address_of_ours_has_a_token(setting: str, address: str, settings: Any) -> None:
    settings.REPLY_ADDRESS = setting
    assert find_reply_token([address]) == TOKEN


@pytest.mark.parametrize(
    "address", ["", TOKEN, "reply@play.example.org", f"{TOKEN}@example.org", f"x!{TO_ALICE}"]
)
def test_an_address_of_others_has_none(address: str, reply_address: None) -> None:
    assert find_reply_token([address]) is None


def test_without_the_setting_no_address_is_ours(settings: Any) -> None:
    settings.REPLY_ADDRESS = ""
    assert find_reply_token([TO_ALICE, TOKEN]) is None

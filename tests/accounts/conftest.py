"""What tests about people share: counters of their own, and the code from the outbox."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache

from mail.models import Delivery


@pytest.fixture(autouse=True)
def counters(settings: Any) -> None:
    """Let every test begin with nobody counted by the rate limits."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    cache.clear()


@pytest.fixture
def code_for(db: None) -> Callable[[str], str]:
    """Give the code of the last letter to an address, as the outbox holds it."""

    def last(address: str) -> str:
        delivery = Delivery.objects.filter(address=address, kind="sign_in").latest("pk")
        return str(delivery.about["secret"])

    return last

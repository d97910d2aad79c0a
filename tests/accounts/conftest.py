"""What tests about people share: the code from the outbox."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mail import crypto
from mail.models import Delivery


@pytest.fixture
def code_for(db: None) -> Callable[[str], str]:
    """Return the code of the last letter to an address, as a worker reads it."""

    def last(address: str) -> str:
        delivery = Delivery.objects.filter(address=address, kind="sign_in").latest("pk")
        return _opened(delivery)

    return last


def _opened(delivery: Delivery) -> str:
    code = crypto.decrypt(delivery.about["secret"].encode())
    assert code is not None
    return code.decode()

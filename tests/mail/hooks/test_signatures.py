"""Signatures, as the reference library of Standard Webhooks checks them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from mail.hooks import signatures

BODY = b'{"type":"test"}'
# The specification signs this message by this secret in its examples.
SPEC_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
SPEC_SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_the_message_of_the_specification_is_signed_as_it_says() -> None:
    at = datetime.fromtimestamp(1_614_265_330, UTC)
    signed = signatures.sign_message(
        "msg_p5jXN8AQM9LWM0D4loKWxJek", at, b'{"test": 2432232314}', [SPEC_SECRET]
    )
    assert signed["webhook-signature"] == SPEC_SIGNATURE


def test_each_of_two_secrets_opens_a_message_and_no_third() -> None:
    old, new, other = (signatures.draw_secret() for _place in range(3))
    # The library wants a moment that is not long ago by its own clock.
    headers = signatures.sign_message("msg_1", datetime.now(UTC), BODY, [new, old])
    for secret in (old, new):
        assert Webhook(secret).verify(BODY, dict(headers)) == {"type": "test"}
    with pytest.raises(WebhookVerificationError):
        Webhook(other).verify(BODY, dict(headers))
    with pytest.raises(WebhookVerificationError):
        Webhook(new).verify(BODY + b" ", dict(headers))

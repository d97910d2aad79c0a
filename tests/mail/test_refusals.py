"""Refusals of an address, told from refusals of the sender, of policy and for now."""

from __future__ import annotations

import pytest

from mail import refusals


@pytest.mark.parametrize(
    ("code", "reply"),
    [
        (550, b"5.1.1 <alice@example.org>: Recipient address rejected: User unknown"),
        (550, b"5.1.1 The account that you tried to reach does not exist.\n5.1.1 Try again"),
        (550, b"5.1.10 example.org does not accept mail (nullMX)"),
        (550, b"5.1.2 Bad destination system address"),
        (550, b"5.2.1 The account is disabled"),
        (550, b"#5.1.0 Address rejected."),
        (550, b"Unrouteable address"),
        (550, b"No such user here"),
        (551, b"User not local"),
        (553, b"5.1.3 The recipient address is not a valid address"),
        (553, b"Requested action not taken: mailbox name not allowed"),
        (554, b"5.1.1 Unknown recipient"),
    ],
)
def test_an_address_that_takes_no_letters_is_refused(code: int, reply: bytes) -> None:
    assert refusals.is_address_refused(code, reply)


@pytest.mark.parametrize(
    ("code", "reply"),
    [
        (450, b"4.2.1 The user receives mail too quickly"),
        (451, b"4.7.1 Greylisted"),
        (550, b"5.1.0 Domain of sender address does not exist"),
        (550, b"5.1.8 Sender address rejected: Domain not found"),
        (550, b"5.2.2 Mailbox full"),
        (550, b"5.7.1 Service unavailable; client host blocked"),
        (550, b"5.7.26 This mail is unauthenticated"),
        (550, b"Mailbox full"),
        (550, b"Rejected because 192.0.2.1 is in a black list"),
        (550, b"relay not permitted"),
        (550, b"Sender verify failed"),
        (552, b"Exceeded storage allocation"),
        (553, b"sorry, that domain isn't in my list of allowed hosts; relaying denied"),
        (554, b"Transaction failed"),
        (554, b"5.7.1 <alice@example.org>: Relay access denied"),
    ],
)
def test_other_refusals_say_nothing_of_the_address(code: int, reply: bytes) -> None:
    assert not refusals.is_address_refused(code, reply)

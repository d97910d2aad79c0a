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
        # Exim, Postfix, Exchange, Gmail, qmail, and servers that give no status.
        (550, b"Unrouteable address <alice@host.example.org>"),
        (550, b"Unknown local part alice in <alice@example.org>"),
        (550, b"<alice@blocklist.example.org>: Recipient address rejected: undeliverable address"),
        (550, b"<alice@example.org>: User unknown in local recipient table"),
        (550, b"5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient alice@example.org not found"),
        (550, b"5.1.1 RESOLVER.ADR.RecipNotFound; not found"),
        (550, b"5.2.1 The email account that you tried to reach is inactive."),
        (550, b"5.1.1 The email account that you tried to reach does not exist. NoSuchUser"),
        (550, b"sorry, no mailbox here by that name. (#5.1.1)"),
        (550, b"sorry, no mailbox here by that name (#5.1.1 - chkuser)"),
        (550, b"No such person at this address"),
        (550, b"alice@example.org doesn't exist"),
        (550, b"Invalid recipient: <alice@example.org>"),
        (550, b"Account disabled"),
        (550, b"Requested action not taken: mailbox unavailable"),
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
        (550, b"Administrative prohibition"),
        (550, b"Reverse DNS lookup failed for host 192.0.2.1"),
        (550, b"Access denied - Invalid HELO name (See RFC2821 4.1.1.1)"),
        (550, b"Bad HELO"),
        (550, b"EHLO name of your address is invalid"),
        (550, b"too many connections from your IP address"),
        (550, b"Too many messages for this user"),
        (550, b"User rate limited"),
        (550, b"Your host is not allowed to reach this user"),
        (550, b"Your IP address is not welcome"),
        (550, b"<user@example.org>: Rejected"),
        (550, b"Rejected"),
        (550, b""),
        (550, b"Unknown error"),
        (550, b"Callout verification failed for the recipient"),
        (550, b"5.0.0 Service refused"),
        (550, b"5.1.0 Refused"),
        (550, b"5.4.1 Recipient address rejected: Access denied. AS(201806281)"),
        (550, b"5.7.25 The IP address sending this message does not have a PTR record"),
        (550, b"5.7.1 RESOLVER.RST.NotAuthorized; not authorized"),
        (550, b"User's account is temporarily suspended"),
        (550, b"The mailbox has exceeded its limit"),
        (553, b"sorry, your envelope sender address has been denied (#5.7.1)"),
        (552, b"Exceeded storage allocation"),
        (553, b"sorry, that domain isn't in my list of allowed hosts; relaying denied"),
        (554, b"Transaction failed"),
        (554, b"5.7.1 <alice@example.org>: Relay access denied"),
    ],
)
def test_other_refusals_say_nothing_of_the_address(code: int, reply: bytes) -> None:
    assert not refusals.is_address_refused(code, reply)

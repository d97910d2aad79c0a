"""``manage.py postbox`` listens where it is told, and on this machine alone unless told more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from inbox.management.commands.postbox import choose_door, load_certificate, parse_where
from inbox.models import IncomingMail
from inbox.postbox import Where

Door = IncomingMail.Door


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ("/run/zugpost/postbox", Path("/run/zugpost/postbox")),
        ("127.0.0.1:2525", ("127.0.0.1", 2525)),
        ("localhost:2525", ("localhost", 2525)),
        ("[::1]:2525", ("::1", 2525)),
    ],
)
def test_a_postbox_listens_on_a_socket_or_a_port(given: str, where: Where) -> None:
    assert parse_where(given, is_public=False) == where


@pytest.mark.parametrize("given", ["0.0.0.0:25", "[::]:25", "192.0.2.1:25", "mail.example.org:25"])
def test_a_postbox_is_public_only_if_told(given: str) -> None:
    assert parse_where(given, is_public=True)
    with pytest.raises(CommandError, match=r"say --public if that is meant\.$"):
        parse_where(given, is_public=False)


@pytest.mark.parametrize("given", ["", "2525", ":2525", "localhost:", "localhost:smtp"])
def test_a_place_that_is_none_is_refused(given: str) -> None:
    with pytest.raises(CommandError, match=r"^Say a path or HOST:PORT"):
        parse_where(given, is_public=False)


def test_a_postbox_needs_an_address_for_replies(settings: Any) -> None:
    settings.REPLY_ADDRESS = ""
    with pytest.raises(CommandError, match=r"^REPLY_ADDRESS is missing"):
        call_command("postbox", "--lmtp", "/tmp/postbox")


@pytest.mark.parametrize(
    ("is_trial", "is_lmtp", "door"),
    [(False, True, Door.LMTP), (False, False, Door.SMTP), (True, False, Door.TRIAL)],
)
def test_the_door_of_a_trial_site_is_its_own(
    is_trial: bool, is_lmtp: bool, door: Door, settings: Any
) -> None:
    settings.PLAY = is_trial
    assert choose_door(is_lmtp=is_lmtp) == door


def test_a_certificate_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^The certificate cannot be read: .+\.$"):
        load_certificate(str(tmp_path / "missing"), None)


def test_a_certificate_that_is_none_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "certificate.pem").write_text("nonsense")
    with pytest.raises(CommandError, match=r"^The certificate cannot be read: .+\.$"):
        load_certificate(str(tmp_path / "certificate.pem"), None)

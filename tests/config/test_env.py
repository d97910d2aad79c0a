"""Settings from the environment, and the one line that says what is wrong with them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env


@pytest.fixture(autouse=True)
def no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the files that were read before."""
    monkeypatch.setattr(env.GIVEN, "files_cache", {})


@pytest.mark.parametrize(
    ("given", "read"), [("no", False), ("0", False), ("", False), ("Yes", True), ("on", True)]
)
def test_a_yes_or_no_is_read(monkeypatch: pytest.MonkeyPatch, given: str, read: bool) -> None:
    monkeypatch.setenv("LAMP", given)
    assert env.get_bool("LAMP", not read) is read


def test_a_setting_that_is_not_given_has_its_default() -> None:
    assert env.get_text("LAMP", "green") == "green"
    assert env.get_int("LAMP", 3) == 3
    assert env.get_share("LAMP", 0.25) == 0.25
    assert env.get_bool("LAMP", True) is True
    assert env.get_list("LAMP", ("green",)) == ["green"]
    assert env.get_url("LAMP", "http://lamp", ("http",)) == "http://lamp"


def test_a_text_is_taken_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAMP", "$PATH green ")
    assert env.get_text("LAMP") == "$PATH green "


def test_a_list_is_parted_at_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAMP", "red, green,")
    assert env.get_list("LAMP") == ["red", "green"]


def test_a_file_is_read_without_the_end_of_its_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "lamp").write_text("grün\n", encoding="utf-8")
    monkeypatch.setenv("LAMP", "red")
    monkeypatch.setenv("LAMP_FILE", os.fspath(tmp_path / "lamp"))
    assert env.get_text("LAMP") == "grün"


@pytest.mark.parametrize("given", ["", "reply@example.org", "@reply.example.org"])
def test_a_reply_address_is_read(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("LAMP", given)
    assert env.get_reply_address("LAMP") == given


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("", []),
        ("127.0.0.1", [("127.0.0.1", 53)]),
        ("192.0.2.1, 127.0.0.1:5353", [("192.0.2.1", 53), ("127.0.0.1", 5353)]),
        ("[::1]:5353,[2001:db8::1]", [("::1", 5353), ("2001:db8::1", 53)]),
    ],
)
def test_addresses_of_servers_are_read(
    monkeypatch: pytest.MonkeyPatch, given: str, read: list[tuple[str, int]]
) -> None:
    monkeypatch.setenv("LAMP", given)
    assert env.get_servers("LAMP", 53) == read


@pytest.mark.parametrize("given", ["ns.example.org", "127.0.0.1:x", "::1", "127.0.0.1:99999"])
def test_what_is_no_address_of_a_server_is_refused(
    monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("LAMP", given)
    with pytest.raises(ImproperlyConfigured, match=r"^LAMP must be IP addresses"):
        env.get_servers("LAMP", 53)


@pytest.mark.parametrize("given", ["reply", "Zugpost <r@example.org>", "re+ply@example.org", "@"])
def test_a_reply_address_that_could_get_no_answer_is_refused(
    monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("LAMP", given)
    with pytest.raises(ImproperlyConfigured, match=r"^LAMP must be an address of 8 letters"):
        env.get_reply_address("LAMP")


@pytest.mark.parametrize(
    ("read", "given", "said"),
    [
        (
            lambda: env.get_int("LAMP", 3),
            "many",
            "LAMP must be a whole number from 0 on, not 'many'.",
        ),
        (lambda: env.get_int("LAMP", 3), "-1", "LAMP must be a whole number from 0 on, not '-1'."),
        (lambda: env.get_share("LAMP", 1), "1.1", "LAMP must be a number from 0 to 1, not '1.1'."),
        (lambda: env.get_share("LAMP", 1), "nan", "LAMP must be a number from 0 to 1, not 'nan'."),
        (lambda: env.get_bool("LAMP", True), "maybe", "LAMP must be yes or no, not 'maybe'."),
        (
            lambda: env.get_url("LAMP", "", ("http", "https")),
            "ftp://lamp",
            "LAMP must be an address with http or https, not 'ftp://lamp'.",
        ),
        (
            lambda: env.get_url("LAMP", "", ("http", "https")),
            "http://me:secret@lamp:9x",
            "LAMP must be an address with http or https.",
        ),
        (
            lambda: env.get_reply_address("LAMP"),
            "nine-long@example.org",
            "LAMP must be an address of 8 letters at most before its @, or @ and a domain.",
        ),
        (
            lambda: env.get_int("LAMP", 3, least=1),
            "0",
            "LAMP must be a whole number from 1 on, not '0'.",
        ),
    ],
)
def test_a_wrong_setting_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, read: Any, given: str, said: str
) -> None:
    monkeypatch.setenv("LAMP", given)
    with pytest.raises(ImproperlyConfigured) as refusal:
        read()
    assert str(refusal.value) == said


def test_a_file_that_cannot_be_read_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LAMP_FILE", os.fspath(tmp_path / "lamp"))
    with pytest.raises(ImproperlyConfigured, match=r"^LAMP_FILE cannot be read: No such file"):
        env.get_text("LAMP")


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("", ""),
        ("https://login.example.org/realms/club/", "https://login.example.org/realms/club"),
        ("https://x.example/.well-known/openid-configuration", "https://x.example"),
        ("http://127.0.0.1:8000/o", "http://127.0.0.1:8000/o"),
    ],
)
def test_the_address_of_a_provider_is_read(
    monkeypatch: pytest.MonkeyPatch, given: str, read: str
) -> None:
    monkeypatch.setenv("LAMP", given)
    assert env.get_provider("LAMP") == read


@pytest.mark.parametrize(
    "given",
    ["http://login.example.org", "login.example.org", "https://", "https://me@x.example",
     "https://x.example/?a=b", "https://x.example/" + "a" * 200],
)  # fmt: skip
def test_a_provider_to_which_secrets_must_not_go_is_refused(
    monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("LAMP", given)
    with pytest.raises(ImproperlyConfigured, match="LAMP must be an address with https"):
        env.get_provider("LAMP")

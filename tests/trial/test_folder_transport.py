"""The broker of a machine without one: messages as files of a folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty
from threading import Thread
from typing import Any

import pytest
from kombu import Connection
from kombu.transport import filesystem

from trial import folder_transport

MANY = 1000


@contextmanager
def channel(url: str, folder: Path) -> Iterator[Any]:
    options = {"data_folder_in": str(folder), "data_folder_out": str(folder)}
    with Connection(url, transport_options=options) as connection:
        yield connection.default_channel


def put_and_look(channel: Any, monkeypatch: pytest.MonkeyPatch, module: Any) -> list[Any]:
    """Put a message, and look for one while it is written and when it has got its name."""
    seen: list[Any] = []

    def look_first(act: Callable[..., Any]) -> Callable[..., Any]:
        def act_later(*arguments: Any) -> Any:
            try:
                seen.append(channel._get("ours"))
            except (Empty, json.JSONDecodeError) as error:
                seen.append(type(error))
            return act(*arguments)

        return act_later

    monkeypatch.setattr(module, "dumps", look_first(module.dumps))
    monkeypatch.setattr(Path, "rename", look_first(Path.rename))
    channel._put("ours", {"body": "whole"})
    return seen


def test_it_shows_a_message_only_when_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with channel(folder_transport.transport_url(), tmp_path) as ours:
        assert put_and_look(ours, monkeypatch, folder_transport) == [Empty, Empty]
        assert ours._get("ours") == {"body": "whole"}


def test_it_would_break_on_half_a_message_with_the_transport_of_kombu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with channel("filesystem://localhost", tmp_path) as kombus:
        assert put_and_look(kombus, monkeypatch, filesystem) == [json.JSONDecodeError]


def test_it_hands_each_message_over_once_while_others_come_in(tmp_path: Path) -> None:
    with (
        channel(folder_transport.transport_url(), tmp_path) as sender,
        channel(folder_transport.transport_url(), tmp_path) as receiver,
    ):
        writer = Thread(target=lambda: [sender._put("ours", number) for number in range(MANY)])
        writer.start()
        found: list[int] = []
        while len(found) < MANY:
            try:
                found.append(receiver._get("ours"))
            except Empty:
                assert writer.is_alive() or list(tmp_path.iterdir())
        writer.join()
    assert sorted(found) == list(range(MANY))
    assert not list(tmp_path.iterdir())

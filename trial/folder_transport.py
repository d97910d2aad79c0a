"""Messages as files in a folder, for a machine without a broker: kombu's transport, without races.

kombu names a file before it writes the content, and a worker that looks in between ends with an
error (kombu's issue 1551). Its table of exchanges is a file too, and can be read half written;
here each process keeps its own table, since it declares everything that it uses.
"""

from __future__ import annotations

from pathlib import Path
from time import monotonic_ns
from typing import Any
from uuid import uuid4

from kombu.transport import TRANSPORT_ALIASES, filesystem, virtual
from kombu.utils.json import dumps

SCHEME = "folders"


class Channel(filesystem.Channel):
    """Writes a message under another name and renames it when it is complete."""

    supports_fanout = False
    get_table = virtual.Channel.get_table  # type: ignore[assignment]

    def _put(self, queue: str, payload: dict[str, Any], **kwargs: Any) -> None:  # type: ignore[override]
        folder = Path(self.data_folder_out)
        name = f"{monotonic_ns():020}_{uuid4()}"
        written = folder / f"{name}.part"
        written.write_text(dumps(payload))
        # A rename is atomic: a worker finds the whole message or none.
        written.rename(folder / f"{name}.{queue}.msg")


class Transport(filesystem.Transport):
    """kombu's file transport with this channel; it supports direct exchanges only."""

    Channel = Channel
    implements = virtual.Transport.implements.extend(
        asynchronous=False, exchange_type=frozenset(["direct"])
    )
    global_state = virtual.BrokerState()
    driver_name = SCHEME


def transport_url() -> str:
    """Register this transport with kombu, and return its URL."""
    TRANSPORT_ALIASES[SCHEME] = f"{__name__}:{Transport.__qualname__}"
    return f"{SCHEME}://localhost"

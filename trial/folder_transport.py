"""Messages as files in a folder, for a machine without a broker: kombu's transport, made whole.

kombu gives a file its name before its content, and a worker that looks in between ends with an
error (kombu's issue 1551). Its table of exchanges, a file too, can be caught half written as well;
here each process keeps its own, since it declares whatever it uses.
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
    """Writes each message aside and gives it the name that is looked for when it is whole."""

    supports_fanout = False
    get_table = virtual.Channel.get_table  # type: ignore[assignment]

    def _put(self, queue: str, payload: dict[str, Any], **kwargs: Any) -> None:  # type: ignore[override]
        folder = Path(self.data_folder_out)
        name = f"{monotonic_ns():020}_{uuid4()}"
        written = folder / f"{name}.part"
        written.write_text(dumps(payload))
        written.rename(folder / f"{name}.{queue}.msg")


class Transport(filesystem.Transport):
    """kombu's file transport with our channel; it knows one kind of exchange."""

    Channel = Channel
    implements = virtual.Transport.implements.extend(
        asynchronous=False, exchange_type=frozenset(["direct"])
    )
    global_state = virtual.BrokerState()
    driver_name = SCHEME


def transport_url() -> str:
    """Return the address of this transport, once kombu knows it."""
    TRANSPORT_ALIASES[SCHEME] = f"{__name__}:{Transport.__qualname__}"
    return f"{SCHEME}://localhost"

"""A line between a caller and a server of this machine, on which packets come late."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

Packets: TypeAlias = "asyncio.Queue[tuple[float, bytes]]"


@dataclass
class Line:
    """Carries bytes to ``target`` and back; each packet comes so many seconds late as ``delay``
    says of it. What was sent arrives, though its sender may have hung up meanwhile; ``calls`` is
    how often somebody has called."""

    target: int
    delay: Callable[[bytes], float] = lambda packet: 0
    port: int = 0
    calls: int = 0
    open: threading.Event = field(default_factory=threading.Event)
    loop: asyncio.AbstractEventLoop = field(init=False)
    end: asyncio.Event = field(init=False)

    async def serve(self) -> None:
        self.loop, self.end = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self.open.set()
        await self.end.wait()
        server.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.calls += 1
        with contextlib.closing(writer), contextlib.suppress(ConnectionError):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
            with contextlib.closing(far_writer):
                await asyncio.gather(
                    self._one_way(reader, far_writer), self._one_way(far_reader, writer)
                )

    async def _one_way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        packets: Packets = asyncio.Queue()
        await asyncio.gather(self._read(reader, packets), self._write(packets, writer))

    async def _read(self, reader: asyncio.StreamReader, packets: Packets) -> None:
        """Note what comes and when it is to arrive; nothing is the end."""
        packet = b"."
        while packet:
            try:
                packet = await reader.read(2**16)
            except ConnectionError:
                packet = b""
            packets.put_nowait((self.loop.time() + self.delay(packet), packet))

    async def _write(self, packets: Packets, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer), contextlib.suppress(ConnectionError):
            while True:
                due, packet = await packets.get()
                await asyncio.sleep(due - self.loop.time())
                if not packet:
                    return
                writer.write(packet)
                await writer.drain()


@contextlib.contextmanager
def laid(target: int) -> Iterator[Line]:
    """Lay a line to a port of this machine."""
    line = Line(target)
    thread = threading.Thread(target=lambda: asyncio.run(line.serve()))
    thread.start()
    line.open.wait()
    try:
        yield line
    finally:
        line.loop.call_soon_threadsafe(line.end.set)
        thread.join()

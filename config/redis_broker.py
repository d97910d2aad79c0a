"""A Redis that can only be read, as one whose primary changes, is a broker that is away: workers
wait for it.

Redis says so in an answer. Kombu takes that for a mistake of ours, which ends a worker.
"""

from __future__ import annotations

from typing import Any

from kombu.transport.redis import Channel
from redis import Connection, SSLConnection
from redis.exceptions import ReadOnlyError, ResponseError


class _Writable:
    """A connection that is lost where nothing can be written."""

    def read_response(self, *args: Any, **options: Any) -> Any:
        try:
            return super().read_response(*args, **options)  # type: ignore[misc]
        except ResponseError as error:
            if not _is_read_only(error):
                raise
            self.disconnect()  # type: ignore[attr-defined]
            # After any other error of an acknowledgement a worker takes no more messages.
            raise BrokenPipeError(str(error)) from error


class WritableConnection(_Writable, Connection):
    """A connection without encryption."""


class WritableSSLConnection(_Writable, SSLConnection):
    """A connection with encryption."""


def _is_read_only(error: ResponseError) -> bool:
    """Whether an answer says that Redis can only be read, or has just stopped to be written."""
    return isinstance(error, ReadOnlyError) or str(error).startswith("UNBLOCKED")


def wait_while_read_only() -> None:
    """Have workers and the beat lose their connection to a Redis that can only be read."""
    Channel.connection_class = WritableConnection
    Channel.connection_class_ssl = WritableSSLConnection

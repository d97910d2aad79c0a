"""SPF (RFC 7208): whether a domain lets a server send its mails."""

from __future__ import annotations

from typing import Any

import spf
from billiard.exceptions import SoftTimeLimitExceeded

from inbox.name_servers import LookUp, NameServerError


def may_send(ip: str, sender: str, helo: str, look_up: LookUp) -> bool:
    """Whether the domain of ``sender``, by the envelope, lets the server at ``ip`` send its mails.

    :raises NameServerError: if nobody knows.
    """
    try:
        result, _code, _why = _SpfCheck(ip, sender, helo, look_up).check()
    except (NameServerError, SoftTimeLimitExceeded):
        raise
    except Exception:  # of any kind: what strangers publish makes the library stumble
        return False
    return bool(result == "pass")


class _SpfCheck(spf.query):  # type: ignore[misc]
    """The check of pyspf, which would ask the name servers by itself."""

    def __init__(self, ip: str, sender: str, helo: str, look_up: LookUp) -> None:
        super().__init__(ip, sender, helo)
        self._look_up = look_up

    def dns(
        self, name: Any, qtype: str, cnames: object = None, ignore_void: bool = False
    ) -> list[Any]:
        """Return the records of a name as pyspf wants them: texts in pieces, servers with their
        preference."""
        found = self._look_up(str(name).rstrip(".").lower(), qtype)
        if not found and not ignore_void:
            self._count_void()
        match qtype:
            case "TXT":
                return [(one.encode(),) for one in found]
            case "MX":
                return [*enumerate(found)]
            case _:
                return found

    def _count_void(self) -> None:
        self.void_lookups += 1
        if self.void_lookups > spf.MAX_VOID_LOOKUPS:
            raise spf.PermError("too many names that do not exist")

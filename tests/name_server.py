"""A name server on loopback that knows a few records."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from threading import Thread

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset

# By name and kind; a record of TXT in quotation marks, as in a zone file.
Zone = Mapping[tuple[str, str], list[str]]


@dataclass
class NameServer:
    """Answers from its ``zone``, nothing while it ``is_silent``, and that it has failed for names
    that are ``broken``; ``asked`` are the names that it was asked for."""

    zone: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    is_silent: bool = False
    asked: list[str] = field(default_factory=list)
    address: tuple[str, int] = ("", 0)

    def answer(self, question: dns.message.Message) -> dns.message.Message:
        asked = question.question[0]
        name, kind = asked.name.to_text(omit_final_dot=True).lower(), asked.rdtype
        self.asked.append(name)
        reply = dns.message.make_response(question)
        reply.flags |= dns.flags.RA
        records = self.zone.get((name, dns.rdatatype.to_text(kind)), [])
        if records:
            reply.answer.append(dns.rrset.from_text_list(asked.name, 60, "IN", kind, records))
        elif name in self.broken:
            reply.set_rcode(dns.rcode.SERVFAIL)
        elif not any(known == name for known, _kind in self.zone):
            reply.set_rcode(dns.rcode.NXDOMAIN)
        return reply


@contextlib.contextmanager
def name_server(host: str = "127.0.0.1", port: int = 0) -> Iterator[NameServer]:
    """Run a name server in a thread."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.bind((host, port))
        server = NameServer(address=line.getsockname())
        thread = Thread(target=_serve, args=(server, line))
        thread.start()
        try:
            yield server
        finally:
            _end(server.address)
            thread.join()


def _serve(server: NameServer, line: socket.socket) -> None:
    while True:
        packet, asker = line.recvfrom(65535)
        if not packet:
            return
        if not server.is_silent:
            line.sendto(server.answer(dns.message.from_wire(packet)).to_wire(), asker)


def _end(address: tuple[str, int]) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.sendto(b"", address)

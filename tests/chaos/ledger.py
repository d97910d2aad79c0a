"""What the site has said yes to, written down outside of it, and how often it said no."""

from __future__ import annotations

import json
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Ledger:
    """A file with one line for each yes: it outlives whatever happens to this process."""

    path: Path
    turns: dict[tuple[int, str], str] = field(default_factory=dict)
    addresses: list[str] = field(default_factory=list)
    faults: list[tuple[float, str]] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    longest: float = 0.0
    ends: int = 0  # of parts by themselves: each was started again, as a process manager would
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def turn(self, game: int, key: str, text: str) -> None:
        """Note a turn for which there was a receipt."""
        with self._lock:
            self.turns[game, key] = text
            self._write(game=game, key=key, text=text)

    def address(self, address: str) -> None:
        """Note an address to which a code is promised."""
        with self._lock:
            self.addresses.append(address)
            self._write(address=address)

    def fault(self, at: float, what: str) -> None:
        """Note what was done to the site, so many seconds after it was opened."""
        with self._lock:
            self.faults.append((at, what))
            self._write(fault=what, at=round(at, 1))

    def answer(self, status: int) -> None:
        """Count an answer by its status, 0 where there was none."""
        with self._lock:
            self.statuses[status] += 1

    def waited(self, seconds: float) -> None:
        """Note how long somebody went on sending one turn."""
        with self._lock:
            self.longest = max(self.longest, seconds)

    def _write(self, **line: object) -> None:
        with self.path.open("a") as file:
            file.write(json.dumps(line) + "\n")

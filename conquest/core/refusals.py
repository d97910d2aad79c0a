"""The errors that players see, each one clear sentence with the number of its rule::

    Refused
    ├── Unreadable   the text cannot be read
    ├── Illegal      the order is not allowed now
    └── Ambiguous    the order fits more than one piece

``Fault`` stands apart: a case, record, board or table that is invalid, not an order.
"""

from __future__ import annotations

from typing import ClassVar

from conquest.core.phrases import Phrase


class Refused(Exception):
    """An order that does not count, with the sentence for its author. Orders count from 0."""

    kind: ClassVar[str] = "refused"

    def __init__(self, phrase: Phrase, rule: str = "", order: int | None = None) -> None:
        super().__init__(phrase, rule, order)
        self.phrase = phrase
        self.rule = rule
        self.order = order

    def at_order(self, order: int) -> Refused:
        """Return the same refusal with ``order`` as the order at fault."""
        return type(self)(self.phrase, self.rule, order)

    def __str__(self) -> str:
        return str(self.phrase)


class Unreadable(Refused):
    kind = "unreadable"


class Illegal(Refused):
    kind = "illegal"


class Ambiguous(Refused):
    kind = "ambiguous"


class Fault(Exception):
    """An invalid case, record, board or table, described in one line.

    A fault that people can cause on the site, such as options that exclude each other, is a
    ``Phrase``; one that only a case or a record can have is plain English.
    """

    def __init__(self, message: str | Phrase) -> None:
        super().__init__(message)
        self.phrase = message if isinstance(message, Phrase) else Phrase(message.replace("%", "%%"))

    def __str__(self) -> str:
        return str(self.args[0])

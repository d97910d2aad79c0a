"""The errors players meet, each one clear sentence with the rule it rests on::

    Refused
    ├── Unreadable   the text cannot be read
    ├── Illegal      the order is not allowed now
    └── Ambiguous    the order fits more than one piece

``Fault`` stands apart: a case, record, board or table that cannot be, which is nobody's order.
"""

from __future__ import annotations

from typing import ClassVar

from conquest.core.phrases import Phrase


class Refused(Exception):
    """An order that does not count, with the sentence for its author."""

    kind: ClassVar[str] = "refused"

    def __init__(self, phrase: Phrase, rule: str = "", order: int | None = None) -> None:
        super().__init__(phrase, rule, order)
        self.phrase = phrase
        self.rule = rule
        self.order = order

    def at_order(self, order: int) -> Refused:
        """Return the same refusal, naming the order at fault, counted from 0."""
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
    """A case, record, board or table that cannot be; said in one line.

    What somebody may meet on the site, such as options that exclude each other, is a
    ``Phrase``; what only a case or a record can hold is plain English.
    """

    def __init__(self, told: str | Phrase) -> None:
        super().__init__(told)
        self.phrase = told if isinstance(told, Phrase) else Phrase(told.replace("%", "%%"))

    def __str__(self) -> str:
        return str(self.args[0])

"""Name fields by their kinds: "on the bridge BS2", or "on BS2" if the board is not known."""

from __future__ import annotations

from collections.abc import Mapping

from conquest.core import Phrase
from conquest.islands.board import Board

AT: Mapping[str, Phrase] = {
    "": Phrase("on %(field)s"),
    "bridge": Phrase("on the bridge %(field)s"),
    "castle": Phrase("on the tower %(field)s"),
    "harbour": Phrase("in the harbour %(field)s"),
    "grail": Phrase("on the grail field %(field)s"),
}
TO: Mapping[str, Phrase] = {
    "": Phrase("to %(field)s"),
    "bridge": Phrase("to the bridge %(field)s"),
    "castle": Phrase("to the tower %(field)s"),
    "harbour": Phrase("into the harbour %(field)s"),
    "grail": Phrase("to the grail field %(field)s"),
}
FROM: Mapping[str, Phrase] = {
    "": Phrase("from %(field)s"),
    "bridge": Phrase("from the bridge %(field)s"),
    "castle": Phrase("from the tower %(field)s"),
    "harbour": Phrase("from the harbour %(field)s"),
    "grail": Phrase("from the grail field %(field)s"),
}


def at_field(field: str, board: Board | None) -> Phrase:
    """Return where something is: "on S42", "on the bridge BS2"."""
    return _name_place(AT, field, board)


def to_field(field: str, board: Board | None) -> Phrase:
    """Return where something goes: "to S42", "into the harbour SH1"."""
    return _name_place(TO, field, board)


def from_field(field: str, board: Board | None) -> Phrase:
    """Return where something comes from: "from S42", "from the tower ST1"."""
    return _name_place(FROM, field, board)


def _name_place(places: Mapping[str, Phrase], field: str, board: Board | None) -> Phrase:
    kind = _place_kind(field, board) if board else ""
    return Phrase(places.get(kind, places[""]).template, field=field)


def _place_kind(field: str, board: Board) -> str:
    return "bridge" if board.regions.get(field) == "bridges" else board.kinds.get(field, "")

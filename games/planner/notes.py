"""Notes of one's own on pieces of others: they follow their piece, and nobody else sees them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from accounts.models import Person
from conquest.core import Figure, Identity, Mark, Phrase, Seat
from conquest.registry import AnyRules
from games.models import Game, Note

SIGNS = 5


@dataclass(frozen=True, slots=True)
class NotedPiece:
    """A piece of others, by its lasting ``name``: the ``field`` on which it stands, what is known
    of it, and the ``text`` that is pinned to it, or ""."""

    name: str
    field: str
    label: Phrase
    is_hidden: bool
    text: str


@dataclass(frozen=True, slots=True)
class Notes:
    """The pieces of others on the board that a person can note."""

    pieces: tuple[NotedPiece, ...] = ()

    @property
    def pinned_pieces(self) -> tuple[NotedPiece, ...]:
        """Those that are noted."""
        return tuple(one for one in self.pieces if one.text)

    @property
    def free_pieces(self) -> tuple[NotedPiece, ...]:
        """Those that are not."""
        return tuple(one for one in self.pieces if not one.text)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What shows notes on the board: the first signs of each, unless it is known by now what
        the piece is."""
        return tuple(
            Mark("note", (one.field,), label=_short_label(one.text))
            for one in self.pinned_pieces
            if one.is_hidden
        )


def read_notes(game: Game, person: Person) -> Mapping[str, str]:
    """Return what a person has noted in a game, by the names of the pieces."""
    return dict(Note.objects.filter(game=game, person=person).values_list("piece", "text"))


def pin_note(game: Game, person: Person, piece: str, text: str) -> None:
    """Pin a text to a piece in place of the one before; an empty one takes it away."""
    if not text:
        Note.objects.filter(game=game, person=person, piece=piece).delete()
        return
    Note.objects.bulk_create(
        [Note(game=game, person=person, piece=piece, text=text)],
        update_conflicts=True,
        unique_fields=["game", "person", "piece"],
        update_fields=["text"],
    )


def notes_on_board(rules: AnyRules, state: Any, seat: Seat, texts: Mapping[str, str]) -> Notes:
    """Return the pieces that others than a seat have on the board, each with what ``texts`` say of
    it by its name."""
    stands, told = rules.telling.figures_by_field(state), rules.telling.identities(state)
    others = (field for field in sorted(told, key=_field_sort_key) if stands[field].seat != seat)
    return Notes(tuple(_noted_piece(field, stands[field], told[field], texts) for field in others))


def _noted_piece(
    field: str, figure: Figure, told: Identity, texts: Mapping[str, str]
) -> NotedPiece:
    return NotedPiece(told.name, field, figure.label, told.is_hidden, texts.get(told.name, ""))


def _short_label(text: str) -> str:
    """Return what a label has room for, and whether there is more."""
    return text if len(text) <= SIGNS else f"{text[: SIGNS - 1].rstrip()}…"


def _field_sort_key(field: str) -> tuple[str, int, str]:
    """Sort a10 behind a9."""
    return field[:1], len(field), field

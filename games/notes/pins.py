"""Private notes on other players' pieces: they follow their piece, and only their author sees
them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from accounts.models import Person
from conquest.core import Figure, Identity, Mark, Phrase, Seat
from conquest.registry import AnyRules
from games.models import Game
from games.models.note import Note

SIGNS = 5


@dataclass(frozen=True, slots=True)
class NotedPiece:
    """Another player's piece, by its lasting ``name``: the ``field`` on which it stands, what is
    known of it, and the ``text`` of its note, or ""."""

    name: str
    field: str
    label: Phrase
    is_hidden: bool
    text: str


@dataclass(frozen=True, slots=True)
class Notes:
    """The other players' pieces on the board that a person can pin notes to."""

    pieces: tuple[NotedPiece, ...] = ()

    @property
    def pinned_pieces(self) -> tuple[NotedPiece, ...]:
        """The pieces with a note."""
        return tuple(piece for piece in self.pieces if piece.text)

    @property
    def free_pieces(self) -> tuple[NotedPiece, ...]:
        """The pieces without a note."""
        return tuple(piece for piece in self.pieces if not piece.text)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The notes on the board: the first signs of each, unless the piece has been uncovered."""
        return tuple(
            Mark("note", (piece.field,), label=_short_label(piece.text))
            for piece in self.pinned_pieces
            if piece.is_hidden
        )


def read_notes(game: Game, person: Person) -> Mapping[str, str]:
    """Return a person's notes in a game, by the names of the pieces."""
    return dict(Note.objects.filter(game=game, person=person).values_list("piece", "text"))


def pin_note(game: Game, person: Person, piece: str, text: str) -> None:
    """Pin a text to a piece in place of the one before; an empty text removes it."""
    if not text:
        Note.objects.filter(game=game, person=person, piece=piece).delete()
        return
    # An upsert in one statement: two pages that save at once cannot make two rows.
    Note.objects.bulk_create(
        [Note(game=game, person=person, piece=piece, text=text)],
        update_conflicts=True,
        unique_fields=["game", "person", "piece"],
        update_fields=["text"],
    )


def notes_on_board(rules: AnyRules, state: Any, seat: Seat, texts: Mapping[str, str]) -> Notes:
    """Return the pieces that others than a seat have on the board, each with its note in
    ``texts``."""
    figures, identities = rules.telling.figures_by_field(state), rules.telling.identities(state)
    others = (
        field for field in sorted(identities, key=_field_sort_key) if figures[field].seat != seat
    )
    return Notes(
        tuple(_noted_piece(field, figures[field], identities[field], texts) for field in others)
    )


def _noted_piece(
    field: str, figure: Figure, identity: Identity, texts: Mapping[str, str]
) -> NotedPiece:
    return NotedPiece(
        identity.name, field, figure.label, identity.is_hidden, texts.get(identity.name, "")
    )


def _short_label(text: str) -> str:
    """Return what fits into a label, with an ellipsis if there is more."""
    return text if len(text) <= SIGNS else f"{text[: SIGNS - 1].rstrip()}…"


def _field_sort_key(field: str) -> tuple[str, int, str]:
    """Return the sort key that puts a10 after a9."""
    return field[:1], len(field), field

"""Sentences of letters about who sits where and who plays there."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import Person
from games.letters.context import LetterNotice
from games.models import Seat


def absence_sentence(seat: Seat) -> str:
    """Return who plays at a seat whose person is absent."""
    if seat.absent_until is not None:
        return _days_off_sentence(seat)
    if seat.friend is not None:
        words = _("%(name)s plays there for them, until they come back.")
        return words % {"name": seat.friend.name}
    if seat.stand_in is None:
        return _(
            "That seat plays as silence does, until its player comes back or somebody takes it"
            " over."
        )
    words = _(
        "%(name)s, a house player, plays there until its player comes back or somebody takes the"
        " seat over."
    )
    return words % {"name": seat.stand_in.name}


def _days_off_sentence(seat: Seat) -> str:
    """Return who plays at a seat whose person has days off for longer than the table bears."""
    if seat.friend is not None:
        words = _(
            "They are on vacation for longer than this table waits. Until they are back,"
            " %(name)s plays for them."
        )
        return words % {"name": seat.friend.name}
    if seat.stand_in is None:
        return _(
            "They are on vacation for longer than this table waits. Until they are back, their"
            " turns are played as if they were silent."
        )
    words = _(
        "They are on vacation for longer than this table waits. Until they are back, %(name)s, a"
        " house player, plays for them."
    )
    return words % {"name": seat.stand_in.name}


def vacant_seat_sentence(seat: Seat, side: str) -> str:
    """Return what happens to a seat that has no player any more."""
    if seat.stand_in is None:
        words = _(
            "The seat of %(side)s is free for anybody who has none in this game. Until somebody"
            " sits down there, it plays as silence does."
        )
        return words % {"side": side}
    words = _(
        "The seat of %(side)s is free for anybody who has none in this game. Until somebody"
        " sits down there, %(name)s, a house player, plays."
    )
    return words % {"side": side, "name": seat.stand_in.name}


def pool_sentence(side: str) -> str:
    """Return that people are asked to play on at a seat."""
    words = _(
        "The seat of %(side)s has been absent for a while. People who play on for others are asked"
        " now; the first who says yes takes the seat over."
    )
    return words % {"side": side}


def vacancy_sentence(side: str) -> str:
    """Return that anybody is invited to a seat."""
    words = _(
        "Nobody who was asked has taken over the seat of %(side)s yet. It is free for anybody who"
        " has none in this game: send the link to people who might like to play on."
    )
    return words % {"side": side}


def seat_loss_sentence() -> str:
    """Return what it means for the reader that their seat was taken from them."""
    return _("You do not play in this game any more. It counts as if you had left it.")


def substitute_notice(
    reader: Person, before: Person | None, after: Person, side: str
) -> LetterNotice:
    """Return the notice that a person plays on at a seat in place of another, or of nobody."""
    names = {"name": before.name if before else "", "successor": after.name, "side": side}
    if before == reader:
        plays_on = _("%(successor)s plays on for you.") % names
        return LetterNotice(_("Your seat was taken from you"), (seat_loss_sentence(), plays_on))
    if before is None:
        return LetterNotice(_("%(successor)s plays %(side)s from now on") % names)
    return LetterNotice(_("%(successor)s plays on for %(name)s") % names)

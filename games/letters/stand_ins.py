"""Notices about playing for a friend who is absent."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.letters.context import LetterNotice
from games.models import Seat, StandInFriend


def friend_notice(what: str, row: StandInFriend) -> LetterNotice:
    """Return the notice to a friend that they are ``asked`` to stand in, or to the person what they
    have answered."""
    names = {"name": row.person.name, "friend": row.friend.name}
    if what == "asked":
        return LetterNotice(
            _("%(name)s asks whether you play for them while they are absent") % names,
            (
                _(
                    "If you say yes, you play in their games when they let their time run out or"
                    " are away for long, until they are back. You see what their seat sees only"
                    " while you play there."
                ),
                _("You can say no, now or later. Games in which you play yourself are left out."),
            ),
            action=_("Answer"),
        )
    if what == StandInFriend.Outcome.ACCEPTED:
        return LetterNotice(_("%(friend)s plays for you while you are absent") % names)
    return LetterNotice(_("%(friend)s does not play for you") % names)


def begin_notice(seat: Seat) -> LetterNotice:
    """Return the notice to a friend that they play at a seat from now on."""
    names = {"name": seat.person.name if seat.person else ""}
    return LetterNotice(
        _("You play for %(name)s from now on") % names,
        (
            _("%(name)s is absent. You play until they are back.") % names,
            _("You get a letter as soon as it is your turn."),
            _("If you cannot, a button on the page of the game says so."),
        ),
    )

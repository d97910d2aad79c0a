"""Mails in somebody's name whose author is not certain: nothing counts, and orders are kept."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.replies.answers import Answer
from games.replies.correspondence import Correspondence
from games.replies.limits import UNPROVED
from games.replies.notation import read_orders, read_standing_orders
from games.replies.quotes import MOST_ORDER_CHARS, shorten_quote
from games.replies.set_ups import write_out
from games.replies.submission import keep_draft
from games.replies.words import Command, Word

WITH_ORDERS = (None, Word.AHEAD, Word.DRAFT, Word.SETUP)


def keep_unproved(case: Correspondence, command: Command | None) -> Answer:
    """Keep the orders of a mail as a draft, and say so to the person whom it names."""
    return Answer(
        outcome=UNPROVED,
        brief=_("Not handed in"),
        headline=_("We cannot be sure that a mail comes from you."),
        paragraphs=(
            _("Your mail provider does not vouch for a mail in your name. Nothing was handed in."),
            *(_order_sentences(case, command) if case.seat and command else ()),
        ),
        seat=case.seat.pk if case.seat else None,
    )


def _order_sentences(case: Correspondence, command: Command) -> Iterator[str]:
    """Yield what the mail orders, and on which page that can be handed in."""
    # A stranger may have written it: what is not in the notation of the game is not sent on, and
    # takes no place in a plan of the person.
    if command.word in WITH_ORDERS and (orders := read_orders(case, _said_orders(command))):
        yield _say_where_orders_are(case, orders)
        yield shorten_quote(orders, MOST_ORDER_CHARS)
    said_ahead = command.argument if command.word == Word.STANDING else command.ahead or ""
    if standing := read_standing_orders(case, said_ahead):
        yield _("The mail said, for “Standing orders” on the page of the game:")
        yield shorten_quote("; ".join(standing.splitlines()), MOST_ORDER_CHARS)


def _said_orders(command: Command) -> str:
    """Return what a mail orders; names of kept set-ups are not looked up for a stranger."""
    is_setup = command.word == Word.SETUP
    return write_out(command.argument) if is_setup else command.argument


def _say_where_orders_are(case: Correspondence, orders: str) -> str:
    """Keep orders as a draft unless another one waits; return which it is."""
    if keep_draft(case, orders):
        return _("Its orders are kept as your draft: on the page of the game you can hand them in.")
    return _("Your draft on the page of the game stays as it is. The mail said:")

"""Set-ups by letter: written out, or by the name of one that its owner keeps."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.letters import by_letter
from games.play.refusals import MAX_PLAN_CHARS, too_long_refusal
from games.replies import turns
from games.replies.answers import Answer
from games.replies.correspondence import Correspondence
from games.replies.quotes import shorten_quote
from games.replies.refusals import refuse_submission, refuse_words
from games.replies.words import Command
from games.setups import collection

SIGN = "="  # stands in each order that sets a piece up: what has it is no name


def answer_setup(case: Correspondence, command: Command) -> Answer:
    """Return the answer to SETUP with what stands where, or with the name of a kept set-up."""
    argument = command.argument
    if len(argument) > MAX_PLAN_CHARS:
        return refuse_submission(case, too_long_refusal(""))
    if SIGN in argument or not argument or not _is_due(case):
        return turns.answer_orders(case, write_out(argument))
    if orders := find_kept_orders(case, argument):
        return turns.answer_orders(case, orders)
    return _refuse_name(case, argument)


def write_out(argument: str) -> str:
    """Return the order to set up what stands where."""
    return f"setup {argument}"


def find_kept_orders(case: Correspondence, name: str) -> str:
    """Return the orders of a kept set-up by its name, in any case; "" if none can be meant."""
    said = " ".join(name.casefold().split())
    if SIGN in said:
        return ""
    return next((text for kept, text in _kept_orders(case) if kept.casefold() == said), "")


def _is_due(case: Correspondence) -> bool:
    """Whether the seat owes a set-up."""
    decision = case.decision if case.owes_turn else None
    return decision is not None and by_letter.is_setup(case.known, decision.ask)


def _kept_orders(case: Correspondence) -> Iterator[tuple[str, str]]:
    """Yield the names of the set-ups that fit the game with their orders, while one is due."""
    if not _is_due(case):
        return
    rules, state = case.known.rules, case.known.state
    fitting = collection.fitting_setups(case.person, rules, state)
    for setup, text in collection.setup_orders(rules, state, case.own_seat.name, fitting):
        yield setup.name, text


def _refuse_name(case: Correspondence, name: str) -> Answer:
    names = ", ".join(kept for kept, _text in _kept_orders(case))
    return refuse_words(
        case,
        _("You keep no set-up “%(name)s” for this board.") % {"name": shorten_quote(name)},
        *((_("These you keep: %(names)s.") % {"names": names},) if names else ()),
        *by_letter.order_sentences(case.known, at_once=case.person.turns_at_once),
        *by_letter.army_sentences(case.known),
    )

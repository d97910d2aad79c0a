"""Why a mail has no effect: the order at fault, and what would be possible in its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from django.utils.translation import gettext as _

from conquest.core import Refused
from games.learn import rulebook
from games.letters import by_letter
from games.models import Game
from games.planner.review import TurnReview
from games.play.refusals import SubmissionRefusal
from games.replies.answers import Answer
from games.replies.correspondence import Correspondence
from games.replies.possible_orders import possible_parts
from games.replies.quotes import MOST_ORDER_CHARS, shorten_quote


def refuse_submission(
    case: Correspondence,
    refusal: SubmissionRefusal,
    review: TurnReview | None = None,
    *,
    more: Sequence[str] = (),
) -> Answer:
    """Return why nothing was handed in, with the order at fault and what would be possible there,
    and ``more`` to say about it."""
    setup = tuple(_setup_sentences(case)) if review else ()
    parts = tuple(possible_parts(review)) if review and not setup else ()
    return Answer(
        outcome="refused",
        brief=_("Not handed in"),
        headline=_("Nothing was handed in."),
        paragraphs=(*_refusal_sentences(case, refusal), *more, *setup),
        parts=parts,
        seat=case.own_seat.pk,
        shows_board=True,
    )


def refuse_words(case: Correspondence, *sentences: str) -> Answer:
    """Return why a mail has no effect, where that has nothing to do with orders."""
    return Answer(
        outcome="refused",
        brief=_("Nothing was changed"),
        headline=_("Nothing was changed."),
        paragraphs=sentences,
        seat=case.seat.pk if case.seat else None,
    )


def say_too_late(case: Correspondence) -> Answer:
    """Return that the preview in a letter counts no more, with the present position."""
    refused = refuse_words(
        case,
        _("What that letter has shown is answered already, or is not kept any more. Nothing was"
          " handed in."),
        _("Answer the last letter of the game instead."),
    )  # fmt: skip
    return msgspec.structs.replace(refused, shows_board=case.seat is not None)


def _refusal_sentences(case: Correspondence, refusal: SubmissionRefusal) -> Iterator[str]:
    words = case.known.rules.notation.split_words(refusal.text)
    if refusal.sentence:
        yield refusal.sentence
    if refusal.refused:
        yield _refused_sentence(case, refusal.refused, words)
    # An order alone is quoted with its reason.
    is_quoted = refusal.refused is not None and refusal.refused.order is not None
    if refusal.text and not (is_quoted and len(words) == 1):
        yield _("Your orders were read as: %(orders)s") % {
            "orders": shorten_quote(in_one_line(case.game, refusal.text), MOST_ORDER_CHARS)
        }


def in_one_line(game: Game, text: str) -> str:
    """Return orders as they can be written in one line."""
    notation = game.rules.notation
    return notation.join_words(notation.split_words(text)) or text


def _refused_sentence(case: Correspondence, refused: Refused, words: Sequence[str]) -> str:
    """Return the order at fault, why it is refused, and by which rule, if the rulebook has it."""
    sentence = refused.phrase.translate_with(_)
    if refused.order is not None and refused.order < len(words):
        sentence = _quote_order(sentence, refused.order, words)
    is_known = rulebook.rule_url(case.game.ruleset, refused.rule)
    return f"{sentence} ({refused.rule})" if is_known else sentence


def _quote_order(sentence: str, place: int, words: Sequence[str]) -> str:
    """Return a sentence with the order that it is about, and its number if there are several."""
    order = words[place]
    parts = {"number": place + 1, "order": shorten_quote(order), "sentence": sentence}
    # Some sentences quote the order themselves.
    is_quoted = order in sentence
    if len(words) == 1:
        return sentence if is_quoted else _("“%(order)s”: %(sentence)s") % parts
    numbered = _("Order %(number)s: %(sentence)s")
    quoting = _("Order %(number)s, “%(order)s”: %(sentence)s")
    return (numbered if is_quoted else quoting) % parts


def _setup_sentences(case: Correspondence) -> Iterator[str]:
    """Yield what has to stand where, if a set-up is owed."""
    if case.owes_turn and case.decision and by_letter.is_setup(case.known, case.decision.ask):
        yield from by_letter.army_sentences(case.known)

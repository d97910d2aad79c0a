"""Why a mail has no effect: the order at fault, and what would be possible in its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from django.utils.translation import gettext as _

from conquest.core import Choice, Refused, as_sentence
from games.models import Game
from games.planner.review import TurnReview
from games.play.refusals import SubmissionRefusal
from games.replies.answers import Answer, Part
from games.replies.correspondence import Correspondence
from games.replies.quotes import MOST_ORDER_CHARS, shorten_quote

MOST_POSSIBLE = 12


def refuse_submission(
    case: Correspondence,
    refusal: SubmissionRefusal,
    review: TurnReview | None = None,
    *,
    more: Sequence[str] = (),
) -> Answer:
    """Return why nothing was handed in, with the order at fault and what would be possible there,
    and ``more`` to say about it."""
    parts = tuple(_possible_parts(case, review)) if review else ()
    return Answer(
        outcome="refused",
        brief=_("Not handed in"),
        headline=_("Nothing was handed in."),
        paragraphs=(*_refusal_sentences(case, refusal), *more),
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


def choice_lines(choices: Iterable[Choice]) -> tuple[tuple[str, ...], ...]:
    """Return choices as lines, each as it is written and in words, the shortest first."""
    by_length = sorted(choices, key=lambda choice: (len(choice.text), choice.text))
    return tuple(
        ("", f"{choice.text} – {as_sentence(choice.label).translate_with(_)}")
        for choice in by_length[:MOST_POSSIBLE]
    )


def _refusal_sentences(case: Correspondence, refusal: SubmissionRefusal) -> Iterator[str]:
    if refusal.sentence:
        yield refusal.sentence
    if refusal.refused:
        yield _refused_sentence(case, refusal.refused, refusal.text)
    if refusal.text:
        yield _("Your orders were read as: %(orders)s") % {
            "orders": shorten_quote(in_one_line(case.game, refusal.text), MOST_ORDER_CHARS)
        }


def in_one_line(game: Game, text: str) -> str:
    """Return orders as they can be written in one line."""
    notation = game.rules.notation
    return notation.join_words(notation.split_words(text)) or text


def _refused_sentence(case: Correspondence, refused: Refused, text: str) -> str:
    """Return the order at fault, why it is refused, and by which rule."""
    sentence = refused.phrase.translate_with(_)
    words = case.known.rules.notation.split_words(text)
    if refused.order is not None and refused.order < len(words):
        order = words[refused.order]
        parts = {
            "number": refused.order + 1, "order": shorten_quote(order), "sentence": sentence,
        }  # fmt: skip
        # Some sentences quote the order themselves.
        numbered = _("Order %(number)s: %(sentence)s")
        quoting = _("Order %(number)s, “%(order)s”: %(sentence)s")
        sentence = (numbered if order in sentence else quoting) % parts
    return f"{sentence} ({refused.rule})" if refused.rule else sentence


def _possible_parts(case: Correspondence, review: TurnReview) -> Iterator[Part]:
    """Yield what could stand in place of the order at fault: what its piece can do, or else
    anything."""
    sketch = review.sketch
    order = sketch.rest[0].strip().casefold() if sketch.rest else ""
    choices = [choice for choice in sketch.choices if not choice.replaces]
    near = [one for one in choices if one.origin and order.startswith(one.origin.casefold())]
    if choices:
        yield Part(_("What would be possible there"), choice_lines(near or choices))

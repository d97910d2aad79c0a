"""Orders that could mean several things, and turns that could never be carried out to their end."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.planner import composer
from games.planner.review import TurnReview
from games.play.refusals import SubmissionRefusal
from games.replies.answers import Answer, Part
from games.replies.correspondence import Correspondence
from games.replies.possible_orders import choice_lines
from games.replies.refusals import refuse_submission


def question_review(case: Correspondence, review: TurnReview) -> Answer | None:
    """Return why a turn cannot be shown as it is: it could mean several things, or it cannot be
    carried out to its end; None if it can be shown."""
    if review.routes:
        return _ask_for_route(case, review)
    refusal = review.refusal or _hopeless_rest(review)
    return refuse_submission(case, refusal, review) if refusal else None


def _ask_for_route(case: Correspondence, review: TurnReview) -> Answer:
    words = _("There are several ways for %(order)s. Answer with the one that you mean.")
    return Answer(
        outcome="refused",
        brief=_("Which way?"),
        headline=_("Which way do you mean?"),
        paragraphs=(words % {"order": review.reading.sketch.rest[0]},),
        parts=(Part(_("The ways"), choice_lines(review.routes)),),
        seat=case.own_seat.pk,
        plan=review.text,
    )


def _hopeless_rest(review: TurnReview) -> SubmissionRefusal | None:
    """Return why the orders after a pause can never be carried out, None if they could be.

    A plan goes on only where nobody has answered, and then the position is the one that is
    sketched; a plan that insists goes on after answers, too, and those may open a way.
    """
    refused, rules = review.sketch.refused, review.known.rules
    insists = composer.with_insist_word(rules, review.text) == review.text
    if refused is None or (insists and rules.notation.insist):
        return None
    return SubmissionRefusal(422, "", refused, review.text)

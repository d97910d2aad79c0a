"""Turns by letter: orders are shown first, and count once their author says yes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from conquest.core import Choice, Phrase, PlannedStep, Refused, as_sentence
from games import queries
from games.ahead.branches import plans as branches
from games.ahead.branches.plans import BranchedStep
from games.models import Preview, Submission
from games.planner import drafts, typed_orders
from games.planner.review import TurnReview, review_turn
from games.play import history, turns
from games.play.refusals import (
    MAX_PLAN_CHARS,
    SubmissionRefusal,
    explain_refusal,
    off_turn_refusal,
    too_long_refusal,
)
from games.replies.answers import Answer, Part
from games.replies.correspondence import Correspondence

MOST_POSSIBLE = 12


def answer_orders(case: Correspondence, text: str) -> Answer:
    """Return the answer to orders: what they would do, with the question whether they shall
    count."""
    text = typed_orders.normalize_orders(text)
    if len(text) > MAX_PLAN_CHARS:
        return refuse_submission(case, too_long_refusal(""))
    if case.decision is None or case.game.is_paused:
        return refuse_submission(case, off_turn_refusal(case.game, case.seat, text))
    if not case.is_present:
        return answer_stale_orders(case, text)
    return preview_turn(case, text)


def preview_turn(case: Correspondence, text: str) -> Answer:
    """Return what a turn would do, kept so that a yes hands it in; or why it cannot be."""
    assert case.seat is not None
    review = review_turn(case.known, text)
    if review.routes:
        return _ask_for_route(case, review)
    if review.refusal is not None:
        return refuse_submission(case, review.refusal, review)
    preview = Preview.objects.create(
        seat=case.seat,
        person=case.person,
        kind=Preview.Kind.TURN,
        text=review.text,
        version=case.game.version,
        made_at=case.now,
    )
    return Answer(
        outcome="preview",
        brief=_("Is this your turn?"),
        headline=_("Is this your turn?"),
        paragraphs=(
            _("Answer this letter with YES, and exactly this turn is handed in."),
            _("Until then nothing has happened. Answer with other orders to change it."),
        ),
        parts=tuple(_review_parts(case, review)),
        seat=preview.seat_id,
        preview=preview.pk,
        plan=review.text,
    )


def confirm_turn(case: Correspondence, preview: Preview) -> Answer:
    """Hand in the turn of a preview, if the position is still the one it was made for."""
    return submit_orders(case, preview.text, seen=preview.version, key=f"preview-{preview.pk}")


def submit_orders(
    case: Correspondence, text: str, *, seen: int, key: str, ahead: str = ""
) -> Answer:
    """Hand in orders; return the answer that says what they did, or why they do not count."""
    orders = turns.Orders(
        game_id=case.game.pk,
        person=case.person,
        text=text,
        seen_version=seen,
        key=key,
        via=Submission.Via.LETTER,
        ahead=ahead,
    )
    try:
        receipt = turns.submit(orders, now=case.now)
    except turns.StaleVersion:
        return answer_stale_orders(case, text)
    except (turns.Rejected, Refused) as error:
        assert case.seat is not None
        refusal = explain_refusal(case.game, case.seat.name, orders, error)
        return refuse_submission(case, refusal)
    return _confirm_receipt(receipt)


def answer_stale_orders(case: Correspondence, text: str) -> Answer:
    """Keep orders for an old position as a draft, and show the present one."""
    keep_draft(case, text)
    return Answer(
        outcome="stale",
        brief=_("The game has gone on"),
        headline=_("The game has gone on since that letter."),
        paragraphs=(
            _("Nothing was handed in. This is the position now."),
            _("Your orders are kept as your draft on the page of the game:"),
            text,
        ),
        seat=case.seat.pk if case.seat else None,
        shows_board=True,
    )


def keep_draft(case: Correspondence, text: str) -> None:
    """Save a text as the draft of the seat, in place of any other."""
    assert case.seat is not None
    drafts.save_draft(
        case.seat, case.person, text[:MAX_PLAN_CHARS],
        version=case.game.version, seen=None, now=case.now,
    )  # fmt: skip


def keep_draft_unless_planned(case: Correspondence, text: str) -> bool:
    """Save a text as the draft of the seat, and say so, unless another plan waits there."""
    assert case.seat is not None
    draft = drafts.find_draft(case.seat, case.person)
    waiting = drafts.waiting_text(draft, queries.last_composed(case.game, case.seat))
    if waiting and waiting != text:
        return False
    keep_draft(case, text)
    return True


def refuse_submission(
    case: Correspondence, refusal: SubmissionRefusal, review: TurnReview | None = None
) -> Answer:
    """Return why nothing was handed in, with the order at fault and what would be possible
    there."""
    return Answer(
        outcome="refused",
        brief=_("Not handed in"),
        headline=_("Nothing was handed in."),
        paragraphs=tuple(_refusal_sentences(refusal)),
        parts=tuple(_possible_parts(review)) if review else (),
        seat=case.seat.pk if case.seat else None,
        shows_board=True,
    )


def _confirm_receipt(receipt: turns.SubmissionReceipt) -> Answer:
    submission, seat = receipt.submission, receipt.seat
    steps = history.list_steps(
        receipt.game, seat.name, after=submission.first_seq - 1, upto=submission.last_seq
    )
    lines = tuple((f"{n}.", step.phrase.translate_with(_)) for n, step in enumerate(steps, 1))
    return Answer(
        outcome="counted",
        brief=_("Handed in"),
        headline=_("Your orders count."),
        paragraphs=(_("They were recorded as: %(orders)s") % {"orders": submission.text},),
        parts=(Part(_("What happened"), lines),) if lines else (),
        seat=seat.pk,
        shows_board=True,
    )


def _ask_for_route(case: Correspondence, review: TurnReview) -> Answer:
    return Answer(
        outcome="refused",
        brief=_("Which way?"),
        headline=_("Which way do you mean?"),
        paragraphs=(
            _("There are several ways for %(order)s. Answer with the one that you mean.")
            % {"order": review.reading.sketch.rest[0]},
        ),
        parts=(Part(_("The ways"), tuple(_choice_lines(review.routes))),),
        seat=case.seat.pk if case.seat else None,
        plan=review.text,
    )


def _review_parts(case: Correspondence, review: TurnReview) -> Iterator[Part]:
    """Yield the steps of a turn, and what its author should know before they say yes."""
    steps = branches.branched_steps(review.known.rules, review.sketch)
    yield Part(_("What it does"), tuple(_step_lines(case, steps)))
    notes = tuple(("", sentence) for sentence in _review_notes(review))
    if notes:
        yield Part(_("Before you say yes"), notes)


def _step_lines(case: Correspondence, steps: Iterable[BranchedStep]) -> Iterator[tuple[str, ...]]:
    for number, branched in enumerate(steps, 1):
        yield (f"{number}.", _step_sentence(branched.step), branched.text)
        for halt in branched.halts:
            side = case.game.rules.seating.names[halt.pause.seat].translate_with(_)
            words = _("Here the turn pauses: %(side)s may answer, or else it goes on.")
            yield ("", words % {"side": side})


def _step_sentence(step: PlannedStep) -> str:
    sentence = (step.phrase or step.unforeseen or Phrase("")).translate_with(_)
    if not step.cost:
        return sentence
    cost = ngettext("%(n)s point", "%(n)s points", step.cost) % {"n": step.cost}
    return f"{sentence} · {cost}"


def _review_notes(review: TurnReview) -> Iterator[str]:
    if review.sketch.refused:
        yield review.sketch.refused.phrase.translate_with(_)
        yield _("What comes after the pause will be dropped from there on.")
    if review.is_open:
        yield _("The turn stays open: you can go on after sending this.")
    elif left := review.sketch.left:
        yield ngettext("%(n)s point lapses.", "%(n)s points lapse.", left) % {"n": left}


def _refusal_sentences(refusal: SubmissionRefusal) -> Iterator[str]:
    if refusal.sentence:
        yield refusal.sentence
    if refusal.refused:
        yield _refused_sentence(refusal.refused)
    if refusal.text:
        yield _("You wrote: %(orders)s") % {"orders": refusal.text}


def _refused_sentence(refused: Refused) -> str:
    sentence = refused.phrase.translate_with(_)
    if refused.order is not None:
        parts = {"number": refused.order + 1, "sentence": sentence}
        sentence = _("Order %(number)s: %(sentence)s") % parts
    return f"{sentence} ({refused.rule})" if refused.rule else sentence


def _possible_parts(review: TurnReview) -> Iterator[Part]:
    """Yield what could stand in place of the order at fault: what its piece can do, or else
    anything."""
    sketch = review.sketch
    order = sketch.rest[0].casefold() if sketch.rest else ""
    near = [one for one in sketch.choices if one.origin and order.startswith(one.origin.casefold())]
    choices = (near or list(sketch.choices))[:MOST_POSSIBLE]
    if choices:
        yield Part(_("What would be possible there"), tuple(_choice_lines(choices)))


def _choice_lines(choices: Iterable[Choice]) -> Iterator[tuple[str, ...]]:
    for choice in choices:
        yield ("", as_sentence(choice.words).translate_with(_), choice.text)

"""Orders handed in by letter: what they did, or why they do not count."""

from __future__ import annotations

from django.utils.translation import gettext as _

from conquest.core import Refused
from games import queries
from games.models import Submission
from games.planner import drafts
from games.play import history, turns
from games.play.refusals import MAX_PLAN_CHARS, explain_refusal
from games.replies.answers import Answer, Part
from games.replies.correspondence import Correspondence
from games.replies.quotes import MOST_ORDER_CHARS, shorten_quote
from games.replies.refusals import in_one_line, refuse_submission
from games.replies.words import has_figure


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
        refusal = explain_refusal(case.game, case.own_seat.name, orders, error)
        return refuse_submission(case, refusal)
    return _confirm_receipt(receipt, ahead)


def mail_key(case: Correspondence) -> str:
    """Return the idempotency key of what a mail hands in."""
    return f"mail-{case.mail.key[-58:]}"


def answer_stale_orders(case: Correspondence, text: str) -> Answer:
    """Keep orders for an old position as a draft, if no other plan waits, and show the present
    one."""
    return Answer(
        outcome="stale",
        brief=_("The game has gone on"),
        headline=_("The game has gone on since that letter."),
        paragraphs=(
            _("Nothing was handed in. This is the position now."),
            *_draft_sentences(case, text),
            _("Answer this letter with the orders that you want now."),
        ),
        seat=case.own_seat.pk,
        shows_board=True,
    )


def keep_draft(case: Correspondence, text: str) -> bool:
    """Save orders as the draft of the seat, unless another plan waits there; return whether the
    draft is these orders."""
    if not has_figure(text):  # a word or a letter is no plan
        return False
    draft = drafts.find_draft(case.own_seat, case.person)
    waiting = drafts.waiting_text(draft, queries.last_composed(case.game, case.own_seat))
    if waiting and waiting != text:
        return False
    try:
        drafts.save_draft(
            case.own_seat, case.person, text[:MAX_PLAN_CHARS],
            version=case.game.version, seen=draft.number if draft else 0, now=case.now,
        )  # fmt: skip
    except drafts.DraftConflict:  # a page has saved a plan at the same moment
        return False
    return True


def _draft_sentences(case: Correspondence, text: str) -> tuple[str, ...]:
    """Keep orders as a draft; return what has become of them."""
    said = shorten_quote(text, MOST_ORDER_CHARS)
    if keep_draft(case, text):
        return (_("Your orders are kept as your draft on the page of the game:"), said)
    return (_("Your mail said:"), said)


def _confirm_receipt(receipt: turns.SubmissionReceipt, ahead: str) -> Answer:
    submission, seat = receipt.submission, receipt.seat
    # What others have answered ahead has happened with it. Later, more may have happened.
    upto = submission.last_seq if receipt.repeated else None
    steps = history.list_steps(receipt.game, seat.name, after=submission.first_seq - 1, upto=upto)
    orders = in_one_line(receipt.game, submission.text)
    lines = tuple((f"{n}.", step.phrase.translate_with(_)) for n, step in enumerate(steps, 1))
    kept = _("In this turn your standing orders answer first: %(orders)s")
    return Answer(
        outcome="counted",
        brief=_("Handed in"),
        headline=_("Your orders count."),
        paragraphs=(
            _("They were recorded as: %(orders)s") % {"orders": orders},
            *((kept % {"orders": "; ".join(ahead.splitlines())},) if ahead else ()),
        ),
        parts=(Part(_("What happened"), lines),) if lines else (),
        seat=seat.pk,
        shows_board=True,
    )

"""Conditional turns by letter: AHEAD with lines of turns, shown first, filed after a yes."""

from __future__ import annotations

from django.utils.translation import gettext as _

from conquest.core import Refused
from games.ahead import conditional_turns
from games.ahead.conditional_turns import tree as trees
from games.models import ConditionalTurns, Preview
from games.play.refusals import SubmissionRefusal
from games.replies.answers import Answer, Part
from games.replies.correspondence import Correspondence
from games.replies.previews import save_preview
from games.replies.refusals import refuse_submission, refuse_words


def says_lines(text: str) -> bool:
    """Whether orders that are said ahead are lines of turns of both sides."""
    return trees.THEN in text


def can_file(case: Correspondence) -> bool:
    """Whether the seat can say conditional turns ahead."""
    return conditional_turns.can_file_turns(case.known, case.own_seat)


def preview_lines(case: Correspondence, text: str, *notes: str) -> Answer:
    """Return the lines of a text as they would be filed, kept so that a yes does it."""
    rules = case.game.rules
    try:
        tree = trees.read_tree(rules, text)
        trees.check_tree(rules, case.known.state, case.own_seat.name, tree)
    except Refused as refused:
        return refuse_submission(case, SubmissionRefusal(422, refused=refused, text=text))
    preview = save_preview(case, Preview.Kind.CONDITIONAL, trees.write_tree(tree))
    return Answer(
        outcome="preview",
        brief=_("Are these your conditional turns?"),
        headline=_("Are these your conditional turns?"),
        paragraphs=(*notes, *_preview_sentences()),
        parts=(_lines_part(preview.text),),
        seat=preview.seat_id,
        preview=preview.pk,
    )


def confirm_lines(case: Correspondence, preview: Preview) -> Answer:
    """File the lines of a preview, in place of those that may wait; show them again if the game
    has gone on since."""
    waiting = conditional_turns.waiting_turns(case.own_seat)
    try:
        row = conditional_turns.file_turns(
            case.game.pk, case.person, preview.text,
            seen_version=preview.version, delay=waiting.delay if waiting else 0, now=case.now,
        )  # fmt: skip
    except conditional_turns.ConditionalRejected:
        return _show_again(case, preview)
    except Refused as refused:
        return refuse_submission(case, SubmissionRefusal(422, refused=refused, text=preview.text))
    return filed_answer(case, row)


def filed_answer(case: Correspondence, row: ConditionalTurns) -> Answer:
    """Return the answer that shows the conditional turns that wait."""
    return Answer(
        outcome="filed",
        brief=_("Handed in ahead"),
        headline=_("Handed in ahead."),
        paragraphs=(
            _("If the other side plays the first turn of a line, your answer is played. If not,"
              " you are asked."),
            *_delay_sentences(row),
            _("Answer with AHEAD NO to take it back, or with AHEAD and other orders to change it."),
        ),
        parts=(_lines_part(row.text),),
        seat=case.own_seat.pk,
    )  # fmt: skip


def _delay_sentences(row: ConditionalTurns) -> tuple[str, ...]:
    if not row.delay:
        return ()
    return (_("Your answers wait before they are played, as chosen on the page of the game."),)


def _show_again(case: Correspondence, preview: Preview) -> Answer:
    gone_on = _("The game has gone on since then, so that nothing was handed in ahead.")
    if can_file(case):
        return preview_lines(case, preview.text, gone_on)
    return refuse_words(case, gone_on)


def _preview_sentences() -> tuple[str, ...]:
    return (
        _("Each line begins with a turn of the other side; your answer to it comes next."),
        _("Answer this letter with YES, and they are kept: as long as the other side plays what you"
          " have said, your answers are played. Else you are asked."),
        _("Nobody else sees them before. On the page of the game you can have your answers wait."),
    )  # fmt: skip


def _lines_part(text: str) -> Part:
    return Part(_("Conditional turns"), tuple(("", line) for line in text.splitlines()))

"""RESIGN and DRAW: what a seat may do beside its turn. What cannot be taken back is asked about
once."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from conquest.core import SideAction
from games.models import Preview
from games.play import turns
from games.replies.answers import Answer
from games.replies.correspondence import Correspondence
from games.replies.previews import save_preview
from games.replies.refusals import refuse_words
from games.replies.submission import answer_stale_orders, mail_key, submit_orders
from games.replies.words import Command


def resign(case: Correspondence, _command: Command) -> Answer:
    """Ask whether the game shall be given up."""
    action = _find_action(case, lambda action: action.leaves)
    nobody = _("Nobody can resign now. On the page of the game you can give up your seat.")
    return _act(case, action) if action else _refuse_action(case, nobody)


def offer_draw(case: Correspondence, _command: Command) -> Answer:
    """Offer a draw, or ask whether the one that is offered shall be accepted."""
    # Who has declined is not asked for it again, as on the page.
    action = case.offered or _find_action(case, lambda one: not (one.leaves or one.accepts))
    return _act(case, action) if action else _refuse_action(case, _("No draw can be offered now."))


def confirm_action(case: Correspondence, preview: Preview) -> Answer:
    """Do what was asked about, if it can still be done."""
    key = f"preview-{preview.pk}"
    return submit_orders(case, preview.text, seen=preview.version, key=key)


def ask_once(case: Correspondence, action: SideAction) -> Answer:
    """Ask whether something shall be done that cannot be taken back."""
    preview = save_preview(case, Preview.Kind.ACTION, action.text)
    label = action.label.translate_with(_)
    return Answer(
        outcome="preview",
        brief=_("%(action)s?") % {"action": label},
        headline=_("%(action)s?") % {"action": label},
        paragraphs=(
            action.about.translate_with(_),
            _("Answer this letter with YES, and it is done; it cannot be taken back."),
            _("Until then nothing has happened."),
        ),
        seat=preview.seat_id,
        preview=preview.pk,
        shows_board=True,
    )


def _find_action(case: Correspondence, fits: Callable[[SideAction], bool]) -> SideAction | None:
    if not case.game.is_running:
        return None
    return next(filter(fits, case.side_actions), None)


def _act(case: Correspondence, action: SideAction) -> Answer:
    if not (case.is_present or action.any_time):
        return answer_stale_orders(case, action.text)
    if action.is_grave:
        return ask_once(case, action)
    return submit_orders(case, action.text, seen=case.game.version, key=mail_key(case))


def _refuse_action(case: Correspondence, sentence: str) -> Answer:
    return refuse_words(case, sentence if case.game.is_running else str(turns.GameIsOver()))

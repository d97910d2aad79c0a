"""Why a submission was refused, stored in the session for the page that says so.

A browser that sends a form is redirected to that page, so that its way back leads over pages only.
A script, or any other program, gets the page at once.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from django.http import HttpRequest
from django.utils.translation import gettext as _

from conquest.core import Phrase, Refused
from games import queries
from games.play import history
from games.play.history import HistoryStep
from games.play.refusals import SubmissionRefusal

SESSION_KEY = "trouble"
StoredRefusal: TypeAlias = dict[str, Any]


def is_form_navigation(request: HttpRequest) -> bool:
    """Whether a browser has sent a form and follows redirects as a navigation (Fetch Metadata)."""
    return request.method == "POST" and request.headers.get("Sec-Fetch-Mode") == "navigate"


def store_refusal(
    request: HttpRequest, visit: queries.Visit, refusal: SubmissionRefusal, plan: str | None
) -> None:
    """Store a refusal and the plan it is about, until the page of the game shows it."""
    refused, missed = refusal.refused, refusal.missed
    request.session[SESSION_KEY] = {
        "game": visit.game.pk,
        "status": refusal.status,
        "sentence": refusal.sentence,
        # A session holds plain JSON, so the phrase is stored as the sentence it makes.
        "refused": refused and [refused.phrase.translate_with(_), refused.rule, refused.order],
        "text": refusal.text,
        "missed_after": missed[0].first - 1 if missed else None,
        "plan": plan,
    }


def pop_refusal(
    request: HttpRequest, visit: queries.Visit
) -> tuple[SubmissionRefusal | None, str | None]:
    """Return the refusal stored for this game and its plan, and remove them."""
    stored = request.session.get(SESSION_KEY)
    # A HEAD, as link checkers and previews send it, must not use up what a person has not seen.
    if request.method != "GET" or not stored or stored["game"] != visit.game.pk:
        return None, None
    del request.session[SESSION_KEY]
    return _restore_refusal(visit, stored), stored["plan"]


def _restore_refusal(visit: queries.Visit, stored: StoredRefusal) -> SubmissionRefusal:
    return SubmissionRefusal(
        status=stored["status"],
        sentence=stored["sentence"],
        refused=_restore_refused(*stored["refused"]) if stored["refused"] else None,
        text=stored["text"],
        missed=_missed_steps(visit, stored["missed_after"]),
    )


def _restore_refused(sentence: str, rule: str, order: int | None) -> Refused:
    # The sentence is already formatted, so its percent signs must not be read as placeholders.
    return Refused(Phrase(sentence.replace("%", "%%")), rule, order)


def _missed_steps(visit: queries.Visit, after: int | None) -> tuple[HistoryStep, ...]:
    if after is None:
        return ()
    return tuple(history.recent_steps(visit.game, visit.viewer, after=after))

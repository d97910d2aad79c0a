"""What a program is told that did not get what it asked for: ``application/problem+json``
(RFC 9457), in one clear sentence, with the number of the rule where a rule says so."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from conquest.core import Refused
from games.play.refusals import SubmissionRefusal
from games.play.turns import NotSeated, Rejected

MEDIA_TYPE = "application/problem+json"
# What can be wrong, by the last part of its address, with a sentence for whatever says no more.
KINDS: Mapping[str, tuple[int, str]] = {
    "unauthorized": (401, gettext_noop("This needs an access token that is good.")),
    "scope": (403, gettext_noop("This access token may not do this.")),
    "forbidden": (403, gettext_noop("This is not for you.")),
    "not-found": (404, gettext_noop("There is nothing here, or nothing that you may see.")),
    "method": (405, gettext_noop("This cannot be asked for so.")),
    "conflict": (409, gettext_noop("This cannot be done now.")),
    "stale": (409, gettext_noop("The game has gone on since you looked at it.")),
    "too-long": (413, gettext_noop("This is too long.")),
    "invalid": (422, gettext_noop("What was sent cannot be understood.")),
    "unreadable": (422, gettext_noop("These orders cannot be read.")),
    "illegal": (422, gettext_noop("These orders are not allowed now.")),
    "ambiguous": (422, gettext_noop("These orders fit more than one piece.")),
    "refused": (422, gettext_noop("This does not count.")),
    "key-reused": (422, gettext_noop("This idempotency key was used for something else.")),
    "too-many": (429, gettext_noop("These are too many requests. Wait a little.")),
    "unavailable": (503, gettext_noop("The site cannot answer now. Try again in a moment.")),
}


class Problem(Exception):
    """What goes wrong with a request, of a kind in ``KINDS``: ``detail`` is its sentence, ``more``
    what else is said of it."""

    def __init__(
        self,
        kind: str,
        detail: str = "",
        *,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(kind, detail)
        usual, self.sentence = KINDS[kind]
        self.kind, self.status, self.detail = kind, status or usual, detail
        self.headers, self.more = headers or {}, more

    @property
    def summary(self) -> dict[str, Any]:
        """What is said of it within an answer, where nothing was handed in."""
        return {
            "kind": self.kind,
            "sentence": self.detail or _(self.sentence),
            "rule": self.more.get("rule", ""),
            "order": self.more.get("order"),
        }


def respond(problem: Problem) -> HttpResponse:
    """Return the answer that tells a program of a problem."""
    words = {
        "type": f"{settings.SITE_URL}/api/#problem-{problem.kind}",
        "title": HTTPStatus(problem.status).phrase,
        "status": problem.status,
        "detail": problem.detail or _(problem.sentence),
        **problem.more,
    }
    return JsonResponse(
        words, status=problem.status, content_type=MEDIA_TYPE, headers=dict(problem.headers)
    )


def problem_of_rules(refused: Refused) -> Problem:
    """Return what the rules say against orders: the rule, and the place of the order from 0."""
    more: dict[str, Any] = {"rule": refused.rule, "order": refused.order}
    told = {name: value for name, value in more.items() if value not in ("", None)}
    kind = refused.kind if refused.kind in KINDS else "refused"
    return Problem(kind, refused.phrase.translate_with(_), **told)


def problem_of_submission(refusal: SubmissionRefusal) -> Problem:
    """Return why something that was handed in does not count, as pages and letters say it."""
    if refusal.refused is not None:
        return problem_of_rules(refusal.refused)
    missed = [step.phrase.translate_with(_) for step in refusal.missed]
    kind = "stale" if missed else _KIND_BY_STATUS.get(refusal.status, "refused")
    more: dict[str, Any] = {"missed": missed} if missed else {}
    return Problem(kind, refusal.sentence, status=refusal.status, **more)


def problem_of_rejection(rejection: Rejected) -> Problem:
    """Return why something cannot be done in a game for a reason outside the rules."""
    kind = "forbidden" if isinstance(rejection, NotSeated) else "conflict"
    return Problem(kind, str(rejection))


_KIND_BY_STATUS = {403: "forbidden", 409: "conflict", 413: "too-long", 422: "refused"}

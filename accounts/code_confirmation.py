"""Actions that a mailed code confirms: they wait in the session until the code is typed.

The limits are those of codes that sign in: letters are counted for the place and the address, a
code is good for three tries and ten minutes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from typing import Any, TypeAlias

import structlog
from allauth.account.adapter import get_adapter
from allauth.core.exceptions import RateLimited
from allauth.core.ratelimit import respond_429
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts import letters, limits
from accounts.allauth_internals import compare_user_code
from accounts.models import Person
from accounts.sign_in_forms import CodeForm, plain_code
from mail import clock

SESSION_KEY = "deed"  # stored in sessions, as are the names in its row
GOOD_FOR = 10 * 60  # seconds

log = structlog.get_logger()


class CodePurpose(StrEnum):
    """What a code is asked for."""

    MOVE = "move"
    OBJECTION = "objection"
    DELETION = "deletion"
    TEST = "test"
    SECOND = "second"


class TypedCodeForm(forms.Form):
    """The code from the letter."""

    code = CodeForm.base_fields["code"]


@dataclass(frozen=True, slots=True)
class PendingConfirmation:
    """An action that waits for the code in the letter to ``address``, of this ``kind``; ``about``
    says more of it."""

    purpose: CodePurpose
    address: str
    kind: str
    about: str = ""
    person: int | None = None


ConfirmedView: TypeAlias = Callable[[PendingConfirmation], HttpResponse]


def request_code(request: HttpRequest, asked: PendingConfirmation) -> HttpResponse | None:
    """Send the code for an action and remember what it is for; a page that refuses where too many
    letters were asked for."""
    try:
        limits.count_letter(request, asked.address)
    except RateLimited:
        return respond_429(request)  # type: ignore[no-any-return]
    since = time.time()
    request.session[SESSION_KEY] = {**_session_row(asked), "since": since, "at": since}
    _send_code(request, asked)
    return None


def pending_confirmation(request: HttpRequest, purpose: CodePurpose) -> PendingConfirmation | None:
    """Return the action that waits for its code, unless it has waited for too long."""
    row = request.session.get(SESSION_KEY)
    if row is None or row["deed"] != purpose or time.time() - row["at"] > GOOD_FOR:
        return None
    return PendingConfirmation(purpose, row["address"], row["kind"], row["about"], row["person"])


def confirmation_page(
    request: HttpRequest, purpose: CodePurpose, *, back: str, then: ConfirmedView
) -> HttpResponse:
    """Ask for the code of an action, send another one, or do ``then`` what was confirmed."""
    asked = pending_confirmation(request, purpose)
    if asked is None:
        messages.error(request, _("That took too long. Please begin again."))
        return redirect(back)
    if request.method != "POST":
        return _render_code_page(request, asked)
    if request.POST.get("action") == "resend":
        return _resend_code(request, asked)
    return _judge_code(request, asked, back, then)


def _judge_code(
    request: HttpRequest, asked: PendingConfirmation, back: str, then: ConfirmedView
) -> HttpResponse:
    """Do what was asked if the code fits, once; give up where it was tried too often."""
    if not limits.may_try_code(asked.address, request.session[SESSION_KEY], timezone.now()):
        log.warning("limit reached", limit="tries", who=limits.log_alias(asked.address))
        del request.session[SESSION_KEY]
        messages.error(request, _("Too many wrong codes. Please begin again."))
        return redirect(back)
    if not _is_code_right(request):
        log.warning("wrong code", who=limits.log_alias(asked.address))
        return _render_code_page(request, asked, is_wrong=True)
    del request.session[SESSION_KEY]
    return then(asked)


def _session_row(asked: PendingConfirmation) -> dict[str, Any]:
    return {
        "deed": asked.purpose,
        "address": asked.address,
        "kind": asked.kind,
        "about": asked.about,
        "person": asked.person,
    }


def _resend_code(request: HttpRequest, asked: PendingConfirmation) -> HttpResponse:
    """Send another code; where it is one too many, the one before stays good."""
    try:
        limits.count_letter(request, asked.address)
    except RateLimited:
        messages.error(request, _("Too many letters were asked for. The last code is still good."))
        return redirect(request.get_full_path())
    request.session[SESSION_KEY] |= {"at": time.time()}
    _send_code(request, asked)
    messages.success(request, _("Another code is on its way."))
    return redirect(request.get_full_path())


def _send_code(request: HttpRequest, asked: PendingConfirmation) -> None:
    code = get_adapter(request).generate_login_code()
    request.session[SESSION_KEY] |= {"code": code}
    request.session.modified = True
    letters.post_code_letter(
        address=asked.address,
        code="" if asked.kind in letters.CODELESS else code,
        kind=asked.kind,
        language=_letter_language(request),
        now=clock.now(),
        person_id=asked.person,
    )


def _letter_language(request: HttpRequest) -> str:
    if isinstance(request.user, Person):
        return request.user.language
    return translation.get_language() or "en"


def _is_code_right(request: HttpRequest) -> bool:
    expected = request.session[SESSION_KEY]["code"]
    typed = plain_code(request.POST.get("code", ""))
    return bool(compare_user_code(actual=typed, expected=expected))


def _render_code_page(
    request: HttpRequest, asked: PendingConfirmation, *, is_wrong: bool = False
) -> HttpResponse:
    form = TypedCodeForm({"code": "-"} if is_wrong else None)
    if is_wrong:
        form.add_error("code", _("That is not the code."))
        form.data = {"code": ""}  # nobody wants to see it again
    context = {"purpose": asked.purpose, "email": asked.address, "form": form}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_wrong else HTTPStatus.OK
    response = render(request, "accounts/code.html", context, status=status)
    response["Referrer-Policy"] = "no-referrer"
    return response

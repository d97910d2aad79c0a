"""The pages that ask for a mailed code: allauth's, with limits that hold however many knock."""

from __future__ import annotations

import time
from typing import Any

import structlog
from allauth.account.adapter import get_adapter
from allauth.account.views import ConfirmEmailVerificationCodeView, ConfirmLoginCodeView
from allauth.core.exceptions import RateLimited
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from accounts import limits
from accounts.email_normalize import mailbox
from accounts.models import Person

log = structlog.get_logger()


class CodeLimitsMixin:
    """Limits the tries at a code, and the letters; the code that was sent last stays good."""

    request: HttpRequest
    _process: Any
    _action: str

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Judge a code, unless that was done too often."""
        state = self._process.state
        if self._process.user is None and "user_id" in state:
            self._process.abort()
            return redirect("account_login")
        if request.POST.get("action") == "resend" != self._action:
            return self._refuse_letter()
        email, now = state["email"], timezone.now()
        if self._action == "verify" and not limits.may_try_code(email, state, now):
            log.warning("limit reached", limit="tries", who=limits.log_alias(email))
            self._process.abort()
            self._add_error("too_many_login_attempts")
            return redirect("account_login")
        return self._judge(request)  # what was counted stays so, if it fails

    def _judge(self, request: HttpRequest) -> HttpResponse:
        """Judge a code; of one that is sent twice at once, the second finds it used."""
        person = self._process.user
        with transaction.atomic():
            # The row goes where a guest takes the account: nothing may be stored for it then.
            if person and not Person.objects.select_for_update().filter(pk=person.pk):
                return redirect("account_login")
            return super().post(request)  # type: ignore[misc,no-any-return]

    def form_invalid(self, form: Any) -> HttpResponse:
        log.warning("wrong code", who=limits.log_alias(self._process.state["email"]))
        return super().form_invalid(form)  # type: ignore[misc,no-any-return]

    def _resend_form_valid(self, form: Any) -> HttpResponse:
        state = self._process.state
        try:
            limits.count_letter(self.request, state["email"])
        except RateLimited:
            return self._refuse_letter()
        state.setdefault("since", state["at"])
        state["at"] = time.time()
        return super()._resend_form_valid(form)  # type: ignore[misc,no-any-return]

    def _refuse_letter(self) -> HttpResponse:
        self._add_error("rate_limited")
        return redirect(self.request.get_full_path())

    def _add_error(self, what: str) -> None:
        adapter = get_adapter(self.request)
        adapter.add_message(self.request, messages.ERROR, message=adapter.error_messages[what])


class SignInCodeView(CodeLimitsMixin, ConfirmLoginCodeView):  # type: ignore[misc]
    """The code of a sign-in; void where its address is not that of the account any more."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        person = self._process.user
        if person and person.mailbox != mailbox(self._process.state["email"]):
            self._process.abort()
            return redirect("account_login")
        return super().post(request, *args, **kwargs)


class SignUpCodeView(CodeLimitsMixin, ConfirmEmailVerificationCodeView):  # type: ignore[misc]
    """The code that confirms the address of somebody new."""

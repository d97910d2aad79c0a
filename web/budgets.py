"""Limit how much of a web process's time one person may take in the long run.

Nobody comes near the limit by hand. A program that asks for page after page is told to wait before
it keeps others waiting. What is sent to a game is never refused because of it.
"""

from __future__ import annotations

import time
from http import HTTPStatus
from typing import Any

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import ResolverMatch
from django.utils.translation import gettext as _

from accounts import limits
from accounts.allauth_internals import get_ip
from accounts.middleware import RequestHandler
from accounts.models import Person
from games.pages.access import is_script
from web.cpu_budgets import CpuBudgets

SAVED = 60.0  # seconds that somebody may use up at once
# Names of URLs that are never limited: a turn is always taken, and polls and probes are cheap.
FREE = {"game_submit", "game_answer", "news", "healthz", "readyz", "metrics"}

log = structlog.get_logger()


budgets = CpuBudgets(SAVED)


def limit_cpu_per_user(get_response: RequestHandler) -> RequestHandler:
    """Charge each request's CPU time to its sender, and answer 429 when the budget is used up."""

    def middleware(request: HttpRequest) -> HttpResponse:
        began = time.thread_time()  # of this thread alone: waiting costs nothing
        try:
            return get_response(request)
        finally:
            if who := getattr(request, "spender", ""):
                used = time.thread_time() - began
                budgets.spend_seconds(who, used, settings.PERSON_BUDGET, time.monotonic())

    def process_view(request: HttpRequest, *_view: Any) -> HttpResponse | None:
        match = request.resolver_match
        if not settings.PERSON_BUDGET or match is None or _is_free(match):
            return None
        who = request.spender = _spender_key(request)  # type: ignore[attr-defined]
        left = budgets.seconds_left(who, settings.PERSON_BUDGET, time.monotonic())
        return None if left > 0 else _too_many_requests(request, left)

    middleware.process_view = process_view  # type: ignore[attr-defined]
    return middleware


def _is_free(match: ResolverMatch) -> bool:
    """Whether a view costs nothing here: the API keeps budgets of its own, by its tokens."""
    return match.view_name in FREE or "api" in match.namespaces


def _spender_key(request: HttpRequest) -> str:
    """Return a key for the person signed in, or for the place a visitor or a guest comes from."""
    person = request.user
    has_account = isinstance(person, Person) and not person.is_guest
    return str(person.pk) if has_account else f"at {get_ip(request)}"


def _too_many_requests(request: HttpRequest, left: float) -> HttpResponse:
    seconds = max(1, round(-left * 100 / settings.PERSON_BUDGET))
    log.warning("limit reached", limit="time", who=limits.log_alias(request.spender))  # type: ignore[attr-defined]
    status = HTTPStatus.TOO_MANY_REQUESTS
    if is_script(request):
        trouble = _("Too many tries in a short time. Wait a few minutes, then try again.")
        answer: HttpResponse = JsonResponse({"trouble": trouble}, status=status)
    else:
        answer = render(request, "429.html", status=status)
    answer["Retry-After"] = str(seconds)
    return answer

"""How much of a web process's time goes to programs, so that people do not wait for them.

All programs together may use ``API_SHARE`` hundredths of it, and one of them a third of that. Who
was not served for half a minute is served all the same, so that busy programs keep nobody away; and
orders are never refused for this. Whatever else is asked is answered by 503, with the seconds after
which to come again.
"""

from __future__ import annotations

import math
import time
from threading import Lock

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.allauth_internals import get_ip
from accounts.middleware import RequestHandler
from api import problems, tokens
from api.authentication import shown_token
from api.problems import Problem
from web.cpu_budgets import MAX_KNOWN, CpuBudgets

SAVED = 0.25  # seconds: little, so that programs never hold up a page for longer
OWN_SAVED, OWN_PART = 1.0, 3  # of one program: seconds, and the part of the share
DEBT = 5.0  # seconds that those may use beforehand who were not served for long
LONG = 30.0  # seconds
QUEUE = 20  # programs that are told to come again at the same second
TURNS = "/orders"  # what the address ends with by which a turn is handed in


class ProgramShare:
    """What programs have used of this process, and when each was served."""

    def __init__(self) -> None:
        self.all, self.own = CpuBudgets(SAVED), CpuBudgets(OWN_SAVED)
        self._served: dict[str, float] = {}
        self._known: set[str] = set()
        self._refused = 0
        self._lock = Lock()

    def seconds_to_wait(self, who: str, now: float) -> int:
        """Return 0 if a program is served now, or after how many seconds it should come again: not
        all of them at once."""
        left = self.all.seconds_left("", settings.API_SHARE, now)
        own = self.own.seconds_left(who, settings.API_SHARE / OWN_PART, now)
        with self._lock:  # the threads of the process share the table
            waited = now - self._served.get(who, -LONG)
            if min(left, own) > 0 or (waited >= LONG and left > -DEBT):
                self._note_service(who, left, now)
                return 0
            self._refused += 1
            short = max(-left, -own * OWN_PART)
            return 1 + math.ceil(short * 100 / settings.API_SHARE) + self._refused // QUEUE

    def knows(self, token: str) -> bool:
        """Whether a token has been good in this process."""
        return token in self._known

    def note_good(self, token: str) -> None:
        """Remember that a token was good."""
        if len(self._known) >= MAX_KNOWN:  # it must not grow without end
            self._known = set()
        self._known.add(token)

    def spend_seconds(self, who: str, seconds: float, now: float) -> None:
        """Subtract what a program has used."""
        self.all.spend_seconds("", seconds, settings.API_SHARE, now)
        self.own.spend_seconds(who, seconds, settings.API_SHARE / OWN_PART, now)

    def _note_service(self, who: str, left: float, now: float) -> None:
        if left > 0:
            self._refused = 0
        self._served[who] = now
        if len(self._served) > MAX_KNOWN:  # it must not grow without end
            late = {one: at for one, at in self._served.items() if now - at < LONG}
            self._served = late if len(late) < MAX_KNOWN else {}


share = ProgramShare()


def serve_program(get_response: RequestHandler, request: HttpRequest) -> HttpResponse:
    """Answer a program, or tell it to come again later."""
    if not settings.API_SHARE:
        return get_response(request)
    token = _digest_token(request)
    # Tokens that are made up cost nothing: only good ones have a budget of their own.
    who = token if share.knows(token) else f"at {get_ip(request)}"
    wait = share.seconds_to_wait(who, time.monotonic())
    if wait and not request.path_info.endswith(TURNS):
        return problems.respond(Problem("unavailable", headers={"Retry-After": str(wait)}))
    began = time.thread_time()  # of this thread alone: waiting costs nothing
    try:
        return get_response(request)
    finally:
        share.spend_seconds(who, time.thread_time() - began, time.monotonic())
        if getattr(request, "has_good_token", False):
            share.note_good(token)


def _digest_token(request: HttpRequest) -> str:
    """Return the digest of the token that a program shows, "" if it shows none."""
    secret = shown_token(request) or ""
    return tokens.digest_of(secret) if tokens.is_well_formed(secret) else ""

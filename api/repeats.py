"""A request that is sent again with the same ``Idempotency-Key`` is done once, and answered like
the first time for a day. What is refused has changed nothing, and can be tried again."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from hashlib import sha256
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import Person
from api.authentication import person_of
from api.models import MAX_KEY_CHARS, StoredAnswer
from api.problems import Problem
from games.play import clock
from mail import crypto

HEADER = "Idempotency-Key"
KEY = re.compile(rf"[!-~]{{1,{MAX_KEY_CHARS}}}")
KEPT = timedelta(days=1)
UNIQUE = "answer_once"

Act = Callable[..., Any]


def idempotent(act: Act) -> Act:
    """Make an operation be done once for each idempotency key of a person."""

    @wraps(act)
    def act_once(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        key = _read_key(request)
        if not key:
            return act(request, *args, **kwargs)
        person, asked = person_of(request), _digest_request(request)
        stored = _find_answer(person, key, asked)
        if stored is not None:
            return json.loads(crypto.decrypt(bytes(stored.body)) or b"null")
        return _act_and_store(lambda: act(request, *args, **kwargs), person, key, asked)

    # With the types themselves: their names mean something in the module of the operation alone.
    act_once.__signature__ = inspect.signature(act, eval_str=True)  # type: ignore[attr-defined]
    return act_once


def read_form_key(request: HttpRequest) -> str:
    """Return what a request is known by when it is sent again just as it was, "" without a key."""
    key = _read_key(request)
    return sha256(f"api {key}".encode()).hexdigest() if key else ""


def forget_answers(*, now: datetime, most: int) -> int:
    """Delete answers that nobody will ask for again, at most that many; return how many."""
    old = StoredAnswer.objects.filter(at__lt=now - KEPT).order_by("at").values("pk")[:most]
    count, _by_model = StoredAnswer.objects.filter(pk__in=old).delete()
    return count


def _act_and_store(act: Callable[[], Any], person: Person, key: str, asked: str) -> Any:
    try:
        # What is done and what is answered are one transaction: a process that dies between them
        # leaves nothing behind, and the same request does it then.
        with transaction.atomic():
            answer = act()
            _store_answer(person, key, asked, answer)
            return answer
    except IntegrityError as clash:
        # The same request was done meanwhile, and this one has no effect.
        stored = _find_answer(person, key, asked) if UNIQUE in str(clash) else None
        if stored is None:
            raise
        return json.loads(crypto.decrypt(bytes(stored.body)) or b"null")


def _find_answer(person: Person, key: str, asked: str) -> StoredAnswer | None:
    """Return what a key was answered, None if it was not used.

    :raises Problem: if it was used for something else.
    """
    row = StoredAnswer.objects.filter(person=person, key=key).first()
    if row is not None and row.request != asked:
        raise Problem("key-reused")
    return row


def _store_answer(person: Person, key: str, asked: str, answer: Any) -> None:
    body = json.dumps(answer, cls=DjangoJSONEncoder).encode()
    StoredAnswer.objects.create(
        person=person, key=key, request=asked, body=crypto.encrypt(body), at=clock.now()
    )


def _read_key(request: HttpRequest) -> str:
    key = request.headers.get(HEADER)
    if key is None:
        return ""
    if not KEY.fullmatch(key):
        words = _("An idempotency key has up to %(n)s signs of ASCII, and no blanks.")
        raise Problem("invalid", words % {"n": MAX_KEY_CHARS})
    return key


def _digest_request(request: HttpRequest) -> str:
    asked = f"{request.method} {request.get_full_path()}\n".encode() + request.body
    return sha256(asked).hexdigest()

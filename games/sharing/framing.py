"""What browsers are told of what other sites may show, and scripts of other sites read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from csp.decorators import csp_replace
from django.http import HttpResponse, HttpResponseBase
from django.views.decorators.clickjacking import xframe_options_exempt

View = Callable[..., HttpResponse]
Answer = TypeVar("Answer", bound=HttpResponseBase)
EMBEDDED = {"frame-ancestors": ["*"], "script-src": ["'none'"], "form-action": ["'none'"]}


def embeddable(view: View) -> View:
    """Let pages of other sites show a view, which has neither scripts nor forms."""
    framed: Any = csp_replace(EMBEDDED)(xframe_options_exempt(view))
    return framed  # type: ignore[no-any-return]


def open_to_sites(response: Answer, *, seconds: int) -> Answer:
    """Let pages of any site use a response that names no reader, and caches keep it a while."""
    response["Access-Control-Allow-Origin"] = "*"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    response["Cache-Control"] = f"public, max-age={seconds}"
    return response

"""Shows the letters kept as files, as a mail program would; only on a site for trying out.

Nothing is fetched from anywhere: the HTML part stands in a frame that may run nothing and load
nothing but its own pictures. The page around it may measure it, and makes the frame as high.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import TypeAlias

import structlog
from csp.constants import SELF
from csp.decorators import csp_update
from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from mail import answers, clock, stored_letters
from mail.stored_letters import StoredLetter

PAPER = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; "
    "img-src 'self'; style-src 'unsafe-inline'"
)


PAGE_SIZE = 50

View: TypeAlias = Callable[..., HttpResponseBase]

log = structlog.get_logger()


def _require_trial_site(view: View) -> View:
    @wraps(view)
    def guarded(request: HttpRequest, **names: str) -> HttpResponseBase:
        if not settings.PLAY:
            raise Http404
        return view(request, **names)

    return never_cache(guarded)


@require_safe
@_require_trial_site
def letter_list(request: HttpRequest) -> HttpResponse:
    """List the letters, the latest first: all, or those to the address that was chosen."""
    # Read before the letters: what comes in between is then news, not missed.
    news, chosen = stored_letters.folder_stamp(), request.GET.get("to", "")
    latest = list(stored_letters.latest_letters())
    shown = [letter for letter in latest if chosen in ("", letter.recipient)]
    page = Paginator(shown, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "news": news,
        "letters": page.object_list,
        "page": {"number": page.number, "last": page.paginator.num_pages},
        "previous": _page_query(chosen, page.number - 1) if page.has_previous() else "",
        "next": _page_query(chosen, page.number + 1) if page.has_next() else "",
        "recipients": sorted({letter.recipient for letter in latest}),
        "chosen": chosen,
    }
    return render(request, "mail/letters.html", context)


def _page_query(chosen: str, number: int) -> str:
    return f"?{urlencode({'to': chosen, 'page': str(number)})}"


@require_safe
@_require_trial_site
def letter_news(request: HttpRequest) -> HttpResponse:
    """Send the stamp of the list, which changes with every letter, to its open pages."""
    news = stored_letters.folder_stamp()
    return JsonResponse({"news": news}, headers={"ETag": f'"{news}"'})


@require_safe
@_require_trial_site
@csp_update({"frame-src": [SELF]})  # type: ignore[arg-type]
def letter_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show a letter: its head, its HTML part in a frame, its text part and all headers."""
    return _render_letter(request, _load_letter(name))


@require_POST
@_require_trial_site
def answer_letter(request: HttpRequest, name: str) -> HttpResponse:
    """Send an answer to a letter, as the mail program of its reader would."""
    letter = _load_letter(name)
    if not letter.can_be_answered:
        raise Http404
    text = request.POST.get("text", "")
    try:
        answers.send_answer(answers.build_answer(letter, text, clock.now()))
    except OSError as error:
        log.warning("answer not taken", error=type(error).__name__)
        return _render_letter(request, letter, status=HTTPStatus.SERVICE_UNAVAILABLE, text=text)
    arrived = _("Your answer has arrived. In a moment a letter says what comes of it.")
    messages.success(request, arrived)
    return redirect(f"{reverse('letters')}?{urlencode({'to': letter.recipient})}")


@require_safe
@_require_trial_site
@xframe_options_sameorigin
def letter_html(request: HttpRequest, name: str) -> HttpResponse:
    """Return the HTML part, for the frame."""
    return HttpResponse(_load_letter(name).html, headers={"Content-Security-Policy": PAPER})


@require_safe
@_require_trial_site
def letter_picture(request: HttpRequest, name: str, cid: str) -> HttpResponse:
    """Return a picture of a letter, also to the frame, which counts as another site."""
    png = _load_letter(name).pictures.get(cid)
    if png is None:
        raise Http404
    headers = {"Cross-Origin-Resource-Policy": "cross-origin"}
    return HttpResponse(png, content_type="image/png", headers=headers)


def _render_letter(
    request: HttpRequest, letter: StoredLetter, *, text: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    """Return the page of a letter; with a ``text`` the answer that could not be sent."""
    return render(request, "mail/letter.html", {"letter": letter, "text": text}, status=status)


def _load_letter(name: str) -> StoredLetter:
    letter = stored_letters.find_letter(name)
    if letter is None:
        raise Http404
    return letter

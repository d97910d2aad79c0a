"""In which language and which colours a reader sees the site: set by a form, kept in a cookie."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from accounts.models import Person

THEMES = ("light", "dark")
COOKIE = "theme"


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Take ``language`` for this browser and, when signed in, for the person's letters too."""
    code = request.POST.get("language", "")
    if isinstance(request.user, Person) and code in dict(settings.LANGUAGES):
        request.user.language = code
        request.user.save(update_fields=["language"])
    if not check_for_language(code):
        return _back(request)
    return set_language(request)


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Take ``theme``: light, dark, or nothing to follow the device."""
    response = _back(request)
    chosen = request.POST.get("theme")
    if chosen in THEMES:
        response.set_cookie(
            COOKIE,
            chosen,
            max_age=settings.SESSION_COOKIE_AGE,
            secure=settings.SECURE,
            httponly=True,
            samesite="Lax",
        )
    else:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response


def theme_of(request: HttpRequest) -> str:
    """Name the colours the reader chose: light, dark, or nothing."""
    chosen = request.COOKIES.get(COOKIE, "")
    return chosen if chosen in THEMES else ""


def _back(request: HttpRequest) -> HttpResponseRedirect:
    target = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return HttpResponseRedirect(target if safe else "/")

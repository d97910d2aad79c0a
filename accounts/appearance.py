"""In which language and colours a reader sees the site, and whether the fields of its boards bear
their names: set by forms, kept in cookies."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from accounts.models import Person

THEMES = ("light", "dark")
THEME, NAMES = "theme", "names"
NAMELESS = "0"


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Take ``choose_language`` for this browser and, when signed in, for the person's letters
    too."""
    code = request.POST.get("language", "")
    if isinstance(request.user, Person) and code in dict(settings.LANGUAGES):
        request.user.language = code
        request.user.save(update_fields=["language"])
    if not check_for_language(code):
        return _redirect_back(request)
    return set_language(request)


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Take ``choose_theme``: light, dark, or nothing to follow the device."""
    chosen = request.POST.get(THEME, "")
    return _remember_choice(request, settings.THEME_COOKIE_NAME, chosen if chosen in THEMES else "")


@require_POST
def choose_field_names(request: HttpRequest) -> HttpResponse:
    """Take ``choose_field_names``: "0" hides the names of fields, all else shows them."""
    chosen = request.POST.get(NAMES, "")
    return _remember_choice(
        request, settings.NAMES_COOKIE_NAME, chosen if chosen == NAMELESS else ""
    )


def chosen_theme(request: HttpRequest) -> str:
    """Name the colours the reader chose: light, dark, or nothing."""
    chosen = request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    return chosen if chosen in THEMES else ""


def has_names_hidden(request: HttpRequest) -> bool:
    """Whether the reader has hidden the names of fields."""
    return request.COOKIES.get(settings.NAMES_COOKIE_NAME) == NAMELESS


def _remember_choice(request: HttpRequest, cookie: str, chosen: str) -> HttpResponse:
    """Lead back, with what was chosen in a cookie, or without that where it is nothing."""
    response = _redirect_back(request)
    if not chosen:
        response.delete_cookie(cookie, samesite="Lax")
        return response
    response.set_cookie(
        cookie,
        chosen,
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _redirect_back(request: HttpRequest) -> HttpResponseRedirect:
    target = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return HttpResponseRedirect(target if safe else "/")

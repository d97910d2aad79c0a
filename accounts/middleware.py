"""Shows every page in the language and the time zone of the person who reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts.models import Person

RequestHandler: TypeAlias = Callable[[HttpRequest], HttpResponse]


def activate_preferences(get_response: RequestHandler) -> RequestHandler:
    """Activate a signed-in person's language and zone for the request."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, Person):
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = request.user.language
            with timezone.override(request.user.zone):
                return get_response(request)
        return get_response(request)

    return middleware

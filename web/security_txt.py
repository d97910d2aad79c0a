"""Where to report a hole in the site (RFC 9116)."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

GOOD_FOR = timedelta(days=180)  # the RFC recommends less than a year


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return the contact, its languages, and until when the file is valid."""
    fields = {
        "Contact": settings.SECURITY_CONTACT,
        "Expires": (timezone.now() + GOOD_FOR).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "Preferred-Languages": ", ".join(code for code, _name in settings.LANGUAGES),
        "Canonical": settings.SITE_URL + reverse("security"),
    }
    lines = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return HttpResponse(lines, content_type="text/plain; charset=utf-8")

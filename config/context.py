"""What every page knows: the site's name."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    return {"site_name": settings.SITE_NAME, "play": settings.PLAY}

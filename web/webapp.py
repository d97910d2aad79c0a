"""The site as an installable web app: its manifest, its service worker and its offline pages."""

from __future__ import annotations

import json
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

PAPER, INK = "#F6F1E4", "#223A46"
ICONS = (
    ("img/icon-192.png", 192, "any"),
    ("img/icon-512.png", 512, "any"),
    ("img/icon-maskable-512.png", 512, "maskable"),
)
SHELL = (
    "css/pages.css",
    "fonts/atkinson-hyperlegible-next-latin.woff2",
    "fonts/alegreya-sc-700-latin.woff2",
    "img/mark.svg",
    "img/mark-asked.svg",
    "boards/four-islands-light.svg",
    "boards/four-islands-dark.svg",
    "js/site.js",
)
KEPT = ("/games/", "/rules/", "/learn/", "/league/", "/help/")  # and the first page


@require_safe
@cache_control(private=True, max_age=3600)
def manifest(request: HttpRequest) -> JsonResponse:
    """Return the manifest, by which a device installs the site."""
    data = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": _("Board games that last for weeks: by web page and by letter."),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": INK,
        "icons": [
            {"src": static(name), "sizes": f"{side}x{side}", "type": "image/png", "purpose": use}
            for name, side, use in ICONS
        ],
    }
    return JsonResponse(data, content_type="application/manifest+json")


@require_safe
@cache_control(private=True, no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker: the names of what it caches from the start, then its script."""
    pages = [reverse("offline"), reverse("unsent")]
    shell = [*pages, *(static(name) for name in SHELL)]
    language = get_language() or settings.LANGUAGE_CODE
    config = {
        # Names of files change with their content, so that any change of them is a new version.
        "version": sha256(json.dumps([language, shell]).encode()).hexdigest()[:12],
        "shell": shell,
        "offline": pages[0],
        "icon": static("img/icon-192.png"),
        "unsent": pages[1],
        "assets": settings.STATIC_URL,
        "final": not settings.DEBUG,  # assets change their names with their content
        "home": reverse("home"),
        "pages": KEPT,
        "leaving": reverse("account_logout"),
    }
    script = static("js/worker.js")
    return HttpResponse(
        f"self.site = {json.dumps(config)};\nimportScripts({json.dumps(script)});\n",
        content_type="text/javascript; charset=utf-8",
    )


@require_safe
def offline_page(request: HttpRequest) -> HttpResponse:
    """Render the page that the service worker shows when the site cannot be reached."""
    return _render_page(request, "webapp/offline.html")


@require_safe
def unsent_page(request: HttpRequest) -> HttpResponse:
    """Render the page that the service worker shows when a form could not be sent."""
    return _render_page(request, "webapp/unsent.html")


def _render_page(request: HttpRequest, template: str) -> HttpResponse:
    return render(request, template)

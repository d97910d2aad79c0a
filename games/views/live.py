"""Whether something has happened elsewhere: asked every few seconds by pages that are open."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games import live
from games.play import clock

GONE = 410


@csrf_exempt  # nothing but a pass opens it, and no form of another site can send one
@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_cache=True)
def send_news(request: HttpRequest) -> HttpResponse:
    """Return how things stand for a page that shows its pass; a POST says that it is looked at."""
    page = live.read_pass(request.headers.get(live.HEADER, ""))
    stamp = live.page_stamp(page) if page else None
    if page is None or stamp is None:
        return HttpResponse(status=GONE)
    if request.method == "POST":
        live.record_look(page, now=clock.now())
        return HttpResponse(status=204)
    response = JsonResponse({"news": stamp.news, "asked": stamp.asked})
    response["ETag"] = f'"{stamp.news}/{stamp.asked}"'
    patch_vary_headers(response, [live.HEADER])
    return response

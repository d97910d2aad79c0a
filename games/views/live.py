"""News for open pages: each asks every few seconds whether something has happened elsewhere."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games import live
from games.play import clock

GONE = 410


@csrf_exempt  # only a pass in a header is accepted, which no form of another site can send
@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_cache=True)
def send_news(request: HttpRequest) -> HttpResponse:
    """Send the stamp of the page whose pass the request shows; a POST records that the page is
    looked at.

    The stamp is an ETag, so that most requests are answered by 304. Without a valid pass: 410.
    """
    page = live.read_pass(request.headers.get(live.HEADER, ""))
    stamp = live.page_stamp(page) if page else None
    if page is None or stamp is None:
        return HttpResponse(status=GONE)
    if request.method == "POST":
        live.record_look(page, now=clock.now())
        return HttpResponse(status=204)
    return _stamp_response(stamp)


def _stamp_response(stamp: live.PageStamp) -> HttpResponse:
    response = JsonResponse({"news": stamp.news, "asked": stamp.asked})
    response["ETag"] = f'"{stamp.news}/{stamp.asked}"'
    patch_vary_headers(response, [live.HEADER])
    return response

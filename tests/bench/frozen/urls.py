"""Its one address."""

from __future__ import annotations

from django.contrib.auth.backends import BaseBackend
from django.http import HttpRequest, HttpResponse
from django.urls import path

from accounts.models import Person
from tests.bench.bare_post import insert


class PlainBackend(BaseBackend):
    """Finds people as Django itself does."""

    def get_user(self, user_id: int) -> Person | None:
        found: Person | None = Person._base_manager.filter(pk=user_id).first()
        return found


def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


urlpatterns = [path("bench/insert/", insert), path("healthz", healthz)]

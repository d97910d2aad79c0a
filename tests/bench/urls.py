"""The site's addresses and the yardstick: an authenticated POST with one insert."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path

from config.urls import urlpatterns as site


@login_required
@transaction.atomic
def insert(request: HttpRequest) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_row (person) VALUES (%s)", [request.user.pk])
    return HttpResponseRedirect("/done/")


urlpatterns = [*site, path("bench/insert/", insert)]

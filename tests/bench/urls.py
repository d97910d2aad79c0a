"""The site's addresses and one more: a POST that does nothing but insert a row."""

from __future__ import annotations

from django.urls import path

from config.urls import urlpatterns as site
from tests.bench.bare_post import insert

urlpatterns = [*site, path("bench/insert/", insert)]

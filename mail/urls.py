"""The addresses of the letters kept as files, on a site for trying out."""

from __future__ import annotations

from django.urls import path

from mail import pages

urlpatterns = [
    path("letters/", pages.index, name="letters"),
    path("letters/<slug:name>/", pages.letter, name="letter"),
    path("letters/<slug:name>/html/", pages.html, name="letter_html"),
    path("letters/<slug:name>/pictures/<slug:cid>/", pages.picture, name="letter_picture"),
]

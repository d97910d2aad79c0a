"""The addresses of channels, and of the letters kept as files on a site for trying out."""

from __future__ import annotations

from django.urls import include, path

from mail import views

urlpatterns = [
    path("", include("mail.channels.urls")),
    path("letters/", views.letter_list, name="letters"),
    path("letters/news/", views.letter_news, name="letter_news"),
    path("letters/<slug:name>/", views.letter_page, name="letter"),
    path("letters/<slug:name>/answer/", views.answer_letter, name="answer_letter"),
    path("letters/<slug:name>/html/", views.letter_html, name="letter_html"),
    path("letters/<slug:name>/pictures/<slug:cid>/", views.letter_picture, name="letter_picture"),
]

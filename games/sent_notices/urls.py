"""The URLs of what a person was told."""

from __future__ import annotations

from django.urls import path

from games.sent_notices import views

urlpatterns = [
    path("preferences/sent/", views.list_notices, name="sent_notices"),
    path("games/<int:pk>/sent/", views.list_notices, name="game_sent_notices"),
]

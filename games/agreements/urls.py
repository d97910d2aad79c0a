"""The URLs of what players agree on beside their turns."""

from __future__ import annotations

from django.urls import path

from games.agreements import views

urlpatterns = [
    path("games/<int:pk>/extend/", views.extend_deadline, name="game_extend"),
]

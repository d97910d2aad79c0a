"""The URLs of substitutes."""

from __future__ import annotations

from django.urls import path

from games.substitutes import views

urlpatterns = [
    path("preferences/substitutes/", views.edit_pool, name="substitutes"),
    path("games/<int:pk>/decline-seat/", views.decline_seat, name="game_decline_seat"),
]

"""The addresses of the league."""

from __future__ import annotations

from django.urls import path

from leagues import views

urlpatterns = [
    path("league/", views.league_page, name="league"),
    path("league/<slug:slug>/", views.league_page, name="league"),
    path("players/<int:pk>/", views.player_page, name="player"),
]

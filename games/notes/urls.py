"""The URL of notes."""

from __future__ import annotations

from django.urls import path

from games.notes import views

urlpatterns = [path("games/<int:pk>/note/", views.save_note, name="game_note")]

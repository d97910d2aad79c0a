"""The URLs of saved set-ups."""

from __future__ import annotations

from django.urls import path

from games.setups import views

urlpatterns = [
    path("setups/", views.list_setups, name="setups"),
    path("setups/<int:pk>/rename/", views.rename_setup, name="setup_rename"),
    path("setups/<int:pk>/forget/", views.delete_setup, name="setup_forget"),
    path("games/<int:pk>/keep/", views.save_setup, name="game_keep"),
]

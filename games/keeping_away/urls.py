"""The URLs of keeping away."""

from __future__ import annotations

from django.urls import path

from games.keeping_away import views

urlpatterns = [
    path("preferences/blocks/", views.list_blocks, name="blocks"),
    path("players/<int:pk>/block/", views.block_player, name="block"),
    path("players/<int:pk>/unblock/", views.unblock_player, name="unblock"),
]

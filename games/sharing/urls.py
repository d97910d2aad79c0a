"""The URLs of what other sites may show of a game."""

from __future__ import annotations

from django.urls import path

from games.sharing import views

urlpatterns = [
    path("oembed", views.send_oembed, name="oembed"),
    path("games/<int:pk>/embed/", views.show_embedded_game, name="game_embed"),
    path(
        "games/<int:pk>/steps/<int:number>.svg",
        views.send_step_drawing,
        name="game_step_svg",
    ),
    path("games/<int:pk>/steps/<int:number>.png", views.send_step_picture, name="game_step_png"),
    path("games/<int:pk>/animation/", views.show_animation, name="game_animation"),
    path("games/<int:pk>/animation/ask/", views.ask_for_animation, name="game_animation_ask"),
    path("games/<int:pk>/animation/<slug:name>.gif", views.send_gif, name="game_gif"),
    path("games/<int:pk>/animation/<slug:name>.webp", views.send_webp, name="game_webp"),
    path("games/<int:pk>/preview.png", views.send_game_preview, name="game_preview"),
    path("tables/<int:pk>/preview.png", views.send_table_preview, name="table_preview"),
]

"""The URLs of diaries."""

from __future__ import annotations

from django.urls import path

from games.diary import views

urlpatterns = [
    path("games/<int:pk>/diary/", views.show_diary, name="game_diary"),
    path("games/<int:pk>/diary/entry/", views.save_entry, name="game_diary_entry"),
    path("games/<int:pk>/diary/remove/", views.remove_entry, name="game_diary_remove"),
    path("games/<int:pk>/diary/note/", views.save_note, name="game_diary_note"),
    path("games/<int:pk>/diary/open/", views.open_diary, name="game_diary_open"),
    path("games/<int:pk>/diary/close/", views.close_diary, name="game_diary_close"),
    path("games/<int:pk>/diaries/", views.list_diaries, name="game_diaries"),
]

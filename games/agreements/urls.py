"""The URLs of what players agree on beside their turns."""

from __future__ import annotations

from django.urls import path

from games.agreements import views

urlpatterns = [
    path("games/<int:pk>/extend/", views.extend_deadline, name="game_extend"),
    path("games/<int:pk>/nudge/", views.nudge_player, name="game_nudge"),
    path("games/<int:pk>/pause/", views.propose_pause, name="game_pause"),
    path("games/<int:pk>/pause/agree/", views.agree_to_pause, name="game_pause_agree"),
    path("games/<int:pk>/pause/decline/", views.decline_pause, name="game_pause_decline"),
    path("games/<int:pk>/pause/end/", views.end_pause, name="game_pause_end"),
    path("games/<int:pk>/take-back/", views.ask_take_back, name="game_take_back"),
    path("games/<int:pk>/take-back/agree/", views.agree_to_take_back, name="game_take_back_agree"),
    path("games/<int:pk>/take-back/refuse/", views.decline_take_back, name="game_take_back_refuse"),
]

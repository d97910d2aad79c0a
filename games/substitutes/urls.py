"""The URLs of substitutes."""

from __future__ import annotations

from django.urls import path

from games.substitutes import views

urlpatterns = [
    path("preferences/substitutes/", views.edit_pool, name="substitutes"),
    path("preferences/substitutes/friend/", views.name_friend, name="stand_in_name"),
    path(
        "preferences/substitutes/friend/withdraw/", views.withdraw_friend, name="stand_in_withdraw"
    ),
    path("preferences/substitutes/<int:pk>/accept/", views.accept_friend, name="stand_in_accept"),
    path(
        "preferences/substitutes/<int:pk>/decline/", views.decline_friend, name="stand_in_decline"
    ),
    path("games/<int:pk>/decline-seat/", views.decline_seat, name="game_decline_seat"),
]

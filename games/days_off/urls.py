"""The URLs of days off."""

from __future__ import annotations

from django.urls import path

from games.days_off import views

urlpatterns = [
    path("preferences/days-off/", views.show_days_off, name="days_off"),
    path("preferences/days-off/take/", views.take_days_off, name="take_days_off"),
    path(
        "preferences/days-off/by-itself/",
        views.save_vacation_by_itself,
        name="vacation_by_itself",
    ),
    path("preferences/days-off/return/", views.return_days_off, name="return_days_off"),
]

"""The addresses of seasons and cups."""

from __future__ import annotations

from django.urls import path

from seasons import views

urlpatterns = [
    path("seasons/", views.list_competitions, name="seasons"),
    path("seasons/<int:pk>/", views.show_competition, name="competition"),
    path("seasons/invited/<str:key>/", views.show_invited_competition, name="competition-invited"),
    path("seasons/<int:pk>/enter/", views.enter_competition, name="competition-enter"),
    path("seasons/<int:pk>/leave/", views.leave_competition, name="competition-leave"),
    path("seasons/<int:pk>/<int:stage>/<int:group>/", views.show_group, name="competition-group"),
    path("players/<int:pk>/honours/", views.list_honours, name="honours"),
]

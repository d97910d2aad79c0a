"""The addresses of seasons and cups."""

from __future__ import annotations

from django.urls import path

from seasons import cup_views, direction_views, export_views, views

urlpatterns = [
    path("seasons/", views.list_competitions, name="seasons"),
    path("seasons/<int:pk>/", views.show_competition, name="competition"),
    path("seasons/invited/<str:key>/", views.show_invited_competition, name="competition-invited"),
    path("seasons/<int:pk>/enter/", views.enter_competition, name="competition-enter"),
    path("seasons/<int:pk>/leave/", views.leave_competition, name="competition-leave"),
    path("seasons/<int:pk>/<int:stage>/<int:group>/", views.show_group, name="competition-group"),
    path("seasons/new/", cup_views.open_cup, name="cup-new"),
    path(
        "seasons/<int:pk>/<int:stage>/<int:group>/results.<slug:form>",
        export_views.export_group,
        name="competition-results",
    ),
    path(
        "seasons/<int:pk>/<int:stage>/<int:group>/embed/",
        export_views.embed_group,
        name="competition-embed",
    ),
    path("seasons/<int:pk>/direct/", direction_views.show_direction, name="competition-direct"),
    path(
        "seasons/<int:pk>/direct/assist/", direction_views.name_assistant, name="competition-assist"
    ),
    path(
        "seasons/<int:pk>/direct/dismiss/",
        direction_views.dismiss_assistant,
        name="competition-dismiss",
    ),
    path("seasons/<int:pk>/rule/<slug:what>/", direction_views.rule, name="competition-rule"),
    path("players/<int:pk>/honours/", views.list_honours, name="honours"),
]

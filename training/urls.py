"""The URLs of lessons and missions."""

from __future__ import annotations

from django.urls import path

from training import lesson_views, mission_views

urlpatterns = [
    path("learn/", lesson_views.list_courses, name="lessons_overview"),
    path("learn/<slug:slug>/", lesson_views.list_lessons, name="lessons"),
    path("learn/<slug:slug>/<int:number>/", lesson_views.show_lesson, name="lesson"),
    path("learn/<slug:slug>/<int:number>/done/", lesson_views.finish_lesson, name="lesson_done"),
    path("campaign/<slug:slug>/", mission_views.list_missions, name="campaign"),
    path("campaign/<slug:slug>/<int:number>/", mission_views.show_mission, name="mission"),
    path(
        "campaign/<slug:slug>/<int:number>/begin/",
        mission_views.begin_mission,
        name="mission_begin",
    ),
    path(
        "campaign/<slug:slug>/<int:number>/plan/",
        mission_views.open_mission_plan,
        name="mission_plan",
    ),
    path(
        "campaign/<slug:slug>/<int:number>/submit/",
        mission_views.submit_mission_turn,
        name="mission_submit",
    ),
    path(
        "campaign/<slug:slug>/<int:number>/leave/",
        mission_views.leave_mission,
        name="mission_leave",
    ),
]

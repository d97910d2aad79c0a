"""The URLs of reports."""

from __future__ import annotations

from django.urls import path

from reports import views

urlpatterns = [
    path("reports/", views.list_reports, name="reports"),
    path("measures/", views.list_measures, name="measures"),
    path("measures/<int:pk>/appeal/", views.appeal, name="appeal"),
    path("games/<int:pk>/words/<int:remark>/report/", views.report_words, name="report_words"),
    path("games/<int:pk>/report/", views.report_title, name="report_title"),
    path("players/<int:pk>/report/", views.report_name, name="report_name"),
]

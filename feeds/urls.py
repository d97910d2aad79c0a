"""The addresses of calendars and feeds, and of the page that tells them."""

from __future__ import annotations

from django.urls import path

from feeds import views

urlpatterns = [
    path("preferences/feeds/", views.show_addresses, name="feeds"),
    path("preferences/feeds/open/", views.open_feed, name="open_feed"),
    path("preferences/feeds/alarm/", views.save_alarm, name="feed_alarm"),
    path("preferences/feeds/renew/", views.renew_addresses, name="renew_feed"),
    path("preferences/feeds/close/", views.close_feed, name="close_feed"),
    path("feeds/<str:token>/calendar.ics", views.send_calendar, name="feed_calendar"),
    path("feeds/<str:token>/news.atom", views.send_news, name="feed_news"),
]

"""The addresses of games and tables."""

from __future__ import annotations

from django.urls import path

from games.views import (
    answer,
    film,
    game,
    history,
    home,
    lessons,
    plan,
    practice,
    seats,
    tables,
    text,
    turn,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", home.healthz, name="healthz"),
    path("rules/<slug:slug>/", home.rules, name="rules"),
    path("rules/<slug:slug>/<int:number>/", practice.example, name="example"),
    path("learn/<slug:slug>/", lessons.index, name="lessons"),
    path("learn/<slug:slug>/<int:number>/", lessons.page, name="lesson"),
    path("tables/", tables.index, name="tables"),
    path("tables/new/", tables.new, name="table_new"),
    path("tables/play/", tables.play, name="table_play"),
    path("tables/<int:pk>/", tables.page, name="table"),
    path("tables/<int:pk>/join/", tables.join, name="table_join"),
    path("tables/<int:pk>/choose/", tables.choose, name="table_choose"),
    path("tables/<int:pk>/leave/", tables.leave, name="table_leave"),
    path("tables/<int:pk>/invite/", tables.invite, name="table_invite"),
    path("tables/<int:pk>/house/", tables.house, name="table_house"),
    path("tables/<int:pk>/start/", tables.start, name="table_start"),
    path("invite/<slug:key>/", tables.invite_link, name="invite"),
    path("games/<int:pk>/", game.page, name="game"),
    path("games/<int:pk>/text/", text.page, name="game_text"),
    path("games/<int:pk>/try/", practice.sandbox, name="game_try"),
    path("games/<int:pk>/film/", film.film, name="game_film"),
    path("games/<int:pk>/outline/", film.outline, name="game_outline"),
    path("games/<int:pk>/seen/", film.seen, name="game_seen"),
    path("games/<int:pk>/plan/", plan.plan, name="game_plan"),
    path("games/<int:pk>/check/", turn.check, name="game_check"),
    path("games/<int:pk>/submit/", turn.submit, name="game_submit"),
    path("games/<int:pk>/answer/", answer.page, name="game_answer"),
    path("games/<int:pk>/history/", history.page, name="game_history"),
    path("games/<int:pk>/record.txt", history.record, name="game_record"),
    path("games/<int:pk>/notation.txt", history.notation, name="game_notation"),
    path("games/<int:pk>/events.json", history.events, name="game_events"),
    path("games/<int:pk>/leave/", seats.leave, name="game_leave"),
    path("games/<int:pk>/takeover/", seats.take_over, name="game_takeover"),
    path("games/<int:pk>/return/", seats.come_back, name="game_return"),
]

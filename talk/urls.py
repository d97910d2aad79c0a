"""The URLs of words at tables."""

from __future__ import annotations

from django.urls import path

from talk import views

urlpatterns = [
    path("games/<int:pk>/words/", views.show_words, name="words"),
    path("games/<int:pk>/words/say/", views.say_words, name="words_say"),
    path("games/<int:pk>/words/read/", views.mark_words_read, name="words_read"),
    path("games/<int:pk>/words/terms/", views.set_terms, name="words_terms"),
    path("games/<int:pk>/words/<int:remark>/edit/", views.edit_words, name="words_edit"),
    path("games/<int:pk>/words/<int:remark>/mute/", views.mute_author, name="words_mute"),
    path(
        "games/<int:pk>/words/<int:remark>/withdraw/", views.withdraw_words, name="words_withdraw"
    ),
]

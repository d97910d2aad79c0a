"""The URLs of the chain of commitments and of proofs."""

from __future__ import annotations

from django.urls import path

from games.fairness import views

urlpatterns = [
    path("fairness/", views.show_commitments, name="fairness"),
    path("fairness/chain.txt", views.download_commitments, name="fairness_chain"),
    path("games/<int:pk>/proof/", views.show_proof, name="game_proof"),
]

"""The application that holds the site's own checks."""

from __future__ import annotations

from django.apps import AppConfig


class Site(AppConfig):
    name = "config"

    def ready(self) -> None:
        from config import checks  # noqa: F401  (registers itself)

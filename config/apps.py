"""The application that holds the site's own checks, and the administration as it is here."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class Site(AppConfig):
    name = "config"

    def ready(self) -> None:
        from anymail.signals import tracking

        from accounts import bounces
        from config import checks  # noqa: F401  (registers itself)

        tracking.connect(bounces.hear)


class Administration(AdminConfig):
    default_site = "config.administration.Administration"

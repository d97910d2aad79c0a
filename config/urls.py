"""The addresses of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from django.views.generic import TemplateView

from config import legal, metrics, ownership, readiness, security, webapp, webhooks

handler400 = "config.errors.unreadable"
handler403 = "config.errors.forbidden"
handler500 = "config.errors.broken"
urlpatterns = [
    path("", include("games.urls")),
    path("", include("leagues.urls")),
    path("", include("accounts.urls")),
    path("", include("mail.urls")),
    path("preferences/export/", ownership.export, name="export"),
    path("imprint/", legal.imprint, name="imprint"),
    path("privacy/", legal.privacy, name="privacy"),
    path("anymail/", include(webhooks.patterns())),
    path("readyz", readiness.readyz, name="readyz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("manifest.webmanifest", webapp.manifest, name="manifest"),
    path("service-worker.js", webapp.worker, name="worker"),
    path(".well-known/security.txt", security.contact, name="security"),
    path("offline/", webapp.offline, name="offline"),
    path("offline/unsent/", webapp.unsent, name="unsent"),
    path("help/", TemplateView.as_view(template_name="help.html"), name="help"),
    path("admin/", admin.site.urls),
]

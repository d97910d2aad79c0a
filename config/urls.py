"""The URLs of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from django.views.generic import TemplateView

from ops import metrics, readiness
from web import data_export, legal, security_txt, webapp, webhooks

handler400 = "web.errors.bad_request"
handler403 = "web.errors.permission_denied"
handler429 = "web.errors.too_many_requests"  # called by allauth
handler500 = "web.errors.server_error"
urlpatterns = [
    path("", include("games.urls")),
    path("", include("training.urls")),
    path("", include("feeds.urls")),
    path("", include("leagues.urls")),
    path("", include("seasons.urls")),
    path("", include("talk.urls")),
    path("", include("reports.urls")),
    path("", include("api.urls")),
    path("", include("records.urls")),
    path("", include("accounts.urls")),
    path("", include("mail.urls")),
    path("preferences/export/", data_export.export_personal_data, name="export"),
    path("imprint/", legal.imprint, name="imprint"),
    path("privacy/", legal.privacy, name="privacy"),
    path("anymail/", include(webhooks.webhook_patterns())),
    path("readyz", readiness.readyz, name="readyz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("manifest.webmanifest", webapp.manifest, name="manifest"),
    path("service-worker.js", webapp.service_worker, name="worker"),
    path(".well-known/security.txt", security_txt.security_txt, name="security"),
    path("offline/", webapp.offline_page, name="offline"),
    path("offline/unsent/", webapp.unsent_page, name="unsent"),
    path("help/", TemplateView.as_view(template_name="help.html"), name="help"),
    path("admin/", admin.site.urls),
]

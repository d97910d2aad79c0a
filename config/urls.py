"""The addresses of the site."""

from __future__ import annotations

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.views.generic import TemplateView

from config import webapp

admin.site.site_header = admin.site.site_title = settings.SITE_NAME

handler400 = "config.errors.unreadable"
handler500 = "config.errors.broken"
urlpatterns = [
    path("", include("games.urls")),
    path("", include("leagues.urls")),
    path("", include("accounts.urls")),
    path("", include("mail.urls")),
    path("manifest.webmanifest", webapp.manifest, name="manifest"),
    path("service-worker.js", webapp.worker, name="worker"),
    path("offline/", webapp.offline, name="offline"),
    path("offline/unsent/", webapp.unsent, name="unsent"),
    path("help/", TemplateView.as_view(template_name="help.html"), name="help"),
    path("admin/", admin.site.urls),
]

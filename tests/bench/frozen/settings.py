"""Settings with the middleware and sessions of Django's template for projects."""

from __future__ import annotations

from config.settings import *  # noqa: F403
from config.settings import DATABASES

ROOT_URLCONF = "tests.bench.frozen.urls"
INSTALLED_APPS = [
    "config.apps.MailConfig",
    "config.apps.AccountsConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
AUTHENTICATION_BACKENDS = ["tests.bench.frozen.urls.PlainBackend"]
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_SERIALIZER = "django.contrib.sessions.serializers.JSONSerializer"
DATABASES["default"] |= {"ENGINE": "django.db.backends.postgresql", "CONN_HEALTH_CHECKS": True}

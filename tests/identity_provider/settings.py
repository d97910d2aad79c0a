"""Settings of the provider, which has nothing in common with the site."""

from __future__ import annotations

import os
from pathlib import Path

VAR = Path(os.environ["VAR"])
SECRET_KEY = "for tests only"
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "tests.identity_provider.urls"
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "oauth2_provider",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [Path(__file__).with_name("templates")],
        "APP_DIRS": True,
    }
]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": VAR / "provider.sqlite3"}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Cookies tell no ports apart: the site on the same host must not lose its own.
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "provider-session", "provider-token"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGIN_URL = "/login/"
USE_TZ = True
OAUTH2_PROVIDER = {
    "OIDC_ENABLED": True,
    "OIDC_RSA_PRIVATE_KEY": os.environ["PROVIDER_KEY"],
    "OAUTH2_VALIDATOR_CLASS": "tests.identity_provider.claims.Claims",
    "PKCE_REQUIRED": True,
    "SCOPES": {"openid": "Who you are", "profile": "Your name", "email": "Your address"},
}

"""The door for web servers."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from config.startup import exit_in_one_line

NO_BOOT = 3  # with which a worker tells gunicorn that another try is of no use

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
with exit_in_one_line(NO_BOOT):
    whole = get_wsgi_application()
    # Now, since the first request would wait for a second while every page is imported.
    get_resolver().url_patterns  # noqa: B018
    from web.fast_path import fast_path  # what it imports needs the settings

    application = fast_path(whole)

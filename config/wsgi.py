"""The WSGI application."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from config.startup import check_pooler, exit_in_one_line

NO_BOOT = 3  # gunicorn stops at this status instead of starting the worker again and again

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
with exit_in_one_line(NO_BOOT):
    whole = get_wsgi_application()
    check_pooler()
    # Import every view now, or the first request waits a second for it.
    get_resolver().url_patterns  # noqa: B018
    from web.fast_path import fast_path  # its imports need configured settings

    application = fast_path(whole)

"""The WSGI application."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

from config.startup import check_pooler, exit_in_one_line, prepare_to_fork
from mail.provider import check_backend

NO_BOOT = 3  # gunicorn stops at this status instead of starting the worker again and again

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
with exit_in_one_line(NO_BOOT):
    whole = get_wsgi_application()
    check_pooler()
    check_backend()
    from ops.tracing.switch import trace_requests
    from web.fast_path import fast_path  # their imports need configured settings
    from web.webhooks import check_libraries

    check_libraries()

    application = trace_requests(fast_path(whole))
    prepare_to_fork()

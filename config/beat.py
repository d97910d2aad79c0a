"""Celery for the beat, which sends ticks and runs none: it needs neither the apps of the site nor
their tasks, and starts in half the time without them."""

from __future__ import annotations

import os

from celery import Celery
from django.utils.log import configure_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings

from config.startup import exit_in_one_line

with exit_in_one_line():
    from config.broker import configure_app

    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)

# Celery's own part for Django would load every app.
app = configure_app(Celery("zugpost", fixups=[]))

"""The site's settings with one more address: a POST that does nothing but insert a row."""

from __future__ import annotations

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"

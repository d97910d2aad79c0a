"""The site's settings, with the games that only tests play."""

from __future__ import annotations

import os

os.environ.setdefault("RULESETS", "tests.rulesets")

from config.settings import *  # noqa: F403

"""The site's settings, with the games that only tests play."""

from __future__ import annotations

import os

os.environ.setdefault("RULESETS", "tests.rulesets")
os.environ.setdefault("PREPARED_STATEMENTS", "yes")  # there is no pooler
os.environ.setdefault("MAX_NEWCOMER_TABLES", "0")  # people of tests sit wherever they are needed
os.environ.setdefault("MAIL_NAME_SERVERS", "127.0.0.1:9")  # nobody is asked by chance
# A machine that runs many tests may stand still for a while, and so does its database.
os.environ.setdefault("DATABASE_PATIENCE", "120")
os.environ.setdefault("LOCK_PATIENCE", "50")

from config.settings import *  # noqa: F403
from config.settings import BROKER_URL as GIVEN

BROKER_URL = GIVEN or "redis://127.0.0.1"  # Celery is set up here, and sends nothing

"""The site's settings, with the games that only tests play."""

from __future__ import annotations

import os

os.environ.setdefault("RULESETS", "tests.rulesets")
os.environ.setdefault("PREPARED_STATEMENTS", "yes")  # there is no pooler
os.environ.setdefault("MAX_NEWCOMER_TABLES", "0")  # people of tests sit wherever they are needed
os.environ.setdefault("MAIL_NAME_SERVERS", "127.0.0.1:9")  # nobody is asked by chance

from config.settings import *  # noqa: F403
from config.settings import BROKER_URL as GIVEN
from config.settings import DATABASE_LIMITS, DATABASES

BROKER_URL = GIVEN or "redis://127.0.0.1"  # Celery is set up here, and sends nothing

# Longer than a machine stands still that has much else to do; rows are waited for as on any site.
DATABASE_PATIENCE = 60
DATABASE_LIMITS |= {"statement_timeout": f"{DATABASE_PATIENCE}s"}
DATABASES["default"]["OPTIONS"] |= {"connect_timeout": DATABASE_PATIENCE}

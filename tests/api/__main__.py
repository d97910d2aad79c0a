"""``python -m tests.api``: keep the description of the API as it is released."""

from __future__ import annotations

import json
import os
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from api.site import api  # noqa: E402

RELEASED = Path(__file__).with_name("released.json")

if __name__ == "__main__":
    described = json.loads(json.dumps(api.get_openapi_schema()))
    RELEASED.write_text(json.dumps(described, indent=1, sort_keys=True) + "\n")

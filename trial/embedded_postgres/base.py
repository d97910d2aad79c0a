"""The PostgreSQL backend, which starts the embedded server at the first connection."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from db.postgres import base
from trial import embedded_postgres


class DatabaseWrapper(base.DatabaseWrapper):
    def get_connection_params(self) -> dict[str, Any]:
        uri = embedded_postgres.database_url(settings.VAR / "postgres")
        return {**super().get_connection_params(), "host": uri.partition("host=")[2]}

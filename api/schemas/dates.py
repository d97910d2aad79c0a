"""Dates that programs send."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Any

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _require_iso(value: Any) -> Any:
    # pydantic takes numbers for seconds since 1970, of which no description says anything.
    if isinstance(value, str) and ISO.fullmatch(value):
        return value
    raise PydanticCustomError("date_type", "Input should be a valid date")


IsoDate = Annotated[date, BeforeValidator(_require_iso)]

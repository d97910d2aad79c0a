"""The views of games: read the request, make one call, write the response."""

from __future__ import annotations

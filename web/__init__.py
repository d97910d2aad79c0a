"""What pages go through and no game knows: middlewares, headers, errors, the installable site."""

from __future__ import annotations

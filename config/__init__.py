"""The site put together: settings, addresses, web server and workers."""

from __future__ import annotations

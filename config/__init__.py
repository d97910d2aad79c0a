"""The site put together: settings, URLs, web server and workers."""

from __future__ import annotations

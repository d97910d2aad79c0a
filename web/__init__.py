"""What surrounds all pages: middleware, headers, errors, legal pages, the installable site."""

from __future__ import annotations

"""``python -m tests.bench``: measure the site."""

from __future__ import annotations

import os

import django


def main() -> None:
    """Measure everything on a site of its own."""
    from tests.bench import pages, site

    with site.site() as (address, players):
        site.submissions(address, players)
        pages.taps(address, players)
        pages.look(address, players)
        site.sweep()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("DEBUG", "1")
    django.setup()
    main()

#!/usr/bin/env python
"""The command line of the site."""

from __future__ import annotations

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if not {"postbox", "runserver", "run_ticks"}.intersection(sys.argv):
        os.environ.setdefault("DATABASE_PATIENCE", "0")  # a migration takes as long as it takes
    from django.core.management import execute_from_command_line

    from config.startup import exit_in_one_line

    with exit_in_one_line():
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()

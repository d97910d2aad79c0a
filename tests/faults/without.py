"""Runs a module with guards taken away: ``python -m tests.faults.without game_lock gunicorn``.

The controls use it: with the guards gone, the very loss that a fault test looks for must happen.
"""

from __future__ import annotations

import runpy
import sys

import django
from django.utils.module_loading import import_string


def main() -> None:
    guards, module, *arguments = sys.argv[1:]
    django.setup()
    for guard in guards.split(","):
        import_string(f"tests.faults.guards.{guard}")()
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()

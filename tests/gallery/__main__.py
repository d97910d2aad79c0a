"""``python -m tests.gallery texts``: list what the pages, letters and feeds of the gallery say
otherwise than they did when it was kept, and keep it as it is now."""

from __future__ import annotations

import argparse
import os

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from tests.gallery import texts  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.gallery", description=__doc__)
    parser.add_argument("what", choices=["texts"])
    parser.parse_args()
    before, told = texts.kept(), texts.made()
    for name in sorted({*before, *told}):
        if changed := texts.difference(before.get(name, []), told.get(name, [])):
            print(f"{name}\n{changed}\n")
    texts.keep(told)
    print(f"{len(told)} texts, {texts.KEPT.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()

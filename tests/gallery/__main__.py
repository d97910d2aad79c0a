"""``python -m tests.gallery texts``: keep the texts of the gallery anew, as they are wanted now."""

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
    told = texts.made()
    texts.keep(told)
    print(f"{len(told)} texts, {texts.KEPT.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()

"""``python -m tests.gallery texts``: list what the pages, letters and feeds of the gallery say
otherwise than they did when it was kept, and keep it as it is now. With ``rounds`` the bots think
out the turns of its long games once more, where rules refuse those that are kept."""

from __future__ import annotations

import argparse
import json
import os

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from tests.gallery import content, texts  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.gallery", description=__doc__)
    parser.add_argument("what", choices=["texts", "rounds"])
    if parser.parse_args().what == "rounds":
        return keep_rounds()
    return keep_texts()


def keep_rounds() -> None:
    content.ROUNDS.clear()
    with texts.still():
        told = json.dumps(content.ROUNDS, indent=1, sort_keys=True)
    content.KEPT_ROUNDS.write_text(f"{told}\n")


def keep_texts() -> None:
    before, told = texts.kept(), texts.made()
    print(texts.differences(before, told))
    texts.keep(told)
    print(f"{len(told)} texts, {texts.KEPT.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()

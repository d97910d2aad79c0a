"""Orders as people and their phones type them."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from functools import partial

import pytest
from django.utils import translation

from conquest import registry
from games.planner.typed_orders import localize_orders, normalize_orders


@pytest.mark.parametrize(
    "text",
    ["S40–S29", "S40—S29", "S40−S29", "S40→S29", "S40->S29", "S40 => S29", "S40--S29", "“S40-S29”",
     "S40-S29.", "S40-S29. ", "„S40-S29“"],
)  # fmt: skip
def test_typed_orders_get_the_signs_of_the_grammar(text: str) -> None:
    assert normalize_orders(text) == "S40-S29"


@pytest.mark.parametrize(
    "text",
    [
        "Ｓ４０－Ｓ２９； end",
        "S40-S29\u037e end",
        "\ufeffS40-\u200bS29; e\u00adnd",
        "\u2066S40-S29\u2069; end",
    ],
)
def test_typed_orders_may_be_full_width_and_hold_hidden_signs(text: str) -> None:
    assert normalize_orders(text) == "S40-S29; end"


def test_typed_cross_is_a_capture() -> None:
    assert normalize_orders("S12×S13;\u00a0end") == "S12xS13; end"


def test_typed_comments_and_quoted_lines_stay() -> None:
    text = "S40-S29 # “quietly” – and slowly.\n> S10→S39"
    assert normalize_orders(text).splitlines()[0] == "S40-S29 # “quietly” – and slowly."
    assert normalize_orders(text).splitlines()[1].startswith(">")


@pytest.mark.parametrize(
    "text", ["S40-S29; S10-S39; end", "i6-g5 +B a1 ~b2", "muster b1 scout, d1 guard"]
)
def test_typed_orders_that_are_right_stay(text: str) -> None:
    assert normalize_orders(text) == text


@pytest.mark.parametrize("run", [" ", "-", "=", "- ", " -", "= ", "=-", ".", ". ", "\t", "# "])
def test_typed_run_of_signs_is_read_once_however_long(run: str) -> None:
    """Tried again from each place within, a megabyte would take hours."""
    code = f"from games.planner.typed_orders import *; normalize_orders({run!r} * 1_000_000 + 'x')"
    subprocess.run([sys.executable, "-c", code], check=True, preexec_fn=partial(_limit, 20))


def test_typed_run_that_is_tried_again_from_each_place_would_be_seen() -> None:
    code = "import re; re.sub(r' +-', '-', ' ' * 1_000_000 + 'x')"
    done = subprocess.run([sys.executable, "-c", code], preexec_fn=partial(_limit, 1), check=False)
    assert done.returncode in (-signal.SIGXCPU, -signal.SIGKILL)


def _limit(seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("S12-S13; Ende", "S12-S13; end"),
        ("passen wenn verloren S", "pass if lost S"),
        (
            "Zurückschlagen auf S12 mit billigster wenn sicher",
            "recapture at S12 with cheapest if safe",
        ),
        ("baue C@s12", "build C@s12"),
        ("remis?", "draw?"),
        ("verbünden Süd", "ally south"),
        ("S12-S13 # mit Ende", "S12-S13 # mit Ende"),
        ("ende1", "ende1"),
    ],
)
def test_german_words_are_those_of_the_grammar(text: str, read: str) -> None:
    assert normalize_orders(text) == read


def test_germans_read_the_words_that_they_may_type() -> None:
    notation = registry.get_ruleset("conquest").notation
    with translation.override("de"):
        assert localize_orders("S12-S13; end", notation) == "S12-S13; ende"
    with translation.override("en"):
        assert localize_orders("S12-S13; end", notation) == "S12-S13; end"

"""The grammar of orders: lenient reading, canonical writing, three ways to be unreadable."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conquest.core import Unreadable
from conquest.islands import orders
from conquest.islands.orders import BridgeOrder, BuildOrder, March, OneWordOrder, ShotOrder

FIELDS = {name.lower(): name for name in ("S1", "S2", "S3", "H1", "M1", "C04", "st1", "x7")}


def read(text: str) -> tuple[orders.Order, ...]:
    return orders.read_orders(text, lambda name: FIELDS.get(name.lower()))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("s1-s2", "S1-S2"),
        (" S 1 - s2 X s3 ! ", "S1-S2xS3!"),
        ("s@s1-s2", "S@S1-S2"),
        ("s2@s1-s2", "S2@S1-S2"),
        ("s1xx7", "S1xx7"),
        ("x7xs1", "x7xS1"),
        ("c04-s1", "C04-S1"),
        ("END", "end"),
        ("p a s s", "pass"),
        ("resign", "resign"),
        ("anyway; s1-s2", "anyway; S1-S2"),
        ("s1-s2\ns2-s3;;\r\nend", "S1-S2; S2-S3; end"),
        ("> s9-s8\n  > quoted\ns1-s2 # a comment; end", "S1-S2"),
        ("build c@s1", "build C@S1"),
        ("BUILD T@s1 > s2", "build T@S1>S2"),
        ("build b@s3>h1", "build B@S3>H1"),
        ("t@h1*m1", "T@H1*M1"),
        ("s1*s2", "S1*S2"),
        ("s1-s2*s3", "S1-S2*S3"),
        ("raise ST1; lower st1", "raise st1; lower st1"),
    ],
)
def test_orders_are_read_leniently_and_written_canonically(text: str, canonical: str) -> None:
    """A7, A14, A15, A102."""
    assert orders.write_orders(read(text)) == canonical
    assert read(canonical) == read(text)


@pytest.mark.parametrize(
    "text",
    [
        "s1",
        "s1-",
        "-s1",
        "s1--s2",
        "s1-s9",
        "c4-s1",
        "S@s1",
        "S@",
        "@s1-s2",
        "Z@s1-s2",
        "S4@s1-s2",
        "S0@s1-s2",
        "s1-s2!!",
        "!s1-s2",
        "s1-!s2",
        "end!",
        "endend",
        "build b@s1",
        "build c@s1>s2",
        "build e@s1",
        "build c",
        "s1*s2!",
        "s1*s2-s3",
        "s1xs2*s3",
        "S@s1*s2",
        "raise",
        "raise s9",
        "ſ1-s2",
        "s1–s2",
        "s１-s2",
        "\ud800",
    ],
)
def test_nonsense_is_unreadable(text: str) -> None:
    """A8, A100, A102."""
    with pytest.raises(Unreadable) as caught:
        read(f"s1-s2; {text}")
    assert caught.value.order == 1
    assert str(caught.value).isprintable()


def test_each_order_is_read_as_its_own_kind() -> None:
    assert read("S2@s1-s2xs3!; s1*s2; build c@s1; raise st1; end") == (
        March("S", 2, ("S1", "S2", "S3"), "-x", True),
        ShotOrder("", ("S1",), "S2"),
        BuildOrder("C", "S1"),
        BridgeOrder("raise", "st1"),
        OneWordOrder("end"),
    )


def test_orders_of_more_than_64_kilobytes_are_refused() -> None:
    assert len(read("end;" * 16_384)) == 16_384
    with pytest.raises(Unreadable):
        read("end;" * 16_385)


@settings(deadline=None)
@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(Unreadable):
        assert read(orders.write_orders(read(text))) == read(text)


def test_written_orders_are_read_as_the_same() -> None:
    dice = random.Random(7)
    for _ in range(300):
        path = tuple(dice.choices(list(FIELDS.values()), k=dice.randint(2, 9)))
        links = "".join(dice.choice("-x") for _ in path[1:])
        march = March(dice.choice(["", *"SECKBGMTW"]), 0, path, links, dice.random() < 0.5)
        assert read(orders.write_order(march)) == (march,)

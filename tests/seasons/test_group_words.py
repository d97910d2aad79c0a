"""The table of a group in words."""

from __future__ import annotations

import pytest

from seasons.group_words import move_text, points_in_words, say_outlook, tie_text
from seasons.models import Competition, Group, Member, Stage


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("direct", 3, "1½"),
        ("buchholz", 0, "0"),
        ("wins", 3, "3"),
        ("sonneborn_berger", 0, "0"),
        ("sonneborn_berger", 1, "¼"),
        ("sonneborn_berger", 11, "2¾"),
        ("sonneborn_berger", 12, "3"),
        ("progress", None, "–"),
    ],
)
def test_tie_breaks_are_written_as_points(name: str, value: int | None, text: str) -> None:
    assert tie_text(name, value) == text


@pytest.mark.parametrize(
    ("half_points", "text"),
    [(0, "0 points"), (1, "½ point"), (2, "1 point"), (3, "1½ points"), (4, "2 points")],
)
def test_points_have_their_unit(half_points: int, text: str) -> None:
    assert points_in_words(half_points) == text


def group(kind: str, number: int = 1, of: int = 2, stage: int = 1, **fields: object) -> Group:
    competition = Competition(kind=kind, table_size=2, rounds=3)
    return Group(
        stage=Stage(competition=competition, number=stage, group_count=of), number=number, **fields
    )


@pytest.mark.parametrize(
    ("where", "sentences"),
    [
        (group("season", 1, of=2), ["first in 40 of 100 futures", "goes down in 9 of 100 futures"]),
        (
            group("season", 2, of=3),
            ["goes up in 71 of 100 futures", "goes down in 9 of 100 futures"],
        ),
        (group("season", 3, of=3), ["goes up in 71 of 100 futures"]),
        (group("season", 1, of=1), ["first in 40 of 100 futures"]),
        (group("round_robin", of=1), ["first in 40 of 100 futures"]),
        (group("groups"), ["goes on in 71 of 100 futures"]),
        (group("swiss", of=1), []),
    ],
)
def test_outlook_is_told_by_what_can_come(where: Group, sentences: list[str]) -> None:
    assert list(say_outlook(where, Member(rises=71, falls=9, leads=40))) == sentences


@pytest.mark.parametrize(
    ("kind", "fields", "sentence"),
    [
        ("season", {"has_risen": True}, "is sure to go up"),
        ("season", {"can_rise": False}, "cannot go up any more"),
        ("groups", {"has_risen": True}, "is through"),
        ("groups", {"can_rise": False}, "cannot go on any more"),
    ],
)
def test_outlook_tells_what_is_certain(kind: str, fields: dict[str, bool], sentence: str) -> None:
    assert list(say_outlook(group(kind, 2), Member(rises=50, **fields))) == [sentence]


@pytest.mark.parametrize(
    ("where", "fields", "text"),
    [
        (("season", 1), {"rank": 1, "moved": 0}, "champion"),
        (("season", 2), {"rank": 1, "moved": 1}, "goes up"),
        (("season", 1), {"rank": 4, "moved": -1}, "goes down"),
        (("season", 2), {"rank": 2, "moved": 0}, ""),
        (("knockout", 1), {"rank": 1, "moved": 1}, "goes on"),
        (("knockout", 1, 1), {"rank": 1, "moved": 0}, "has won"),
        (("knockout", 1, 1), {"rank": 2, "moved": 0}, ""),
        (("groups", 1, 1), {"rank": 1, "moved": 1}, "goes on"),
        (("groups", 1, 1, 2), {"rank": 1, "moved": 0}, "has won"),
        (("round_robin", 1, 1), {"rank": 1, "moved": 0}, "has won"),
        (("swiss", 1, 1, 2), {"rank": 1, "moved": 0}, ""),
        (("swiss", 1, 1, 3), {"rank": 1, "moved": 0}, "has won"),
    ],
)
def test_what_has_come_of_somebody(
    where: tuple[object, ...], fields: dict[str, int], text: str, now: object
) -> None:
    member = Member(**fields)
    assert move_text(group(*where, settled_at=now), member) == text  # type: ignore[arg-type]
    assert move_text(group(*where), member) == ""  # type: ignore[arg-type]

"""The code speaks its readers' language: see docs/architecture.md for its words."""

from __future__ import annotations

import pytest

from tests import style


@pytest.fixture(scope="module")
def modules() -> list[style.Module]:
    return style.load_modules()


def test_no_function_is_named_by_a_participle_alone(modules: list[style.Module]) -> None:
    names = [(one.path, node.name) for one in modules for node in one.functions]
    assert [(path, name) for path, name in names if style.is_participle(name)] == []


def test_docstrings_and_comments_are_plain_english(modules: list[style.Module]) -> None:
    assert [(one.path, line) for one in modules for line in style.banned_words(one)] == []


def test_the_name_of_a_test_says_its_topic() -> None:
    assert style.list_vague_test_names() == []


def test_a_public_class_has_a_name_of_its_own(modules: list[style.Module]) -> None:
    assert style.classes_named_twice(modules) == set()


def test_lines_of_templates_are_not_too_long_to_read() -> None:
    assert style.long_template_lines() == []


@pytest.mark.parametrize("name", ["told", "_kept", "moving", "drawn", "taken", "said"])
def test_a_participle_alone_is_found(name: str) -> None:
    assert style.is_participle(name)


@pytest.mark.parametrize("name", ["mark_told", "run", "hit", "open", "seed", "king", "submit"])
def test_a_verb_or_a_noun_is_no_participle(name: str) -> None:
    assert not style.is_participle(name)


def test_a_riddle_in_a_docstring_is_found() -> None:
    module = style.Module("games/x.py", '"""Tell whoever asks."""')
    assert style.banned_words(module) == ["Tell whoever asks."]


@pytest.mark.parametrize("name", ["test_it_lets_it_go", "test_who_leaves_takes_his_words_along"])
def test_a_name_of_a_test_without_its_topic_is_found(name: str) -> None:
    assert style.is_vague_test_name(name)


@pytest.mark.parametrize("name", ["test_a_late_premove_is_dropped", "test_items_are_kept", "it"])
def test_a_name_of_a_test_with_its_topic_is_none_of_them(name: str) -> None:
    assert not style.is_vague_test_name(name)

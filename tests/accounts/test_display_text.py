"""Names and titles that run from right to left, and signs that their scripts need."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.template import Context, Template

from accounts.display_text import display_text, plain_text, stored_text
from accounts.forms import clean_line
from accounts.models import Person
from accounts.names import check_name, likeness
from tests.conftest import person

HEBREW = "דניאל"
PERSIAN = "می\u200cخواهم"
INDIC = ("क्\u200dष", "ක්\u200dර")
PICTURES = ("Alice 👩\u200d🚀", "Bob ❤\ufe0f\u200d🔥", "Dora 👩🏽\u200d🔬")


@pytest.fixture
def daniel(db: None) -> Person:
    one = person("Daniel")
    one.name = HEBREW
    one.save()
    return Person.objects.get(pk=one.pk)


def test_a_name_from_right_to_left_is_isolated_in_sentences(daniel: Person) -> None:
    isolated = f"\u2068{HEBREW}\u2069"
    assert f"Waiting for {daniel.name}: 3" == f"Waiting for {isolated}: 3"
    assert f"{daniel.name}, 2" == f"{isolated}, 2"
    assert str(daniel) == isolated


def test_a_name_from_right_to_left_is_isolated_on_pages(daniel: Person) -> None:
    template = Template(
        "{% load i18n %}{{ who.name }}{% blocktranslate with name=who.name %}: {{ name }}"
        "{% endblocktranslate %}"
    )
    told = template.render(Context({"who": daniel}))
    assert told == f"<bdi>{HEBREW}</bdi>: <bdi>{HEBREW}</bdi>"


def test_a_name_that_is_isolated_on_pages_stays_escaped() -> None:
    told = Template("{{ name }}").render(Context({"name": display_text(f"{HEBREW}<b>")}))
    assert told == f"<bdi>{HEBREW}&lt;b&gt;</bdi>"


def test_a_name_from_left_to_right_stays_as_it_is() -> None:
    assert type(display_text("Zoë 3")) is str


def test_saving_a_name_that_is_displayed_keeps_what_is_stored(daniel: Person) -> None:
    daniel.name = daniel.name
    daniel.save()
    assert Person.objects.values_list("name", flat=True).get() == HEBREW
    assert stored_text(daniel.name) == plain_text(daniel.name) == HEBREW


@pytest.mark.parametrize("name", [PERSIAN, *INDIC, *PICTURES])
def test_joiners_that_a_script_needs_are_names_signs(name: str) -> None:
    check_name(f"{name} x")
    assert "\u200c" not in likeness(name)
    assert "\u200d" not in likeness(name)


@pytest.mark.parametrize(
    "name", ["Al\u200cice", "Al\u200dice", "Bob\ufe0f", "\u200cپدر", "Bob\u200d🚀"]
)
def test_joiners_that_nobody_would_see_are_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="invisible"):
        check_name(name)
    with pytest.raises(ValidationError, match="invisible"):
        clean_line(name)


def test_names_that_differ_in_joiners_look_alike() -> None:
    assert likeness(PERSIAN) == likeness(PERSIAN.replace("\u200c", ""))
    assert likeness("Alice ❤\ufe0f") == likeness("Alice ❤")

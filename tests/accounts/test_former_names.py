"""The names that people had before, and words that no name may have."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts import former_names, names
from accounts.models import FormerName, Person
from games.forms import usual_values
from tests import passkeys


def rename(client: Client, person: Person, name: str) -> Any:
    client.force_login(person)
    form = {"name": name, "language": "en", "time_zone": "UTC"}
    return client.post(reverse("preferences"), form)


def test_a_name_that_is_left_is_kept_for_the_staff(client: Client, alice: Person) -> None:
    rename(client, alice, "Alice")
    assert not FormerName.objects.exists()
    rename(client, alice, "Alicia")
    assert FormerName.objects.get().name == "Alice"


def test_the_staff_reads_former_names_and_others_do_not(
    client: Client, alice: Person, bob: Person
) -> None:
    rename(client, alice, "Alicia")
    assert ">Alice<" not in client.get(reverse("player", args=[alice.pk])).content.decode()
    Person.objects.filter(pk=bob.pk).update(is_staff=True, is_superuser=True)
    passkeys.sign_in(client, Person.objects.get(pk=bob.pk))
    address = reverse("admin:accounts_person_change", args=[alice.pk])
    assert ">Alice<" in client.get(address).content.decode()
    client.post(address, {"name": "Alina", "language": "en", "time_zone": "UTC", "groups": []})
    assert list(alice.former_names.values_list("name", flat=True)) == ["Alice", "Alicia"]


def test_the_oldest_names_go_first(alice: Person, now: datetime) -> None:
    for number in range(former_names.MOST + 2):
        former_names.keep_former_name(alice, f"Alice {number}", now=now)
    kept = list(alice.former_names.order_by("pk").values_list("name", flat=True))
    assert kept == [f"Alice {number}" for number in range(2, former_names.MOST + 2)]


@pytest.mark.parametrize("name", ["Pirate", "the PIRATE", "P1rate", "Р\u0456rate"])
def test_a_blocked_word_is_in_no_name(name: str, settings: Any) -> None:
    settings.BLOCKED_WORDS = ["pirate"]
    with pytest.raises(ValidationError, match="not wanted here"):
        names.check_name(name)


@pytest.mark.parametrize("name", ["Pirates", "Aspirate"])
def test_other_words_are_free(name: str, settings: Any) -> None:
    settings.BLOCKED_WORDS = ["pirate"]
    names.check_name(name)


@pytest.mark.parametrize(("is_private", "status"), [("", 422), ("on", 302)])
def test_a_blocked_word_is_in_no_title_that_all_can_read(
    client: Client, alice: Person, settings: Any, is_private: str, status: int
) -> None:
    settings.BLOCKED_WORDS = ["pirate"]
    client.force_login(alice)
    form = {**usual_values("conquest"), "title": "No pirate here", "ruleset": "conquest"}
    if is_private:
        form["is_private"] = is_private
    assert client.post(reverse("table_new"), form).status_code == status

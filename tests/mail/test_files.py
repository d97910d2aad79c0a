"""Letters kept as files."""

from __future__ import annotations

from email.parser import BytesParser
from email.policy import default
from pathlib import Path
from typing import Any

from mail import files
from mail.letters import Letter
from tests.mail.conftest import Post, carry


def test_a_letter_file_has_the_name_of_its_row(letter: Letter, post: Post, settings: Any) -> None:
    settings.EMAIL_BACKEND = "mail.files.EmailBackend"
    delivery = post()
    carry(letter, delivery)
    carry(letter, delivery)
    (path,) = Path(settings.LETTERS_DIR).iterdir()
    assert path.name == f"{delivery.message_name}.eml"
    with path.open("rb") as file:
        kept = BytesParser(policy=default).parse(file)
    assert (kept["Subject"], kept["To"]) == ("Your turn", "alice@example.org")


def test_letter_files_to_an_address_are_deleted(letter: Letter, post: Post, settings: Any) -> None:
    settings.EMAIL_BACKEND = "mail.files.EmailBackend"
    carry(letter, post())
    files.delete_letter_files(["bob@example.org"])
    assert len(list(Path(settings.LETTERS_DIR).iterdir())) == 1
    files.delete_letter_files(["Alice@example.org"])
    assert list(Path(settings.LETTERS_DIR).iterdir()) == []

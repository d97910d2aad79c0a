"""Mail carries letters about anything: it knows nothing of games and those who play them."""

from __future__ import annotations

import re

from tests.database import ROOT

PAPER = [
    *ROOT.glob("mail/**/*.py"),
    *ROOT.glob("templates/mail/*"),
    *ROOT.glob("templates/letters/*"),
]
GAMES = re.compile(
    r"\b(games?|players?|seats?|rounds?(?!\()|turns?|moves?|boards?|pieces?|points|captur\w+)\b",
    re.IGNORECASE,
)


def test_mail_has_no_word_of_games() -> None:
    found = {
        (path.relative_to(ROOT).as_posix(), word)
        for path in PAPER
        for word in GAMES.findall(path.read_text())
    }
    assert found == set()


def test_control_words_of_games_are_looked_for_where_letters_are() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in PAPER}
    assert {"mail/letters.py", "mail/layout.py", "templates/letters/letter.html"} <= names

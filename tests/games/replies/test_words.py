"""What a mail says: one command, with the lines that belong to it."""

from __future__ import annotations

import pytest

from games.replies.words import Command, Word, read_command


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("S12-S13", Command(None, "S12-S13")),
        ("S12-S13\n\nS14-S15\n", Command(None, "S12-S13\nS14-S15")),
        ("Hello,\nYES\nCheers\nAlice", Command(Word.YES, "", cut=("Cheers", "Alice"))),
        ("Ja, gerne!", Command(Word.YES, "")),
        ("»NEIN«", Command(Word.NO, "")),
        ("yes, careful", Command(Word.YES, "careful")),
        ("YES\n\nWhat lovely traps!", Command(Word.YES, "")),
        ("A\n\nWhat lovely traps!", Command(None, "A\nWhat lovely traps!")),
        ("zuru\u0308ck", Command(Word.BACK, "")),
        ("VORAUS S12-S13\nS14-S15", Command(Word.AHEAD, "S12-S13\nS14-S15")),
        ("AHEAD\nS12-S13\nAHEAD S14-S15", Command(Word.AHEAD, "S12-S13\nS14-S15")),
        ("STANDING\npass if lost S\nask", Command(Word.STANDING, "pass if lost S\nask")),
        ("ENTWURF\nS12-S13", Command(Word.DRAFT, "S12-S13")),
        ("d7-d6 e7-e6\ndraw?", Command(None, "d7-d6 e7-e6\ndraw?")),
    ],
)
def test_a_command_is_read_with_its_lines(text: str, command: Command) -> None:
    assert read_command(text) == command


@pytest.mark.parametrize(
    "text", ["A\nAHEAD pass if lost S\nask", "A\nahead\npass if lost S\nAHEAD ask"]
)
def test_an_answer_has_lines_ahead(text: str) -> None:
    assert read_command(text) == Command(None, "A", "pass if lost S\nask")


def test_no_has_lines_ahead() -> None:
    assert read_command("NEIN\nVORAUS ask") == Command(Word.NO, "", "ask")


@pytest.mark.parametrize(
    ("text", "stray"),
    [
        ("S12-S13\nRULES combat", "RULES combat"),
        ("S12-S13\nYES", "YES"),
        ("YES\nS12-S13", "S12-S13"),
        ("YES\nRESIGN", "RESIGN"),
        ("No idea what to do", "No idea what to do"),
        ("yes, but only if Bob agrees", "yes, but only if Bob agrees"),
        ("RESIGN nothing", "RESIGN nothing"),
        ("STANDING\nask\nNO", "NO"),
        ("AHEAD S12-S13\nDRAFT S12-S14", "DRAFT S12-S14"),
        ("HELP\nSTATUS", "STATUS"),
        ("A\nThanks!\nRESIGN", "RESIGN"),
        ("Yes\nbut wait, please do not yet", "but wait, please do not yet"),
        ("Yes\n\nBut wait, please do not yet", "But wait, please do not yet"),
        ("Yes\nlovely", "lovely"),
        ("Ja\ndoch nicht!", "doch nicht!"),
        ("A\nWait, B", "Wait, B"),
        ("A\n\nOr rather B", "Or rather B"),
        ("NO\nAHEAD ask\nDanke, aber warte", "Danke, aber warte"),
        ("Yes\nThanks, but not yet", "Thanks, but not yet"),
    ],
)
def test_what_does_not_go_with_a_command_is_found(text: str, stray: str) -> None:
    command = read_command(text)
    assert command is not None
    assert command.stray == stray


def test_a_greeting_with_a_figure_is_an_order() -> None:
    assert read_command("Hi, w S39-S40!\nw S1-S2") == Command(None, "Hi, w S39-S40!\nw S1-S2")


@pytest.mark.parametrize("text", ["", "\n \n", "\u00a0"])
def test_an_empty_mail_says_nothing(text: str) -> None:
    assert read_command(text) is None


@pytest.mark.parametrize(
    "closing", ["Many thanks and best wishes", "thank you", "bitte", "Danke!", "Gruß Alice", "ok"]
)
def test_a_courtesy_below_an_order_is_none(closing: str) -> None:
    assert read_command(f"S12-S13\n{closing}") == Command(None, "S12-S13", cut=(closing,))


@pytest.mark.parametrize("text", ["S12-S13 please", "S12-S13, danke!", "S12-S13 thank you"])
def test_a_courtesy_behind_an_order_is_left_out(text: str) -> None:
    assert read_command(text) == Command(None, "S12-S13")

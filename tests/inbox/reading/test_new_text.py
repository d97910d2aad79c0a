"""What the author of a mail has written, told from all that stands around it."""

from __future__ import annotations

import re
from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inbox.reading.message import UnreadableMailError, parse_message
from inbox.reading.new_text import read_new_text
from inbox.reading.text_parts import MAX_LINES
from mail.layout import Layout, LetterLink, Section, render_html, render_text
from tests import database

ATTRIBUTION = "On Mon, Mar 2, 2026 at 1:00 PM Zugpost <letters@play.example.org> wrote:"
NOTATION = (database.ROOT / "docs/notation.md").read_text()
ORDERS = [
    order
    for row in re.findall(r"^\| (`.*?`) \|", NOTATION, re.MULTILINE)
    for order in re.findall(r"`([^`]+)`", row)
]
LAYOUT = Layout(
    top=("Zugpost", "Conquest 9"),
    headline="Do you recapture?",
    paragraphs=("Your knight on S33 was taken by East's knight.",),
    button=LetterLink("Answer", "https://play.example.org/games/9/answer/"),
    sections=(Section("Until now", lines=(("1.", "Your knight was taken", "S13xS33"),)),),
    foot=("You get this letter because you play in this game.",),
)
LETTER = render_text(LAYOUT)


def read(text: str, content_type: str = "text/plain; charset=utf-8") -> str:
    head = f"Content-Type: {content_type}\nContent-Transfer-Encoding: 8bit\n\n"
    return read_new_text(parse_message((head + text).encode()))


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def test_orders_of_all_games_are_found_in_the_notation() -> None:
    assert {"S12-S13xS14!", "e5-e7 +A f8", "b3-b4 c3-c4", "d3-d4*d5", "s12*s13"} <= set(ORDERS)


@pytest.mark.parametrize("order", ORDERS)
def test_each_order_is_read_as_it_is_written(order: str) -> None:
    assert read(order) == order
    assert read(f"{order}\n\n{ATTRIBUTION}\n\n{quoted(LETTER)}") == order
    assert read(f"{ATTRIBUTION}\n{quoted(LETTER)}\n{order}\n-- \nAlice") == order
    assert read(f"<div>{order.replace('>', '&gt;')}</div>{LETTER}", "text/html").startswith(order)


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(["S12-S13", "yes", "-S20", "- - x", "else: pass", "", "12. e2-e4"])),
    st.lists(st.sampled_from(["A", "nein", "From here on", "setup a1=5", "*", "An S12"])),
)
def test_answers_above_and_below_a_quote_are_kept_in_order(
    above: list[str], below: list[str]
) -> None:
    text = "\n".join([*above, "", ATTRIBUTION, "", quoted(LETTER), *below])
    assert read(text).split() == " ".join(above + below).split()


def test_answers_between_the_lines_of_a_quote_are_kept_apart() -> None:
    assert read("> Recapture?\nA\n> And then?\nB") == "A\n\nB"


def test_a_quote_of_a_quote_is_a_quote() -> None:
    assert read("> > a\n>> b\n > c\nA") == "A"


@pytest.mark.parametrize(
    "lines",
    [
        "On Mon, Mar 2, 2026 at 1:00 PM Zugpost\n<letters@play.example.org> wrote:",
        "On Mon, Mar 2, 2026 at 1:00 PM Zugpost <letters@play.example.org\n> wrote:",
        "Zugpost <\nletters@play.example.org> schrieb am Mo.,\n2. März 2026, 13:00:",
        "Am Montag, 2. März 2026 um 13:00:00 MEZ hat Zugpost <a@b.de> Folgendes\ngeschrieben:",
        "Zugpost schrieb:",
        "* Zugpost <letters@play.example.org> [2026-03-02 13:00]:",
        "Le lun. 2 mars 2026 à 13:00, Zugpost <letters@play.example.org> a écrit :",
    ],
)
def test_a_line_that_says_who_wrote_may_be_wrapped(lines: str) -> None:
    assert read(f"S12-S13\n{lines}\n\n> Your turn\n\nend") == "S12-S13\n\nend"


@pytest.mark.parametrize(
    "line", ["As I wrote:", "Bob schrieb mir:", "My turn at 13:00:", "On S13 I wait:", "AHEAD:"]
)
def test_a_sentence_of_the_author_is_no_such_line(line: str) -> None:
    assert read(f"{line}\nS12-S13\n\n> Your turn") == f"{line}\nS12-S13"


def test_what_stands_unmarked_below_a_bar_is_a_copy() -> None:
    assert read(f"A\n\n-----Original Message-----\nFrom: x\n\n{LETTER}\nB") == "A"


def test_what_stands_below_a_bar_may_be_marked() -> None:
    assert read(f"A\n\n-----Original Message-----\n{ATTRIBUTION}\n\n> x\n\nB") == "A\n\nB"


def test_the_head_of_a_mail_is_a_bar() -> None:
    assert read(f"A\n*From:* Zugpost\n*Date:* today\n*To:* Alice\n\n{LETTER}") == "A"


def test_two_words_of_a_head_are_no_bar() -> None:
    assert read("To: Alice\nFrom: S12\nS12-S13") == "To: Alice\nFrom: S12\nS12-S13"


def test_a_copy_below_who_wrote_it_is_known_by_its_links() -> None:
    assert read(f"A\n\n{ATTRIBUTION}\n\nSee https://play.example.org/\nS13xS33") == "A"
    assert read(f"{ATTRIBUTION}\n\nS13xS33\n-- \nhttps://alice.example.org/") == "S13xS33"


def test_a_letter_of_ours_is_known_without_any_mark() -> None:
    assert read(f"A\n\n{LETTER}") == "A"


def test_a_letter_of_ours_is_known_by_its_class_in_html() -> None:
    page = render_html(LAYOUT, subject="Recapture?", language="en")
    letter = page[page.index("<body") :].replace("<body", "<div").replace("</body>", "</div>")
    assert read(f"<p>A</p>{letter}<p>B</p>", "text/html") == "A\n\nB"
    assert "S13xS33" in read(letter.replace("paper", "x"), "text/html")


def test_a_line_of_signs_is_no_headline() -> None:
    assert read("A\n========\nB") == "A\n========\nB"


def test_a_signature_ends_where_a_quote_begins() -> None:
    assert read("A\n-- \nAlice\n\n> x\n\nB\n--\nAlice\nS12-S13") == "A\n\nB"


def test_dashes_with_words_are_no_signature() -> None:
    assert read("-- S12-S13\n---\nend") == "-- S12-S13\n---\nend"


@pytest.mark.parametrize(
    "footer",
    [
        "Sent from my iPhone",
        "Von meinem iPad gesendet.",
        "Get Outlook for iOS<https://aka.ms/o0ukef>",
        "Diese Nachricht wurde von meinem Android-Gerät mit\nK-9 Mail gesendet.",
        "---\nDiese E-Mail wurde von Avast Antivirus-Software auf Viren geprüft.\nwww.avast.com",
        "_______________________________________________\nplayers mailing list\nS99-S98",
    ],
)
def test_a_sentence_of_a_program_is_left_out(footer: str) -> None:
    assert read(f"S12-S13\n\n{footer}") == "S12-S13"


def test_of_two_versions_the_plain_one_is_read() -> None:
    mail = EmailMessage()
    mail.set_content("A\n")
    mail.add_alternative("<p>B</p>", subtype="html")
    assert read_new_text(parse_message(mail.as_bytes())) == "A"


def test_of_two_versions_html_is_read_where_the_plain_one_is_empty() -> None:
    mail = EmailMessage()
    mail.set_content(" \n")
    mail.add_alternative("<p>B</p>", subtype="html")
    assert read_new_text(parse_message(mail.as_bytes())) == "B"


def test_what_is_attached_is_not_read() -> None:
    mail = EmailMessage()
    mail.set_content("A\n")
    mail.add_attachment("B\n", filename="orders.txt")
    assert read_new_text(parse_message(mail.as_bytes())) == "A"


def test_a_hundred_thousand_lines_of_quotes_are_passed_over() -> None:
    assert read("A\n" + "> x\n" * 100_000 + "B") == "A\n\nB"


def test_more_lines_than_anybody_writes_are_refused() -> None:
    assert read("x\n" * MAX_LINES).count("x") == MAX_LINES
    with pytest.raises(UnreadableMailError, match="lines"):
        read("x\n" * (MAX_LINES + 1))


@settings(deadline=None)
@given(st.binary(max_size=300), st.integers(0, 400), st.data())
def test_whatever_arrives_is_read_or_refused(noise: bytes, start: int, data: st.DataObject) -> None:
    head = b"Content-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/html;\n"
    head += b" charset=iso-2022-jp; format=flowed\nContent-Transfer-Encoding: quoted-printable\n\n"
    raw = head + b"<p>On 2.3.26 wrote:<blockquote>=F0</pre>\n-- \n> A &#55555555;\n--x--\n"
    raw = raw[:start] + noise + raw[data.draw(st.integers(start, start + 20)) :]
    try:
        text = read_new_text(parse_message(raw))
    except UnreadableMailError:
        return
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\ud800-\udfff\xa0\xad]|\n\n\n", text)
    assert text == text.strip("\n")

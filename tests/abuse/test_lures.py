"""Lures: links, letters that look like others, and signs that hide, turn or cover others.

What is written goes in by the doors that strangers have, and is read where others read it.
"""

from __future__ import annotations

import unicodedata
import uuid
from collections.abc import Callable
from datetime import datetime
from html.parser import HTMLParser
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import Person
from games.forms import usual_values
from games.models import Diary, DiaryEntry, Game
from games.play import clock, measures, tables
from games.play.clock import PRESETS
from games.play.interventions import StaffRequest
from mail.models import Delivery
from reports.models import Appeal, Report
from talk.models import Remark
from tests import stage
from tests.abuse.conftest import Browse, Mailboxes
from tests.abuse.visitors import Visitor
from tests.games.replies.mailbox import WRITERS, Mailbox

DANGEROUS = {
    "right-to-left override": "safe \u202egnp.exe",
    "right-to-left mark": "pay\u200fpal",
    "isolate without an end": "Bob\u2067: I resign",
    "embedding": "\u202bAlice\u202c",
    "zero-width space": "pay\u200bpal",
    "joiner between letters": "pay\u200dpal",
    "soft hyphen": "pay\u00adpal",
    "word joiner": "pay\u2060pal",
    "byte order mark": "\ufeffpaypal",
    "invisible tags": "Hello" + "".join(chr(0xE0000 + ord(sign)) for sign in "evil"),
    "Hangul filler": "Alice\u3164",
    "Braille blank": "Alice\u2800",
    "bell and escape": "Hello\x07\x1b[31m",
    "interlinear annotation": "a\ufff9b\ufffac\ufffb",
    "variation selectors": "A\ufe01\ufe02\U000e0101",
}
HEAP = "Z" + "\u0300\u0301\u0302\u0303\u0334\u0489" * 9 + "algo"
Write = Callable[[str], str]


def has_hidden_signs(text: str) -> bool:
    return any(
        unicodedata.category(sign) in ("Cf", "Cc", "Co", "Cs") or sign in "\u3164\u2800\ufe01"
        for sign in text.replace("\n", "")
    )


def highest_heap(text: str) -> int:
    """Return the most marks that stand on one letter."""
    marks = "".join("m" if unicodedata.category(sign)[0] == "M" else " " for sign in text)
    return max(map(len, marks.split()), default=0)


# --- Each door by which a text of somebody reaches others ---------------------------------------


class Doors:
    """What Alice can do with a text, each by its name; it returns what is kept of it for others."""

    def __init__(
        self,
        game: Game,
        alice: Person,
        bob: Person,
        frank: Person,
        browse: Browse,
        letters: Mailbox,
    ) -> None:
        self.game, self.alice, self.bob, self.frank = game, alice, bob, frank
        self.own, self.his, self.letters = browse(alice), browse(bob), letters

    def write(self, door: str, text: str) -> str:
        """Bring a text through a door, whatever stood there before."""
        write: Write = getattr(self, door)
        return write(text)

    def words(self, text: str) -> str:
        self.own.say(self.game.pk, text)
        return self._said()

    def edited_words(self, text: str) -> str:
        self.own.say(self.game.pk, "Hello")
        self.own.post("words_edit", self.game.pk, Remark.objects.latest("pk").pk, text=text)
        return self._said()

    def mailed_words(self, text: str) -> str:
        self.his.say(self.game.pk, "Hello")
        self.letters.reply("words", text)
        return self._said()

    def _said(self) -> str:
        own = Remark.objects.filter(person=self.alice).order_by("-pk")
        return own.values_list("text", flat=True).first() or ""

    def name(self, text: str) -> str:
        fields = {"language": "en", "time_zone": "Europe/Berlin", "letters": "each"}
        self.own.post("preferences", name=text, **fields)
        return Person.objects.values_list("name", flat=True).get(pk=self.alice.pk)

    def title(self, text: str) -> str:
        form = {"ruleset": "bollwerk", "preset": "normal"}
        self.own.post("table_new", title=text, **usual_values("bollwerk") | form)
        return self._title()

    def mailed_title(self, text: str) -> str:
        self.letters.reply("decision", f"NEW Bollwerk normal {text}")
        return self._title()

    def _title(self) -> str:
        own = Game.objects.filter(host=self.alice, ruleset="bollwerk").order_by("-pk")
        return own.values_list("title", flat=True).first() or ""

    def diary(self, text: str) -> str:
        self.own.post("game_diary_entry", self.game.pk, text=text)
        return "".join(DiaryEntry.objects.values_list("text", flat=True))

    def chance_word(self, text: str) -> str:
        terms = tables.TableTerms(ruleset="conquest", title="Spring", pace=PRESETS["normal"])
        table = tables.open_table(self.bob, terms, now=clock.now())
        self.own.post("table_join", table.pk, word=text)
        return "".join(table.seats.values_list("word", flat=True))

    def report(self, text: str) -> str:
        Report.objects.all().delete()
        self.own.post("report_name", self.bob.pk, reason="other", sentence=text)
        return "".join(Report.objects.values_list("sentence", flat=True))

    def appeal(self, text: str) -> str:
        request = StaffRequest(by=self.frank, reason="Insults.", key=uuid.uuid4().hex)
        done = measures.warn(self.alice.pk, request, now=clock.now())
        self.own.post("appeal", done.pk, text=text)
        made = Appeal.objects.filter(intervention=done)
        return made.values_list("text", flat=True).first() or ""


@pytest.fixture
def doors(
    game: Game,
    alice: Person,
    bob: Person,
    frank: Person,
    browse: Browse,
    mailbox: Mailboxes,
    settings: Any,
) -> Doors:
    settings.MAX_OPEN_TABLES = settings.MAX_PLACES = settings.MAX_TABLES_A_DAY = 99
    return Doors(game, alice, bob, frank, browse, mailbox(alice))


DOORS = [
    "words", "edited_words", "mailed_words", "name", "title", "mailed_title", "diary",
    "chance_word", "report", "appeal",
]  # fmt: skip


@pytest.mark.parametrize("door", DOORS)
def test_an_honest_text_goes_through_each_door(door: str, doors: Doors) -> None:
    """The control of the next ones, with letters of other scripts."""
    for text in ("Grüße aus Nürnberg", "Ελένη", "नमस्ते"):
        assert doors.write(door, text) == text


@pytest.mark.parametrize("door", DOORS)
def test_signs_that_hide_or_turn_reach_nobody(door: str, doors: Doors) -> None:
    for text in (*DANGEROUS.values(), " ".join(DANGEROUS.values())[:60]):
        assert not has_hidden_signs(doors.write(door, text)), text


@pytest.mark.parametrize("door", DOORS)
def test_heaps_of_marks_reach_nobody(door: str, doors: Doors) -> None:
    assert highest_heap(HEAP) > 9
    assert highest_heap(doors.write(door, HEAP)) <= 2


@pytest.mark.parametrize("door", [door for door in DOORS if "title" not in door])
@pytest.mark.parametrize("blank", ["\u00a0", "\u2003\u3000", "\u2800", "\u3164", "\u200b\n\u2028"])
def test_what_looks_empty_is_no_text(door: str, blank: str, doors: Doors) -> None:
    assert doors.write(door, blank * 3) in ("", "Hello", "Alice")


# --- Links -----------------------------------------------------------------------------------

NEVER_LINKS = {
    "script": "javascript:alert(1)",
    "data": "data:text/html,<script>alert(1)</script>",
    "no scheme": "//evil.example/x",
    "no scheme, with www": "www.evil.example",
    "name before the host": "https://play.example.org@evil.example/",
    "homoglyph host": "https://рlay.example.org/",  # a Cyrillic letter
    "full-width host": "https://ｅvil.example/",
    "file": "file:///etc/passwd",
    "ftp": "ftp://evil.example/x",
    "mail": "mailto:evil@example.org",
    "markdown": "[the rules](javascript:alert(1))",
    "HTML": '<a href="https://evil.example/">the rules</a>',
    "attribute": '" onmouseover="alert(1)" x="',
    "broken by lines": "java\nscript:alert(1)",
}


class Links(HTMLParser):
    """The links, scripts and event handlers of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.hrefs: list[str] = []
        self.handlers: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.hrefs += [value or "" for name, value in attrs if name in ("href", "src", "action")]
        self.handlers += [name for name, _value in attrs if name.startswith("on")]


def foreign_links(page: str) -> list[str]:
    """Return the links of a page that lead away from the site, or do something."""
    hrefs = Links(page).hrefs
    away = [one for one in hrefs if not one.startswith(("/", "#", "?", ".", "data:image"))]
    return [one for one in hrefs if one.startswith("//")] + away


@pytest.mark.parametrize("lure", NEVER_LINKS.values(), ids=NEVER_LINKS)
def test_a_lure_is_no_link_though_both_have_played(
    lure: str, game: Game, alice: Person, bob: Person, browse: Browse, now: datetime
) -> None:
    def read() -> str:
        return str(browse(bob).get("game", game.pk).content.decode())

    for one in (alice, bob):
        stage.hand_in(game, one, "end", now=now)
    before = foreign_links(read())
    browse(alice).say(game.pk, f"Look: {lure}")
    after = read()
    assert not Links(after).handlers
    found = set(foreign_links(after)) - set(before)
    # What stands within a text may be a link by itself: it says where it leads.
    assert all(one.startswith("https://evil.example/") and one in lure for one in found)


def test_a_punycode_host_is_shown_as_it_is(
    game: Game, alice: Person, bob: Person, browse: Browse, now: datetime
) -> None:
    """A browser would show other letters for it; the page shows what it is."""
    for one in (alice, bob):
        stage.hand_in(game, one, "end", now=now)
    browse(alice).say(game.pk, "https://xn--pypal-4ve.example/")
    page = browse(bob).read("game", game.pk)
    assert ">https://xn--pypal-4ve.example/</a>" in page


@pytest.mark.parametrize("door", ["words", "edited_words", "title", "name", "diary"])
def test_a_stranger_puts_no_link_on_any_page(door: str, doors: Doors, charlie: Person) -> None:
    """Charlie, who looks on, has played nothing: nothing that Alice writes is a link for him."""
    doors.write(door, "https://evil.example/win")
    Diary.objects.update(opened_at=clock.now())
    visitor = Visitor(charlie)
    for url in (
        reverse("tables"),
        doors.game.get_absolute_url(),
        reverse("words", args=[doors.game.pk]),
        reverse("player", args=[doors.alice.pk]),
        *(game.get_absolute_url() for game in Game.objects.filter(host=doors.alice)),
    ):
        page = visitor.client.get(url, follow=True).content.decode()
        assert not any("evil.example" in one for one in Links(page).hrefs), url


@pytest.mark.parametrize("door", ["title", "name"])
def test_an_invitation_leads_a_stranger_to_no_other_site(door: str, doors: Doors) -> None:
    doors.write(door, "Win at evil.example")
    doors.write("title", "Win at www.evil.example") if door == "name" else None
    table = Game.objects.filter(host=doors.alice, ruleset="bollwerk").latest("pk")
    doors.own.post("table_invite", table.pk, addresses="frank@example.org")
    letter = WRITERS["invitation"](Delivery.objects.latest("pk"), clock.now())
    assert letter is not None
    for part in (letter.subject, letter.text, letter.html):
        assert "evil.example" not in part


def test_no_letter_makes_a_link_of_the_name_of_who_has_spoken(
    doors: Doors, mailbox: Mailboxes
) -> None:
    for name in ("evil.example", "www.evil", "win@evil.example", "https://evil"):
        assert doors.write("name", name) == "Alice"
    doors.write("words", "Hello")
    letter = mailbox(doors.bob).letter("words")
    for part in (letter.subject, letter.text, letter.html):
        assert "evil.example" not in part


# --- Letters that look like others ---------------------------------------------------------------


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r", "\u2028", "\x85", "%0d%0a", "\x00"])
def test_no_head_is_put_into_a_letter(end: str, doors: Doors) -> None:
    text = f"Hello{end}Bcc: victim@example.org"
    for door in ("title", "name", "words"):
        doors.write(door, text)
    table = Game.objects.filter(host=doors.alice).latest("pk")
    doors.own.post("table_invite", table.pk, addresses="frank@example.org")
    for row in Delivery.objects.filter(kind__in=["invitation", "words"]):
        letter = WRITERS[row.kind](row, clock.now())
        assert letter is not None
        assert not set("\r\n\x00\u2028\x85") & set(letter.subject)


def test_a_mail_injects_no_head_into_its_answer(
    game: Game, alice: Person, mailbox: Mailboxes
) -> None:
    subject = "Re: HELP\r\nBcc: victim@example.org\r\n\r\nPay here"
    letter = mailbox(alice).letter("decision")
    mailbox(alice).reply(letter, "", subject=subject)
    row = Delivery.objects.filter(kind="answer").latest("pk")
    answer = WRITERS["answer"](row, clock.now())
    assert answer is not None
    assert not set("\r\n") & set(answer.subject)
    assert row.address == alice.email


@pytest.mark.parametrize(
    "name",
    [
        "Staff",
        "Admin",
        "Ａdmin",
        "Аdmin",
        "adm1n",
        "Support Team",
        "S-t-a-f-f",
        "Z’u’gpost",
        "Zugpost",
        "Zug post",
        "Вob",
        "B0b",
    ],
)
def test_nobody_speaks_by_the_name_of_the_staff_or_another(name: str, doors: Doors) -> None:
    assert doors.write("name", name) == "Alice"

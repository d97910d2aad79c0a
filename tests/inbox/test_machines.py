"""Mails of machines are told from those of people, whatever programs these use."""

from __future__ import annotations

from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default

import pytest

from inbox import machines

OWN = ("reply@play.example", "letters@play.example", "@answers.example")
ALICE = "alice@example.org"
HEAD = "From: Alice <alice@example.org>\nTo: reply+token@play.example\n"
SUBJECT = "Subject: Re: [Conquest] Your turn\n"


def why(head: str, sender: str = ALICE) -> str:
    """Return why a mail with these fields must be a machine's."""
    fields = {line.partition(":")[0].lower() for line in head.splitlines()}
    rest = [
        line for line in (HEAD + SUBJECT).splitlines() if line.split(":")[0].lower() not in fields
    ]
    raw = "\n".join([head.strip("\n"), *rest]) + "\n\nA1-A2\n"
    message: EmailMessage = BytesParser(policy=default).parsebytes(raw.encode())
    return machines.why_automatic(message, sender, OWN)


# Heads as real programs write them, without what tells nothing.
PEOPLE = {
    "gmail": "MIME-Version: 1.0\nReferences: <1@play.example>\nX-Gm-Message-State: AOJu0Y\n",
    "gmail on a phone": "X-Google-Smtp-Source: AGHT+\nX-Received: by 2002:a05:600c\n",
    "iphone": "X-Mailer: iPhone Mail (21F90)\nContent-Type: text/plain; charset=utf-8\n",
    "apple mail": "X-Mailer: Apple Mail (2.3774.600.62)\nX-Universally-Unique-Identifier: 6F\n",
    "outlook": "X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply\nX-MS-Has-Attach:\n"
    "Thread-Topic: [Conquest] Your turn\nAccept-Language: de-DE\nX-MS-TNEF-Correlator:\n",
    "outlook for phones": "x-ms-exchange-messagesentrepresentingtype: 1\n"
    "X-MS-Exchange-Transport-CrossTenantHeadersStamped: DB9\nImportance: normal\n",
    "gmx": "X-Priority: 3\nImportance: normal\nSensitivity: Normal\nX-UI-Message-Type: mail\n",
    "web.de on a phone": "User-Agent: WEB.DE Android App\nX-Provags-ID: V03:K1\n",
    "t-online": "X-TOI-EXPURGATEID: 150726\nX-Mailer: E-Mail Center\n",
    "thunderbird": "User-Agent: Mozilla Thunderbird\nContent-Language: en-GB\n",
    "k-9": "User-Agent: K-9 Mail for Android\nAutocrypt: addr=alice@example.org; keydata=mQ\n",
    "yahoo": "X-Mailer: WebService/1.1.22407 YMailNorrin\nX-YMail-OSG: b2a1\n",
    "proton": "Feedback-ID: 1234:user:proton\nX-Pm-Message-ID: 12ab\n",
    "mutt": "User-Agent: Mutt/2.2.9\nMail-Followup-To: Alice <alice@example.org>\n",
    "auto-submitted: no": "Auto-Submitted: no\nX-Auto-Response-Suppress: All\n",
    "x-autoreply: no": "X-Autoreply: no\nPrecedence: first-class\n",
    "return path": "Return-Path: <alice@example.org>\nDelivered-To: reply@play.example\n",
    "a receipt is asked for": "Disposition-Notification-To: alice@example.org\n",
}
SUBJECTS = [
    "Re: [Conquest] Your turn",
    "AW: [Conquest] Du bist am Zug",
    "AWAY until 24 December",
    "Abwesend bis 24. Dezember",
    "Abwesend: bis 24. Dezember",
    "weg bis Montag",
    "Re: [Out of office] Your turn",
    "AW: [Abwesenheitsnotiz] Du bist am Zug",
    "S12-S13, auto: S14",
    "Autobahn",
    "Automatische Tür",
    "nicht im Angebot",
    "Return to base",
    "Delivery of a soldier",
    "Vacation next week",
    "Re: automatic doors",
    "NOTE the mail delivery failed yesterday",
    "",
    "Re:",
    "=?utf-8?q?AW=3A_=5BConquest=5D_Du_bist_am_Zug?=",
]


@pytest.mark.parametrize("program", PEOPLE)
def test_a_mail_of_a_person_is_no_machines(program: str) -> None:
    assert why(PEOPLE[program]) == ""


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_subject_that_people_write_is_no_machines(subject: str) -> None:
    assert why(f"Subject: {subject}\n") == ""


@pytest.mark.parametrize(
    "sender", ["alice@example.org", "<alice@example.org>", "bounce+alice@mailer.example.org"]
)
def test_a_sender_of_the_envelope_may_be_a_persons(sender: str) -> None:
    assert why("", sender) == ""


@pytest.mark.parametrize(
    "author",
    [
        "reply@example.org",
        "letters+x@example.org",
        "alice@play.example",
        "replying@play.example",
        "Postmaster Pat <pat@example.org>",
        "master@example.org",
        "norbert@example.org",
        "alice@postmaster.example.org",
    ],
)
def test_an_author_who_only_looks_like_a_machine_is_a_person(author: str) -> None:
    assert why(f"From: {author}\n") == ""


ROBOTS = {
    "Auto-Submitted: auto-replied\n": "auto-submitted",
    "Auto-Submitted: auto-generated (vacation)\n": "auto-submitted",
    "auto-submitted: Auto-Notified; owner=x\n": "auto-submitted",
    "Auto-Submitted: no\nAuto-Submitted: auto-replied\n": "auto-submitted",
    "Precedence: bulk\n": "precedence",
    "Precedence: List\n": "precedence",
    "Precedence: junk\n": "precedence",
    "Precedence: auto_reply\n": "precedence",
    "List-Id: Games <games.example.org>\n": "list",
    "List-Unsubscribe: <mailto:x@example.org>\n": "list",
    "List-Post: NO\n": "list",
    "X-Autoreply: yes\n": "responder",
    "X-Autorespond: Your turn\n": "responder",
    "X-AutoResponder: 1\n": "responder",
    "X-Autogenerated: Reply\n": "responder",
    "X-Mail-Autoreply: 1\n": "responder",
    "X-FC-MachineGenerated: true\n": "responder",
    "Return-Path: <>\n": "bounce",
    "X-Failed-Recipients: reply@play.example\n": "bounce",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n': "bounce",
    "Content-Type: Multipart/Report;\n report-type=disposition-notification\n": "bounce",
    "Content-Type: multipart/report; report-type=feedback-report; boundary=b\n": "bounce",
    "From: MAILER-DAEMON@mailhost (Mail Delivery System)\n": "daemon",
    "From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>\n": "daemon",
    "From: postmaster@example.org\n": "daemon",
    "From: GMX <no-reply@gmx.example>\n": "daemon",
    'From: "Bank" <noreply+12@bank.example>\n': "daemon",
    "From: letters@play.example\n": "own-address",
    "From: Zugpost <LETTERS@PLAY.EXAMPLE>\n": "own-address",
    "From: reply+abc@play.example\n": "own-address",
    "From: abc@answers.example\n": "own-address",
}


@pytest.mark.parametrize(("head", "reason"), ROBOTS.items())
def test_a_mail_of_a_machine_is_known_by_its_fields(head: str, reason: str) -> None:
    assert why(head) == reason


@pytest.mark.parametrize(
    ("sender", "reason"),
    [
        ("", "bounce"),
        ("<>", "bounce"),
        ("MAILER-DAEMON@mail.example.org", "daemon"),
        ("postmaster@mail.example.org", "daemon"),
        ("owner-games@example.org", "list"),
        ("games-owner@example.org", "list"),
        ("games-request@example.org", "list"),
        ("listserv@example.org", "list"),
    ],
)
def test_a_mail_of_a_machine_is_known_by_its_envelope(sender: str, reason: str) -> None:
    assert why("", sender) == reason


@pytest.mark.parametrize(
    "subject",
    [
        "Out of Office",
        "Out of office: Re: [Conquest] Your turn",
        "Out of the office until Monday",
        "Automatic reply: [Conquest] Your turn",
        "Auto-Reply: Re: [Conquest] Your turn",
        "AutoReply",
        "Auto reply from Alice",
        "Automated response",
        "Auto: [Conquest] Your turn",
        "Re: Out of Office",
        "Vacation reply",
        "Alice Example is out of the office",
        "I am currently out of the office",
        "Abwesenheitsnotiz",
        "Abwesenheitsnotiz: [Conquest] Du bist am Zug",
        "AW: Abwesenheitsnotiz: Du bist am Zug",
        "ABWESENHEITSMELDUNG",
        "Abwesenheit: Re: Du bist am Zug",
        "Abwesenheitsassistent: weg",
        "Automatische Antwort: [Conquest] Du bist am Zug",
        "Automatische Antwort",
        "Autom. Antwort: Du bist am Zug",
        "Automatische Rückantwort",
        "Automatisch generierte Antwort",
        "Urlaubsmeldung",
        "Außer Haus: Du bist am Zug",
        "Ausser Haus",
        "Nicht im Büro bis Montag",
        "Alice Beispiel/Firma ist außer Haus.",
        "Ich bin derzeit nicht im Büro",
        "=?utf-8?q?Automatische_Antwort=3A_Du_bist_am_Zug?=",
        "=?iso-8859-1?q?Au=DFer_Haus?=",
        "Automatische Ru\u0308ckantwort",
    ],
)
def test_a_responder_is_known_by_its_subject(subject: str) -> None:
    assert why(f"Subject: {subject}\n") == "responder"


@pytest.mark.parametrize(
    "subject",
    [
        "Undelivered Mail Returned to Sender",
        "Undeliverable: [Conquest] Your turn",
        "Delivery Status Notification (Failure)",
        "Mail delivery failed: returning message to sender",
        "failure notice",
        "Returned mail: see transcript for details",
        "Unzustellbar: [Conquest] Du bist am Zug",
        "Nicht zustellbar: Du bist am Zug",
        "Zustellung fehlgeschlagen",
    ],
)
def test_a_bounce_is_known_by_its_subject(subject: str) -> None:
    assert why(f"Subject: {subject}\n") == "bounce"


def test_suppressed_responses_alone_are_no_machines() -> None:
    assert why("X-Auto-Response-Suppress: All\n") == ""


@pytest.mark.parametrize("length", [5_000, 400_000])
def test_an_endless_field_is_not_read(length: int) -> None:
    head = f"Subject: {'Auto-Reply ' * (length // 11)}\nFrom: {'a' * length}\n"
    assert why(head) == ""

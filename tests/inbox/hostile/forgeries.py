"""Mails that pretend: to be from a player, to be proved, to be new, or to be from a person."""

from __future__ import annotations

from tests import incoming
from tests.faults import mails
from tests.inbox.hostile.draws import (
    FAILED,
    OF_STRANGER,
    STRANGER,
    Draw,
    split_mail,
)
from tests.inbox.hostile.targets import HostileMail

LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
LETTER_BITS, TOKEN_LETTERS = 5, 55


def forge_author(draw: Draw) -> HostileMail:
    """Write in the name of a player, from elsewhere."""
    to, text = draw.pick_goal()
    results = draw.random.choice([FAILED, f"{incoming.SITE}; spf=none", ""])
    return draw.send(draw.write(to, text, results=results), to, STRANGER)


def forge_own_results(draw: Draw) -> HostileMail:
    """Write results in the name of our server, below those that it has put on top."""
    to, text = draw.pick_goal()
    forged = f"Authentication-Results: {incoming.PASSED}\r\n"
    where = draw.random.choice(["Authentication-Results", "Received", "From", "Subject"])
    return draw.send(_insert(draw.write(to, text), where, forged), to)


def forge_low_results(draw: Draw) -> HostileMail:
    """Write results in the name of our server, which has added none, below a line of another."""
    to, text = draw.pick_goal()
    lines = "Received: from laptop by mail.evil.example\r\n" * draw.random.randint(1, 5)
    forged = f"{lines}Authentication-Results: {incoming.PASSED}\r\n"
    return draw.send(_insert(draw.write(to, text, results=""), "Received", forged), to, STRANGER)


def forge_other_results(draw: Draw) -> HostileMail:
    """Write results in the name of another server, or of one whose name looks like ours."""
    to, text = draw.pick_goal()
    name = draw.random.choice(
        [
            "mx.evil.example", f"{incoming.SITE}.evil.example", f"x.{incoming.SITE}",
            f"({incoming.SITE}) evil.example", f'"{incoming.SITE}"', "plаy.example.org", "",
            f"evil.example; {incoming.SITE}",
        ]
    )  # fmt: skip
    results = incoming.PASSED.replace(incoming.SITE, name, 1)
    return draw.send(draw.write(to, text, results=results), to, STRANGER)


def forge_sender(draw: Draw) -> HostileMail:
    """Write as a stranger who is who they say, with a player in other fields."""
    to, text = draw.pick_goal()
    name = draw.random.choice(["Sender", "Reply_To", "Return_Path", "Resent_From", "X_From"])
    fields = {name: draw.target.email, "sender": STRANGER, "results": OF_STRANGER}
    return draw.send(draw.write(to, text, **fields), to, draw.random.choice([STRANGER, None]))


def forge_from(draw: Draw) -> HostileMail:
    """Name a player and a stranger in From, in two fields or one, with a proof for the stranger."""
    to, text = draw.pick_goal()
    email = draw.target.email
    written = draw.random.choice(
        [
            f"{STRANGER}\r\nFrom: {email}", f"{email}\r\nFrom: {STRANGER}", f"{STRANGER}, {email}",
            f"{email}, {STRANGER}", f'"{email}" <{STRANGER}>', f"{email} <{STRANGER}>",
            f"<@evil.example:{email}>", f"Group: {email};", f"<{STRANGER}> <{email}>",
            f"=?utf-8?q?{email}?= <{STRANGER}>", f"{email}\0 <{STRANGER}>", f"<{email}", "",
            f"{STRANGER}\r\n {email}", f"{email}\r\nfrom : {STRANGER}",
        ]
    )  # fmt: skip
    return draw.send(draw.write(to, text, sender=written, results=OF_STRANGER), to, STRANGER)


def repeat_mail(draw: Draw) -> HostileMail:
    """Bring a proved mail that has acted once more, as it was."""
    return draw.target.shown


def repeat_under_another_name(draw: Draw) -> HostileMail:
    """Bring a proved mail that has acted once more, with fields that no signature covers."""
    head, body = split_mail(draw.target.shown.raw)
    lines = [line for line in head.split(b"\r\n") if line and not line.startswith(b"Message-ID")]
    other = b"Message-ID: <%x@example.org>" % draw.random.getrandbits(64)
    lines.insert(draw.random.randrange(1, len(lines)), other)
    more = draw.random.choice([b"", b"\r\n", b"\r\nX"])
    return draw.send(b"\r\n".join([*lines, b"", body + more]), draw.target.turn)


def repeat_elsewhere(draw: Draw) -> HostileMail:
    """Bring a proved mail that has acted to an address that it was not written to."""
    return draw.send(draw.target.shown.raw, draw.target.yes, f"{draw.count}@evil.example")


def flip_bit(draw: Draw) -> HostileMail:
    """Flip a bit of the token, each in its turn, in a proved mail."""
    letter, bit = divmod(draw.count % (LETTER_BITS * TOKEN_LETTERS), LETTER_BITS)
    local, at, domain = draw.target.turn.partition("@")
    place = len(local) - TOKEN_LETTERS + letter
    other = LETTERS[LETTERS.index(local[place]) ^ 1 << bit]
    to = f"{local[:place]}{other}{local[place + 1 :]}{at}{domain}"
    return draw.send(draw.write(to, mails.ORDERS, results=incoming.PASSED), to)


def answer_expired(draw: Draw) -> HostileMail:
    """Answer a letter that is too old, proved or not."""
    to = draw.target.expired
    text = draw.random.choice([mails.ORDERS, "YES", "RESIGN"])
    return draw.send(draw.write(to, text, results=draw.pick_results()), to)


def answer_for_another(draw: Draw) -> HostileMail:
    """Answer the letter of another player, as somebody who is who they say."""
    to = draw.target.others
    text = draw.random.choice([mails.ORDERS, "YES", "RESIGN"])
    return draw.send(draw.write(to, text, results=incoming.PASSED), to)


def answer_in_another_game(draw: Draw) -> HostileMail:
    """Say yes, proved, to a letter about a game in which nothing was asked."""
    to = draw.target.other_game
    text = draw.random.choice(["YES", "NO", "A"])
    return draw.send(draw.write(to, text, results=incoming.PASSED), to)


def answer_another_turn(draw: Draw) -> HostileMail:
    """Answer a letter about an earlier position, proved."""
    to = draw.target.past_turn
    text = draw.random.choice([mails.ORDERS, "YES"])
    return draw.send(draw.write(to, text, results=incoming.PASSED), to)


def answer_forwarded(draw: Draw) -> HostileMail:
    """Answer a letter that was passed on, as a stranger who is who they say."""
    to, text = draw.pick_goal()
    fields = {"sender": STRANGER, "results": OF_STRANGER}
    return draw.send(draw.write(to, text, **fields), to, STRANGER)


def reply_automatically(draw: Draw) -> HostileMail:
    """Answer as a machine that says so, in the name of a player and proved."""
    to, text = draw.pick_goal()
    name, value = draw.random.choice(
        [
            ("Auto_Submitted", "auto-replied"), ("Auto_Submitted", "auto-generated"),
            ("Precedence", "bulk"), ("X_Autoreply", "yes"), ("Subject", "Out of office: Your turn"),
            ("Subject", "Automatische Antwort: Du bist am Zug"),
        ]
    )  # fmt: skip
    return draw.send(draw.write(to, text, results=incoming.PASSED, **{name: value}), to)


def bounce(draw: Draw) -> HostileMail:
    """Write a report of a mail that was not delivered, in the name of a player and proved."""
    to, text = draw.pick_goal()
    kind = 'multipart/report; report-type=delivery-status; boundary="0"'
    body = f"--0\r\n\r\n{text}\r\n--0--"
    fields = draw.random.choice([{"Content_Type": kind}, {"X_Failed_Recipients": STRANGER}, {}])
    raw = draw.write(to, body if "Content_Type" in fields else text, results=incoming.PASSED,
                     **fields)  # fmt: skip
    return draw.send(raw, to, draw.target.email if fields else "")


def post_to_list(draw: Draw) -> HostileMail:
    """Send by a mailing list what a player has written to it, proved."""
    to, text = draw.pick_goal()
    name = draw.random.choice(["List_Id", "List_Unsubscribe", "List_Post"])
    fields = {name: "<https://lists.example.org/>"}
    return draw.send(draw.write(to, text, results=incoming.PASSED, **fields), to)


def smuggle(draw: Draw) -> HostileMail:
    """Hide a second, proved mail behind what a careless server takes for the end of the first."""
    to, text = draw.pick_goal()
    end = draw.random.choice([b"\n.\n", b"\r.\r", b"\r\n.\n", b"\n.\r\n", b"\r\n.\r", b"\r.\r\n"])
    email = draw.target.email.encode()
    hidden = draw.write(to, text, results=incoming.PASSED)
    commands = b"MAIL FROM:<%s>\r\nRCPT TO:<%s>\r\nDATA\r\n" % (email, to.encode())
    raw = draw.write(to, text, results="") + end + commands + hidden
    return HostileMail(raw, to, STRANGER, is_stuffed=False)


def confuse_lines(draw: Draw) -> HostileMail:
    """Put forged results behind a line end that only some programs take for one."""
    to, text = draw.pick_goal()
    end = draw.random.choice([b"\r", b"\n", b"\r\r\n", b"\n\r", b"\0\r\n", b"\x0b", b"\x85"])
    forged = b"Authentication-Results: " + incoming.PASSED.encode()
    raw = draw.write(to, text)
    if draw.random.random() < 0.5:
        raw = raw.replace(b"Subject: ", b"Subject: a" + end + forged + end, 1)
        return draw.send(raw, to, STRANGER)
    return draw.send(raw.replace(b"\r\n", end), to, STRANGER)


def _insert(raw: bytes, before: str, line: str) -> bytes:
    """Return a mail with a line more in its head, never on top."""
    head, _colon, rest = raw.partition(f"{before}:".encode())
    top, end, below = rest.partition(b"\r\n")
    return head + f"{before}:".encode() + top + end + line.encode() + below

"""A mail is from its author where a provider, a server of ours, DKIM or SPF proves it."""

from __future__ import annotations

from collections.abc import Mapping
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default

import dkim
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as effort
from hypothesis import strategies as st
from structlog.testing import capture_logs

from inbox import authentication, server_results, signatures
from inbox.authentication import SenderVerdict
from inbox.dmarc import Alignment
from inbox.name_servers import LookUp, NameServerError
from inbox.store import MailEnvelope
from tests.inbox.signing import key_record, sign

Zone = Mapping[tuple[str, str], list[str] | type[Exception]]

SERVER = "mx.zugpost.example"
ALICE = "alice@example.org"
PASS = f"{SERVER}; dmarc=pass (p=reject) header.from=example.org"
TEXT = b"S12-S13\r\n"
HEAD = {
    "From": f"Alice <{ALICE}>",
    "To": "reply+token@play.example",
    "Subject": "Re: [Conquest] Your turn",
    "Message-ID": "<1@example.org>",
}


ZONE: Zone = {
    ("mail._domainkey.example.org", "TXT"): [key_record()],
    ("mail._domainkey.sub.example.org", "TXT"): [key_record()],
    ("mail._domainkey.evil.example", "TXT"): [key_record()],
    ("mail._domainkey.example.org.evil.example", "TXT"): [key_record()],
    ("mail._domainkey.org-evil.example", "TXT"): [key_record()],
    ("mail._domainkey.my-town.example", "TXT"): [key_record()],
    ("mail._domainkey.one.co.uk", "TXT"): [key_record()],
    ("example.org", "TXT"): ["some words", "v=spf1 ip4:192.0.2.1 include:spf.example.net -all"],
    ("spf.example.net", "TXT"): ["v=spf1 mx ip6:2001:db8::/64 -all"],
    ("spf.example.net", "MX"): ["mx.example.net."],
    ("mx.example.net", "A"): ["192.0.2.2"],
    ("evil.example", "TXT"): ["v=spf1 ip4:192.0.2.66 -all"],
    ("example.org-evil.example", "TXT"): ["v=spf1 ip4:192.0.2.66 -all"],
    ("sub.example.org", "TXT"): ["v=spf1 ip4:192.0.2.3 -all"],
}  # fmt: skip


WITH_POLICY: Zone = {**ZONE, ("_dmarc.example.org", "TXT"): ["v=DMARC1; p=none"]}
BOUNCES = "bounce+alice=example.org@sub.example.org"


def look_up_in(zone: Zone) -> LookUp:
    """Return name servers that know these records, and of others that there are none."""

    def look_up(name: str, kind: str) -> list[str]:
        found = zone.get((name.lower(), kind), [])
        if isinstance(found, list):
            return found
        raise found

    return look_up


def write_mail(text: bytes = TEXT, **changes: str) -> bytes:
    fields = {name.replace("_", "-"): value for name, value in changes.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in (HEAD | fields).items() if value)
    return head.encode() + b"\r\n" + text


def judge(
    raw: bytes,
    envelope: MailEnvelope | None = None,
    zone: Zone = ZONE,
    *,
    is_first_server: bool = True,
    are_results_on_top: bool = False,
) -> SenderVerdict:
    message: EmailMessage = BytesParser(policy=default).parsebytes(raw)
    return authentication.judge_sender(
        raw,
        message,
        envelope or MailEnvelope(recipient="reply+token@play.example"),
        servers=[SERVER],
        are_results_on_top=are_results_on_top,
        is_first_server=is_first_server,
        look_up=look_up_in(zone),
    )


def way(sender: str = ALICE, ip: str = "192.0.2.1", verdict: str = "") -> MailEnvelope:
    return MailEnvelope(
        recipient="reply+token@play.example",
        sender=sender,
        ip=ip,
        helo="mail.example.net",
        verdict=verdict,
    )


def vouch(raw: bytes, results: str) -> bytes:
    """Return a mail with the results of a server above it."""
    return f"Authentication-Results: {results}\r\n".encode() + raw


def signed_under(results: str) -> bytes:
    return vouch(sign(write_mail()), results)


AUTHENTIC = SenderVerdict(ALICE, True, "dkim")
UNPROVED = SenderVerdict(ALICE, False, "unproved")
BY_SERVER = SenderVerdict(ALICE, True, "server")
BY_WAY = SenderVerdict(ALICE, True, "spf")
NOT_ADDRESSED = SenderVerdict(ALICE, False, "not-addressed")
NO_AUTHOR = SenderVerdict("", False, "no-author")


def test_a_mail_that_nothing_proves_is_not_authentic() -> None:
    assert judge(write_mail()) == UNPROVED


# --- DKIM


@pytest.mark.parametrize("domain", ["example.org", "EXAMPLE.org", "sub.example.org"])
def test_dkim_of_the_authors_organisation_proves_a_mail(domain: str) -> None:
    assert judge(sign(write_mail(), domain), zone=WITH_POLICY) == AUTHENTIC


def test_without_a_policy_a_domain_is_spoken_for_by_itself_and_what_it_is_a_part_of() -> None:
    """Who has a host in an organisation does not write for all of it."""
    part = "alice@sub.example.org"
    assert judge(sign(write_mail(From=part), "example.org")).is_authentic
    assert judge(sign(write_mail(), "sub.example.org")) == UNPROVED
    assert judge(write_mail(), way(BOUNCES, "192.0.2.3")) == UNPROVED
    results = f"{SERVER}; dkim=pass header.i=@sub.example.org"
    assert not judge(write_mail(Authentication_Results=results)).is_authentic


def test_dkim_proves_a_mail_wherever_it_came_from() -> None:
    assert judge(sign(write_mail()), way(ip="198.51.100.9"), is_first_server=False) == AUTHENTIC


@pytest.mark.parametrize("body", [b"simple", b"relaxed"])
def test_dkim_proves_a_mail_with_line_ends_of_either_kind(body: bytes) -> None:
    raw = sign(write_mail(b"A \tB  \r\n\r\n\r\n"), canonicalize=(b"relaxed", body))
    assert judge(raw) == AUTHENTIC
    assert judge(raw.replace(b"\r\n", b"\n")) == AUTHENTIC


@pytest.mark.parametrize(
    "domain", ["evil.example", "example.org.evil.example", "org-evil.example", "one.co.uk"]
)
def test_dkim_of_another_organisation_proves_nothing(domain: str) -> None:
    assert judge(sign(write_mail(), domain)) == UNPROVED


def test_dkim_of_another_organisation_under_one_suffix_proves_nothing() -> None:
    author = "alice@two.co.uk"
    assert judge(sign(write_mail(From=author), "one.co.uk")).is_authentic is False
    author = "alice@www.one.co.uk"
    assert judge(sign(write_mail(From=author), "one.co.uk")).is_authentic is True


@pytest.mark.parametrize("suffix", ["example", "newtld", "co.uk", "github.io", "kawasaki.jp", "ck"])
def test_domains_under_one_suffix_speak_for_themselves_alone(suffix: str) -> None:
    """Whether the list of suffixes knows it or not."""
    for domain in (f"one.{suffix}", f"a.one.{suffix}"):
        alignment = Alignment(domain)
        assert alignment.takes_signer(domain.upper() + ".")
        assert not alignment.takes_signer(f"two.{suffix}")
        assert not alignment.takes_signer(f"a.two.{suffix}")
        assert not alignment.takes_signer(suffix)


def test_dkim_under_an_unknown_suffix_proves_nothing_for_others() -> None:
    assert judge(sign(write_mail(From="alice@my-town.example"), "evil.example")).why == "unproved"


def test_dkim_of_a_domain_with_a_hyphen_proves_a_mail() -> None:
    author = "alice@my-town.example"
    found = judge(sign(write_mail(From=author), "my-town.example"))
    assert found == SenderVerdict(author, True, "dkim")


def test_the_second_dkim_signature_may_prove_a_mail() -> None:
    """Providers sign for themselves, and for their customer below."""
    raw = sign(sign(write_mail()), "evil.example")
    assert judge(raw) == AUTHENTIC


def test_dkim_signatures_of_others_hide_none_of_ours() -> None:
    raw = sign(write_mail())
    for _turn in range(signatures.MAX_SIGNATURES + 1):
        raw = sign(raw, "evil.example")
    assert judge(raw) == AUTHENTIC


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"S12-S13", b"S12-S14"),
        (b"Subject: Re: [Conquest] Your turn", b"Subject: yes"),
        (b"From: Alice <alice@", b"From: Alice <carol@"),
        (b" b=", b" b=BBBB"),
    ],
)
def test_dkim_of_a_mail_that_was_changed_proves_nothing(before: bytes, after: bytes) -> None:
    raw = sign(write_mail())
    assert judge(raw).is_authentic
    assert judge(raw.replace(before, after, 1)).is_authentic is False


def test_dkim_that_covers_only_the_beginning_proves_nothing() -> None:
    raw = sign(write_mail(), length=True) + b"RESIGN\r\n"
    assert judge(raw) == UNPROVED


def test_a_text_appended_to_dkim_with_a_length_would_pass_the_library() -> None:
    """The test above would fail if such signatures were taken."""
    raw = sign(write_mail(), length=True) + b"RESIGN\r\n"
    found = look_up_in(ZONE)
    key = found("mail._domainkey.example.org", "TXT")[0].encode()
    assert dkim.verify(raw, dnsfunc=lambda *_given, **_more: key) is True


@pytest.mark.parametrize("missing", [b"To", b"Subject", b"Date"])
def test_dkim_without_a_field_that_is_read_proves_nothing(missing: bytes) -> None:
    fields = [b"From", b"To", b"Subject", b"Date"]  # as Gmail, without Content-Type
    raw = write_mail(Date="Mon, 2 Mar 2026 12:00:00 +0000", Content_Type="text/plain")
    assert judge(sign(raw, include_headers=fields)) == AUTHENTIC
    fields.remove(missing)
    assert judge(sign(raw, include_headers=fields)) == UNPROVED


# --- to whom


def test_a_signed_mail_to_somebody_else_is_not_one_to_us() -> None:
    """Who has a mail of a person can bring it to any address, with its signature."""
    assert judge(sign(write_mail(To="bob@example.net"))) == NOT_ADDRESSED


@pytest.mark.parametrize(
    "to",
    [
        '"reply+token@play.example" <bob@example.net>',
        "bob@example.net (reply+token@play.example)",
        "reply+other@play.example",
        "reply+token@play.example.net",
        "bob@example.net\r\nTo: reply+token@play.example",
        "x" * 2000 + "@example.net, reply+token@play.example",
        "(((",
        "",
    ],
)
@pytest.mark.parametrize("verdict", ["", "pass"])
def test_a_mail_whose_head_does_not_plainly_name_the_address_is_not_one_to_us(
    to: str, verdict: str
) -> None:
    assert judge(sign(write_mail(To=to)), way(verdict=verdict)) == NOT_ADDRESSED


@pytest.mark.parametrize(
    "to", ["bob@example.net, Z <REPLY+token@play.example>", '"reply+token"@play.example']
)
def test_a_mail_may_go_to_others_as_well(to: str) -> None:
    assert judge(sign(write_mail(To=to))) == AUTHENTIC
    assert judge(sign(write_mail(To="bob@example.net", Cc=to))) == AUTHENTIC


def test_a_field_that_was_added_above_a_signature_names_nobody() -> None:
    raw = sign(write_mail(To="bob@example.net"))
    assert judge(b"Cc: reply+token@play.example\r\n" + raw) == UNPROVED
    assert judge(b"To: reply+token@play.example\r\n" + raw) == NOT_ADDRESSED


@pytest.mark.parametrize("field", ["Subject", "Content-Type", "Content-Transfer-Encoding"])
def test_dkim_of_a_mail_with_a_field_twice_proves_nothing(field: str) -> None:
    """Programs differ about which of the two counts, and a signature covers the lower one."""
    raw = sign(f"{field}: text/plain\r\n".encode() + write_mail(Subject=""))
    assert judge(raw) == AUTHENTIC
    assert judge(f"{field}: text/html\r\n".encode() + raw) == UNPROVED


def test_dkim_by_an_algorithm_of_old_proves_nothing() -> None:
    assert judge(sign(write_mail(), signature_algorithm=b"rsa-sha1")) == UNPROVED


@pytest.mark.parametrize(
    "record",
    [
        [],
        ["v=DKIM1; p="],
        ["v=DKIM1; k=rsa; p=AAAA"],
        ["nonsense"],
        [key_record(), key_record()],
        [key_record() + "A" * 2000],
    ],
)
def test_dkim_without_a_good_key_proves_nothing(record: list[str]) -> None:
    zone = {**ZONE, ("mail._domainkey.example.org", "TXT"): record}
    assert judge(sign(write_mail()), zone=zone) == UNPROVED


@pytest.mark.parametrize(
    "field",
    [
        "v=1",
        "v=1; d=example.org; d=example.org",
        "v=1; a=rsa-sha256; d=example.org; s=mail; h=from:subject; bh=!; b=!",
        "v=1; a=rsa-sha256; d=example.org; s=mail; h=from:subject; bh=AAAA; b=" + "A" * 5000,
        "v=1; a=rsa-sha256; d=example.org; s=ä; h=from:subject; bh=AAAA; b=AAAA",
        "v=1; a=rsa-sha256; d=example.org; s=mail; h=from:subject; bh=AAAA; b=AAAA; t=x",
    ],
)
def test_a_broken_dkim_signature_proves_nothing(field: str) -> None:
    assert judge(f"DKIM-Signature: {field}\r\n".encode() + write_mail()) == UNPROVED
    assert judge(f"DKIM-Signature: {field}\r\n".encode() + sign(write_mail())) == AUTHENTIC


@pytest.mark.parametrize(
    "raw",
    [
        sign(write_mail(b" " * 400_000 + b"x\r\n")),
        sign(write_mail(X_Much="a" * 100_000)),
        sign(write_mail(X_Much="a\r\n\t" * 30_000 + "a")),
    ],
    ids=["blanks", "long", "folded"],
)
def test_dkim_of_a_mail_that_would_take_long_is_not_read(raw: bytes) -> None:
    assert judge(raw) == UNPROVED


def test_dkim_does_not_prove_the_ed25519_that_we_cannot_read() -> None:
    zone = {**ZONE, ("mail._domainkey.example.org", "TXT"): ["v=DKIM1; k=ed25519; p=AAAA"]}
    raw = sign(write_mail()).replace(b"a=rsa-sha256", b"a=ed25519-sha256", 1)
    assert judge(raw, zone=zone) == UNPROVED


# --- SPF


@pytest.mark.parametrize("ip", ["192.0.2.1", "192.0.2.2", "2001:db8::5", "::ffff:192.0.2.1"])
def test_spf_of_the_authors_domain_proves_a_mail(ip: str) -> None:
    assert judge(write_mail(), way(ip=ip)) == BY_WAY


def test_spf_of_the_authors_organisation_proves_a_mail() -> None:
    assert judge(write_mail(), way(BOUNCES, "192.0.2.3"), WITH_POLICY) == BY_WAY


def test_spf_counts_only_where_we_are_the_first_server() -> None:
    """Otherwise the address is that of our own server, for which nobody's record speaks."""
    assert judge(write_mail(), way(), is_first_server=False) == UNPROVED


@pytest.mark.parametrize("ip", ["192.0.2.66", "2001:db9::5", "", "nonsense", "192.0.2.1.1"])
def test_spf_from_another_server_proves_nothing(ip: str) -> None:
    assert judge(write_mail(), way(ip=ip)) == UNPROVED


@pytest.mark.parametrize(
    "sender",
    [
        "eve@evil.example",
        "alice@example.org-evil.example",
        '"alice@example.org"@evil.example',
        "eve@evil.example@example.org",
        "alice@example.org@evil.example",
        "<alice@example.org>",
        "example.org",
        "",
    ],
)
def test_spf_of_another_sender_proves_nothing(sender: str) -> None:
    """Each of these may be sent by the stranger's server."""
    assert judge(write_mail(), way(sender, "192.0.2.66")) == UNPROVED


@pytest.mark.parametrize(
    "record",
    [
        ["v=spf1 ?ip4:192.0.2.1"],
        ["v=spf1 ~all"],
        ["v=spf1 nonsense ip4:192.0.2.1"],
        ["v=spf1 ip4:192.0.2.1", "v=spf1 ip4:192.0.2.1"],
        ["v=spf1 redirect=example.org"],
        ["v=spf1 a:n1.example a:n2.example a:n3.example ip4:192.0.2.1"],
        ["v=spf1 exists:%{l}%{ä ip4:192.0.2.1"],
    ],
)
def test_spf_that_does_not_pass_proves_nothing(record: list[str]) -> None:
    zone = {**ZONE, ("example.org", "TXT"): record}
    assert judge(write_mail(), way(), zone) == UNPROVED


# --- DMARC


@pytest.mark.parametrize("place", ["_dmarc.example.org", "_dmarc.www.example.org"])
def test_a_strict_policy_wants_the_domain_itself(place: str) -> None:
    author = "alice@www.example.org"
    raw, zone = sign(write_mail(From=author)), {**ZONE}
    assert judge(raw, zone=zone).why == "dkim"
    zone[place, "TXT"] = ["v=DMARC1; p=none; adkim=s"]
    assert judge(raw, zone=zone).why == "unproved"
    assert judge(raw, way(), zone).why == "spf"
    zone[place, "TXT"] = ["v=DMARC1; p=none; adkim=s; aspf=s"]
    assert judge(raw, way(), zone).why == "unproved"


@pytest.mark.parametrize("policy", ["none", "quarantine", "reject"])
def test_a_policy_does_not_prove_anything_by_itself(policy: str) -> None:
    zone = {**ZONE, ("_dmarc.example.org", "TXT"): [f"v=DMARC1; p={policy}"]}
    assert judge(write_mail(), way("eve@evil.example", "192.0.2.66"), zone) == UNPROVED
    assert judge(sign(write_mail()), zone=zone) == AUTHENTIC


@pytest.mark.parametrize(
    "records", [["v=DMARC1; adkim"], ["v=DMARC1; adkim=s"] * 2, ["nonsense"], ["v=spf1 -all"]]
)
def test_a_policy_that_is_none_is_ignored(records: list[str]) -> None:
    zone = {**ZONE, ("_dmarc.example.org", "TXT"): records}
    assert judge(sign(write_mail()), zone=zone) == AUTHENTIC
    assert judge(sign(write_mail(), "sub.example.org"), zone=zone) == UNPROVED


# --- name servers


AWAY: Zone = {("mail._domainkey.example.org", "TXT"): NameServerError}


def test_name_servers_that_are_away_make_a_verdict_temporary() -> None:
    found = judge(sign(write_mail()), zone={**ZONE, **AWAY})
    assert found == SenderVerdict(ALICE, False, "no-answer")
    assert found.is_temporary
    assert not judge(write_mail()).is_temporary


@pytest.mark.parametrize("name", ["_dmarc.example.org", "example.org", "spf.example.net"])
def test_name_servers_that_are_away_prove_nothing(name: str) -> None:
    zone = {**ZONE, (name, "TXT"): NameServerError}
    assert judge(write_mail(), way(ip="192.0.2.2"), zone).is_temporary


def test_the_way_proves_a_mail_whose_key_is_away() -> None:
    assert judge(sign(write_mail()), way(), {**ZONE, **AWAY}) == BY_WAY


def test_nothing_is_asked_of_name_servers_that_is_known_already() -> None:
    zone = {**ZONE, ("_dmarc.example.org", "TXT"): AssertionError}
    assert judge(write_mail(), way(verdict="pass"), zone).is_authentic
    assert judge(signed_under(PASS), zone=zone).is_authentic


# --- the provider's word


def test_the_word_of_a_provider_counts() -> None:
    assert judge(write_mail(), way(verdict="pass")) == SenderVerdict(ALICE, True, "provider")
    found = judge(sign(write_mail()), way(verdict="fail"))
    assert found == SenderVerdict(ALICE, False, "provider")


# --- Authentication-Results


@pytest.mark.parametrize(
    "results",
    [
        PASS,
        f"{SERVER} 1; dmarc=pass header.from=EXAMPLE.org",
        f"{SERVER.upper()}; dmarc=pass header.from=example.org",
        f"{SERVER}; dkim=pass header.d=evil.example header.s=mail header.b=abc; "
        "dmarc=pass (policy=none) header.from=example.org; spf=fail smtp.mailfrom=evil.example",
        f"{SERVER};\r\n\tdkim=pass header.d=example.org header.s=20230601 header.b=Qx;\r\n\t"
        "dmarc=none header.from=example.org",
        f"{SERVER}; dkim=fail header.d=example.org; dkim=pass header.i=@example.org",
        f"{SERVER}; dkim=none; spf=pass (mx: domain of {ALICE} designates 192.0.2.1 as permitted "
        f"sender) smtp.mailfrom={ALICE}",
        f"{SERVER}; dmarc=pass action=none header.from=example.org; compauth=pass reason=100",
    ],
)
def test_the_results_of_our_server_prove_a_mail(results: str) -> None:
    assert judge(signed_under(results), zone={}) == BY_SERVER


REPLAYED = [b"From", b"Subject", b"Date", b"Message-ID"]  # what Outlook.com signs


@pytest.mark.parametrize("results", [PASS, f"{SERVER}; dkim=pass header.d=example.org"])
def test_a_signature_for_which_our_server_vouches_must_cover_to_whom_the_mail_is(
    results: str,
) -> None:
    """Else a mail to somebody else could be brought to us with another To."""
    raw = sign(write_mail(), include_headers=REPLAYED)
    assert judge(vouch(raw, results), zone={}) == UNPROVED
    by_way = f"{results}; spf=pass smtp.mailfrom={ALICE}"
    assert judge(vouch(raw, by_way), zone={}) == BY_SERVER
    by_another = f"{results}; spf=pass smtp.mailfrom=eve@evil.example"
    assert judge(vouch(raw, by_another), zone={}) == UNPROVED


def test_a_signature_for_which_a_provider_vouches_must_cover_to_whom_the_mail_is() -> None:
    raw = sign(write_mail(), include_headers=REPLAYED)
    assert judge(raw, way(verdict="signed"), {}, is_first_server=False) == UNPROVED
    found = judge(sign(write_mail()), way(verdict="signed"), {}, is_first_server=False)
    assert found == SenderVerdict(ALICE, True, "provider")


def test_a_made_up_signature_covers_nothing_for_the_one_that_our_server_verified() -> None:
    raw = sign(write_mail(), include_headers=REPLAYED)
    made_up = (
        b"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; h=from:to:subject:date; b=AAAA\r\n"
    )
    assert judge(vouch(made_up + raw, PASS), zone={}) == UNPROVED


def test_a_field_added_above_a_signature_is_not_covered_by_the_word_of_our_server() -> None:
    raw = sign(write_mail(To="bob@example.net"))
    added = b"Cc: reply+token@play.example\r\n" + raw
    assert judge(vouch(added, PASS), zone={}) == UNPROVED


@pytest.mark.parametrize(
    "results",
    [
        f"{SERVER}; dmarc=fail (p=none) header.from=example.org",
        f"{SERVER}; dkim=pass header.d=example.org; dmarc=fail header.from=example.org",
        f"{SERVER}; dmarc=pass header.from=example.org; dmarc=fail header.from=example.org",
    ],
)
def test_the_results_of_our_server_can_be_that_a_mail_is_forged(results: str) -> None:
    """Then nothing else is looked at."""
    found = judge(sign(write_mail(Authentication_Results=results)), way())
    assert found == SenderVerdict(ALICE, False, "server")


@pytest.mark.parametrize(
    "results",
    [
        "",
        "mx.evil.example; dmarc=pass header.from=example.org",
        f"{SERVER}.evil.example; dmarc=pass header.from=example.org",
        f"evil.example ({SERVER}); dmarc=pass header.from=example.org",
        f"({SERVER}) {SERVER}; dmarc=pass header.from=example.org",
        f"\x1c{SERVER}; dmarc=pass header.from=example.org",
        f"{SERVER}; none",
        f"{SERVER}; dmarc=pass header.from=evil.example",
        f"{SERVER}; dmarc=pass header.from=example.org.evil.example",
        f"{SERVER}; dmarc=pass",
        f"{SERVER}; dmarc=none header.from=example.org",
        f"{SERVER}; dmarc=temperror header.from=example.org",
        f"{SERVER}; dkim=pass header.d=evil.example; spf=pass smtp.mailfrom=eve@evil.example",
        f"{SERVER}; dkim=pass header.d=org; spf=pass smtp.mailfrom=org",
        f"{SERVER}; spf=pass smtp.helo=example.org",
        f"{SERVER}; spf=pass smtp.mailfrom=example.org-evil.example",
        f"{SERVER}; iprev=pass; auth=pass smtp.auth={ALICE}",
        f"{SERVER}; dkim=none (dmarc=pass header.from=example.org)",
        f'{SERVER}; dkim=fail reason="; dmarc=pass header.from=example.org"',
        f"{SERVER}; (((((" + "(" * 3000,
        f"{SERVER}; dmarc=pass header.from=example.org;" + " " * 5000 + "x",
        "nonsense",
    ],
)  # fmt: skip
def test_other_results_prove_nothing(results: str) -> None:
    assert judge(write_mail(Authentication_Results=results)) == UNPROVED


@pytest.mark.parametrize(
    ("ours", "is_authentic"),
    [
        (f"{SERVER}; dmarc=fail header.from=example.org", False),
        (f"{SERVER}; dmarc=none header.from=example.org", False),
        (f"{SERVER}; spf=none", False),
        (f"{SERVER}; none", False),
        (PASS, True),
    ],
)
def test_results_that_a_stranger_wrote_stand_below_ours(ours: str, is_authentic: bool) -> None:
    forged = signed_under(PASS)
    received = f"Received: from evil.example by {SERVER}\r\nAuthentication-Results: {ours}\r\n"
    assert judge(received.encode() + forged, zone={}).is_authentic is is_authentic


def test_results_that_a_stranger_wrote_would_count_if_all_were_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The test above would fail if the topmost were not the only ones."""

    def read_all(message: EmailMessage, *_given: object) -> list[object]:
        fields = message.get_all("Authentication-Results", [])
        return [result for field in fields for result in server_results._parse_results(field)]

    monkeypatch.setattr(server_results, "_topmost_results", read_all)
    ours = f"Authentication-Results: {SERVER}; spf=none\r\n"
    assert judge(ours.encode() + signed_under(PASS), zone={}).is_authentic


# The line of our server, of one of ours that the mail came to later, and of a stranger's.
OURS = f"Received: from mail.example.net (by [192.0.2.1]) by {SERVER} (Postfix) with ESMTPS id 1"
LATER = f"Received: from {SERVER} by store.zugpost.example with ESMTP id 2"
THEIRS = "Received: from laptop by mail.example.net with ESMTPSA id 3"


def placed(*lines: str) -> bytes:
    """Return a mail with lines in its head, and good results for each that is empty."""
    results = f"Authentication-Results: {PASS}"
    head = "".join(f"{line or results}\r\n" for line in lines)
    return head.encode() + sign(write_mail())


BESIDE = [("", OURS), (OURS, ""), (LATER, OURS, ""), (LATER, "", OURS), (OURS, LATER, OURS, "")]
LOW = [(OURS, THEIRS, ""), (OURS, THEIRS, "", THEIRS), (LATER, OURS, THEIRS, "")]
UNKNOWN = [(LATER, THEIRS, ""), (THEIRS, THEIRS, "", THEIRS)]


@pytest.mark.parametrize("lines", [*BESIDE, ("", THEIRS), (THEIRS, ""), ("",)])
def test_results_count_where_our_server_may_have_put_them(lines: tuple[str, ...]) -> None:
    with capture_logs() as logs:
        assert judge(placed(*lines, THEIRS), zone={}) == BY_SERVER
    assert logs == []


@pytest.mark.parametrize("lines", LOW)
def test_results_that_must_have_come_with_the_mail_do_not_count(lines: tuple[str, ...]) -> None:
    with capture_logs() as logs:
        assert judge(placed(*lines), zone={}) == UNPROVED
    assert [one["event"] for one in logs] == ["results came with the mail"]


@pytest.mark.parametrize("lines", LOW)
def test_results_that_came_with_the_mail_would_count_without_a_look_at_their_place(
    lines: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_results, "_may_be_of", lambda *given: True)
    assert judge(placed(*lines), zone={}) == BY_SERVER


@pytest.mark.parametrize("lines", UNKNOWN)
def test_results_that_may_have_come_with_the_mail_are_logged(lines: tuple[str, ...]) -> None:
    """No line has the name of the server that has judged the mail."""
    with capture_logs() as logs:
        assert judge(placed(*lines), zone={}) == BY_SERVER
    assert [one["event"] for one in logs] == ["results may have come with the mail"]


@pytest.mark.parametrize("lines", [(OURS, ""), (LATER, "", OURS), *LOW, *UNKNOWN, (THEIRS, "")])
def test_results_below_a_line_do_not_count_where_our_server_puts_them_on_top(
    lines: tuple[str, ...],
) -> None:
    """A stranger could have written them where it adds none."""
    assert judge(placed(*lines), zone={}, are_results_on_top=True) == UNPROVED
    assert judge(placed("", *lines), zone={}, are_results_on_top=True) == BY_SERVER


def test_results_that_came_with_a_signed_mail_do_no_harm() -> None:
    assert judge(placed(OURS, THEIRS, "")) == AUTHENTIC


def test_results_of_no_server_are_read_where_none_is_ours() -> None:
    raw = write_mail(Authentication_Results=PASS)
    message: EmailMessage = BytesParser(policy=default).parsebytes(raw)
    assert server_results.read_server_results(message, "example.org", []) == ""


# --- From


@pytest.mark.parametrize(
    "author",
    [
        ALICE,
        f"<{ALICE}>",
        f"Alice A. <{ALICE}>",
        f'"Alice, of Town" <{ALICE}>',
        f"{ALICE} (bob@evil.example)",
        f"=?utf-8?q?=C3=84lice?= <{ALICE}>",
        f'"bob@evil.example" <{ALICE}>',
        f"Alice\r\n <{ALICE}>",
    ],
)
def test_the_author_is_the_address_whatever_stands_beside_it(author: str) -> None:
    assert judge(sign(write_mail(From=author))) == AUTHENTIC


@pytest.mark.parametrize(
    "author",
    [
        "",
        "Alice",
        f"{ALICE}, bob@example.org",
        f"{ALICE}, {ALICE}",
        f"friends: {ALICE};",
        "friends:;",
        f"{ALICE} <eve@evil.example>",
        f"eve@evil.example <{ALICE}>",
        f"<{ALICE}> <eve@evil.example>",
        f"<{ALICE}> eve@evil.example",
        "=?utf-8?q?alice=40example.org?=",
        "=?utf-8?q?alice?=@example.org",
        "alice@evil.example@example.org",
        '"alice@evil.example"@example.org',
        f"<@evil.example:{ALICE}>",
        "alice@[192.0.2.1]",
        "alice@localhost",
        f"{ALICE}\x00.evil.example",
        "älice@example.org",
        f"{'a' * 5000} <{ALICE}>",
        f"{'(' * 4000} <{ALICE}>",
        f"Alice <{ALICE}",
    ],
)
def test_a_mail_without_one_plain_author_is_nobodys(author: str) -> None:
    assert judge(write_mail(From=author), way(verdict="pass")) == NO_AUTHOR


@pytest.mark.parametrize("other", [ALICE, "eve@evil.example", "", "a" * 5000])
def test_a_mail_with_two_authors_is_nobodys(other: str) -> None:
    raw = sign(write_mail())
    assert judge(f"From: {other}\r\n".encode() + raw) == NO_AUTHOR
    assert judge(raw.replace(b"\r\n\r\n", f"\r\nfrom: {other}\r\n\r\n".encode())) == NO_AUTHOR


def test_an_author_after_a_bare_line_end_is_a_second_one() -> None:
    """Servers read one field there, and Python two."""
    assert judge(sign(write_mail(X_A=f"b\rFrom: {ALICE}"))) == NO_AUTHOR
    lone = write_mail(From="", X_A=f"b\rFrom: {ALICE}")
    assert judge(lone, way("eve@evil.example", "192.0.2.66")) == UNPROVED


def test_other_fields_name_no_author() -> None:
    raw = write_mail(From="eve@evil.example", Sender=ALICE, Reply_To=ALICE, X_From=ALICE)
    assert judge(sign(raw, "evil.example")) == SenderVerdict("eve@evil.example", True, "dkim")


# --- anything


NAMES = ["From", "DKIM-Signature", "Authentication-Results", "Subject", "Content-Type", "Received"]
PIECES = [
    ALICE, "<", ">", "@", "(", ")", '"', ";", ",", "=", ":", "\\", ".", " ", "\t", "\r\n ", "\r",
    "\x00", "ä", "=?utf-8?q?a?=", "v=1", "d=example.org", "s=mail", "a=rsa-sha256", "h=from",
    "b=AAAA", "bh=", "dmarc=pass", "header.from=example.org", "header.d=example.org", "dkim=pass",
    "spf=pass",
]  # fmt: skip
FIELDS = st.tuples(st.sampled_from(NAMES), st.lists(st.sampled_from(PIECES), max_size=12))


@effort(deadline=None, suppress_health_check=[*HealthCheck])
@given(st.lists(FIELDS, max_size=6), st.binary(max_size=50))
def test_a_mail_made_of_pieces_is_judged_and_not_authentic(
    fields: list[tuple[str, list[str]]], rest: bytes
) -> None:
    head = "".join(f"{name}: {''.join(pieces)}\r\n" for name, pieces in fields)
    raw = head.encode() + rest
    assert judge(raw, way("eve@evil.example", "192.0.2.66")).is_authentic is False

"""Push, read by a push service of the tests' own: what RFC 8291 and RFC 8292 say."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client

from accounts.models import Person
from games.letters import channel_notices, withdrawals, writers
from games.models import Decision, Game
from games.play import notices
from mail.channels import carrier, push, registration
from mail.channels.notices import Notice
from mail.models import Channel, Delivery
from tests import stage
from tests.mail.channels.receiver import Posted, Receiver

ENDPOINT = "https://fcm.googleapis.com/fcm/send/a-secret"
PAGE = "/preferences/channels/"
CURVE = ec.SECP256R1()


def plain(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def text(given: bytes) -> str:
    return urlsafe_b64encode(given).rstrip(b"=").decode()


def private_key(written: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(plain(written), "big"), CURVE)


@dataclass(frozen=True)
class Device:
    """A browser of the tests: its key, and the secret that it gave out with it."""

    private: ec.EllipticCurvePrivateKey
    auth: bytes = b"0123456789abcdef"

    @property
    def key(self) -> bytes:
        public = self.private.public_key()
        return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def fields(self) -> dict[str, str]:
        return {"endpoint": ENDPOINT, "key": text(self.key), "auth": text(self.auth)}

    def subscription(self) -> push.Subscription:
        return push.read_subscription(**self.fields)

    def read(self, body: bytes) -> bytes:
        """Decrypt a message by the steps of RFC 8291, 3.4 and RFC 8188."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.private.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        )
        first = _hmac(_hmac(self.auth, shared), b"WebPush: info\0" + self.key + sender + b"\1")
        second = _hmac(salt, first)
        key = _hmac(second, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = _hmac(second, b"Content-Encoding: nonce\0\1")[:12]
        record = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert record[-1:] == b"\2"
        return record[:-1]


def _hmac(key: bytes, given: bytes) -> bytes:
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(given)
    return made.finalize()


@pytest.fixture
def device(settings: Any) -> Device:
    settings.PUSH_SECRET = "f" * 64
    return Device(ec.generate_private_key(CURVE))


@pytest.fixture
def channel(device: Device, bob: Person, now: datetime) -> Channel:
    return registration.add_push(
        bob.pk, device.subscription(), "fcm.googleapis.com", says_little=False, now=now
    )


def deliver(now: datetime) -> int:
    return carrier.deliver_notices(
        channel_notices.WRITERS, told=writers.note_delivery, clock=lambda: now
    )


def test_push_encrypts_the_example_of_the_rfc() -> None:
    """RFC 8291, appendix A."""
    subscription = push.read_subscription(
        ENDPOINT,
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    words = b"When I grow up, I want to be a watermelon"
    private = private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    body = push.encrypt(words, subscription, private, plain("DGv6ra1nlYgDCS1FRnbzlw"))
    assert text(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
        "lcy4a-fN"
    )
    receiver = private_key("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
    assert Device(receiver, subscription.auth).read(body) == words


def test_a_device_reads_a_title_and_a_link(
    received: Receiver, game: Game, channel: Channel, device: Device, alice: Person, now: datetime
) -> None:
    decision = ask_bob(game, alice, now)
    (posted,) = received.posted
    assert (posted.path, posted.headers["Host"]) == ("/fcm/send/a-secret", "fcm.googleapis.com")
    assert (posted.headers["Topic"], posted.headers["TTL"]) == (f"game-{game.pk}", "86400")
    assert b"Conquest" not in posted.body
    assert json.loads(device.read(posted.body)) == {
        "title": f"[Conquest {game.pk}] It is your turn",
        "url": f"http://localhost:8000/games/{game.pk}/",
        "tag": f"game-{game.pk}",
        "about": f"decision-{decision.pk}",
        "settled": False,
        "lang": "en",
    }


def test_the_push_service_knows_who_sends(
    received: Receiver, channel: Channel, now: datetime, settings: Any
) -> None:
    carrier.post_test(channel, now)
    deliver(now)
    claims = check_token(received.posted[0])
    assert claims["aud"] == "https://fcm.googleapis.com"
    assert claims["sub"] == settings.SECURITY_CONTACT
    assert 0 < claims["exp"] - now.timestamp() <= 24 * 3600


def test_control_a_token_of_another_site_is_seen(
    received: Receiver, channel: Channel, now: datetime, settings: Any
) -> None:
    carrier.post_test(channel, now)
    deliver(now)
    settings.PUSH_SECRET = "e" * 64
    with pytest.raises(InvalidSignature):
        check_token(received.posted[0])


def check_token(posted: Posted) -> dict[str, Any]:
    """Return the claims of a request, signed with the key that browsers are given."""
    scheme, _space, rest = posted.headers["Authorization"].partition(" ")
    assert scheme == "vapid"
    token = rest.partition("t=")[2].partition(",")[0]
    head, body, signature = token.split(".")
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, plain(push.public_key()))
    numbers = [int.from_bytes(plain(signature)[at : at + 32], "big") for at in (0, 32)]
    made = encode_dss_signature(*numbers)
    key.verify(made, f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(plain(head))["alg"] == "ES256"
    return dict(json.loads(plain(body)))


def test_titles_of_any_length_are_as_long_encrypted(device: Device, now: datetime) -> None:
    notice = Notice("x", "http://localhost:8000/", "en")
    longer = Notice("ß" * 500, "http://localhost:8000/", "en")
    one, other = (
        push.build_push(device.subscription(), "fcm.googleapis.com", told, now).body
        for told in (notice, longer)
    )
    assert abs(len(other) - len(one)) < 600
    assert json.loads(device.read(other))["title"] == "ß" * 200


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_taken_away(
    received: Receiver, channel: Channel, now: datetime, status: int
) -> None:
    received.statuses = [status]
    carrier.post_test(channel, now)
    deliver(now)
    assert not Channel.objects.exists()
    assert not Delivery.objects.filter(queue="channels").exists()


@pytest.mark.parametrize("status", [201, 403, 429, 500])
def test_a_device_that_is_not_gone_stays(
    received: Receiver, channel: Channel, now: datetime, status: int
) -> None:
    received.statuses = [status]
    carrier.post_test(channel, now)
    deliver(now)
    channel.refresh_from_db()
    assert channel.failures == (0 if status == 201 else 1)


def test_a_device_is_added_and_told_to_nobody(
    client: Client, device: Device, alice: Person
) -> None:
    client.force_login(alice)
    assert push.public_key() in client.get(PAGE).content.decode()
    client.post(f"{PAGE}device/", device.fields)
    (channel,) = Channel.objects.filter(person=alice)
    assert (channel.kind, channel.host) == ("push", "fcm.googleapis.com")
    page = client.get(PAGE).content.decode()
    assert "A device" in page
    assert "a-secret" not in page


def test_a_device_is_its_last_readers(
    client: Client, device: Device, channel: Channel, alice: Person
) -> None:
    """Bob signed out, and Alice uses his browser: it must not show her what is his."""
    client.force_login(alice)
    client.post(f"{PAGE}device/", device.fields)
    assert [one.person for one in Channel.objects.all()] == [alice]


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "https://example.org/x"},
        {"endpoint": "http://fcm.googleapis.com/x"},
        {"endpoint": "https://127.0.0.1/x"},
        {"endpoint": "https://notify.windows.com/x"},
        {"endpoint": "https://evilnotify.windows.com/x"},
        {"key": "AAAA"},
        {"key": text(b"\4" + b"\1" * 64)},
        {"key": "ü"},
        {"auth": "AAAA"},
        {"auth": ""},
    ],
)
def test_what_no_browser_gives_out_is_refused(
    client: Client, device: Device, alice: Person, change: dict[str, str]
) -> None:
    client.force_login(alice)
    response = client.post(f"{PAGE}device/", device.fields | change, follow=True)
    assert "This browser cannot be sent to" in response.content.decode()
    assert not Channel.objects.exists()


def test_a_host_below_one_with_a_dot_is_a_push_service(
    client: Client, device: Device, alice: Person
) -> None:
    client.force_login(alice)
    url = "https://wns2-par02p.notify.windows.com/w/?token=x"
    client.post(f"{PAGE}device/", device.fields | {"endpoint": url})
    assert Channel.objects.get().host == "wns2-par02p.notify.windows.com"


def test_without_a_key_push_is_not_offered(
    client: Client, device: Device, alice: Person, settings: Any
) -> None:
    settings.PUSH_SECRET = ""
    client.force_login(alice)
    assert "Use this device" not in client.get(PAGE).content.decode()
    client.post(f"{PAGE}device/", device.fields)
    assert not Channel.objects.exists()


def ask_bob(game: Game, alice: Person, now: datetime) -> Decision:
    """Have Bob asked for his turn, on his device."""
    Delivery.objects.all().delete()
    stage.hand_in(game, alice, "end", now=now)
    deliver(now)
    return Decision.objects.get(game=game, closed_at=None)


def settled(device: Device, received: Receiver) -> list[dict[str, Any]]:
    """Return what was posted to a device so that it shows no more what is settled."""
    told = [json.loads(device.read(posted.body)) for posted in received.posted]
    return [one for one in told if one["settled"]]


def test_a_question_that_was_answered_elsewhere_is_settled_on_the_device_once(
    received: Receiver,
    game: Game,
    channel: Channel,
    device: Device,
    alice: Person,
    bob: Person,
    now: datetime,
) -> None:
    decision = ask_bob(game, alice, now)
    assert withdrawals.post_settled(now) == 0
    stage.hand_in(game, bob, "end", now=now)
    assert [withdrawals.post_settled(now) for _ in range(3)] == [1, 0, 0]
    deliver(now)
    assert settled(device, received) == [
        {
            "title": f"[Conquest {game.pk}] No longer waiting for you.",
            "url": f"http://localhost:8000/games/{game.pk}/",
            "tag": f"game-{game.pk}",
            "about": f"decision-{decision.pk}",
            "settled": True,
            "lang": "en",
        }
    ]
    last = received.posted[-1]
    assert ("Topic" in last.headers, last.headers["Urgency"]) == (False, "low")


def test_a_question_and_its_reminder_are_settled_by_one_notice(
    received: Receiver,
    game: Game,
    channel: Channel,
    device: Device,
    alice: Person,
    bob: Person,
    now: datetime,
) -> None:
    ask_bob(game, alice, now)
    notices.post_reminders(now + timedelta(hours=18))
    deliver(now + timedelta(hours=18))
    assert Delivery.objects.filter(is_shown=True).count() == 2
    stage.hand_in(game, bob, "end", now=now + timedelta(hours=19))
    assert withdrawals.post_settled(now + timedelta(hours=19)) == 2
    deliver(now + timedelta(hours=19))
    assert len(settled(device, received)) == 1


def test_a_device_that_says_little_is_told_no_game_when_it_is_settled(
    received: Receiver,
    game: Game,
    channel: Channel,
    device: Device,
    alice: Person,
    bob: Person,
    now: datetime,
) -> None:
    Channel.objects.update(says_little=True)
    ask_bob(game, alice, now)
    stage.hand_in(game, bob, "end", now=now)
    withdrawals.post_settled(now)
    deliver(now)
    (told,) = settled(device, received)
    assert (told["title"], told["tag"]) == ("No longer waiting for you.", "")


def test_what_was_never_shown_or_is_long_over_is_not_settled(
    received: Receiver,
    game: Game,
    channel: Channel,
    device: Device,
    alice: Person,
    bob: Person,
    now: datetime,
) -> None:
    ask_bob(game, alice, now)
    stage.hand_in(game, bob, "end", now=now)
    withdrawals.post_settled(now)
    deliver(now + timedelta(days=2))
    assert settled(device, received) == []
    assert Delivery.objects.get(kind="settled").status == "withdrawn"
    assert not Delivery.objects.filter(is_shown=True).exists()

"""The page that shows kept letters, only on a site for trying out."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from mail import views
from mail.letters import Letter
from tests.letters import PNG
from tests.mail.conftest import Post, carry


@pytest.fixture
def kept(letter: Letter, post: Post, settings: Any) -> str:
    """Keep a letter and give its name."""
    settings.PLAY = True
    settings.EMAIL_BACKEND = "mail.files.EmailBackend"
    delivery = post()
    carry(letter, delivery)
    return delivery.message_name


def addresses(name: str) -> list[str]:
    return [
        reverse("letters"),
        reverse("letter", args=[name]),
        reverse("letter_html", args=[name]),
        reverse("letter_picture", args=[name, "board"]),
    ]


def test_letter_pages_are_not_there_on_a_real_site(
    client: Client, kept: str, settings: Any
) -> None:
    assert [client.get(address).status_code for address in addresses(kept)] == [200] * 4
    settings.PLAY = False
    assert [client.get(address).status_code for address in addresses(kept)] == [404] * 4


def test_kept_letters_are_listed(client: Client, kept: str) -> None:
    page = client.get(reverse("letters")).content.decode()
    assert reverse("letter", args=[kept]) in page
    assert "Your turn" in page
    assert "alice@example.org" in page


def test_letters_to_one_person_are_listed_the_latest_first(
    client: Client, kept: str, letter: Letter, post: Post
) -> None:
    to_bob, again = (post(key=name, address=f"{name}@example.org") for name in ("bob", "alice"))
    for delivery in (to_bob, again):
        carry(letter, delivery)
    page = client.get(reverse("letters"))
    assert page.context["recipients"] == ["alice@example.org", "bob@example.org"]
    assert len(page.context["letters"]) == 3
    page = client.get(reverse("letters"), {"to": "alice@example.org"})
    assert [one.name for one in page.context["letters"]] == [again.message_name, kept]
    assert '<option value="alice@example.org" selected>' in page.content.decode()
    page = client.get(reverse("letters"), {"to": "nobody@example.org"})
    assert not page.context["letters"]


def test_letters_are_listed_on_pages(
    client: Client, kept: str, letter: Letter, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "PAGE_SIZE", 2)
    names = [kept]
    for number in range(4):
        delivery = post(key=str(number), address="alice@example.org")
        carry(letter, delivery)
        names.insert(0, delivery.message_name)
    listed, query = [], "?to=alice%40example.org"
    while query:
        page = client.get(reverse("letters") + query)
        listed += [one.name for one in page.context["letters"]]
        query = page.context["next"]
    assert listed == names
    assert "Page 3 of 3" in page.content.decode()
    back = page.context["previous"]
    assert "to=alice%40example.org" in back
    page = client.get(reverse("letters") + back)
    assert [one.name for one in page.context["letters"]] == names[2:4]
    for asked in ("0", "99", "x"):
        assert client.get(reverse("letters"), {"page": asked}).status_code == 200


def test_news_of_letters_change_with_each_letter(
    client: Client, kept: str, letter: Letter, post: Post
) -> None:
    def told() -> str:
        news: str = client.get(reverse("letter_news")).json()["news"]
        page = client.get(reverse("letters")).content.decode()
        assert f'data-address="{reverse("letter_news")}" data-news="{news}"' in page
        return news

    first = told()
    assert told() == first
    etag = client.get(reverse("letter_news"))["ETag"]
    assert client.get(reverse("letter_news"), HTTP_IF_NONE_MATCH=etag).status_code == 304
    carry(letter, post(key="bob", address="bob@example.org"))
    assert told() != first


def test_no_news_of_letters_on_a_real_site(client: Client, kept: str, settings: Any) -> None:
    settings.PLAY = False
    assert client.get(reverse("letter_news")).status_code == 404


def test_letter_files_are_whole_from_the_start(kept: str, settings: Any) -> None:
    assert [path.suffix for path in settings.LETTERS_DIR.iterdir()] == [".eml"]


def test_no_letters_are_listed_before_the_first(client: Client, db: None, settings: Any) -> None:
    settings.PLAY = True
    assert client.get(reverse("letters")).context["letters"] == []


def test_a_letter_page_shows_head_text_and_all_headers(client: Client, kept: str) -> None:
    page = client.get(reverse("letter", args=[kept])).content.decode()
    for words in ("Your turn", "It is your turn.", "List-Unsubscribe-Post", "Auto-Submitted"):
        assert words in page
    assert f'src="{reverse("letter_html", args=[kept])}"' in page


def test_letter_pages_say_when_a_letter_was_sent(client: Client, kept: str) -> None:
    for address in (reverse("letters"), reverse("letter", args=[kept])):
        page = client.get(address).content.decode()
        moment = r'<time datetime="[\dT:.-]+\+00:00">\w{3} \d+ \w{3}, \d\d:\d\d UTC</time>'
        assert re.search(moment, page)


def test_a_letter_is_shown_in_a_frame_that_can_do_nothing(client: Client, kept: str) -> None:
    page = client.get(reverse("letter", args=[kept]))
    allowed = "allow-same-origin allow-popups allow-popups-to-escape-sandbox"  # to be measured
    assert f'sandbox="{allowed}"' in page.content.decode()
    assert "frame-src 'self'" in page["Content-Security-Policy"]


def test_the_html_part_of_a_letter_has_a_policy_of_its_own(client: Client, kept: str) -> None:
    part = client.get(reverse("letter_html", args=[kept]))
    policy = part["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "frame-ancestors 'self'" in policy
    assert part["X-Frame-Options"] == "SAMEORIGIN"


def test_pictures_of_a_letter_are_served(client: Client, kept: str) -> None:
    address = reverse("letter_picture", args=[kept, "board"])
    html = client.get(reverse("letter_html", args=[kept])).content.decode()
    assert f'src="{address}"' in html
    assert "cid:" not in html
    picture = client.get(address)
    assert (picture["Content-Type"], picture.content) == ("image/png", PNG)
    assert picture["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_an_unknown_picture_of_a_letter_is_not_found(client: Client, kept: str) -> None:
    address = reverse("letter_picture", args=[kept, "other"])
    assert client.get(address).status_code == 404


@pytest.mark.parametrize(
    "name", ["secret-key", "..", "../secret-key", "..%2Fsecret-key", "%2e%2e%2fsecret-key", "*"]
)
def test_letter_pages_give_out_no_other_file(
    client: Client, kept: str, settings: Any, name: str
) -> None:
    (settings.LETTERS_DIR.parent / "secret-key").write_text("secret")
    (settings.LETTERS_DIR.parent / "secret-key.eml").write_text("Subject: secret\n\nsecret")
    for part in ("", "html/", "pictures/board/"):
        answer = client.get(f"/letters/{name}/{part}")
        assert answer.status_code == 404
        assert "secret</" not in answer.content.decode()


def test_letter_pages_take_no_posts(client: Client, kept: str) -> None:
    assert [client.post(address).status_code for address in addresses(kept)] == [405] * 4

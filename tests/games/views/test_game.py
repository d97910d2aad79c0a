"""The page of a game, the review of a turn, and handing it in."""

from __future__ import annotations

import re
from datetime import datetime
from html import unescape
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games.models import Decision, Event, Game, Submission
from games.play import decisions, turns
from tests import stage
from tests.markup import squeeze

TURN = "S40-S29-S30; end"
RECEIPT = 'id="receipt"'
NOTATION = re.compile(
    '<code[^>]*>|<(?:textarea|input)[^>]*class="code"[^>]*>|<ol class="log"[^>]*>'
)

# South may capture west's soldier; west's knight stands beside it.
ANSWERABLE = {
    "S12": "south K", "S40": "south S", "S13": "west S", "W12": "west K", "S14": "west K",
    "N12": "north K", "N14": "north K", "E12": "east K", "E14": "east K",
}  # fmt: skip


@pytest.fixture
def south(client: Client, game: Game) -> Client:
    """Alice's browser: she sits in the south and is on turn."""
    client.force_login(game.host)
    return client


def page(client: Client, game: Game, **query: str) -> str:
    answer = client.get(reverse("game", args=[game.pk]), query)
    assert answer.status_code == 200
    return squeeze(unescape(answer.content.decode()))


def send(client: Client, game: Game, door: str = "game_submit", **fields: object) -> Any:
    given = {"text": TURN, "seen": game.version, "key": "k", **fields}
    return client.post(reverse(door, args=[game.pk]), given, follow=door == "game_check")


def plain_text(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", unescape(answer.content.decode())))


def hrefs(text: str, part: str) -> list[str]:
    return [href for href in re.findall(r'href="([^"]*)"', text) if part in href]


def test_game_page_says_whose_turn_it_is_and_until_when(south: Client, game: Game) -> None:
    text = page(south, game)
    decision = Decision.objects.get(game=game, closed_at=None)
    assert "<title>(1) It is your turn: Autumn" in text
    assert f'<time datetime="{decision.due_at:%Y-%m-%dT%H:%M:%SZ}"' in text
    assert "Tue 3 Mar, 13:00 CET" in text


def test_game_page_tells_how_a_turn_is_composed(south: Client, game: Game) -> None:
    text = page(south, game)
    assert "then a field with a number: the number is what it costs." in text
    assert "A question mark beside them says that the other side can answer" in text
    assert "Grey rings are in range, but too dear." in text
    assert "p: the points of the turn" in text


def test_game_page_shows_times_in_the_zone_of_the_reader(
    client: Client, game: Game, bob: Person
) -> None:
    client.force_login(bob)
    assert "Tue 3 Mar, 07:00 EST" in page(client, game)


def test_game_page_shows_the_points_with_the_reasons_for_what_is_lost(
    client: Client, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    pieces = {"S12": "south K", "S14": "south K", "ST1": "west S", "W12": "west K"}
    pieces |= {"N12": "north K", "N14": "north K", "E12": "east K", "E14": "east K"}
    game = stage.begin([alice, bob, dora, erin], pieces, now=now)
    client.force_login(alice)
    text = page(client, game)
    assert "1 of 5 points left" in text
    assert text.count('<i class="lost">') == 4
    assert "tower ST1 held by West" in text


def test_turn_is_composed_by_links_alone(south: Client, game: Game) -> None:
    """Choose the knight, a target, see the plan, end the turn: nothing is sent by any link."""
    (choose,) = hrefs(page(south, game), "?piece=S40")[:1]
    text = south.get(reverse("game", args=[game.pk]) + choose.partition("#")[0]).content.decode()
    (go,) = hrefs(unescape(text), "plan=S40-S29-S30&")[:1]
    text = unescape(
        south.get(reverse("game", args=[game.pk]) + go.partition("#")[0]).content.decode()
    )
    assert "Knight from S40 to S30" in text
    assert "2 planned" in text
    assert ">S40-S29-S30</textarea>" in text
    game.refresh_from_db()
    assert (game.version, Submission.objects.count()) == (1, 0)


def test_game_page_shows_field_names_and_a_close_up_on_demand(south: Client, game: Game) -> None:
    whole, near = page(south, game, piece="S40"), page(south, game, piece="S40", near="1")
    assert "four-islands-light.svg" in whole
    assert "svgView" not in whole
    assert re.search(r"four-islands-light\.svg#svgView\(viewBox\([\d,]+\)\)", near)
    assert hrefs(whole, "plan=S40-S29&")
    assert all("near=1" in href for href in hrefs(near, "plan=S40-S29&"))


def test_game_page_shows_the_names_of_the_fields_unless_they_were_hidden(
    south: Client, game: Game
) -> None:
    assert 'nameless" id="board"' not in (shown := page(south, game))
    assert "four-islands-light-names.svg" in shown
    south.post(reverse("set_names"), {"names": "0"})
    assert 'nameless" id="board"' in page(south, game)
    south.post(reverse("set_names"), {"names": "1"})
    assert 'nameless" id="board"' not in page(south, game)


def test_seats_have_the_initials_of_the_language(client: Client, game: Game, dora: Person) -> None:
    """East is Ost to Dora, though its fields are E01 and so on."""
    client.force_login(dora)
    assert re.search(r'title="Ost, [^"]+" aria-hidden="true">O</span>', page(client, game))


def test_plan_in_the_url_says_why_it_cannot_be(south: Client, game: Game) -> None:
    text = page(south, game, plan="S40-S29; S40-S30")
    assert "Order 2:" in text
    assert "Knight from S40 to S29" in text
    assert ">S40-S29; S40-S30</textarea>" in text


@pytest.mark.parametrize("plan", ["💥" * 9, "a" * 50_000, "<script>", "%s%(x)s"])
def test_game_page_bears_any_nonsense_in_the_url(south: Client, game: Game, plan: str) -> None:
    text = south.get(reverse("game", args=[game.pk]), {"plan": plan, "piece": plan}).content
    assert b"<script>" not in text


def test_game_page_has_no_form_for_those_not_on_turn(
    client: Client, game: Game, bob: Person, charlie: Person
) -> None:
    client.force_login(charlie)
    assert 'id="orders"' not in page(client, game)
    client.force_login(bob)
    text = page(client, game)
    assert "Plan ahead" in text
    assert "Waiting for Alice (turn)" in text
    assert reverse("game_submit", args=[game.pk]) not in text
    assert "Hand in ahead" in text
    client.logout()
    assert "<textarea" not in page(client, game)


def test_game_page_is_never_kept_by_caches(south: Client, game: Game) -> None:
    for name in ("game", "game_text", "game_history"):
        answer = south.get(reverse(name, args=[game.pk]))
        assert answer["Cache-Control"] == "private, no-store"
        assert "Cookie" in answer["Vary"]
    assert south.get(reverse("home"))["Cache-Control"] == "private, no-store"


def test_game_page_needs_few_queries(
    south: Client, game: Game, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(17):  # one of them for the words at the table
        page(south, game, plan="S40-S29")


def test_game_page_weighs_little(south: Client, game: Game) -> None:
    answer = south.get(reverse("game", args=[game.pk]), headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) < 40_000


def test_game_page_scripts_weigh_little() -> None:
    folder = settings.ROOT / "static/js"
    scripts = [*folder.glob("game/*.js"), *folder.glob("live/*.js")]
    assert sum(script.stat().st_size for script in scripts) < 107_000


def test_review_shows_what_a_turn_would_do(south: Client, game: Game) -> None:
    answer = send(south, game, "game_check")
    assert answer.status_code == 200
    text = plain_text(answer)
    assert "Knight from S40 to S30" in text
    assert "You have 3 points left that lapse. Send the turn anyway?" in text
    assert "Send the turn" in text
    game.refresh_from_db()
    assert game.version == 1


@pytest.mark.parametrize("door", ["game_check", "game_submit"])
def test_submit_asks_which_route_an_order_means(south: Client, game: Game, door: str) -> None:
    given = {"text": "S37-S17", "seen": game.version, "unchecked": "1", "end": "end"}
    answer = south.post(reverse(door, args=[game.pk]), given)
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.pk}/#plan")
    text = page(south, game)
    assert "2 ways are equally short for S37-S17. Which one do you mean?" in text
    assert "?plan=S37-S38-S16-S17#board" in hrefs(text, "S38")
    assert Submission.objects.count() == 0


def test_submit_completes_the_only_route_that_was_meant(south: Client, game: Game) -> None:
    send(south, game, text="S40–S30; S30-S31; S42-S43; end", unchecked="1")
    assert Submission.objects.get().text == "S40-S29-S30; S30-S11-S31; S42-S43; end"


def test_submit_asks_before_points_lapse(south: Client, game: Game) -> None:
    """C5: unused points lapse. What was reviewed is not asked about again."""
    given = {"text": "S40-S29", "end": "end", "unchecked": "1"}
    answer = send(south, game, **given)
    assert answer["Location"] == f"/games/{game.pk}/check/?end=end"
    review = south.get(answer["Location"])
    assert "You have 4 points left that lapse. Send the turn anyway?" in plain_text(review)
    assert send(south, game, text="S40-S29; end").status_code == 302
    assert Submission.objects.get().text == "S40-S29; end"


def test_review_links_back_to_the_plan_with_its_turn_open(south: Client, game: Game) -> None:
    review = send(south, game, "game_check", text="S40-S29", end="end").content.decode()
    assert f'href="/games/{game.pk}/?plan=S40-S29#board"' in review


@pytest.mark.parametrize("door", ["game_check", "game_submit"])
def test_links_of_a_refused_turn_lead_to_the_game(south: Client, game: Game, door: str) -> None:
    address = reverse(door, args=[game.pk])
    refused = south.post(address, {"text": "S40-S29; S40-S28", "seen": game.version, "key": "k"})
    (without,) = hrefs(refused.content.decode(), "?plan=S40-S29#")[:1]
    answer = south.get(f"{address}{without}")
    assert answer["Location"] == f"/games/{game.pk}/?plan=S40-S29"


def test_review_asks_about_an_empty_plan(south: Client, game: Game) -> None:
    answer = send(south, game, text="", end="end", unchecked="1")
    assert "You have 5 points left that lapse." in plain_text(south.get(answer["Location"]))


def test_review_asks_nothing_about_a_turn_that_stays_open(south: Client, game: Game) -> None:
    send(south, game, text="S40-S29", unchecked="1")
    assert Submission.objects.get().text == "S40-S29"


def test_review_asks_nothing_where_points_have_no_use(
    client: Client, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    """Two soldiers have made their two steps; one point is left."""
    pieces = {"S12": "south S", "S40": "south S", "W12": "west K", "W14": "west K"}
    pieces |= {"N12": "north K", "N14": "north K", "E12": "east K", "E14": "east K"}
    game = stage.begin([alice, bob, dora, erin], pieces, now=now)
    client.force_login(alice)
    send(client, game, text="S12-S13-S14; S40-S29-S30; end", unchecked="1")
    assert Submission.objects.get().text.endswith("end")


def test_review_asks_nothing_of_who_has_not_seen_the_present(south: Client, game: Game) -> None:
    assert send(south, game, text="end", unchecked="1", seen=0).status_code == 409


def test_end_word_is_added_where_the_box_is_ticked(south: Client, game: Game) -> None:
    answer = send(south, game, "game_check", text="S40-S29", end="end")
    assert 'name="text" value="S40-S29; end"' in answer.content.decode()
    assert "stays open" in plain_text(send(south, game, "game_check", text="S40-S29"))


def test_review_says_where_the_turn_will_pause(
    client: Client, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    game = stage.begin([alice, bob, dora, erin], ANSWERABLE, now=now)
    client.force_login(alice)
    text = plain_text(send(client, game, "game_check", text="S12xS13; S13-S12; end"))
    assert "After step 1 the turn pauses: West can answer with knight S14." in text


def test_refused_turn_keeps_its_text(south: Client, game: Game) -> None:
    for door in ("game_check", "game_submit"):
        answer = send(south, game, door, text="S40-S29; S40-S30")
        assert answer.status_code == 422
        assert "Order 2: There is no piece on S40." in plain_text(answer)
        assert ">S40-S29; S40-S30</textarea>" in answer.content.decode()
    assert not Submission.objects.exists()


def test_turn_of_a_signed_out_player_keeps_its_text(
    south: Client, game: Game, alice: Person
) -> None:
    south.logout()
    answer = south.post(reverse("game_check", args=[game.pk]), {"text": "S40-S29"})
    address = unquote(parse_qs(urlsplit(answer["Location"]).query)["next"][0])
    assert answer["Location"].startswith(reverse("account_login"))
    south.force_login(alice)
    assert ">S40-S29</textarea>" in south.get(address).content.decode()


def test_empty_turn_is_refused(south: Client, game: Game) -> None:
    assert send(south, game, "game_check", text=" ").status_code == 422
    assert send(south, game, text=" ").status_code == 422


def test_turn_as_long_as_a_book_is_refused(south: Client, game: Game) -> None:
    for door in ("game_check", "game_submit"):
        assert send(south, game, door, text="S40-S29; " * 8000).status_code == 413


def test_game_page_shows_what_the_pieces_look_like(south: Client, game: Game) -> None:
    page = south.get(reverse("game", args=[game.pk])).content.decode()
    for legend in re.findall(r'<ul class="legend">(.*?)</ul>', page, re.DOTALL):
        names = ("Soldier", "Elephant", "Knight", "Chariot", "Ship", "Galleon")
        assert re.findall(r"<span>(\w+)</span>", legend) == list(names)
        assert legend.count("<svg") == len(names)
    assert page.count('class="legend"') == 2


def test_turn_is_handed_in_and_gets_a_receipt(south: Client, game: Game) -> None:
    answer = send(south, game)
    sent = Submission.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == f"{reverse('game', args=[game.pk])}?sent={sent.pk}"
    answer = south.get(answer["Location"])
    text = plain_text(answer)
    assert RECEIPT in answer.content.decode()
    assert "Knight from S40 to S30" in text
    assert "Next: Bob (turn)." in text


def test_receipt_is_shown_to_its_owner_alone(
    south: Client, game: Game, bob: Person, client: Client
) -> None:
    address = send(south, game)["Location"]
    client.force_login(bob)
    assert RECEIPT not in client.get(address).content.decode()


@pytest.mark.parametrize("sent", ["0", "-1", "x", "9" * 40, "²"])
def test_receipt_bears_any_nonsense(south: Client, game: Game, sent: str) -> None:
    assert RECEIPT not in page(south, game, sent=sent)


def test_receipt_names_the_next_game_that_waits(south: Client, game: Game, now: datetime) -> None:
    people = [seat.person for seat in game.seats.all() if seat.person]
    other = stage.begin(people, {"S12": "south K", "W12": "west K"}, now=now)
    text = south.get(send(south, game)["Location"]).content.decode()
    assert "Next game: Autumn" in text
    assert f'href="{reverse("game", args=[other.pk])}"' in text


def test_turn_with_the_same_key_counts_once(south: Client, game: Game) -> None:
    first, second = send(south, game), send(south, game)
    assert first["Location"] == second["Location"]
    assert Submission.objects.count() == 1


def test_outdated_turn_tells_what_happened_and_keeps_its_text(
    south: Client, game: Game, now: datetime
) -> None:
    orders = turns.Orders(
        game_id=game.pk, person=game.host, text="S42-S43", seen_version=game.version, key="first"
    )
    turns.submit(orders, now=now)
    answer = send(south, game, text="S33-S13; end")
    assert answer.status_code == 409
    assert "The game has gone on" in plain_text(answer)
    assert "Knight from S42 to S43" in plain_text(answer)
    assert ">S33-S13; end</textarea>" in answer.content.decode()


def test_turn_is_refused_off_turn_or_without_a_seat(
    client: Client, game: Game, bob: Person, charlie: Person
) -> None:
    for person, status, sentence in (
        (bob, 409, "There is nothing for you to do"),
        (charlie, 403, "You have no seat in this game."),
    ):
        client.force_login(person)
        answer = send(client, game)
        assert (answer.status_code, sentence in plain_text(answer)) == (status, True)
    assert Event.objects.filter(game=game).count() == 1


def test_turn_of_a_finished_game_is_refused(south: Client, game: Game, now: datetime) -> None:
    Decision.objects.filter(game=game).update(closed_at=now, closed_by="events")
    Game.objects.update(status="over", ended_at=now)
    answer = send(south, game)
    assert (answer.status_code, "This game is over." in plain_text(answer)) == (409, True)


def test_missing_game_is_not_found(south: Client, game: Game, table: Game) -> None:
    for door in ("game_submit", "game_check"):
        address = reverse(door, args=[game.pk + 999])
        assert south.post(address, {"text": "end"}).status_code == 404


def test_turn_is_handed_in_with_few_queries(
    south: Client, game: Game, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(18) as queries:
        send(south, game)
    assert not [one for one in queries if 'FROM "accounts_person"' in one["sql"]][3:]


def test_board_text_tells_the_board_in_words(south: Client, game: Game) -> None:
    text = plain_text(south.get(reverse("game_text", args=[game.pk])))
    assert "Turn 1: South, 5 points." in text
    assert "South, harbours of South:" in text
    assert "after your plan" not in text


def test_board_text_says_that_it_is_the_one_after_the_plan(south: Client, game: Game) -> None:
    address = reverse("game_text", args=[game.pk])
    text = plain_text(south.get(address, {"plan": "S40-S30"}))
    assert "This is the board as it will be after your plan: S40-S30" in text


def test_game_page_speaks_the_language_of_the_reader(
    client: Client, game: Game, dora: Person
) -> None:
    client.force_login(dora)
    assert '<html lang="de"' in page(client, game)


def test_board_text_answers_commands_with_and_without_a_script(south: Client, game: Game) -> None:
    address = reverse("game_text", args=[game.pk])
    assert "knight S40 reaches" in plain_text(south.get(address, {"ask": "z S40"}))
    answer = south.get(address, {"ask": "z S40"}, headers={"accept": "application/json"})
    (line,) = answer.json()["answer"]
    assert line.startswith("knight S40 reaches ")


def test_board_text_answers_commands_about_the_board_after_the_plan(
    south: Client, game: Game
) -> None:
    address = reverse("game_text", args=[game.pk])
    assert "S30: knight of South." in plain_text(
        south.get(address, {"ask": "s S30", "plan": "S40-S29-S30"})
    )
    south.post(reverse("game_plan", args=[game.pk]), {"text": "S40-S29"})
    assert "S29: knight of South." in plain_text(south.get(address, {"ask": "s S29"}))


def test_board_text_keeps_a_plan_from_others(
    south: Client, game: Game, bob: Person, charlie: Person
) -> None:
    south.post(reverse("game_plan", args=[game.pk]), {"text": "S40-S29"})
    address = reverse("game_text", args=[game.pk])
    for stranger in (bob, charlie):
        south.force_login(stranger)
        for query in ({"ask": "s S29"}, {"ask": "s S29", "plan": "S40-S29"}):
            assert "S29: knight" not in plain_text(south.get(address, query))


def test_review_tells_what_is_left_in_reach(
    client: Client, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    pieces = {"S12": "south K", "S40": "south S", "W12": "west K", "S16": "west K"}
    pieces |= {"N12": "north K", "N14": "north K", "E12": "east K", "E14": "east K"}
    game = stage.begin([alice, bob, dora, erin], pieces, now=now)
    client.force_login(alice)
    text = plain_text(send(client, game, "game_check", text="S12-S13; end"))
    assert "S13: knight of South ← West: knight S16 (3 points)" in text
    text = plain_text(send(client, game, "game_check", text="S12-S11-S10-S9; end"))
    assert "S13: knight" not in text


def test_insist_word_is_added_where_the_box_is_ticked(
    client: Client, alice: Person, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    """CP3, A25: the review offers what the word "anyway" means, where the turn will pause."""
    game = stage.begin([alice, bob, dora, erin], ANSWERABLE, now=now)
    client.force_login(alice)
    assert 'name="insist" value="anyway"' not in send(client, game, "game_check").content.decode()
    plan = "S12xS13; S40-S28; end"
    text = send(client, game, "game_check", text=plan).content.decode()
    assert 'name="insist" value="anyway"' in text
    send(client, game, text=plan, insist="anyway")
    sent = Submission.objects.get()
    assert sent.text == f"anyway; {plan}"
    again = send(client, game, "game_check", text=sent.text).content.decode()
    assert 'name="insist"' not in again


@pytest.mark.parametrize("fields", [{"text": f"{TURN} # \0"}, {"key": "\0"}, {"end": "end\0"}])
def test_turn_with_signs_that_no_database_holds_is_refused(
    south: Client, game: Game, fields: dict[str, str]
) -> None:
    assert send(south, game, **fields).status_code == 400


def test_turn_form_cannot_use_the_keys_of_silence(
    south: Client, game: Game, bob: Person, dora: Person, erin: Person, now: datetime
) -> None:
    """A person who used one up beforehand would stop the clock, and with it the game."""
    send(south, game, text="end", key="silence-5")
    for version, person in enumerate((bob, dora, erin), start=2):
        orders = turns.Orders(
            game_id=game.pk, person=person, text="end", seen_version=version, key="k"
        )
        turns.submit(orders, now=now)
    asked = Decision.objects.get(game=game, closed_at=None)
    assert turns.expire_decision(asked.pk, now=asked.due_at + decisions.GRACE)
    assert Submission.objects.get(game=game, seen_version=5).key == "silence-5"


def test_a_name_from_right_to_left_turns_nothing_beside_it(
    client: Client, game: Game, alice: Person, bob: Person
) -> None:
    Person.objects.filter(pk=alice.pk).update(name="דניאל")
    Game.objects.filter(pk=game.pk).update(title="סתיו")
    client.force_login(bob)
    page = client.get(reverse("game", args=[game.pk])).content.decode()
    assert "<h1><bdi>סתיו</bdi></h1>" in page
    assert "<bdi>דניאל</bdi></a>" in page
    name = page.partition("<title>")[2].partition("</title>")[0]
    assert "סתיו" in name
    assert "bdi" not in name


def test_browsers_translate_no_notation() -> None:
    """Every element that holds orders says so, on pages of games, lessons and missions."""
    for folder in ("games", "practice", "training"):
        for path in (settings.ROOT / "templates" / folder).rglob("*.html"):
            for tag in NOTATION.findall(path.read_text()):
                assert 'translate="no"' in tag, (path.name, tag)

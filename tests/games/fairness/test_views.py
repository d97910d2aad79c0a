"""Fairness on pages: commitments are shown at once, secrets only at the end."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from html import unescape
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from conquest import replay
from conquest.core import Fault
from conquest.kit import chain, chance, commitments
from games.fairness import pages
from games.letters import writers
from games.models import Commitment, Event, Game, Seat
from games.play import tables
from games.play.clock import PRESETS
from games.replay import export
from mail.models import Delivery
from tests.games import skirmishes
from tests.games.skirmishes import ASKED, OVER, READY

WORDS = ("Gänseblümchen", "rhubarb")


@pytest.fixture
def people(alice: Person, bob: Person) -> list[Person]:
    return [alice, bob]


@pytest.fixture
def table(alice: Person, bob: Person, now: datetime) -> Game:
    """A table at which both have said a word."""
    table = tables.open_table(
        alice, tables.TableTerms(ruleset="skirmish", title="Glade", pace=PRESETS["normal"]), now=now
    )
    for person, word in zip((alice, bob), WORDS, strict=True):
        tables.join_table(table.pk, person, word=word, now=now)
    return table


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", unescape(text)))


def pages_of(game: Game, *viewers: Person | None) -> Iterator[tuple[str, str]]:
    """Yield every page and file of a game that can be looked at, for each viewer."""
    names = ["game", "game_text", "game_try", "game_film", "game_outline", "game_history"]
    names += ["game_notation", "game_events", "game_proof", "game_record", "table"]
    addresses = [reverse(name, args=[game.pk]) for name in names]
    addresses += [reverse(name) for name in ("home", "tables", "fairness", "fairness_chain")]
    for viewer in viewers:
        client = Client()
        if viewer:
            client.force_login(viewer)
        for address in addresses:
            yield address, client.get(address, follow=True).content.decode()


def letters(now: datetime) -> Iterator[tuple[str, str]]:
    for delivery in Delivery.objects.exclude(kind="invitation"):
        yield f"letter {delivery.kind}", repr(writers.WRITERS[delivery.kind](delivery, now))


def pages_with(secret: str, ways: Iterator[tuple[str, str]]) -> list[str]:
    return [way for way, text in ways if secret in unescape(text)]


# The table.


def test_an_open_table_shows_what_is_committed_before_anybody_sits(
    client: Client, alice: Person, now: datetime
) -> None:
    game = tables.open_table(
        alice,
        tables.TableTerms(ruleset="conquest", title="Autumn", pace=PRESETS["normal"]),
        now=now,
    )
    made = hashlib.sha256(bytes(game.seed)).hexdigest()
    assert made in client.get(reverse("table", args=[game.pk])).content.decode()


def test_word_is_shown_only_to_its_author_before_the_start(
    client: Client, table: Game, alice: Person, bob: Person, charlie: Person
) -> None:
    ways = {who: list(pages_of(table, who)) for who in (alice, bob, charlie, None)}
    assert pages_with(WORDS[0], iter(ways[alice]))
    assert not pages_with(WORDS[0], iter(ways[bob] + ways[charlie] + ways[None]))
    assert not pages_with(WORDS[1], iter(ways[alice] + ways[charlie] + ways[None]))


def test_word_that_is_shown_too_early_would_be_found(
    monkeypatch: pytest.MonkeyPatch, table: Game, bob: Person
) -> None:
    """Control: with a leak planted the word of another is found."""
    real = pages.game_fairness

    def leaky(found: Any) -> pages.Fairness:
        told = real(found)
        words = tuple((seat, seat.word) for seat in found.seats)
        return pages.Fairness(told.seed, told.key, told.set_ups, words)

    monkeypatch.setattr("games.views.tables.game_fairness", leaky)
    assert pages_with(WORDS[0], pages_of(table, bob))


def test_words_are_shown_once_the_game_has_begun(table: Game, alice: Person, now: datetime) -> None:
    game = tables.start_by_host(table.pk, alice, now=now)
    for word in WORDS:
        assert reverse("game", args=[game.pk]) in pages_with(word, pages_of(game, None))


def test_a_word_is_changed_on_the_table(client: Client, table: Game, alice: Person) -> None:
    client.force_login(alice)
    client.post(reverse("table_word", args=[table.pk]), {"word": " two   u\u0308ber "})
    assert Seat.objects.get(game=table, person=alice).word == "two über"
    client.post(reverse("table_word", args=[table.pk]), {"word": ""})
    assert Seat.objects.get(game=table, person=alice).word == ""


@pytest.mark.parametrize("word", ["x" * 61, "a\u200bb", "a\u2028b\u0007"])
def test_a_word_that_cannot_be_read_is_refused(
    client: Client, table: Game, alice: Person, word: str
) -> None:
    client.force_login(alice)
    client.post(reverse("table_word", args=[table.pk]), {"word": word})
    assert Seat.objects.get(game=table, person=alice).word == WORDS[0]


def test_nobody_sits_down_with_a_word_that_cannot_be_read(
    client: Client, alice: Person, bob: Person, now: datetime
) -> None:
    """It would be dropped, and the game may begin at once."""
    table = tables.open_table(
        alice, tables.TableTerms(ruleset="skirmish", title="Glade", pace=PRESETS["normal"]), now=now
    )
    client.force_login(bob)
    assert (
        "Sit down with this word" in client.get(reverse("table", args=[table.pk])).content.decode()
    )
    address = reverse("table_join", args=[table.pk])
    answer = client.post(address, {"word": "x" * 61}, follow=True)
    assert "at most 60 characters" in answer.content.decode()
    assert not Seat.objects.filter(game=table, person=bob).exists()


def test_a_word_can_come_with_the_seat(
    client: Client, alice: Person, bob: Person, now: datetime
) -> None:
    table = tables.open_table(
        alice, tables.TableTerms(ruleset="skirmish", title="Glade", pace=PRESETS["normal"]), now=now
    )
    client.force_login(bob)
    client.post(reverse("table_join", args=[table.pk]), {"seat": "birch", "word": "tails"})
    assert Seat.objects.get(game=table, person=bob).word == "tails"


# While the game runs.


def test_first_letters_tell_the_commitments(
    table: Game, alice: Person, bob: Person, now: datetime
) -> None:
    game = tables.start_by_host(table.pk, alice, now=now)
    made = game.commitments.get(kind="seed").commitment
    told = dict(letters(now))
    assert {"letter started", "letter decision"} <= set(pages_with(made, iter(told.items())))


def test_setup_author_is_told_its_commitment(
    client: Client, people: list[Person], now: datetime
) -> None:
    game = skirmishes.begin(people, now=now)
    client.force_login(people[0])
    sent = {"text": skirmishes.CAMPS[0][1], "seen": game.version, "key": "k"}
    answer = client.post(reverse("game_submit", args=[game.pk]), sent, follow=True)
    made = Commitment.objects.get(kind="set-up").commitment
    receipt = answer.content.decode().partition('class="notice success receipt"')[2]
    assert made in receipt.partition("</section>")[0]
    public = Client().get(reverse("game", args=[game.pk])).content.decode()
    assert made in public


def secrets(game: Game) -> list[str]:
    """Return what nobody may see while a game runs: seed, key and salts."""
    seed = bytes(Game.objects.get(pk=game.pk).seed)
    salts = [chance.derive_salt(seed, seq).hex() for seq in range(1, game.version + 1)]
    return [seed.hex(), chance.derive_key(seed, game.words).hex(), *salts]


@pytest.mark.parametrize("moment", [READY, ASKED])
def test_fairness_secrets_are_not_shown_or_mailed_while_the_game_runs(
    people: list[Person], charlie: Person, now: datetime, moment: int
) -> None:
    """Neither seed nor salt, nor the hashes of events: with these anyone could find a set-up by
    trying all of them."""
    game = skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=moment)
    hashes = list(Event.objects.filter(game=game).values_list("hash", flat=True))
    assert game.head in hashes
    ways = [*pages_of(game, *people, charlie, None), *letters(now)]
    assert [one for one in (*secrets(game), *hashes) if pages_with(one, iter(ways))] == []


def test_fairness_hashes_are_hidden_from_staff() -> None:
    for model, name in ((Game, "head"), (Event, "hash"), (Seat, "word")):
        shown = admin.site._registry[model]
        assert name in (shown.exclude or ())
        assert name not in shown.list_display


def test_fairness_secrets_are_found_once_the_game_is_over(
    people: list[Person], now: datetime
) -> None:
    """Control: the end opens all of them, and the same look finds them."""
    game = skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=OVER)
    ways = list(pages_of(game, None))
    seed, *_rest = secrets(game)
    record = reverse("game_record", args=[game.pk])
    assert {record, reverse("game_proof", args=[game.pk])} <= set(pages_with(seed, iter(ways)))
    assert record in pages_with(game.head, iter(ways))
    assert record in pages_with(chance.derive_salt(bytes.fromhex(seed), 2).hex(), iter(ways))


# The proof.


def test_proof_of_a_running_game_says_what_will_be_shown(
    client: Client, people: list[Person], now: datetime
) -> None:
    game = skirmishes.begin(people, now=now)
    text = plain(client.get(reverse("game_proof", args=[game.pk])).content.decode())
    assert "This game is still being played." in text
    assert game.commitments.get().commitment in text


def play_to_end(table: Game, people: list[Person], now: datetime) -> Game:
    """Play the game of a table to its end by set-ups and a resignation."""
    game = tables.start_by_host(table.pk, people[0], now=now)
    story = [*skirmishes.CAMPS, (0, "resign")]
    return skirmishes.tell(game, people, now=now, upto=len(story), story=story)


def test_proof_of_a_finished_game_has_all_that_was_drawn(
    client: Client, table: Game, people: list[Person], now: datetime
) -> None:
    game = play_to_end(table, people, now)
    assert game.status == "over"
    text = plain(client.get(reverse("game_proof", args=[game.pk])).content.decode())
    key = chance.derive_key(bytes(game.seed), WORDS)
    assert "all of it fits" in text
    assert f"{chance.whole_number(key, '1'):064x}"[:16] in text
    assert f"{chance.whole_number(key, '1') % 9} (remainder when divided by 9)" in text
    assert all(word in text for word in WORDS)
    assert "2 secret set-ups are those that were committed." in text
    for row in game.commitments.all():
        assert row.commitment in text


def test_proof_of_a_record_can_be_checked_at_home(
    table: Game, people: list[Person], now: datetime
) -> None:
    game = play_to_end(table, people, now)
    told = json.loads(replay.replay_record(export.write_record(game, game.seats.all()))[0])
    assert (told["draws"], told["set_ups"]) == (1, 2)


def test_proof_compares_a_record_with_the_chain_of_its_site(
    client: Client, table: Game, people: list[Person], now: datetime
) -> None:
    game = play_to_end(table, people, now)
    other = tables.open_table(
        people[0],
        tables.TableTerms(ruleset="conquest", title="Other", pace=PRESETS["normal"]),
        now=now,
    )
    written = export.write_record(game, game.seats.all())
    chain = client.get(reverse("fairness_chain")).content.decode()
    assert replay.replay_record(written, chain)
    elsewhere = written.replace(f'[Game "{game.pk}"]', f'[Game "{other.pk}"]')
    for text, lines, fault in (
        (elsewhere, chain, "committed otherwise in the chain"),
        (written, "", "was committed otherwise in the chain"),
        (written, chain.partition("\n")[2], "broken at its entry 1"),
        (written, "\n".join(chain.splitlines()[:2]), "the set-up of event 2"),
        (written, "{}", "entry 1 of the chain cannot be read"),
        (written, "7", "entry 1 of the chain cannot be read"),
    ):
        with pytest.raises(Fault, match=fault):
            replay.replay_record(text, lines)


def test_proof_says_what_does_not_fit(
    client: Client, table: Game, people: list[Person], now: datetime
) -> None:
    game = play_to_end(table, people, now)
    Game.objects.filter(pk=game.pk).update(words=["another", WORDS[1]])
    text = plain(client.get(reverse("game_proof", args=[game.pk])).content.decode())
    assert "Something does not fit" in text
    assert "the words do not fit the commitment to the key" in text


def test_a_proof_is_worked_out_once(
    client: Client,
    table: Game,
    people: list[Person],
    now: datetime,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.CACHES = {
        **settings.CACHES,
        "records": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    }
    game, written, real = play_to_end(table, people, now), list[int](), export.write_record

    def write(game: Game, seats: Iterable[Seat]) -> str:
        written.append(game.pk)
        return real(game, seats)

    monkeypatch.setattr(export, "write_record", write)
    for _time in range(3):
        assert client.get(reverse("game_proof", args=[game.pk])).status_code == 200
    assert written == [game.pk]


# The chain.


def test_anybody_can_check_the_chain_with_a_script(
    client: Client, table: Game, people: list[Person], now: datetime
) -> None:
    play_to_end(table, people, now)
    link, number = chain.START, 0
    for line in client.get(reverse("fairness_chain")).content.decode().splitlines():
        entry = json.loads(line)
        told = entry.pop("link")
        body = json.dumps(entry, sort_keys=True, separators=(",", ":"))
        link, number = hashlib.sha256((link + body).encode()).hexdigest(), number + 1
        assert (entry["number"], told) == (number, link)
    assert number == 4


def test_the_chain_is_told_in_parts(client: Client, table: Game, alice: Person) -> None:
    tables.start_by_host(table.pk, alice, now=table.opened_at)
    address = reverse("fairness_chain")
    whole = client.get(address).content
    assert client.get(f"{address}?after=1").content == whole.partition(b"\n")[2]
    assert client.get(f"{address}?after=2").content == b""
    assert "public" in client.get(address)["Cache-Control"]


def test_the_page_shows_the_newest_first_in_pages(
    client: Client, alice: Person, now: datetime, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.fairness.views.PAGE", 2)
    for _table in range(3):
        tables.open_table(
            alice,
            tables.TableTerms(ruleset="conquest", title="Autumn", pace=PRESETS["normal"]),
            now=now,
        )
    first = client.get(reverse("fairness")).content.decode()
    second = client.get(reverse("fairness"), {"page": "2"}).content.decode()
    assert re.findall(r'id="entry-(\d)"', first) == ["3", "2"]
    assert re.findall(r'id="entry-(\d)"', second) == ["1"]


def test_the_chain_tells_nothing_of_a_private_game_but_its_number(
    client: Client, table: Game, alice: Person, now: datetime
) -> None:
    tables.start_by_host(table.pk, alice, now=now)
    Game.objects.filter(pk=table.pk).update(is_private=True)
    for name in ("fairness", "fairness_chain"):
        text = client.get(reverse(name)).content.decode()
        assert not [one for one in (table.title, "Alice", "Bob", *WORDS) if one in text]
        assert reverse("game", args=[table.pk]) not in text
    assert f"game {table.pk}" in plain(client.get(reverse("fairness")).content.decode())


def test_the_chain_tells_neither_seat_nor_moment_of_set_ups_in_a_private_game(
    client: Client, people: list[Person], now: datetime
) -> None:
    game = skirmishes.begin(people, now=now)
    Game.objects.filter(pk=game.pk).update(is_private=True)
    game = skirmishes.tell(game, people, now=now, upto=READY)
    made = list(game.commitments.filter(kind="set-up"))
    assert {row.seat for row in made} == {"ash"}
    told = client.get(reverse("fairness_chain")).content.decode()
    entries = [json.loads(line) for line in told.splitlines()]
    blind = [one for one in entries if one["kind"] == "set-up"]
    assert [one["commitment"] for one in blind] == [row.commitment for row in made]
    for one in blind:
        assert (one["game"], one["seat"], one["seq"]) == (0, "", 0)
        assert one["at"] == f"{now:%Y-%m-%d}T00:00:00.000000Z"
    page = plain(client.get(reverse("fairness")).content.decode())
    assert page.count("a private game · set-up · 2 March 2026") == len(made)
    client.force_login(people[0])
    own = client.get(reverse("game", args=[game.pk])).content.decode()
    assert all(row.commitment in own for row in made)  # its players know them all the same


def test_the_record_of_a_private_game_is_found_in_the_chain(
    client: Client, people: list[Person], now: datetime
) -> None:
    game = skirmishes.begin(people, now=now)
    Game.objects.filter(pk=game.pk).update(is_private=True)
    game = skirmishes.tell(game, people, now=now, upto=OVER)
    told = client.get(reverse("fairness_chain")).content.decode()
    written = export.write_record(game, game.seats.all())
    assert replay.replay_record(written, told)
    last = told.splitlines()[:-1]
    with pytest.raises(Fault, match="the set-up of event"):
        replay.replay_record(written, "\n".join(last))


def test_the_page_of_an_empty_chain(client: Client, db: None) -> None:
    assert "Nothing has been committed yet." in client.get(reverse("fairness")).content.decode()


def test_a_commitment_tells_nothing_without_its_salt(people: list[Person], now: datetime) -> None:
    """Nobody finds a set-up by trying all there are: hashes without the salt are others."""
    game = skirmishes.tell(skirmishes.begin(people, now=now), people, now=now, upto=READY)
    made = game.commitments.get(kind="set-up").commitment
    order = game.events.get(seq=2).data["order"]
    known = [b"", bytes(16), b"2", game.invite_key.encode(), game.head.encode()]
    assert made not in [commitments.hash_order(salt, order) for salt in known]

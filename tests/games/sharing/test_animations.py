"""Animations: asked for, made, sent, and deleted; and nothing that the public may not know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from io import BytesIO
from itertools import count
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.models import Person
from conquest import registry
from conquest.core import OPEN
from games import personal_data
from games.models import Animation, Game
from games.play.knowledge import known_game
from games.sharing import animations, film, pictures
from games.sharing.animations import AnimationKind
from tests import stage
from tests.games import armada, espionage, skirmishes

GIF, WEBP = AnimationKind("gif", "en", "light"), AnimationKind("webp", "de", "dark")
PLOTS: dict[str, tuple[Callable[[Sequence[Person], datetime], Game], Sequence[tuple[int, str]]]] = {
    "skirmish": (lambda people, now: skirmishes.begin(people, now=now), skirmishes.STORY),
    "espionage": (lambda people, now: espionage.begin(people, now), espionage.STORY),
    "armada": (
        lambda people, now: armada.begin(people, now),
        [(1, armada.CAMPS[0]), *armada.REST],
    ),
}


def still() -> float:
    return 0.0


def visit(game: Game) -> Any:
    found = pictures.load_public_visit(game.pk)
    assert found is not None
    return found


def make(game: Game, kind: AnimationKind, now: datetime) -> Animation:
    row = animations.ask_for_animation(visit(game), kind, now=now)
    assert animations.make_animation(row.pk, now=now, timer=still)
    return Animation.objects.get(pk=row.pk)


def tell(game: Game, people: Sequence[Person], now: datetime, upto: int) -> Game:
    for who, text in skirmishes.STORY[:upto]:
        stage.hand_in(game, people[who], text, now=now)
    game.refresh_from_db()
    return game


@pytest.fixture
def glade(mustering: Game, alice: Person, bob: Person, now: datetime) -> Game:
    """A skirmish that is over."""
    return tell(mustering, [alice, bob], now, skirmishes.OVER)


def url(game: Game, kind: AnimationKind) -> str:
    return reverse(f"game_{kind.form}", args=[game.pk, f"{kind.language}-{kind.theme}"])


@pytest.mark.parametrize("kind", [GIF, WEBP])
def test_a_worker_makes_what_is_asked_for(glade: Game, now: datetime, kind: AnimationKind) -> None:
    row = make(glade, kind, now)
    picture: Any = Image.open(BytesIO(bytes(row.file)))
    assert picture.format == kind.form.upper()
    assert picture.n_frames > 5
    assert picture.info["loop"] == 0
    assert len(row.file) < animations.MAX_BYTES
    answer = Client().get(url(glade, kind))
    assert answer.content == bytes(row.file)
    assert answer["Content-Type"] == f"image/{kind.form}"
    assert answer["Cache-Control"] == "public, max-age=3600"
    again = Client().get(url(glade, kind), headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_last_frame_stays_and_tells_the_result(glade: Game) -> None:
    *_, last = film.film_frames(visit(glade), "light", "Alice has won.", 100)
    assert last.stays == film.ENDING > film.CALM
    captions = said(glade, "It is a draw.")
    assert captions[-1].head == "It is a draw."
    assert captions[0].head == "Glade"
    assert "Alice · Bob" in captions[0].sentence
    assert "Shown are" not in captions[0].sentence


def said(game: Game, result: str, most: int = 100) -> list[film.Caption]:
    """Return the captions of an animation, frame by frame."""
    captions = list[film.Caption]()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(
            film.FramePainter, "paint", lambda _painter, _step, caption: captions.append(caption)
        )
        for _frame in film.film_frames(visit(game), "light", result, most):
            pass
    return captions


def test_a_caption_tells_turn_side_player_and_notation(glade: Game) -> None:
    captions = said(glade, "")
    move = next(one for one in captions if "d5-d4" in one.sentence or "d5 to d4" in one.sentence)
    assert move.head.startswith("Turn ")
    assert move.head.endswith("(Bob)")
    assert " / " in move.place


def test_a_long_game_says_what_it_leaves_out(glade: Game) -> None:
    whole, part = said(glade, ""), said(glade, "", most=4)
    assert len(part) == 4 < len(whole)
    assert part[0].sentence.startswith(f"Shown are 4 of {len(whole)} steps.")
    assert part[-1].place == whole[-1].place


def test_an_animation_speaks_the_language_that_is_asked_for(glade: Game, now: datetime) -> None:
    told = set[str]()

    def listen(_painter: film.FramePainter, _step: Any, caption: film.Caption) -> Image.Image:
        told.add(caption.head)
        return Image.new("RGB", (10, 10))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(film.FramePainter, "paint", listen)
        make(glade, WEBP, now)
    assert "Unentschieden." in told
    assert any(head.startswith("Zug ") for head in told)


def test_what_is_asked_for_twice_is_made_once(glade: Game, now: datetime) -> None:
    first = animations.ask_for_animation(visit(glade), GIF, now=now)
    assert animations.ask_for_animation(visit(glade), GIF, now=now).pk == first.pk
    row = make(glade, GIF, now)
    animations.ask_for_animation(visit(glade), GIF, now=now)
    assert Animation.objects.get().state == row.state == "ready"
    with pytest.raises(IntegrityError), transaction.atomic():
        Animation.objects.create(
            game=glade, form="gif", language="en", theme="light", asked_at=now, wanted_on=now.date()
        )


def test_a_game_that_goes_on_keeps_its_file_until_there_is_another(
    mustering: Game, alice: Person, bob: Person, now: datetime
) -> None:
    game = tell(mustering, [alice, bob], now, skirmishes.BEGUN)
    old = make(game, GIF, now)
    stage.hand_in(game, alice, skirmishes.STORY[skirmishes.BEGUN][1], now=now)
    assert not animations.is_current(old, visit(game))
    animations.ask_for_animation(visit(game), GIF, now=now)
    assert Client().get(url(game, GIF)).content == bytes(old.file)
    new = make(game, GIF, now)
    assert animations.is_current(new, visit(game))
    assert Client().get(url(game, GIF)).content == bytes(new.file) != bytes(old.file)


@pytest.mark.parametrize("what", ["title", "name", "end"])
def test_a_file_with_words_that_hold_no_more_is_not_sent(
    glade: Game, alice: Person, now: datetime, what: str
) -> None:
    make(glade, GIF, now)
    if what == "title":
        Game.objects.update(title="Meadow")
    elif what == "name":
        Person.objects.filter(pk=alice.pk).update(name="Alice of Oz")
    else:
        Game.objects.update(status=Game.Status.ANNULLED)
    assert Client().get(url(glade, GIF)).status_code == 404


def test_a_deleted_name_is_on_no_animation(glade: Game, alice: Person, now: datetime) -> None:
    make(glade, GIF, now)
    personal_data.erase(alice)
    assert not Animation.objects.exists()


def test_a_private_game_has_no_animation(glade: Game, alice: Person, now: datetime) -> None:
    row = make(glade, GIF, now)
    player = Client()
    player.force_login(alice)
    Game.objects.update(is_private=True)
    page, ask = (
        reverse("game_animation", args=[glade.pk]),
        reverse("game_animation_ask", args=[glade.pk]),
    )
    assert {Client().get(one).status_code for one in (url(glade, GIF), page)} == {404}
    assert player.get(page).status_code == 404
    assert player.post(ask, {"form": "gif", "theme": "light"}).status_code == 404
    Animation.objects.update(state="waiting")
    assert not animations.make_animation(row.pk, now=now, timer=still)
    assert Animation.objects.get().state == "failed"


def test_who_is_signed_in_has_an_animation_made(glade: Game, charlie: Person) -> None:
    stranger, ask = Client(), reverse("game_animation_ask", args=[glade.pk])
    assert "login" in stranger.post(ask, {"form": "gif", "theme": "dark"})["Location"]
    assert not Animation.objects.exists()
    stranger.force_login(charlie)
    answer = stranger.post(ask, {"form": "gif", "theme": "dark"}, follow=True)
    assert b"It is being made" in answer.content
    row = Animation.objects.get()
    assert (row.game, row.form, row.language, row.theme) == (glade, "gif", "en", "dark")
    assert stranger.post(ask, {"form": "tiff", "theme": "dark"}).status_code == 404
    assert stranger.post(ask, {"form": "gif", "theme": ""}).status_code == 404


def test_nobody_asks_for_more_than_ten_a_day(glade: Game, charlie: Person) -> None:
    client, ask = Client(), reverse("game_animation_ask", args=[glade.pk])
    client.force_login(charlie)
    for _again in range(10):
        client.post(ask, {"form": "gif", "theme": "dark"})
    Animation.objects.all().delete()
    answer = client.post(ask, {"form": "gif", "theme": "dark"}, follow=True)
    assert b"enough for today" in answer.content
    assert not Animation.objects.exists()


def test_no_more_wait_than_the_site_makes_soon(
    glade: Game, charlie: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(animations, "MOST_WAITING", 1)
    animations.ask_for_animation(visit(glade), GIF, now=now)
    with pytest.raises(animations.TooManyWaitError):
        animations.ask_for_animation(visit(glade), WEBP, now=now)


def test_what_takes_too_long_is_tried_with_fewer_frames_and_then_given_up(
    glade: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[int]()
    real = film.film_frames

    def watch(visit: Any, theme: str, result: str, most: int) -> Any:
        asked.append(most)
        return real(visit, theme, result, most)

    monkeypatch.setattr(film, "film_frames", watch)
    row, hours = animations.ask_for_animation(visit(glade), GIF, now=now), count(0, 3600)
    for _again in range(4):
        assert not animations.make_animation(row.pk, now=now, timer=lambda: float(next(hours)))
    assert asked == [240, 120, 60]
    assert Animation.objects.get().state == "failed"
    assert animations.due_animations() == []


def test_what_would_be_too_large_has_fewer_frames(
    glade: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = make(glade, GIF, now)
    monkeypatch.setattr(animations, "MAX_BYTES", len(whole.file) - 1)
    Animation.objects.all().delete()
    smaller = make(glade, GIF, now)
    frames: Any = Image.open(BytesIO(bytes(smaller.file)))
    before: Any = Image.open(BytesIO(bytes(whole.file)))
    assert len(smaller.file) < len(whole.file)
    assert frames.n_frames < before.n_frames


def test_what_nobody_looks_at_for_a_month_goes(glade: Game, now: datetime) -> None:
    make(glade, GIF, now)
    old = (now - timedelta(days=31)).date()
    Animation.objects.update(wanted_on=old)
    Client().get(url(glade, GIF))
    assert Animation.objects.get().wanted_on > old
    Animation.objects.update(wanted_on=old)
    assert animations.purge_animations(now) == 1


def test_no_more_files_are_kept_than_there_is_room_for(
    glade: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(animations, "MOST_KEPT", 1)
    first, second = make(glade, GIF, now), make(glade, WEBP, now)
    assert animations.purge_animations(now) == 1
    assert not Animation.objects.filter(pk=first.pk).exists()
    assert Animation.objects.filter(pk=second.pk).exists()


@pytest.mark.parametrize("name", ["letter", "en-", "-light", "en-blue", "xx-light"])
def test_there_is_no_file_of_another_name(glade: Game, now: datetime, name: str) -> None:
    make(glade, GIF, now)
    assert Client().get(reverse("game_gif", args=[glade.pk, name])).status_code == 404


def frames_of(game: Game) -> list[bytes]:
    """Return the pictures of an animation, frame by frame, without its words."""
    found = list[bytes]()
    painter = film.FramePainter(visit(game), "light")
    for one in film._film_steps(visit(game)):
        found.append(painter.paint_board(one).tobytes())
    return found


def public_frames(game: Game) -> list[bytes]:
    """Return the same, drawn from the view that the public has of each step."""
    rules, painter = game.rules, film.FramePainter(visit(game), "light")
    found = list[bytes]()
    for one in film._film_steps(visit(game)):
        known = known_game(game, None, one.step.seq)
        shown = rules.knowledge.read_view(known.view)
        moment = replace(one.moment, known=partial(lambda state: state, shown))
        found.append(painter.paint_board(replace(one, moment=moment)).tobytes())
    return found


@pytest.mark.parametrize("plot", PLOTS)
def test_frames_of_a_game_that_runs_show_the_public_view(
    plot: str, alice: Person, bob: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin, story = PLOTS[plot]
    people = [alice, bob]
    game = begin(people, now)
    skirmishes.tell(game, people, now=now, upto=5, story=story)
    game.refresh_from_db()
    expected = public_frames(game)
    assert frames_of(game) == expected
    # Control: with eyes that see all, the pictures are others.
    rules = registry.get_ruleset(game.ruleset)
    real = rules.knowledge.write_view
    leaky = replace(rules.knowledge, write_view=lambda state, _viewer: real(state, OPEN), mask=None)
    monkeypatch.setitem(registry.find_rulesets(), game.ruleset, replace(rules, knowledge=leaky))
    assert frames_of(game) != expected

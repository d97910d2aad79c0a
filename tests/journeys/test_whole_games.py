"""Whole games of four, by web and letter, to every kind of end."""

from __future__ import annotations

import re

import pytest

from accounts.models import Person
from games.models import Decision, Game, Submission
from games.play import clock
from tests import stage, whole_games
from tests.journeys.conftest import PLAYERS, Site, body, mail_of
from tests.journeys.visitor import Page
from tests.scheduling import choose_one
from tests.servers import until

SEATS = {name: seat for seat, name in PLAYERS.items()}


def take_turn(site: Site, game: Game, person: str, text: str) -> Page:
    """Type a turn on the game page, check it, and send what was checked."""
    visitor = site.people[person]
    visitor.visit(f"/games/{game.pk}/")
    page = visitor.fill("/check/", text=text)
    assert page.status == 200, page.text
    page = visitor.fill("/submit/")
    assert page.status == 200, page.text
    return page


def answer(site: Site, game: Game, person: str, choice: str) -> Page:
    """Answer a recapture window on its page, where nothing is chosen beforehand."""
    visitor = site.people[person]
    page = visitor.visit(f"/games/{game.pk}/answer/")
    form = page.form("/answer/")
    assert "text" not in form.values
    assert choice in form.choices["text"]
    page = visitor.send(form, text=choice)
    assert page.status == 200, page.text
    return page


def begin(pieces: dict[str, str], players: list[Person]) -> Game:
    return stage.begin(players, pieces, now=clock.now())


def army(seat: str, *fields: str) -> dict[str, str]:
    return {field: f"{seat} S" for field in fields}


def mark(game: Game) -> str:
    """Return what the subjects of a game's letters have in common."""
    return f"{game.rules.title} {game.pk}]"


def over(game: Game) -> tuple[str, list[str]]:
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    return game.reason, game.winners


REST = army("north", "N01", "N02", "N03") | army("east", "E01", "E02", "E03")


def test_a_game_is_played_from_the_invitation_to_four_quiet_rounds(site: Site) -> None:
    """C40: sixteen turns without a capture, from the set-up to the end."""
    alice = site.people["Alice"]
    alice.visit("/tables/new/?ruleset=conquest")
    alice.fill("/tables/new/", title="By letter")
    game = Game.objects.get(title="By letter")
    if not game.seats.filter(person__name="Alice").exists():
        alice.visit(f"/tables/{game.pk}/")
        alice.fill("/join/", seat="south")
    guests = [name for name in PLAYERS.values() if name != "Alice"]
    alice.visit(f"/tables/{game.pk}/")
    alice.fill("/invite/", addresses="\n".join(map(mail_of, guests)))
    for name in guests:
        link = re.search(r"/invite/\S+", body(site.letter(name, "invites you")))
        assert link
        site.people[name].visit(link[0])
        site.people[name].fill("/join/", seat=SEATS[name])
    assert site.people[guests[-1]].page.address.endswith(f"/games/{game.pk}/")
    for name in ("Alice", *guests[:-1]):
        assert "/games/" in body(site.letter(name, mark(game), "begun"))

    for turn in range(16):
        take_turn(site, game, list(PLAYERS.values())[turn % 4], "end")
    assert over(game) == ("quiet_rounds", ["south", "west", "north", "east"])
    for name in PLAYERS.values():
        assert "By letter" in body(site.letter(name, mark(game), "over"))
    page = alice.visit(f"/games/{game.pk}/record.txt")
    assert '[Ruleset "conquest"]' in page.source


def test_a_game_ends_with_the_last_two_pieces_after_a_recapture(
    site: Site, players: list[Person]
) -> None:
    """C26, C32, C37: Alice captures, Bob recaptures, Alice captures his last stack."""
    pieces = {
        "S12": "south K",
        "S40": "south K",
        "S14": "west S",
        "S16": "west E(S)",
        **army("south", "S01", "S02"),
        **REST,
    }
    game = begin(pieces, players)
    take_turn(site, game, "Alice", "S12-S13xS14; S01-S31; end")
    assert "Recapture" in str(site.letter("Bob", mark(game), "Recapture")["Subject"])
    answer(site, game, "Bob", "S16-S15xS14")
    page = site.people["Alice"].visit(f"/games/{game.pk}/")
    assert "S40" in page.source
    take_turn(site, game, "Alice", "S01-S31; end")
    for name in ("Bob", "Dora", "Erin"):
        take_turn(site, game, name, "end")
    take_turn(site, game, "Alice", "S40-S29-S30-S11-S12-S13; end")
    for name in ("Bob", "Dora", "Erin"):
        take_turn(site, game, name, "end")
    take_turn(site, game, "Alice", "S13xS14")
    assert over(game) == ("last_two", ["south"])
    assert "Alice" in body(site.letter("Erin", mark(game), "over"))


def test_a_game_ends_when_all_others_are_immobilised(site: Site, players: list[Person]) -> None:
    """C38: Alice holds four grail fields and walks onto the fifth."""
    pieces = {
        **army("south", "G2", "G3", "G4", "G5", "P1"),
        **army("west", "W01", "W02", "W03"),
        **REST,
    }
    game = begin(pieces, players)
    page = take_turn(site, game, "Alice", "P1-G1")
    assert over(game) == ("immobilised", ["south"])
    assert "Alice" in page.text


def test_a_game_ends_when_somebody_has_one_piece_left(site: Site, players: list[Person]) -> None:
    """C39: the most win points win."""
    pieces = {
        "S12": "south K",
        "S14": "west S",
        "W01": "west S",
        **army("south", "S01", "S02"),
        **REST,
    }
    game = begin(pieces, players)
    take_turn(site, game, "Alice", "S12-S13xS14; end")
    assert over(game) == ("one_left", ["south"])


def test_a_game_ends_when_an_exposed_leader_is_recaptured(
    site: Site, players: list[Person]
) -> None:
    """C42, A64: Alice has two pieces and leads, captures and is recaptured: she has won."""
    pieces = {
        "S12": "south K",
        "S01": "south S",
        "S14": "west S",
        "S16": "west K",
        **army("west", "W01", "W02"),
        **REST,
    }
    game = begin(pieces, players)
    take_turn(site, game, "Alice", "S12-S13xS14; end")
    answer(site, game, "Bob", "S16-S15xS14")
    assert over(game) == ("exposed_recaptured", ["south"])


@pytest.mark.parametrize(
    "name",
    choose_one(
        ["grand-conquest-siege_engine", "grand-conquest-players-2-immobilised"],
        "grand-conquest-siege_engine",
    ),
)
def test_grand_conquest_is_played_to_an_end_of_its_own(
    name: str, site: Site, players: list[Person]
) -> None:
    """G34: a soldier climbs into a castle and lets the bridge down. A97: two players, and all
    towers of one are taken."""
    (kept,) = (one for one in whole_games.kept() if one.name == name)
    seats = kept.rules.seating.table_layout(kept.options).seats
    game = stage.sit_down(
        players[: len(seats)], kept.ruleset, now=clock.now(), title=name, **kept.options
    )
    people = dict(zip(seats, PLAYERS.values(), strict=False))
    for seat, text in kept.submissions:
        if text == "pass":
            answer(site, game, people[seat], text)
        else:
            take_turn(site, game, people[seat], text)
    assert over(game) == (kept.reason, ["south"])
    told = str(kept.rules.telling.report(kept.played()).notes[0])
    for person in people.values():
        assert told in site.people[person].visit(f"/games/{game.pk}/").text
        assert told in body(site.letter(person, mark(game), "over")).replace("\n", " ")


def let_time_run_out(game: Game, seat: str) -> None:
    """Bring a deadline forward, once its letter is out, and wait for the worker to see it."""
    asked = Decision.objects.filter(game=game, seat__name=seat, closed_at=None).get()
    mine = Decision.objects.filter(pk=asked.pk)
    until(mine.filter(told_at__isnull=False).exists, f"letter to {seat}")
    mine.update(due_at=asked.opened_at)
    until(mine.filter(closed_at__isnull=False).exists, f"silence of {seat}")


def test_a_game_goes_on_without_a_player_who_falls_silent(
    site: Site, players: list[Person]
) -> None:
    """CP5: three silences make Bob absent; his turns are passed until he comes back."""
    pieces = army("south", "S01", "S02", "S03") | army("west", "W01", "W02", "W03") | REST
    pieces |= {"S12": "south K", "S14": "north S"}
    game = begin(pieces, players)
    for _ in range(3):
        take_turn(site, game, "Alice", "end")
        let_time_run_out(game, "west")
        take_turn(site, game, "Dora", "end")
        take_turn(site, game, "Erin", "end")
    take_turn(site, game, "Alice", "S12-S13xS14; end")
    assert Submission.objects.filter(game=game, via="absence", seat__name="west").count() == 1
    assert Decision.objects.get(game=game, closed_at=None).seat.name == "north"
    bob = site.people["Bob"]
    page = bob.visit(f"/games/{game.pk}/")
    assert "absent" in page.text
    bob.fill("/return/")
    take_turn(site, game, "Dora", "end")
    take_turn(site, game, "Erin", "end")
    take_turn(site, game, "Alice", "end")
    take_turn(site, game, "Bob", "W01-W31; end")

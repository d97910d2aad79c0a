"""What programs wait for: a turn by the API against one by form, and the answer that there is
nothing new."""

from __future__ import annotations

import http.client
import json
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from accounts.models import Person
from api import tokens
from conquest.bench import Measurements
from games.models import Game
from games.play import clock, store
from tests.bench.browser import Browser, UnexpectedAnswer, sign_in
from tests.bench.games import grow, start

ROUNDS, GAMES = 24, 6
POLLS = 200
LENGTH = 50  # events


@dataclass
class Program:
    """A program with one connection that stays open."""

    connection: http.client.HTTPConnection
    secret: str

    def ask(self, path: str, wanted: HTTPStatus, etag: str = "") -> Any:
        """Ask for something; return the answer's headers."""
        return self._send("GET", path, None, {"If-None-Match": etag}, wanted)

    def hand_in(self, game: Game, text: str) -> None:
        """Hand orders in."""
        body = json.dumps({"text": text, "version": game.version})
        key = {"Idempotency-Key": f"{game.pk}-{game.version}", "Content-Type": "application/json"}
        self._send("POST", f"/games/{game.pk}/orders", body, key, HTTPStatus.OK)

    def _send(
        self, method: str, path: str, body: str | None, more: dict[str, str], wanted: HTTPStatus
    ) -> Any:
        headers = {"Authorization": f"Bearer {self.secret}", **more}
        self.connection.request(method, f"/api/v1{path}", body, headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status != wanted:
            raise UnexpectedAnswer(path, answer.status, content)
        return answer.headers


def measure(figures: Measurements, address: str, players: Sequence[Person]) -> None:
    """Time turns of both kinds, one after the other in two games that are alike, and polls."""
    by_form, by_program = (begin_games(players) for _way in range(2))
    seats = {seat.name: seat.person for seat in by_form[0].seats.select_related("person")}
    browsers = {name: sign_in(person, address) for name, person in seats.items() if person}
    programs = {name: connect(person, address) for name, person in seats.items() if person}
    forms, calls = [], []  # type: list[float], list[float]
    for number in range(ROUNDS):
        place = number % GAMES  # so that none ends, as nothing happens in it
        acts = [(forms, partial(_send_form, by_form[place], browsers))]
        acts.insert(number % 2, (calls, partial(_call, by_program[place], programs)))
        for taken, act in acts:
            taken.append(act())
    form, call = statistics.median(forms), statistics.median(calls)
    figures.print_figure("turn by form, with the page after it", form, "ms")
    figures.print_figure("turn by a program", call, "ms")
    figures.print_figure("turn by a program against one by form", call / form, "times", 0.9)
    figures.print_figure(
        "nothing new for a program", _poll(by_program[0], next(iter(programs.values()))), "ms", 3
    )


def begin_games(players: Sequence[Person]) -> list[Game]:
    """Begin games that are alike."""
    games = [start(players) for _game in range(GAMES)]
    for game in games:
        grow(game, LENGTH)
    return games


def connect(person: Person, address: str) -> Program:
    """Return a program of a person."""
    token = tokens.make_token(person, "bench", ("read", "play"), days=30, now=clock.now())
    return Program(http.client.HTTPConnection(urlsplit(address).netloc), token[1])


def _seat_on_turn(game: Game) -> str:
    game.refresh_from_db()
    return next(iter(game.rules.judgement.to_act(store.load_state(game))))


def _send_form(game: Game, browsers: dict[str, Browser]) -> float:
    browser = browsers[_seat_on_turn(game)]
    fields = {"text": "end", "seen": str(game.version), "key": str(game.version)}
    return _time(lambda: browser.open(browser.request(f"/games/{game.pk}/submit/", **fields)))


def _call(game: Game, programs: dict[str, Program]) -> float:
    program = programs[_seat_on_turn(game)]
    return _time(lambda: program.hand_in(game, "end"))


def _poll(game: Game, program: Program) -> float:
    path = f"/games/{game.pk}"
    program.connection.close()  # it was idle, and opens again
    etag = program.ask(path, HTTPStatus.OK)["ETag"]
    polls = [
        _time(lambda: program.ask(path, HTTPStatus.NOT_MODIFIED, etag)) for _number in range(POLLS)
    ]
    return statistics.median(polls)


def _time(act: Callable[[], object]) -> float:
    """Return how many milliseconds something takes."""
    began = time.perf_counter()
    act()
    return 1000 * (time.perf_counter() - began)

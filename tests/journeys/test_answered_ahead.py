"""What follows an answer, and an answer before it is asked for: said by taps, and kept to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import Person
from games.models import Decision, Draft, Event, Game
from games.play import clock
from mail.models import Delivery
from tests import stage
from tests.journeys import browsing, hands
from tests.journeys.browsing import DESK, PHONE
from tests.journeys.conftest import Site
from tests.journeys.hands import Step

Compose: TypeAlias = Callable[[Page, Sequence[Step]], None]


def army(seat: str, *fields: str) -> dict[str, str]:
    return {field: f"{seat} S" for field in fields}


PIECES = {
    **{"S12": "south K", "S11": "south K", "S33": "south E"},
    **{"S14": "west S", "S15": "west S", "S16": "west K"},
    **army("south", "S01", "S02", "S40"),
    **army("west", "W01", "W02"),
    **army("north", "N01", "N02", "N03"),
    **army("east", "E01", "E02", "E03"),
}
ATTACK = Step("S12", "S14", "S12-S13xS14")
BACK = Step("S33", "S14", "S33xS14")
HOME = Step("S01", "S31", "S01-S31")
TWICE = "S12-S13xS14; S14xS15; end"


@pytest.fixture
def game(players: list[Person]) -> Game:
    """South (Alice) is on turn with 20 points and can take a soldier of West's (Bob), who can
    answer with a soldier and with a knight."""
    game = stage.begin(players, PIECES, now=clock.now())
    return stage.tell(game, players, ["end"] * 4, now=clock.now())


def by_taps(page: Page, steps: Sequence[Step]) -> None:
    page.locator("html[data-ready=game]").wait_for()
    hands.by_taps(page, steps)


def suppose(
    page: Page, steps: Sequence[Step], *, compose: Compose = by_taps, end: bool = False
) -> None:
    """Say at the first pause of the review that nothing is said of yet what is done if it is
    answered; then back at the review."""
    page.get_by_role("link", name="What if this is answered?").first.click()
    compose(page, steps)
    if end:
        page.get_by_label("Then end the turn").check()
    page.get_by_role("button", name="Put this into the plan").click()
    page.wait_for_url("**/check/**")


def answer(page: Page, site: Site, game: Game, text: str, ahead: Mapping[str, str] = {}) -> None:
    """Choose an answer, and what answers more of it, by what is taken then."""
    page.goto(f"{site.address}/games/{game.pk}/answer/")
    page.locator(f"input[name=text][value='{text}']").check()
    if ahead:
        page.get_by_text("And if more of yours is taken in this turn?").click()
    for taken, choice in ahead.items():
        page.get_by_label(taken, exact=True).select_option(label=choice)
    browsing.button(page, "Send the answer").click()
    page.wait_for_url("**sent=*")


def letters(game: Game, name: str, kind: str) -> int:
    """Count the letters that ask somebody for a turn or an answer, whether they are sent yet."""
    asked = Decision.objects.filter(game=game, kind=kind).values_list("pk", flat=True)
    return Delivery.objects.filter(
        kind="decision", person__name=name, about__decision__in=list(asked)
    ).count()


def event_lines(game: Game) -> list[str]:
    """Return what has happened since the game was looked at."""
    told = Event.objects.filter(game=game, seq__gt=game.version).order_by("seq")
    return [
        " ".join(filter(None, (event.kind, event.data.get("seat", ""), event.data.get("order"))))
        for event in told
    ]


@pytest.mark.parametrize(
    ("compose", "device"),
    [(by_taps, PHONE), (hands.without_script, {**DESK, "java_script_enabled": False})],
    ids=["taps", "no script"],
)
def test_a_turn_goes_on_by_what_was_put_together_for_an_answer(
    site: Site, browser: Browser, game: Game, compose: Compose, device: dict[str, Any]
) -> None:
    """CP3: answered at a desk; the turn ends, and nobody is asked more."""
    with browsing.enter(browser, site, "Alice", **device) as page:
        page.goto(f"{site.address}/games/{game.pk}/")
        compose(page, [ATTACK])
        browsing.button(page, "Check the turn").click()
        suppose(page, [BACK], compose=compose, end=True)
        browsing.button(page, "Send the turn").click()
        page.wait_for_url("**sent=*")
    before = letters(game, "Alice", "turn")
    with browsing.enter(browser, site, "Bob") as page:
        answer(page, site, game, "S16-S15xS14")
        expect(page.locator(".receipt")).to_contain_text("It is your turn")
    assert event_lines(game) == [
        "captured south S12-S13xS14",
        "window_opened west",
        "recaptured west S16-S15xS14",
        "window_closed west",
        "captured south S33xS14",
        "turn_ended south",
    ]
    assert letters(game, "Alice", "turn") == before


def test_a_turn_goes_on_by_a_branch_within_a_branch(
    site: Site, browser: Browser, game: Game
) -> None:
    """CP3: what follows a second answer stands within what follows the first."""
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        browsing.open_game(page, site, game.pk)
        hands.by_taps(page, [ATTACK])
        browsing.button(page, "Check the turn").tap()
        suppose(page, [BACK])
        suppose(page, [HOME], end=True)
        assert Draft.objects.get(seat__game=game).text == (
            "S12-S13xS14; if taken at S14: S33xS14; if taken at S14: S01-S31; end; always:; else:"
        )
        browsing.button(page, "Send the turn").tap()
        page.wait_for_url("**sent=*")
    before = letters(game, "Alice", "turn")
    with browsing.enter(browser, site, "Bob") as page:
        answer(page, site, game, "S15xS14")
        answer(page, site, game, "S16-S15xS14")
    assert event_lines(game)[4:] == [
        "captured south S33xS14",
        "window_opened west",
        "recaptured west S16-S15xS14",
        "window_closed west",
        "moved south S01-S31",
        "turn_ended south",
    ]
    assert letters(game, "Alice", "turn") == before


def test_a_recapture_answered_ahead_is_not_asked(
    site: Site, browser: Browser, game: Game, players: list[Person]
) -> None:
    """CP4: the attacker's turn takes another piece; nobody is asked again, by page or letter."""
    stage.hand_in(game, players[0], TWICE, now=clock.now())
    with browsing.enter(browser, site, "Bob", **PHONE) as page:
        answer(page, site, game, "pass", {"Soldier on S15": "Never recapture"})
    assert event_lines(game)[2:] == [
        "window_closed west pass",
        "captured south S14xS15",
        "window_opened west",
        "window_closed west pass",
        "turn_ended south",
    ]
    assert letters(game, "Bob", "recapture") == 1


@pytest.mark.parametrize(
    ("compose", "device"),
    [(by_taps, PHONE), (hands.without_script, {**DESK, "java_script_enabled": False})],
    ids=["taps", "no script"],
)
def test_a_premove_put_together_by_hand_is_played(
    site: Site, browser: Browser, game: Game, compose: Compose, device: dict[str, Any]
) -> None:
    """West hands in while South is on turn; when that is over, it has played, unasked."""
    before = letters(game, "Bob", "turn")
    with browsing.enter(browser, site, "Bob", **device) as page:
        page.goto(f"{site.address}/games/{game.pk}/")
        compose(page, [Step("W01", "W31", "W01-W31")])
        browsing.button(page, "Hand in ahead").click()
        expect(page.get_by_role("heading", name="Is this your next turn?")).to_be_visible()
        page.get_by_label("none of my pieces has come into reach").check()
        browsing.button(page, "Hand in ahead").click()
        expect(page.locator("#premove")).to_contain_text("W01-W31; end")
    with browsing.enter(browser, site, "Alice", **PHONE) as page:
        page.goto(f"{site.address}/games/{game.pk}/")
        by_taps(page, [HOME])
        browsing.button(page, "Check the turn").click()
        browsing.button(page, "Send the turn").click()
        page.wait_for_url("**sent=*")
        expect(page.locator(".receipt")).to_contain_text("Next: Dora (turn).")
    assert event_lines(game) == [
        "moved south S01-S31",
        "turn_ended south",
        "moved west W01-W31",
        "turn_ended west",
    ]
    assert letters(game, "Bob", "turn") == before

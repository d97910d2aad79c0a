"""Games between the same few people count less each time in a season."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

import pytest

from accounts.models import Person
from games.play import account_deletion, program_accounts, turns
from leagues import league_table, ratings
from leagues.meetings import COUNTED, Meetings, weigh_meeting
from leagues.models import Result
from leagues.plackett_luce import NEWCOMER, Rating, move_rating, rate_teams
from tests.leagues import reference
from tests.leagues.results import ended

DAY = timedelta(days=1)
YEAR = 2026
Duel = tuple[int, int]  # who won, and who lost


def played(*people: int, times: int) -> Meetings:
    meetings = Meetings(YEAR, {})
    for _ in range(times):
        meetings.add_game(YEAR, people)
    return meetings


def test_each_further_game_of_two_counts_half_as_much_and_the_eleventh_nothing() -> None:
    weights = [played(1, 2, times=times).weigh(YEAR, 1, [2]) for times in range(COUNTED + 2)]
    assert weights[:4] == [1, 1 / 2, 1 / 4, 1 / 8]
    assert weights[COUNTED - 1 :] == [1 / 512, 0, 0]
    assert sum(map(weigh_meeting, range(200))) < 2


def test_another_year_begins_afresh() -> None:
    assert played(1, 2, times=5).weigh(YEAR + 1, 1, [2]) == 1


def test_a_game_with_friends_counts_in_full_for_the_stranger_among_them() -> None:
    meetings = played(1, 2, 3, times=1)
    assert meetings.weigh(YEAR, 4, [1, 2, 3]) == 1
    assert meetings.weigh(YEAR, 1, [2, 3, 4]) == (1 / 2 + 1 / 2 + 1) / 3


def test_house_players_always_meet_for_the_first_time() -> None:
    meetings = Meetings(YEAR, {}, house=[8, 9])
    meetings.add_game(YEAR, [1, 8, 9])
    assert (meetings.weigh(YEAR, 8, [9]), meetings.weigh(YEAR, 8, [1])) == (1, 1 / 2)


def test_a_game_with_a_program_counts_for_programs_and_house_players_alone() -> None:
    meetings = Meetings(YEAR, {}, house=[8], programs=[9])
    assert [meetings.is_apart(one, [1, 2, 8, 9]) for one in (1, 2, 8, 9)] == [
        True, True, False, False,
    ]  # fmt: skip
    assert not any(meetings.is_apart(one, [1, 2, 8]) for one in (1, 2, 8))


def rate_duels(
    duels: Iterable[Duel], before: Mapping[int, Rating], *, is_weighed: bool
) -> Mapping[int, Rating]:
    """Rate games of two, by the rule or without it."""
    current, meetings = defaultdict(lambda: NEWCOMER, before), Meetings(YEAR, {})
    for duel in duels:
        after = rate_teams([[current[one]] for one in duel], [1, 2])
        for one, other, [rating] in zip(duel, reversed(duel), after, strict=True):
            weight = meetings.weigh(YEAR, one, [other]) if is_weighed else 1.0
            current[one] = move_rating(current[one], rating, weight)
        meetings.add_game(YEAR, duel)
    return current


def draw_season(people: Sequence[int], games: int, dice: random.Random) -> list[Duel]:
    """Draw games between people, who all win alike."""
    return [(a, b) for a, b in (dice.sample(people, 2) for _ in range(games))]


def rate_wins_over_equals(before: Rating, games: int) -> Rating:
    """Return what wins over other people make of a rating, each of them as strong by then."""
    current = before
    for _ in range(games):
        [[current], _lost] = rate_teams([[current], [current]], [1, 2])
    return current


@pytest.mark.parametrize("earlier", [0, 10, 60])
def test_two_hundred_games_against_a_second_account_gain_little(earlier: int) -> None:
    """Under a twentieth of what as many wins over others gain, and a fifth of what they gained by
    that account without the rule, where it, too, soon was too weak to gain by."""
    dice = random.Random(earlier)
    people = range(10, 40)
    history = draw_season(people, 400, dice)
    history += [(0, b) if dice.random() < 0.5 else (b, 0) for b in dice.choices(people, k=earlier)]
    before = rate_duels(history, {}, is_weighed=False)
    farmed = [(0, 1)] * 200
    by_rule, without = (rate_duels(farmed, before, is_weighed=one)[0].mu for one in (True, False))
    start = before.get(0, NEWCOMER)
    honest = rate_wins_over_equals(start, 200).mu
    assert 0 < by_rule - start.mu < 0.05 * (honest - start.mu)
    assert by_rule - start.mu < 0.2 * (without - start.mu)


def test_friends_who_play_others_too_are_hardly_touched() -> None:
    """Six of their thirty games are with each other: that moves them by less than a third of what
    their ratings may be off."""
    dice = random.Random(5)
    people = range(2, 40)
    season = draw_season(people, 600, dice)
    for friend in (0, 1):
        season += [
            (friend, b) if dice.random() < 0.5 else (b, friend) for b in dice.sample(people, 24)
        ]
    season += [(0, 1), (1, 0)] * 3
    dice.shuffle(season)
    by_rule, without = (rate_duels(season, {}, is_weighed=one) for one in (True, False))
    for friend in (0, 1):
        assert abs(by_rule[friend].mu - without[friend].mu) < without[friend].sigma / 3
        assert by_rule[friend].sigma < 1.1 * without[friend].sigma


def test_the_league_counts_games_of_the_same_two_less_each_time(
    alice: Person, bob: Person, now: datetime
) -> None:
    for day in range(4):
        ended({"south": alice, "west": bob}, winners=("south",), at=now + day * DAY)
        ratings.rate_games()
    seen = [
        25.0,
        *Result.objects.filter(person=alice).order_by("ended_at").values_list("mu", flat=True),
    ]
    steps = [after - before for before, after in itertools.pairwise(seen)]
    assert all(later < 0.6 * step for step, later in itertools.pairwise(steps))
    assert reference.shown_ratings() == reference.rate(reference_games())


def test_a_game_with_a_bot_moves_no_rating_but_that_of_the_bot(
    alice: Person, bob: Person, now: datetime
) -> None:
    bot = program_accounts.make_program(bob, "Castle", now=now)
    ended({"south": alice, "west": bob}, winners=("west",), at=now)
    ratings.rate_games()
    before = Result.objects.get(person=alice)
    ended({"south": alice, "west": bot}, winners=("south",), at=now + DAY)
    account_deletion.start_deletion(bot, now=now)  # rated again later, it is a bot's game still
    ratings.rate_again()
    after = Result.objects.filter(person=alice).latest("ended_at")
    assert (after.mu, after.sigma) == (before.mu, before.sigma)
    theirs = Result.objects.get(person=bot)
    assert theirs.mu < NEWCOMER.mu
    people, machines = (
        league_table.sort_rows("conquest", 0, "rating", of_house=one) for one in (False, True)
    )
    assert [row.person_id for row in people] == [bob.pk, alice.pk]
    assert [row.person_id for row in machines] == [bot.pk]


def reference_games() -> set[int]:
    return {game for game, _person in reference.shown_ratings()}


def test_a_late_game_of_two_makes_their_later_ones_count_less(
    alice: Person, bob: Person, dora: Person, now: datetime
) -> None:
    for day in range(3):
        ended({"south": alice, "west": bob}, winners=("south",), at=now + day * DAY)
        ended({"south": dora, "west": bob}, winners=("west",), at=now + day * DAY)
    ratings.rate_games()
    first = ended({"south": alice, "west": bob}, winners=("west",), at=now - DAY)
    ratings.rate_games()
    assert reference.shown_ratings() == reference.rate(reference_games())
    turns.annul_game(first.pk, now=now + 9 * DAY)
    ratings.rate_games()
    assert reference.shown_ratings() == reference.rate(reference_games())


def test_games_of_two_years_and_rule_sets_are_counted_apart(
    alice: Person, bob: Person, now: datetime
) -> None:
    """In one slice and in several it comes to the same."""
    for days in (0, 300, 303, 310):
        for ruleset in ("conquest", "espionage"):
            ended(
                {"south": alice, "west": bob},
                winners=("west",),
                at=now + days * DAY,
                ruleset=ruleset,
            )
    for _ in ratings.rate_slices(most=3):
        pass
    shown = reference.shown_ratings()
    assert shown == reference.rate(reference_games())
    ratings.rate_again()
    assert reference.shown_ratings() == shown


def test_games_with_a_house_player_are_found(alice: Person, bob: Person, now: datetime) -> None:
    Person.objects.filter(pk=alice.pk).update(is_house=True)
    for day in range(3):
        ended({"south": alice, "west": bob}, winners=("west",), at=now + day * DAY)
        ratings.rate_games()
    assert reference.shown_ratings() == reference.rate(reference_games())

"""The league worked out from scratch, in the plainest way, to compare with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from leagues.models import LeagueStanding, Result
from leagues.plackett_luce import MODEL

Row = tuple[object, ...]


def rate(games: Iterable[int]) -> dict[tuple[int, int], tuple[float, float]]:
    """Rate games one by one, everybody alone on their side; return what each makes of whom."""
    ratings = defaultdict[tuple[str, int], list[float]](lambda: [MODEL.mu, MODEL.sigma])
    rated, last = {}, dict[tuple[str, int], datetime]()
    by_game = defaultdict[int, list[Result]](list)
    for result in Result.objects.filter(game__in=games).order_by("ended_at", "game", "side"):
        by_game[result.game_id].append(result)
    for game, results in by_game.items():
        keys = [(one.ruleset, one.person_id) for one in results]
        for key in keys:
            at = results[0].ended_at
            ratings[key] = [ratings[key][0], _grown(ratings[key][1], at - last.get(key, at))]
            last[key] = at
        teams = [[MODEL.rating(mu=ratings[key][0], sigma=ratings[key][1])] for key in keys]
        after = MODEL.rate(teams, ranks=[float(one.place) for one in results])
        for key, [one], own in zip(keys, after, results, strict=True):
            weight = _weight(own, by_game)
            old = ratings[key]
            new = [one.mu, one.sigma]
            ratings[key] = [a + weight * (b - a) for a, b in zip(old, new, strict=True)]
            ratings[key] = new if weight == 1 else ratings[key]
            rated[game, key[1]] = (ratings[key][0], ratings[key][1])
    return rated


def _grown(sigma: float, away: timedelta) -> float:
    """Return a doubt after a while without a game, of which half a year does not count."""
    days = away / timedelta(days=1) - 180
    return min((sigma * sigma + 1 / 12 * days) ** 0.5, 25 / 3) if days > 0 else sigma


def _weight(own: Result, by_game: Mapping[int, list[Result]]) -> float:
    """Return how much a game counts for a person: half as much each time that two meet."""
    others = [one.person_id for one in by_game[own.game_id] if one.person_id != own.person_id]
    season = [
        {one.person_id for one in results}
        for results in by_game.values()
        if results[0].ruleset == own.ruleset
        and results[0].ended_at.year == own.ended_at.year
        and (results[0].ended_at, results[0].game_id) < (own.ended_at, own.game_id)
    ]
    met = [sum({own.person_id, other} <= people for people in season) for other in others]
    return sum(0.5**number if number < 10 else 0.0 for number in met) / len(met)


def standings() -> Mapping[Row, Row]:
    """Add up all results that are shown."""
    rows: dict[tuple[int, str, int], list[Result]] = defaultdict(list)
    for result in Result.objects.order_by("ended_at", "game"):
        for ruleset in ("", result.ruleset):
            for season in (0, result.ended_at.year):
                rows[result.person_id, ruleset, season].append(result)
    return {
        (person, ruleset, season): _sum_up(results, is_rated=bool(ruleset), is_growing=not season)
        for (person, ruleset, season), results in rows.items()
    }


def _sum_up(results: list[Result], *, is_rated: bool, is_growing: bool) -> Row:
    endings = [one.ending for one in results]
    numbers = defaultdict[str, int](int)
    for one in results:
        for name, number in one.numbers.items():
            numbers[name] += number
    last = (results[-1].mu, results[-1].sigma) if is_rated else (None, None)
    sums = {name: number for name, number in numbers.items() if number and is_rated}
    return (
        len(results),
        endings.count(1),
        endings.count(2),
        sum(one.timeouts for one in results),
        sums,
        *last,
        results[-1].ended_at + timedelta(days=180) if is_rated and is_growing else None,
    )


def kept_standings() -> Mapping[Row, Row]:
    """Return the standings as they are kept."""
    keys, values = (
        ("person", "ruleset", "season"),
        ("games", "wins", "draws", "timeouts", "numbers", "mu", "sigma", "grows_from"),
    )
    rows = LeagueStanding.objects.values_list(*keys, *values)
    return {row[:3]: row[3:] for row in rows}


def shown_ratings() -> dict[tuple[int, int], tuple[float, float]]:
    """Return what each shown game has made of whom."""
    rows = Result.objects.values_list("game", "person", "mu", "sigma")
    return {(game, person): (mu, sigma) for game, person, mu, sigma in rows}

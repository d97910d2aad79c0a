"""The league's pages: the table of a game or of all, and a player's page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from accounts import deleted_user
from accounts.models import Person
from accounts.player_notes import read_note
from conquest import registry
from db.old_reads import may_be_old
from games.models import Game, PlayerBlock
from games.paging import MOST, Page, paginate
from games.queries import running_games_of
from games.reliability.figures import load_reliability
from games.reliability.words import reliability_headline, reliability_sentences
from leagues import league_table, scale
from leagues.models import LeagueStanding, Result
from leagues.rating_history import RatingHistory, draw_history

RECENT = 20
HOUSE = "house"  # what the address calls the list of house players
TITLES = {
    "name": _("Player"),
    "rating": _("Rating"),
    "games": _("Games"),
    "wins": _("Wins"),
    "draws": _("Draws"),
    "timeouts": _("Timeouts"),
}


@dataclass(frozen=True, slots=True)
class Heading:
    """A column to sort by: ``key`` is what the address calls it."""

    key: str
    title: str

    def row_cell(self, row: LeagueStanding) -> tuple[str, str]:
        """Return the number of a row, with the title for where columns have no heads."""
        if self.key == "rating":
            rating = league_table.rating_now(row, timezone.now())
            return self.title, scale.rating_html(*rating)
        if self.key in league_table.COUNTED:
            return self.title, str(getattr(row, self.key))
        return self.title, str(row.numbers.get(self.key, 0))


@dataclass(frozen=True, slots=True)
class CutList:
    """The end of a list after its ``most`` rows; all are listed by ``rank``, called ``title``. If
    it ``is_of_leading``, the rows are the first ones by that."""

    most: int
    rank: str
    title: str
    is_of_leading: bool


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A player in the table; ``played`` are the titles of games, in the league of all of them."""

    place: int
    person: int
    name: str
    cells: tuple[tuple[str, str], ...]
    form: Sequence[Result]
    played: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game on a player's page: in one game its numbers by column, else in words."""

    result: Result
    title: str
    numbers: tuple[tuple[str, str], ...]
    words: str


@require_safe
@may_be_old
def league_page(request: HttpRequest, slug: str = league_table.ALL) -> HttpResponse:
    """Show the league table of a rule set or of all, of people or of house players: all time, or
    the season asked for."""
    rule_sets = _ruleset_titles()
    if slug and slug not in rule_sets:
        raise Http404
    seasons = league_table.season_years(slug)
    season = _chosen_season(request, seasons)
    headings = list(_list_headings(slug))
    sort = _sort_heading(request, slug, headings)
    shown = season or league_table.ALL_TIME
    of_house = request.GET.get("players") == HOUSE
    asked = request.GET.get("page", "")
    page = league_table.table_page(slug, shown, sort.key, asked, of_house=of_house)
    rows = _league_rows(slug, shown, page.rows, page.start, headings, rule_sets)
    context = {
        "here": "league",
        "slug": slug,
        "rule_sets": rule_sets,
        "seasons": seasons,
        "season": season,
        "of_house": of_house,
        "sort": sort,
        "headings": headings,
        "page": page.with_rows(rows),
        "cut": _cut_list(slug, sort, page),
        "endings": [(Result(ending=one).initial, one.label) for one in Result.Ending],
    }
    return render(request, "leagues/league.html", context)


@require_safe
@may_be_old
def player_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who a player is: ratings, games, form and opponents, in one game or in all."""
    person = get_object_or_404(league_table.listed_players(), pk=pk)
    viewer = request.user if isinstance(request.user, Person) else None
    rule_sets = _ruleset_titles()
    asked = request.GET.get("game", "")
    slug = asked if asked in rule_sets else league_table.ALL
    running, finished = _running_games(person, viewer), _finished_games(person, viewer)
    if slug:
        running, finished = running.filter(ruleset=slug), finished.filter(ruleset=slug)
    ended = paginate(finished, request.GET.get("page", ""), RECENT)
    pages = {name: request.GET.get(name, "") for name in ("running", "met")}
    met = paginate(league_table.opponent_rows(person, slug, viewer), pages["met"], RECENT)
    context = {
        "person": person,
        "note": read_note(viewer, person) if viewer else "",
        "slug": slug,
        "rule_sets": rule_sets,
        "ratings": _rating_rows(person, rule_sets),
        "history": _rating_history(person, slug),
        "running": paginate(running.defer("state", "seed"), pages["running"], RECENT),
        "columns": [
            one.title.translate_with(gettext) for one in league_table.lasting_columns(slug)
        ],
        "finished": ended.with_rows(_played_game(one, slug, rule_sets) for one in ended.rows),
        "most": MOST if ended.total > MOST else None,
        "may_block": _may_block(viewer, person),
        "is_blocked": _is_blocked(viewer, person),
        "reliability": _reliability_in_words(person),
        "opponents": met.with_rows(
            {**row, "name": deleted_user.display_name(row["name"])} for row in met.rows
        ),
    }
    return render(request, "leagues/player.html", context)


def _may_block(viewer: Person | None, person: Person) -> bool:
    """Whether a visitor can keep a player away."""
    if viewer is None or viewer.is_guest or viewer == person:
        return False
    return person.is_active and not person.is_house


def _is_blocked(viewer: Person | None, person: Person) -> bool:
    return viewer is not None and PlayerBlock.objects.filter(person=viewer, other=person).exists()


def _reliability_in_words(person: Person) -> Sequence[str]:
    """Return how reliable a person is, in a headline and sentences; nothing of bots and of those
    who are gone."""
    if person.is_house or not person.is_active:
        return ()
    figures = load_reliability(person)
    return reliability_headline(figures), *reliability_sentences(figures)


def _running_games(person: Person, viewer: Person | None) -> QuerySet[Game]:
    games = running_games_of(person).filter(league_table.games_visible_to(viewer, "pk"))
    return games.order_by("-started_at", "-pk")


def _finished_games(person: Person, viewer: Person | None) -> QuerySet[Result]:
    results = person.results.filter(league_table.games_visible_to(viewer, "game"))
    return results.select_related("game").order_by(*league_table.NEWEST)


def _rating_rows(
    person: Person, rule_sets: Mapping[str, str]
) -> list[tuple[str, str, LeagueStanding, Sequence[Result]]]:
    """Return the person's rating in each game, with its name and their latest results."""
    return [
        (slug, rule_sets[slug], standing, league_table.person_form(person, slug))
        for standing in league_table.current_ratings(person)
        if (slug := standing.ruleset) in rule_sets
    ]


def _rating_history(person: Person, slug: str) -> RatingHistory | None:
    """Return a person's rating in a game over time; there is none in all games together."""
    if not slug:
        return None
    points = league_table.ratings_over_time(person, slug)
    zone, is_whole = timezone.get_current_timezone(), len(points) < MOST
    return draw_history(points, now=timezone.now(), zone=zone, is_whole=is_whole)


def _list_headings(slug: str) -> Iterator[Heading]:
    """Return the columns of a league: the numbers of the game stand before the timeouts."""
    fixed = ["name", *(["rating"] if slug else []), *league_table.COUNTED]
    own = [
        Heading(one.name, one.title.translate_with(gettext))
        for one in league_table.lasting_columns(slug)
    ]
    for name in fixed:
        if name == "timeouts":
            yield from own
        yield Heading(name, gettext(TITLES[name]))


def _sort_heading(request: HttpRequest, slug: str, headings: Sequence[Heading]) -> Heading:
    """Find the column asked for; without one it is the rating, or wins in the league of all."""
    by_key = {heading.key: heading for heading in headings}
    return by_key.get(request.GET.get("sort", "")) or by_key[league_table.rank_column(slug)]


def _cut_list(slug: str, sort: Heading, page: Page[LeagueStanding]) -> CutList | None:
    """Return why the list ends on this page though more may be in the league; None if it does
    not."""
    rank = league_table.rank_column(slug)
    if sort.key == rank or page.next or page.total < MOST:
        return None
    is_of_leading = league_table.is_own_column(sort.key, slug)
    return CutList(MOST, rank, gettext(TITLES[rank]), is_of_leading=is_of_leading)


def _league_rows(
    slug: str,
    season: int,
    rows: Sequence[LeagueStanding],
    start: int,
    headings: Sequence[Heading],
    rule_sets: Mapping[str, str],
) -> Iterator[LeagueRow]:
    people = [row.person_id for row in rows]
    form = league_table.forms_by_person(slug, season, people)
    played = {} if slug else league_table.played_rulesets(season, people)
    for place, row in enumerate(rows, start=start + 1):
        yield LeagueRow(
            place=place,
            person=row.person_id,
            name=row.person.name,
            cells=tuple(heading.row_cell(row) for heading in headings if heading.key != "name"),
            form=form[row.person_id],
            played=tuple(rule_sets.get(one, one) for one in played.get(row.person_id, ())),
        )


def _played_game(result: Result, slug: str, rule_sets: Mapping[str, str]) -> PlayedGame:
    told = result.numbers
    numbers = [
        (one.title.translate_with(gettext), str(told.get(one.name, "–")))
        for one in league_table.lasting_columns(slug)
    ]
    known = league_table.lasting_columns(result.ruleset) if result.ruleset in rule_sets else ()
    words = [
        one.count_in_words(told[one.name]).translate_with(gettext)
        for one in known
        if one.name in told
    ]
    title = rule_sets.get(result.ruleset, result.ruleset)
    return PlayedGame(result, title, tuple(numbers), " · ".join(words))


def _ruleset_titles() -> dict[str, str]:
    """Return the titles of all rule sets."""
    return {slug: title.translate_with(gettext) for slug, title in registry.ruleset_choices()}


def _chosen_season(request: HttpRequest, seasons: list[int]) -> int | None:
    asked = request.GET.get("season", "")
    return next((year for year in seasons if str(year) == asked), None)

"""How a competition is played, in sentences for those who think of entering it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from conquest import registry
from games.labels import join_with_and, times_in_words
from games.reliability.words import list_asked
from seasons import calendar, formats
from seasons.bounds import turns_in_time
from seasons.calendar import DAY
from seasons.models import Competition, Stage

Kind = Competition.Kind
TIE_BREAKS: Mapping[str, tuple[str, str]] = {
    "direct": (_("Direct"), _("the points of games against each other")),
    "wins": (_("Wins"), _("games won")),
    "sonneborn_berger": (
        _("Sonneborn"),
        _("Sonneborn-Berger (the points of those left behind, and half of those level)"),
    ),
    "buchholz": (_("Buchholz"), _("Buchholz (the points of all opponents)")),
    "progress": (_("Progress"), _("progress (the sum of the points after each round)")),
    "seeding": (_("Strength"), _("strength at the beginning")),
}


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A moment of a competition, and what happens then."""

    title: str
    at: datetime
    has_passed: bool


@dataclass(frozen=True, slots=True)
class RuleSection:
    """Something about a competition under a title, in sentences."""

    title: str
    sentences: tuple[str, ...]


def list_rules(competition: Competition) -> Iterator[RuleSection]:
    """Yield how a competition is played."""
    sections: tuple[tuple[str, Iterator[str]], ...] = (
        (gettext("Who plays whom"), _say_kind(competition)),
        (gettext("Points"), _say_points(competition)),
        (gettext("When games begin and end"), _say_time(competition)),
        (gettext("Who leaves"), _say_leaving(competition)),
    )
    for title, sentences in sections:
        yield RuleSection(title, tuple(sentences))


def _say_kind(competition: Competition) -> Iterator[str]:
    match competition.kind:
        case Kind.SEASON:
            yield gettext(
                "Divisions of about %(n)s people of like strength; who is new begins in the last"
                " one."
            ) % {"n": competition.group_size}
            yield _say_meetings(competition)
            yield gettext(
                "After the season the first quarter of a division goes up and the last quarter goes"
                " down: by one division, and where there are many past a quarter of those above."
            )
        case Kind.ROUND_ROBIN:
            yield _say_meetings(competition)
        case Kind.SWISS:
            yield _say_swiss(competition)
        case Kind.GROUPS:
            yield gettext("First groups of about %(n)s people.") % {"n": competition.group_size}
            yield _say_meetings(competition)
            yield gettext("The first %(n)s of each group go on.") % {"n": formats.OF_GROUP}
            yield from _say_knockout(competition)
        case Kind.KNOCKOUT:
            yield from _say_knockout(competition)


def _say_meetings(competition: Competition) -> str:
    if competition.table_size == 2:
        often = times_in_words(competition.meetings)
        return gettext("Everybody meets everybody %(often)s.") % {"often": often}
    words = ngettext(
        "Everybody has %(n)s game at a table of %(size)s, and meets all others about as often.",
        "Everybody has %(n)s games at tables of %(size)s, and meets all others about as often.",
        competition.meetings,
    )
    return words % {"n": competition.meetings, "size": competition.table_size}


def _say_swiss(competition: Competition) -> str:
    words = ngettext(
        "%(n)s round: you play against people who have about as many points as you.",
        "%(n)s rounds: in each you play against people who have about as many points as you, and"
        " against nobody twice where that can be avoided.",
        competition.rounds,
    )
    return words % {"n": competition.rounds}


def _say_knockout(competition: Competition) -> Iterator[str]:
    if competition.table_size == 2:
        yield gettext("Of each two one goes on, the other is out.")
    else:
        yield gettext("Of each table of %(size)s the first half goes on, the others are out.") % {
            "size": competition.table_size
        }
    if competition.kind == Kind.KNOCKOUT and competition.meetings > 1:
        yield gettext("At each table %(n)s games are played.") % {"n": competition.meetings}


def _say_points(competition: Competition) -> Iterator[str]:
    if competition.table_size == 2:
        yield gettext("A game won is one point, a level one half a point.")
    else:
        yield gettext(
            "In each game you get one point for each opponent whom you leave behind, and half a"
            " point for each who is level."
        )
    named = [gettext(TIE_BREAKS[name][1]) for name in competition.tie_breaks if name in TIE_BREAKS]
    last = gettext("strength at the beginning")
    if last not in named:
        named.append(last)
    yield gettext("Between equal points decide, one after the other: %(names)s.") % {
        "names": join_with_and(named)
    }


def _say_time(competition: Competition) -> Iterator[str]:
    yield gettext(
        "Games begin by themselves, as many at once as each player wishes; from half time on all"
        " that are left."
    )
    yield gettext(
        "It ends on its day. What still runs then counts as it stands, by this rule of the game:"
        " %(rule)s"
    ) % {"rule": _adjudication_rule(competition)}
    yield gettext(
        "Such a game may be played to its end all the same; for the league it counts no more."
    )
    yield from _say_turns(competition)


def _adjudication_rule(competition: Competition) -> str:
    rules = registry.get_ruleset(competition.ruleset)
    return rules.judgement.adjudication.rule.translate_with(gettext)


def _say_turns(competition: Competition) -> Iterator[str]:
    """Yield how many turns there is time for, and how many games take."""
    possible = turns_in_time(competition.pace, competition.days, competition.table_size)
    words = ngettext(
        "In %(days)s days each can make %(n)s turn, if all take all their time.",
        "In %(days)s days each can make %(n)s turns, if all take all their time.",
        possible,
    )
    yield words % {"days": competition.days, "n": possible}
    usual = competition.usual_turns
    if usual is not None:
        words = ngettext(
            "Nine of ten games that ended lately took each player %(n)s turn at most.",
            "Nine of ten games that ended lately took each player %(n)s turns at most.",
            usual,
        )
        yield words % {"n": usual}


def _say_leaving(competition: Competition) -> Iterator[str]:
    yield gettext(
        "Who leaves, or is absent from all of their games for a week, stands last, and what"
        " others have achieved against them counts for nobody. So nobody gains or loses by having"
        " met them."
    )
    yield gettext("Their running games go on, and count for the league.")
    if competition.is_season:
        yield gettext(
            "Up to half time somebody of the reserve takes over their place, with its points and"
            " its games."
        )
    else:
        yield gettext("Directors can give the place of somebody to a person of the reserve.")


def list_conditions(competition: Competition) -> Iterator[str]:
    """Yield whom a competition is for, where it is not for everybody."""
    if competition.for_newcomers:
        yield gettext("For people who are new here.")
    asked = list(list_asked(competition))
    if asked:
        yield gettext("For players who %(asked)s.") % {"asked": join_with_and(asked)}
    yield from _say_rating(competition)
    if competition.is_private:
        yield gettext("Only for those who have its link.")


def _say_rating(competition: Competition) -> Iterator[str]:
    bounds = {"least": competition.least_rating, "most": competition.most_rating}
    if None not in bounds.values():
        yield gettext("For ratings from %(least)s to %(most)s.") % bounds
    elif competition.least_rating is not None:
        yield gettext("For ratings of %(least)s and more.") % bounds
    elif competition.most_rating is not None:
        yield gettext("For ratings up to %(most)s.") % bounds


def list_calendar(
    competition: Competition, stages: Sequence[Stage], now: datetime
) -> Sequence[CalendarDay]:
    """Return what happens when in a competition, as far as it is known."""
    days = [(title, at) for title, at in _find_days(competition, stages) if at is not None]
    days.sort(key=lambda day: day[1])
    return [CalendarDay(title, at, at <= now) for title, at in days]


def _find_days(
    competition: Competition, stages: Sequence[Stage]
) -> Iterator[tuple[str, datetime | None]]:
    begins_at = competition.begins_at
    if competition.entry_closes_at != begins_at:
        yield gettext("Entries close"), competition.entry_closes_at
    if not stages:
        yield gettext("It begins"), begins_at
        if begins_at and formats.count_stages(competition, 2) == 1:
            yield gettext("It ends"), begins_at + competition.days * DAY
    for stage in stages:
        yield from _find_stage_days(competition, stage)
    if competition.championship and competition.championship.is_open and begins_at:
        yield (
            gettext("The next season begins"),
            calendar.next_begin(competition.championship, begins_at),
        )


def _find_stage_days(competition: Competition, stage: Stage) -> Iterator[tuple[str, datetime]]:
    if formats.plays_all(competition, stage.number) and stage.number == 1:
        yield gettext("It begins"), stage.begins_at
        yield gettext("Half time"), calendar.half_time(stage)
        groups_only = competition.kind == Kind.GROUPS
        yield gettext("The groups end") if groups_only else gettext("It ends"), stage.ends_at
        return
    number = {"number": stage.number}
    yield gettext("Round %(number)s begins") % number, stage.begins_at
    if stage.settled_at is None:
        yield gettext("Round %(number)s ends at the latest") % number, stage.ends_at
    else:
        yield gettext("Round %(number)s ends") % number, stage.settled_at


def say_round_length(competition: Competition) -> str:
    """Return how long a round takes at most, "" where there is only one."""
    if competition.kind in (Kind.SEASON, Kind.ROUND_ROBIN):
        return ""
    words = ngettext("%(n)s day at most", "%(n)s days at most", competition.days)
    return words % {"n": competition.days}

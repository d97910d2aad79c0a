"""How reliable a person is, and what a table asks, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from games.labels import hours_in_words, join_with_and
from games.models import Game
from games.reliability.figures import Gate, KeptCount, Reliability

HOURS = (1, 3, 6, 12, 24, 48, 72, 168)
SHARES: tuple[tuple[float, str], ...] = (
    (0.98, _("Nearly always in time.")),
    (0.9, _("In time at least nine of ten times.")),
    (0.75, _("In time at least three of four times.")),
    (0.5, _("In time at least every second time.")),
    (0.0, _("In time less than every second time.")),
)
NUMBERS: Mapping[int, str] = {7: _("seven"), 8: _("eight"), 9: _("nine")}


def reliability_headline(figures: Reliability) -> str:
    """Return in a few words how reliable somebody is."""
    if figures.is_new:
        return gettext("New here.")
    count = figures.in_time
    share = count.kept / count.total
    return next(gettext(words) for least, words in SHARES if share >= least)


def reliability_sentences(figures: Reliability) -> Iterator[str]:
    """Yield what is known of somebody, and how sure it is."""
    if figures.is_new:
        yield _say_little(figures.in_time.total)
    if figures.turns.total:
        yield _say_count(figures.turns, gettext("Turns: %(kept)s of the last %(total)s in time."))
    if figures.answers.total:
        words = gettext("Answers to questions: %(kept)s of the last %(total)s in time.")
        yield _say_count(figures.answers, words)
    if figures.is_unsure:
        low, high = figures.in_time.likely_tenths
        words = gettext(
            "That is not much yet: in the long run it may be anything from %(low)s to %(high)s of"
            " ten."
        )
        yield words % {"low": low, "high": high}
    if figures.usual_time is not None:
        yield _say_time(figures.usual_time)
    if figures.games.total:
        yield _say_games(figures.games)


def _say_little(total: int) -> str:
    if not total:
        return gettext("No turn in a public game against others has counted yet.")
    words = ngettext(
        "From %(n)s turn or answer little can be told.",
        "From %(n)s turns and answers little can be told.",
        total,
    )
    return words % {"n": total}


def _say_count(count: KeptCount, words: str) -> str:
    return words % {"kept": count.kept, "total": count.total}


def _say_time(usual: timedelta) -> str:
    """Say how long somebody usually takes, roughly: nobody is to be watched by it."""
    hours = next((one for one in HOURS if usual <= timedelta(hours=one)), None)
    if hours is None:
        return gettext("Half of the answers take longer than a week.")
    return gettext("Half of the answers come within %(time)s.") % {"time": hours_in_words(hours)}


def _say_games(count: KeptCount) -> str:
    words = ngettext(
        "Left %(left)s of the last %(total)s game.",
        "Left %(left)s of the last %(total)s games.",
        count.total,
    )
    if count.kept == count.total:
        words = ngettext(
            "Left none of the last %(total)s game.",
            "Left none of the last %(total)s games.",
            count.total,
        )
    return words % {"left": count.total - count.kept, "total": count.total}


def describe_asked(game: Game) -> str:
    """Return in a sentence what a table asks of those who sit down, "" for nothing."""
    asked = list(list_asked(game))
    if not asked:
        return ""
    words = gettext("This table is for players who %(asked)s.") % {"asked": join_with_and(asked)}
    if game.welcomes_newcomer:
        words += " " + gettext("One seat is for somebody new here.")
    return words


def list_asked(gate: Gate) -> Iterator[str]:
    """Yield what a table or a cup asks of people, as "who …" goes on."""
    if gate.asks_in_time:
        number = gettext(NUMBERS.get(gate.asks_in_time, str(gate.asks_in_time)))
        yield gettext("answer %(number)s of ten times in time") % {"number": number}
    if gate.asks_finished:
        words = ngettext(
            "have finished at least %(n)s game",
            "have finished at least %(n)s games",
            gate.asks_finished,
        )
        yield words % {"n": gate.asks_finished}


def say_refusal(game: Game, figures: Reliability) -> str:
    """Return why somebody cannot sit down at a table that asks for more."""
    if game.asks_in_time and figures.is_new:
        words = gettext(
            "You cannot sit down here yet. %(asked)s Of you too little is known so far: begin at"
            " tables that ask for nothing."
        )
        return words % {"asked": describe_asked(game)}
    finished = ngettext("%(n)s game", "%(n)s games", figures.games.kept)
    words = gettext(
        "You cannot sit down here yet. %(asked)s So far you have answered %(kept)s of %(total)s"
        " times in time and finished %(finished)s."
    )
    return words % {
        "asked": describe_asked(game),
        "kept": figures.in_time.kept,
        "total": figures.in_time.total,
        "finished": finished % {"n": figures.games.kept},
    }

"""The parts of a letter about a game: what happened, how it stands, what can be answered."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.letters.context import Fixed, LetterStep, News, Request, Situation
from mail.layout import Link, Section


def answers(request: Request) -> tuple[Section, ...]:
    """Return what the reader may answer, each with its letter; nothing where he writes freely."""
    title = _("What you can answer")
    return (Section(title, lines=request.answers),) if request.answers else ()


def all_steps(news: News) -> Link:
    """Return the link to all that happened, with how much it is."""
    label = ngettext(
        "See what happened (%(n)s step)", "See what happened (%(n)s steps)", news.total
    )
    return Link(label % {"n": news.total}, news.url)


def steps(news: News) -> tuple[Section, ...]:
    """Return what was lost, then the steps that are listed by their numbers, with how many were
    left out between them."""
    if not news.steps:
        return ()
    lines: list[tuple[str, ...]] = [("", sentence) for sentence in news.summary]
    before = 0
    for step in news.steps:
        lines += _left_out(step.number - before - 1)
        lines.append((f"{step.number}.", _told(step), step.notation))
        before = step.number
    title = _("Until now") if news.is_first else _("Since your last turn")
    return (Section(title, lines=tuple(lines)),)


def silence(did: tuple[LetterStep, ...]) -> tuple[Section, ...]:
    """Return what silence has done for somebody."""
    lines = tuple((f"{step.number}.", _told(step), step.notation) for step in did)
    return (Section(_("What silence did"), lines=lines),) if did else ()


def _left_out(steps: int) -> list[tuple[str, ...]]:
    if not steps:
        return []
    words = ngettext(
        "… %(n)s step in which nothing was captured",
        "… %(n)s steps in which nothing was captured",
        steps,
    )
    return [("", words % {"n": steps})]


def _told(step: LetterStep) -> str:
    if not step.cost:
        return step.sentence
    cost = ngettext("%(n)s point", "%(n)s points", step.cost) % {"n": step.cost}
    return f"{step.sentence} · {cost}"


def standing(situation: Situation) -> tuple[Section, ...]:
    """Return how the game stands: points, players, the position in words."""
    lines = tuple(("", line) for line in (situation.points, *situation.reasons) if line)
    points = (Section(_("Points"), lines=lines),) if lines else ()
    return (*points, players(situation), board(situation))


def fairness(fixed: Fixed | None) -> tuple[Section, ...]:
    """Return to what seed the chance of a game was committed, to be kept; nothing where there is
    none, or it was told before."""
    if fixed is None or not fixed.commitment:
        return ()
    words = _("What chance will bring was fixed when the table opened. The SHA-256 of its seed:")
    lines = (("", words), ("", fixed.commitment), ("", fixed.url))
    return (Section(_("Fairness"), lines=lines, is_small=True),)


def players(situation: Situation) -> Section:
    """Return the table of players, and what else is worth saying of them and of the game."""
    facts = tuple(
        ("", f"{player.seat}: {fact}") for player in situation.players for fact in player.facts
    )
    return Section(
        _("The players"),
        head=(_("Side"), _("Player"), *situation.columns),
        rows=tuple((one.seat, one.name, *one.numbers) for one in situation.players),
        lines=(*facts, *(("", note) for note in situation.notes)),
    )


def board(situation: Situation) -> Section:
    """Return the position in words, for looking up."""
    lines = tuple(("", line) for line in situation.board)
    return Section(_("The position in words"), lines=lines, is_small=True)

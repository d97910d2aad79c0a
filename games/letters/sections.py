"""The sections of a letter about a game: what happened, how it stands, what can be answered."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import labels
from games.letters.context import DecisionRequest, LetterNews, LetterStep, SeedCommitment, Situation
from mail.layout import LetterLink, Section


def answer_sections(request: DecisionRequest) -> tuple[Section, ...]:
    """Return the reader's possible answers, each with its letter; empty if they write freely."""
    title = _("What you can answer")
    return (Section(title, lines=request.answers),) if request.answers else ()


def all_steps_link(news: LetterNews) -> LetterLink:
    """Return the link to everything that happened, with the number of steps if it is known."""
    if news.is_cut:
        return LetterLink(_("See what happened"), news.url)
    label = ngettext(
        "See what happened (%(n)s step)", "See what happened (%(n)s steps)", news.total
    )
    return LetterLink(label % {"n": news.total}, news.url)


def step_sections(news: LetterNews) -> tuple[Section, ...]:
    """Return the losses, then the listed steps by number, with how many are left out between
    them."""
    if not news.steps:
        return ()
    lines: list[tuple[str, ...]] = [("", sentence) for sentence in news.summary]
    before = 0
    for step in news.steps:
        lines += _omission_lines(step.number - before - 1)
        lines.append((f"{step.number}.", _step_text(step), step.notation))
        before = step.number
    title = _("Until now") if news.is_first else _("Since your last turn")
    return (Section(title, lines=tuple(lines)),)


def silence_sections(did: tuple[LetterStep, ...]) -> tuple[Section, ...]:
    """Return what silence did for the reader."""
    lines = tuple((f"{step.number}.", _step_text(step), step.notation) for step in did)
    return (Section(_("What silence did"), lines=lines),) if did else ()


def _omission_lines(steps: int) -> list[tuple[str, ...]]:
    if not steps:
        return []
    words = ngettext(
        "… %(n)s step in which nothing was captured",
        "… %(n)s steps in which nothing was captured",
        steps,
    )
    return [("", words % {"n": steps})]


def _step_text(step: LetterStep) -> str:
    if not step.cost:
        return step.sentence
    return f"{step.sentence} · {labels.count_points(step.cost)}"


def situation_sections(situation: Situation) -> tuple[Section, ...]:
    """Return how the game stands: points, players, the position in words."""
    lines = tuple(("", line) for line in (situation.points, *situation.reasons) if line)
    points = (Section(_("Points"), lines=lines),) if lines else ()
    return (*points, player_section(situation), board_section(situation))


def fairness_sections(fixed: SeedCommitment | None) -> tuple[Section, ...]:
    """Return the commitment to the seed of the game's chance, for the reader to keep; empty if
    there is none."""
    if fixed is None or not fixed.commitment:
        return ()
    words = _("What chance will bring was fixed when the table opened. The SHA-256 of its seed:")
    lines = (("", words), ("", fixed.commitment), ("", fixed.url))
    return (Section(_("Fairness"), lines=lines, is_small=True),)


def player_section(situation: Situation) -> Section:
    """Return the table of players, and the notes on them and on the game."""
    facts = tuple(
        ("", f"{player.seat}: {fact}") for player in situation.players for fact in player.facts
    )
    return Section(
        _("The players"),
        head=(_("Side"), _("Player"), *situation.columns),
        rows=tuple((line.seat, line.name, *line.numbers) for line in situation.players),
        lines=(*facts, *(("", note) for note in situation.notes)),
    )


def board_section(situation: Situation) -> Section:
    """Return the position in words, for reference."""
    lines = tuple(("", line) for line in situation.board)
    return Section(_("The position in words"), lines=lines, is_small=True)

"""The page of conditional turns, typed, and the line that a tryout on the board could become."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

from conquest.registry import AnyRules
from games import queries
from games.ahead import conditional_turns
from games.ahead.conditional_turns.tree import MAX_TEXT_CHARS, THEN
from games.models import ConditionalTurns, Game
from games.planner import composer
from games.play.knowledge import KnownGame

DELAYS: Mapping[int, str] = {
    0: _("at once"),
    10: _("after about 10 minutes"),
    60: _("after about an hour"),
    180: _("after about 3 hours"),
    480: _("after about 8 hours"),
    1440: _("after about a day"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionalPage:
    """What a player has said ahead: the ``lines`` of those that are ``waiting``, the ``text`` of
    the form as it stands or was typed with its ``delay``, and why it was refused. ``begin`` is the
    seat whose turn a line begins with."""

    game: Game
    can_file: bool
    waiting: ConditionalTurns | None
    lines: Sequence[str]
    text: str
    delay: int
    delays: Mapping[int, str]
    begin: str
    trouble: str
    most: int = MAX_TEXT_CHARS


def conditional_page(
    visit: queries.Visit, known: KnownGame, text: str | None, delay: int | None, trouble: str
) -> ConditionalPage:
    """Return the page of a player's conditional turns, with a ``text`` as it was typed."""
    assert visit.mine is not None
    waiting = conditional_turns.waiting_turns(visit.mine)
    filed = waiting.text if waiting else ""
    return ConditionalPage(
        game=visit.game,
        can_file=conditional_turns.can_file_turns(known, visit.mine),
        waiting=waiting,
        lines=filed.splitlines(),
        text=filed if text is None else text,
        delay=(waiting.delay if waiting else 0) if delay is None else delay,
        delays=DELAYS,
        begin=next(iter(known.rules.judgement.to_act(known.state)), ""),
        trouble=trouble,
    )


def tried_line(visit: queries.Visit, known: KnownGame, past: str, seat: str, text: str) -> str:
    """Return the line of turns that were tried out from the present, the last one with this
    ``text``; "" if they are none that a player could say ahead: theirs come after those of the
    other side."""
    mine, rules = visit.mine, known.rules
    if mine is None or seat != mine.name or not text:
        return ""
    turns = [line.partition(":")[::2] for line in past.splitlines()] + [(seat, text)]
    own = [name == mine.name for name, _text in turns]
    if own != [False, True] * (len(turns) // 2) or not conditional_turns.can_file_turns(
        known, mine
    ):
        return ""
    return f" {THEN} ".join(_whole_turn(rules, known, name, words) for name, words in turns)


def _whole_turn(rules: AnyRules, known: KnownGame, seat: str, text: str) -> str:
    """Return a turn with the word that ends it, where there is one."""
    end = rules.judgement.end_word(rules.judgement.suppose_turn(known.state, seat), seat)
    return composer.with_end_word(rules, text.strip(), end)

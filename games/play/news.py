"""What is news to a viewer: all that happened since his last turn, with what was lost first.

Pages, films, letters and pictures number it alike: the number of a thing is its place here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from conquest.core import Loss, Mark, Phrase, Seat, Viewer
from games.marks import number_marks
from games.models import Game, Submission
from games.play import history
from games.play.history import HistoryStep

LATEST = 8
LASTING = ("arrow", "path", "ghost")


@dataclass(frozen=True, slots=True)
class NewsItem:
    """Something that is news, with its number."""

    number: int
    step: HistoryStep


@dataclass(frozen=True, slots=True)
class NewsStretch:
    """Items in a row; older ones in which nothing was lost can be folded away."""

    items: tuple[NewsItem, ...]
    is_folded: bool


@dataclass(frozen=True, slots=True)
class GameNews:
    """The news of a game for a viewer, in the order in which it happened, behind the event
    ``after``; ``ahead`` counts what his standing orders have answered for him, and ``is_premoved``
    tells that a turn was played that he had handed in ahead."""

    game: Game
    viewer: Viewer
    items: tuple[NewsItem, ...]
    after: int = 0
    ahead: int = 0
    is_premoved: bool = False

    @property
    def total(self) -> int:
        return len(self.items)

    @property
    def steps(self) -> tuple[HistoryStep, ...]:
        return tuple(item.step for item in self.items)

    @property
    def can_be_watched(self) -> bool:
        """Whether anything was done that a picture shows."""
        return any(item.step.marks for item in self.items)

    def pick_items(self, most: int) -> tuple[NewsItem, ...]:
        """Return what is listed where there is little room: every capture, and of the rest the
        last, as many as make ``most`` together."""
        captures = {item.number for item in self.items if item.step.is_capture}
        walks = [item.number for item in self.items if item.number not in captures]
        room = max(0, most - len(captures))
        kept = captures | set(walks[max(0, len(walks) - room) :])
        return tuple(item for item in self.items if item.number in kept)

    @property
    def stretches(self) -> tuple[NewsStretch, ...]:
        """All items, with long walks set apart that lie between captures and before the last."""
        rows = groupby(self.items, self._is_old_walk)
        found = ((is_walk, tuple(items)) for is_walk, items in rows)
        return tuple(NewsStretch(items, is_walk and len(items) > 2) for is_walk, items in found)

    def _is_old_walk(self, item: NewsItem) -> bool:
        return not item.step.is_capture and item.number <= self.total - LATEST

    @property
    def summary(self) -> tuple[str, ...]:
        """Say what was lost: by the viewer, to him, and by the others."""
        losses = [loss for item in self.items for loss in item.step.losses]
        mine = [loss for loss in losses if loss.seat == self.viewer]
        won = [loss for loss in losses if self.viewer and loss.by == self.viewer]
        rest = [loss for loss in losses if loss not in mine and loss not in won]
        told = [(_("You lost: %(pieces)s."), mine), (_("You captured: %(pieces)s."), won)]
        own = [words % {"pieces": _list_losses(found)} for words, found in told if found]
        others = (self._loss_sentence(seat, found) for seat, found in _losses_by_seat(rest).items())
        return (*own, *others, *self._standing_summary, *self._premove_summary)

    @property
    def _standing_summary(self) -> tuple[str, ...]:
        words = ngettext(
            "Your standing orders have answered for you, once.",
            "Your standing orders have answered for you, %(n)s times.",
            self.ahead,
        )
        return (words % {"n": self.ahead},) if self.ahead else ()

    @property
    def _premove_summary(self) -> tuple[str, ...]:
        return (_("The turn that you had handed in ahead was played."),) if self.is_premoved else ()

    def _loss_sentence(self, seat: Seat, losses: Iterable[Loss]) -> str:
        name = self.game.rules.seating.names[seat].translate_with(_)
        return _("%(seat)s lost: %(pieces)s.") % {"seat": name, "pieces": _list_losses(losses)}

    def numbered_marks(self, most: int) -> tuple[Mark, ...]:
        """Return what draws the items that are listed, each arrow with the number of its item."""
        return number_marks(
            (item.number, [mark for mark in item.step.marks if mark.kind in LASTING])
            for item in self.pick_items(most)
        )

    def is_unseen(self, mark: int) -> bool:
        """Whether others have done something behind the event that was seen last."""
        return bool(self.others_numbers) and self.others_numbers[-1] > mark

    @property
    def others_numbers(self) -> list[int]:
        """The numbers in the game of what was not the viewer's own doing."""
        return [step.seq for step in self.steps if step.seat != self.viewer]


def collect_news(
    game: Game,
    viewer: Viewer,
    *,
    after: int,
    then: Seat | None = None,
    is_premoved: bool = False,
) -> GameNews:
    """Return what has happened behind the event ``after`` as news to a viewer; of a game that is
    over, as far as a seat knew it ``then``."""
    found = filter_news(history.list_steps(game, viewer, after=after, then=then), viewer)
    items = (NewsItem(number, step) for number, step in enumerate(found, start=1))
    is_about_losses = any(step.losses for step in found)
    ahead = _count_standing_answers(game, viewer, after) if is_about_losses else 0
    return GameNews(game, viewer, tuple(items), after, ahead, is_premoved)


def _count_standing_answers(game: Game, viewer: Viewer, after: int) -> int:
    """Count what the standing orders of a seat have answered; it is asked only about losses."""
    if game.rules.standing is None or not viewer:
        return 0
    by_orders = Submission.objects.filter(game=game, via=Submission.Via.STANDING)
    return by_orders.filter(seat__name=viewer, first_seq__gt=after).count()


def filter_news(steps: Sequence[HistoryStep], viewer: Viewer) -> list[HistoryStep]:
    """Return those of some steps that are news: not what the viewer has only said himself, and
    nothing where nobody else has done anything."""
    if viewer and all(step.seat == viewer for step in steps):
        return []
    return [step for step in steps if not _is_own_order(viewer, step)]


def _is_own_order(viewer: Viewer, step: HistoryStep) -> bool:
    """Whether a step is an order of the viewer that moves nothing: a pass, an offer."""
    return bool(viewer) and step.seat == viewer and bool(step.notation) and not step.marks


def _losses_by_seat(losses: Iterable[Loss]) -> dict[Seat, list[Loss]]:
    found = defaultdict[Seat, list[Loss]](list)
    for loss in losses:
        found[loss.seat].append(loss)
    return found


def _list_losses(losses: Iterable[Loss]) -> str:
    return ", ".join(_translate(loss.what) for loss in losses)


def _translate(phrase: Phrase) -> str:
    return phrase.translate_with(_)

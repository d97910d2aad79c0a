"""What is news to a viewer: all that happened since their last turn, with losses first.

Pages, films, letters and pictures use the same numbers: the place of an item in this list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from conquest.core import Loss, Mark, Phrase, Seat, Viewer
from conquest.registry import AnyRules
from games.marks import number_marks
from games.models import Game, Submission
from games.play import history
from games.play.history import HistoryStep

LATEST = 8
LASTING = ("arrow", "path", "ghost")


@dataclass(frozen=True, slots=True)
class NewsItem:
    """A step that is news, with its number in the list."""

    number: int
    step: HistoryStep


@dataclass(frozen=True, slots=True)
class NewsStretch:
    """Successive items; older ones without losses can be folded away."""

    items: tuple[NewsItem, ...]
    is_folded: bool


@dataclass(frozen=True, slots=True)
class GameNews:
    """The news of a game for a viewer after the event ``after``, in order.

    Of very long news it holds the last ones, and ``is_cut`` tells that there were others before.
    ``ahead`` counts the answers of the viewer's standing orders, and ``said`` the
    turns of the viewer that were said ahead and played.
    """

    game: Game
    viewer: Viewer
    items: tuple[NewsItem, ...]
    after: int = 0
    is_cut: bool = False
    ahead: int = 0
    said: int = 0

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
        """Return the items for a short list: every capture, and the latest others up to ``most``
        in all."""
        captures = {item.number for item in self.items if item.step.is_capture}
        walks = [item.number for item in self.items if item.number not in captures]
        room = max(0, most - len(captures))
        picked = captures | set(walks[max(0, len(walks) - room) :])
        return tuple(item for item in self.items if item.number in picked)

    @property
    def stretches(self) -> tuple[NewsStretch, ...]:
        """All items in stretches; long walks between captures, before the latest, are folded."""
        groups = groupby(self.items, self._is_old_walk)
        stretches = ((is_walk, tuple(items)) for is_walk, items in groups)
        return tuple(NewsStretch(items, is_walk and len(items) > 2) for is_walk, items in stretches)

    def _is_old_walk(self, item: NewsItem) -> bool:
        return not item.step.is_capture and item.number <= self.total - LATEST

    @property
    def summary(self) -> tuple[str, ...]:
        """Sentences about what was lost by the viewer, to the viewer, and by the others."""
        losses = [loss for item in self.items for loss in item.step.losses]
        told = summarize_losses(self.game.rules, self.viewer, losses)
        return (*told, *self._standing_summary, *self._premove_summary)

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
        words = ngettext(
            "The turn that you had handed in ahead was played.",
            "%(n)s turns that you had said ahead were played.",
            self.said,
        )
        return (words % {"n": self.said},) if self.said else ()

    def numbered_marks(self, most: int) -> tuple[Mark, ...]:
        """Return the marks of the items in a short list, each arrow with its item's number."""
        return number_marks(
            (item.number, [mark for mark in item.step.marks if mark.kind in LASTING])
            for item in self.pick_items(most)
        )

    def is_unseen(self, mark: int) -> bool:
        """Whether others have done something after the event ``mark``, which was seen last."""
        return bool(self.others_numbers) and self.others_numbers[-1] > mark

    @property
    def others_numbers(self) -> list[int]:
        """The event numbers of the steps of others."""
        return [step.seq for step in self.steps if step.seat != self.viewer]


def summarize_losses(rules: AnyRules, viewer: Viewer, losses: Sequence[Loss]) -> tuple[str, ...]:
    """Return sentences about what was lost by a viewer, to the viewer, and by the others."""
    lost = [loss for loss in losses if loss.seat == viewer]
    won = [loss for loss in losses if viewer and loss.by == viewer]
    rest = [loss for loss in losses if loss not in lost and loss not in won]
    pairs = [(_("You lost: %(pieces)s."), lost), (_("You captured: %(pieces)s."), won)]
    own = [words % {"pieces": _list_losses(pieces)} for words, pieces in pairs if pieces]
    others = (
        _("%(seat)s lost: %(pieces)s.")
        % {"seat": _translate(rules.seating.names[seat]), "pieces": _list_losses(pieces)}
        for seat, pieces in _losses_by_seat(rest).items()
    )
    return (*own, *others)


def collect_news(
    game: Game,
    viewer: Viewer,
    *,
    after: int,
    then: Seat | None = None,
    is_premoved: bool = False,
) -> GameNews:
    """Return the news after the event ``after`` for a viewer, but for those long ago; of a game
    that is over, as far as a seat knew it ``then``."""
    steps = filter_news(history.recent_steps(game, viewer, after=after, then=then), viewer)
    is_cut = history.recent_start(game, after) > after
    items = (NewsItem(number, step) for number, step in enumerate(steps, start=1))
    # Standing orders answer captures: without a loss there is nothing to count.
    is_about_losses = any(step.losses for step in steps)
    ahead = _count_standing_answers(game, viewer, after) if is_about_losses else 0
    said = _count_turns_ahead(game, viewer, after) if is_premoved else 0
    return GameNews(game, viewer, tuple(items), after, is_cut, ahead, said)


def _count_turns_ahead(game: Game, viewer: Viewer, after: int) -> int:
    """Count the turns of a seat that were said ahead and played since an event."""
    said = Submission.objects.filter(game=game, via__in=Submission.AHEAD)
    return said.filter(seat__name=viewer, first_seq__gt=after).count()


def _count_standing_answers(game: Game, viewer: Viewer, after: int) -> int:
    """Count the answers that the standing orders of a seat have given since an event."""
    if game.rules.standing is None or not viewer:
        return 0
    by_orders = Submission.objects.filter(game=game, via=Submission.Via.STANDING)
    return by_orders.filter(seat__name=viewer, first_seq__gt=after).count()


def filter_news(steps: Sequence[HistoryStep], viewer: Viewer) -> list[HistoryStep]:
    """Return the steps that are news: without what was taken back and the viewer's own orders that
    move nothing, and none at all if nobody else has done anything."""
    steps = _drop_taken_back(steps)
    if viewer and all(step.seat == viewer for step in steps):
        return []
    return [step for step in steps if not _is_own_order(viewer, step)]


def _drop_taken_back(steps: Sequence[HistoryStep]) -> list[HistoryStep]:
    """Return steps without those that were taken back later; that this was done is one of them."""
    counting: list[HistoryStep] = []
    for step in steps:
        if step.back_to is not None:
            to = step.back_to
            counting = [one for one in counting if one.seq <= to]
        counting.append(step)
    return counting


def _is_own_order(viewer: Viewer, step: HistoryStep) -> bool:
    """Whether a step is an order of the viewer that moves nothing: a pass, an offer."""
    return bool(viewer) and step.seat == viewer and bool(step.notation) and not step.marks


def _losses_by_seat(losses: Iterable[Loss]) -> dict[Seat, list[Loss]]:
    by_seat = defaultdict[Seat, list[Loss]](list)
    for loss in losses:
        by_seat[loss.seat].append(loss)
    return by_seat


def _list_losses(losses: Iterable[Loss]) -> str:
    return ", ".join(_translate(loss.what) for loss in losses)


def _translate(phrase: Phrase) -> str:
    return phrase.translate_with(_)

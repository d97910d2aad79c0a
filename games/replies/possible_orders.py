"""What could stand in place of an order that does not count, as its author can write it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from conquest.core import Choice, as_sentence
from games.planner.example_orders import add_choice, list_further_choices
from games.planner.plan_reader import sketch_plan
from games.planner.review import TurnReview
from games.planner.typed_orders import localize_orders
from games.replies.answers import Part

MOST_POSSIBLE = 12


def possible_parts(review: TurnReview) -> Iterator[Part]:
    """Yield what the author of a turn that does not count could write instead, each so that it can
    be handed in: what its piece can do, or else anything."""
    gap = Gap(review)
    if gap.choices:
        shown = gap.choices[:MOST_POSSIBLE]
        lines = (("", gap.describe(choice)) for choice in shown)
        yield Part(gap.title, (*lines, *more_lines(len(gap.choices) - len(shown))))


def choice_lines(choices: Iterable[Choice]) -> tuple[tuple[str, ...], ...]:
    """Return choices as lines, each as it is written and in words, the shortest first."""
    by_length = sorted(choices, key=lambda choice: (len(choice.text), choice.text))
    lines = (("", f"{one.text} – {_in_words(one)}") for one in by_length[:MOST_POSSIBLE])
    return (*lines, *more_lines(len(by_length) - MOST_POSSIBLE))


def more_lines(count: int) -> Iterator[tuple[str, str]]:
    """Yield how many more there are than those that are listed, nothing if there are none."""
    if count > 0:
        yield ("", ngettext("… and %(n)s more", "… and %(n)s more", count) % {"n": count})


class Gap:
    """Where the orders of a review stop: at an order that is refused, or for want of more."""

    def __init__(self, review: TurnReview) -> None:
        self.review, self.sketch, self.known = review, review.sketch, review.known

    @property
    def title(self) -> str:
        """What the choices are for."""
        if self._is_begun:
            return _("How it could go on")
        return _("What this piece could do") if self._near else _("What you could order instead")

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """What could be written there: with the piece, or the stone, that the order names, if it
        can do anything; else what begins with the same word, such as what can be built."""
        return tuple(self._near or self._alike or self._all)

    def describe(self, choice: Choice) -> str:
        """Return a choice as it is written, and in words."""
        text, words = self._complete(choice)
        return f"{localize_orders(text, self.known.rules.notation)} – {words}"

    def _complete(self, choice: Choice) -> tuple[str, str]:
        """Return a choice as it is written, and in words; what counts only with more is completed
        by an example."""
        text, words = self._write(choice), _in_words(choice)
        if not self._is_alone:
            return text, words
        sketch = sketch_plan(self.known.rules, self.known.state, self.review.seat, text)
        further = _first_end(list_further_choices(self.known, sketch))
        if not sketch.is_partial or further is None:
            return text, words
        whole = add_choice(self.known, sketch, further)
        return whole, f"{words}; {further.words.translate_with(_)}"

    def _write(self, choice: Choice) -> str:
        return add_choice(self.known, self.sketch, choice) if self._is_begun else choice.text

    @cached_property
    def _order(self) -> str:
        """The order at fault as it was written, the last one if only something is wanting."""
        refused = self.sketch.refused
        words = self.known.rules.notation.split_words(self.review.text)
        place = -1 if refused is None or refused.order is None else refused.order
        return words[place] if place < len(words) and words else ""

    @cached_property
    def _is_begun(self) -> bool:
        """Whether the beginning of the order can be carried out, so that it is gone on with."""
        if self.sketch.refused is None:
            return True
        return bool(self.sketch.rest) and _squeeze(self.sketch.rest[0]) != _squeeze(self._order)

    @property
    def _is_alone(self) -> bool:
        """Whether nothing is ordered before."""
        return self._is_begun or not self.sketch.steps

    @cached_property
    def _all(self) -> list[Choice]:
        further = list_further_choices(self.known, self.sketch)
        return [choice for choice in further if self._is_begun or not choice.replaces]

    @cached_property
    def _near(self) -> list[Choice]:
        typed = [_squeeze(words) for words in (*self.sketch.rest[:1], self._order)]
        return [choice for choice in self._all if _is_near(choice, typed)]

    @property
    def _alike(self) -> list[Choice]:
        """What begins with the same word as the order, such as all that can be built."""
        verb = self._order.casefold().partition(" ")[0]
        return [one for one in self._all if one.tool and one.text.split()[0] == verb]


def _first_end(choices: Iterable[Choice]) -> Choice | None:
    """Return the first of some choices, with a tool if any is: that is what a turn wants where a
    piece stays."""
    listed = list(choices)
    return next((choice for choice in listed if choice.tool), next(iter(listed), None))


def _is_near(choice: Choice, typed: Iterable[str]) -> bool:
    """Whether a choice is one of the piece, or with the tool, that an order begins with."""
    whole, begin = _squeeze(choice.text), choice.origin.casefold()
    if choice.tool:
        begin = whole.removesuffix(choice.target.casefold())
    return bool(begin) and any(
        words.startswith(begin) or whole.startswith(words) for words in filter(None, typed)
    )


def _squeeze(words: str) -> str:
    return "".join(words.split()).casefold()


def _in_words(choice: Choice) -> str:
    return as_sentence(choice.words).translate_with(_)

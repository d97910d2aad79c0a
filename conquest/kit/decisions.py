"""Decisions that are asked in the same words in many games."""

from __future__ import annotations

from conquest.core import DecisionKind, Phrase, ReviewWords

LOST = Phrase("When the time is up, you have lost the game.")
SETUP_REVIEW = ReviewWords(
    check=Phrase("Check the set-up"),
    question=Phrase("Is this your set-up?"),
    send=Phrase("Send the set-up"),
)


def turn_decision(silence: Phrase = LOST) -> DecisionKind:
    """Return the kind of a turn, with what ``silence`` means; it can be handed in ahead."""
    return DecisionKind(
        of_you=Phrase("It is your turn"),
        named=Phrase("turn"),
        briefly=Phrase("Your turn (turn %(number)s)"),
        silence=silence,
        premove=True,
    )


def setup_decision(silence: Phrase = LOST) -> DecisionKind:
    """Return the kind of a set-up that all seats hand in at once, unseen."""
    army = Phrase("Set up your army")
    return DecisionKind(
        of_you=army,
        named=Phrase("set-up"),
        briefly=army,
        silence=silence,
        parallel=True,
        action=Phrase("Set up"),
        review=SETUP_REVIEW,
    )

"""The words of the game as phrases: seats, ranks, and their forms within a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from conquest.core import Phrase, term
from conquest.kit.hidden_army import ArmyWords, Rank
from conquest.rulesets.espionage.ranks import RANKS

SEAT_NAMES = {"white": Phrase("White"), "black": Phrase("Black")}
COLOURS = {"white": Phrase("white"), "black": Phrase("black")}
NAMES: Mapping[Rank, Phrase] = {
    "1": Phrase("corporal"),
    "2": Phrase("lieutenant"),
    "3": term("captain", "espionage"),
    "4": Phrase("colonel"),
    "5": Phrase("general"),
    "S": term("spy", "espionage"),
    "P": Phrase("sapper"),
    "M": Phrase("mine"),
    "Q": Phrase("headquarters"),
    "?": Phrase("hidden piece"),
}
# Each form has a context of its own for languages that inflect: "falls to the spy".
THE: Mapping[Rank, Phrase] = {
    "1": term("the corporal", "espionage"),
    "2": term("the lieutenant", "espionage"),
    "3": term("the captain", "espionage"),
    "4": term("the colonel", "espionage"),
    "5": term("the general", "espionage"),
    "S": term("the spy", "espionage"),
    "P": term("the sapper", "espionage"),
    "M": term("the mine", "espionage"),
    "Q": term("the headquarters", "espionage"),
    "?": term("the hidden piece", "espionage"),
}
OBJECTS: Mapping[Rank, Phrase] = {
    "1": term("the corporal", "espionage object"),
    "2": term("the lieutenant", "espionage object"),
    "3": term("the captain", "espionage object"),
    "4": term("the colonel", "espionage object"),
    "5": term("the general", "espionage object"),
    "S": term("the spy", "espionage object"),
    "P": term("the sapper", "espionage object"),
    "M": term("the mine", "espionage object"),
    "Q": term("the headquarters", "espionage object"),
    "?": term("the hidden piece", "espionage object"),
}
MANY: Mapping[Rank, Phrase] = {
    "1": Phrase("corporals"),
    "2": Phrase("lieutenants"),
    "3": Phrase("captains"),
    "4": Phrase("colonels"),
    "5": Phrase("generals"),
    "S": Phrase("spies"),
    "P": Phrase("sappers"),
    "M": Phrase("mines"),
    "Q": term("headquarters", "espionage several"),
}
WORDS = ArmyWords(SEAT_NAMES, RANKS, NAMES, MANY)

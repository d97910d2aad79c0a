"""How armies are set up: the usual set-ups, and the rules for all (HE2, E13, HE22, EP19)."""

from __future__ import annotations

from collections.abc import Mapping

from conquest.core import Patterns, Phrase
from conquest.kit.hidden_army import ArmySetup, Camps
from conquest.kit.submission import RuleRefusal
from conquest.rulesets.espionage.board import owner_rows
from conquest.rulesets.espionage.evolution import evolve
from conquest.rulesets.espionage.model import State
from conquest.rulesets.espionage.orders import NOTATION
from conquest.rulesets.espionage.ranks import ARMIES
from conquest.rulesets.espionage.words import WORDS

USUAL_CAMPS: Mapping[int, Camps] = {
    10: (
        (Phrase("Balanced"), "S14S12S13S 2P35PP2431 2MQM51SMPM"),
        (Phrase("Spies in front"), "SS1S2S1S31 4P25P3152P 13MQM4M2PM"),
        (Phrase("Behind mines"), "1S2S1S3S1S 425P31P5P4 132MQM2MPM"),
        (Phrase("Storm on the left"), "5432S1S1S1 54S3S2PP21 P32M1MMQMP"),
        (Phrase("Trap in the corner"), "1S3S2S1S4S 2P4P3P1P52 1531M2MMQM"),
    ),
    8: (
        (Phrase("Balanced"), "S12S3S1P 4PMQM523"),
        (Phrase("Spies in front"), "S2SS13P1 42MQM53P"),
        (Phrase("Behind mines"), "1S3S2S1P 4P5MQM23"),
        (Phrase("Storm on the left"), "543S2S1S 3P2P1MQM"),
        (Phrase("Trap in the corner"), "1S2S3SP4 21P35MQM"),
    ),
}
"""Set-ups offered to players, by board size, as rows with the front row first (E13, HE22)."""

SETUP: ArmySetup[State] = ArmySetup(
    words=WORDS,
    notation=NOTATION,
    evolve=evolve,
    army=ARMIES.__getitem__,
    rows=owner_rows,
    camps=USUAL_CAMPS.__getitem__,
    army_rule=lambda size: "E13" if size == 10 else "HE22",
    again_rule="EP19",
    outside=RuleRefusal(Phrase("%(square)s does not lie in your own rows."), "HE2"),
    all_stand=Phrase("All stand. Two pieces change places when you choose one and then the other."),
)
# the kind of a pattern is the size, which fixes board and army
PATTERNS: Patterns[State] = SETUP.patterns(
    lambda state: str(state.size), lambda kind: {"size": int(kind)}
)

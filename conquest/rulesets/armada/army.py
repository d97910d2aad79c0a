"""How armies are set up: the usual set-ups, and the rules for all (HK3 to HK5)."""

from __future__ import annotations

from conquest.core import Patterns, Phrase
from conquest.kit.hidden_army import ArmySetup, Camps
from conquest.kit.submission import RuleRefusal
from conquest.rulesets.armada.board import owner_rows
from conquest.rulesets.armada.evolution import evolve
from conquest.rulesets.armada.model import State
from conquest.rulesets.armada.orders import NOTATION
from conquest.rulesets.armada.ranks import ARMY
from conquest.rulesets.armada.words import WORDS

# The first one is the set-up of a seat that stays silent.
USUAL_CAMPS: Camps = (
    (Phrase("King in the corner"), "11211 K2323"),
    (Phrase("King on the right"), "11211 2323K"),
    (Phrase("King in front"), "K1121 12323"),
    (Phrase("King on the flank"), "1112K 12323"),
    (Phrase("Twos on the wings"), "21112 K3132"),
)
"""Set-ups that the site offers and bots use, as their owner sees them, the front row first."""

SETUP: ArmySetup[State] = ArmySetup(
    words=WORDS,
    notation=NOTATION,
    evolve=evolve,
    army=lambda size: ARMY,
    rows=owner_rows,
    camps=lambda size: USUAL_CAMPS,
    army_rule=lambda size: "HK4",
    again_rule="HK5",
    outside=RuleRefusal(Phrase("%(square)s does not lie in your start zone."), "HK3"),
    all_stand=Phrase("All stand. Two units change places when you choose one and then the other."),
)
# the kind of a pattern is the number of players: zones are alike, boards are not
PATTERNS: Patterns[State] = SETUP.patterns(
    lambda state: str(state.players), lambda kind: {"players": int(kind)}
)

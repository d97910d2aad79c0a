"""What makes Grand Conquest: its figures, its options, how it ends, and what only it knows."""

from __future__ import annotations

from conquest.core import Column, Phrase
from conquest.islands.laws import (
    EndTests,
    EventTelling,
    GameSettings,
    Laws,
    PositionExtras,
    Scarcity,
    SpecialActions,
)
from conquest.rulesets.grand_conquest import (
    barriers,
    camels,
    choices,
    deeds,
    ending,
    extras,
    house,
    settling,
    shooting,
    telling,
)

REASONS = {
    "last_two": Phrase("the last land pieces of a player are captured"),
    "siege_engine": Phrase("a siege engine has come into an enemy castle"),
    "immobilised": Phrase("all opponents are immobilised"),
    "one_left": Phrase("a player has one land piece left"),
    "quiet_rounds": Phrase("too many rounds without capture"),
    "exposed_recaptured": Phrase("a vulnerable player lost a land piece in a recapture"),
}

SCARCITY = Scarcity(
    Column(
        "pieces",
        Phrase("Land pieces"),
        Phrase("%(n)s land piece"),
        Phrase("%(n)s land pieces"),
    ),
    Phrase("vulnerable, two land pieces left"),
    Phrase("With two land pieces left you may risk a recapture only once a turn."),
    "G41",
)

LAWS = Laws(
    title=Phrase("Grand Conquest"),
    ranges={"S": 2, "E": 6, "K": 6, "M": 8, "C": 8, "T": 2, "W": 2, "B": 6, "G": 8},
    cited={
        "S": "G9",
        "E": "G10",
        "K": "G12",
        "M": "G14",
        "C": "G25",
        "T": "G26",
        "W": "G32",
        "B": "C16",
        "G": "C16",
    },
    barred={"E": "<", "C": "<"},
    strangers="ECTW",
    wild="KM",
    spared={"S": "EW", "K": "W", "C": "W", "M": "W"},
    settings=GameSettings(extras.NAMES, extras.read_settings, extras.write_settings),
    ends=EndTests(
        ending.end_by_walk, ending.end_by_capture, ending.end_by_recapture, ending.end_by_turn
    ),
    reasons=REASONS,
    quiet_limit=ending.quiet,
    is_exposed=ending.is_exposed,
    boards={4: "great-islands", 3: "three-islands", 2: "two-islands"},
    scarcity=SCARCITY,
    army={"C": "M"},
    is_road_open=barriers.is_open,
    road_refusal=barriers.no_way,
    capture_refusal=barriers.spares,
    range_refusal=barriers.tires,
    can_lead=camels.is_led,
    step_refusal=barriers.gate,
    special_footing=barriers.meets,
    path_budget=camels.means,
    figures_added=settling.made,
    settle_event=settling.settled,
    extras=PositionExtras(extras.KEYS, extras.read, extras.write),
    special_actions=SpecialActions(
        deeds.play,
        shooting.answer,
        choices.choices,
        deeds.answers,
        choices.offered,
        choices.tray,
        house.storms,
        house.guards,
    ),
    sentences=EventTelling(telling.tell, telling.cost, telling.trace, telling.losses),
)
